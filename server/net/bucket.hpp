#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include "server/net/time.hpp"

namespace flagrank::net {

/// How often something may be done: `burst` times at once, then once per `interval`.
struct Rate {
  std::int64_t burst = 1;
  std::chrono::nanoseconds interval{};

  /// `count` times within `period`, all of them at once if need be.
  static constexpr Rate within(std::size_t count, std::chrono::nanoseconds period) {
    const auto times = static_cast<std::int64_t>(std::min(count, most));
    return {.burst = times, .interval = period / times};
  }

  static constexpr std::size_t most = 1'000'000;
};

/// A token bucket, full at first. It keeps one moment: when it will be full again.
class Bucket {
 public:
  /// Takes a token; false where there is none.
  [[nodiscard]] bool take(const Rate& rate, Time now);

  /// Takes one whether or not there is one: then nothing can be taken until the debt is paid.
  void charge(const Rate& rate, Time now) { full_at_ = std::max(full_at_, now) + rate.interval; }

  /// Puts one back that was taken.
  void give_back(const Rate& rate);

  /// How long until `take` will succeed, rounded up; zero where it does now.
  [[nodiscard]] std::chrono::milliseconds wait(const Rate& rate, Time now) const;

  /// As good as a new one: nothing is lost by forgetting it.
  [[nodiscard]] bool full(Time now) const { return full_at_ <= now; }

 private:
  Time full_at_;
};

}  // namespace flagrank::net

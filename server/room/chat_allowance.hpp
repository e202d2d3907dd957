#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "server/match/command.hpp"

namespace flagrank::room {

/// How much one seat may chat: a minute's worth at once, and then as fast as it grows back.
class ChatAllowance {
 public:
  explicit ChatAllowance(std::uint32_t per_minute) : per_minute_{per_minute} {}

  /// How long to wait before the next line; zero where it may come now.
  [[nodiscard]] std::chrono::milliseconds wait(match::Instant now) const {
    if (per_minute_ == 0) return minute;
    const auto early = full_again_ + interval() - now - minute;
    return std::max(std::chrono::ceil<std::chrono::milliseconds>(early),
                    std::chrono::milliseconds::zero());
  }

  void spend(match::Instant now) { full_again_ = std::max<Moment>(full_again_, now) + interval(); }

 private:
  // Finer than an Instant, so that any number of lines divides a minute well.
  using Moment = std::chrono::sys_time<std::chrono::microseconds>;
  static constexpr std::chrono::minutes minute{1};

  [[nodiscard]] std::chrono::microseconds interval() const {
    return std::chrono::microseconds{minute} / per_minute_;
  }

  std::uint32_t per_minute_;
  Moment full_again_;  ///< when the allowance will be whole
};

}  // namespace flagrank::room

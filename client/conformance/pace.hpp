#pragma once

#include <chrono>
#include <cstdint>

#include "client/conformance/patience.hpp"

namespace flagrank::conformance {

/// Spaces what a client says so that it keeps well below what `limits` in hello lets through.
class Pace {
 public:
  Pace(std::uint32_t per_second, std::uint32_t burst) noexcept;

  /// Counts one command that is said at `now`, and returns how long it has to wait before.
  [[nodiscard]] std::chrono::nanoseconds delay(Clock::time_point now) noexcept;
  /// Counts one command, and returns when it may be said.
  void wait();

 private:
  std::chrono::nanoseconds each_;   ///< the time that a command takes up
  std::chrono::nanoseconds slack_;  ///< how much of it may be taken up in advance
  Clock::time_point taken_until_;
};

}  // namespace flagrank::conformance

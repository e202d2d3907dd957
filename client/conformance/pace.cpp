#include "client/conformance/pace.hpp"

#include <algorithm>
#include <thread>

namespace flagrank::conformance {

using std::chrono::nanoseconds;

// Half of the burst and four fifths of the rate: the server's clock is not ours.
Pace::Pace(std::uint32_t per_second, std::uint32_t burst) noexcept
    : each_{nanoseconds{std::chrono::seconds{1}} * 5 / (4 * std::max(per_second, 1U))},
      slack_{each_ * (burst / 2)} {}

nanoseconds Pace::delay(Clock::time_point now) noexcept {
  taken_until_ = std::max(taken_until_, now) + each_;
  return std::max(taken_until_ - now - slack_, nanoseconds{0});
}

void Pace::wait() { std::this_thread::sleep_for(delay(Clock::now())); }

}  // namespace flagrank::conformance

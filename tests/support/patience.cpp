#include "tests/support/patience.hpp"

#include <algorithm>

namespace flagrank::test {

Clock::time_point deadline() { return Clock::now() + patience(); }

int milliseconds_until(Clock::time_point moment) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(moment - Clock::now());
  return static_cast<int>(std::clamp<std::chrono::milliseconds::rep>(left.count(), 0, 3'600'000));
}

}  // namespace flagrank::test

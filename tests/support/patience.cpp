#include "tests/support/patience.hpp"

#include <algorithm>
#include <cstdlib>

namespace flagrank::test {

std::chrono::milliseconds patience() {
  const char* scale = std::getenv("FLAGRANK_TEST_TIMEOUT_SCALE");
  const int times = scale == nullptr ? 1 : std::clamp(std::atoi(scale), 1, 100);
  return std::chrono::seconds{10} * times;
}

Clock::time_point deadline() { return Clock::now() + patience(); }

int milliseconds_until(Clock::time_point moment) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(moment - Clock::now());
  return static_cast<int>(std::clamp<std::chrono::milliseconds::rep>(left.count(), 0, 3'600'000));
}

}  // namespace flagrank::test

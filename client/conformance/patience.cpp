#include "client/conformance/patience.hpp"

#include <algorithm>
#include <cstdlib>

namespace flagrank::conformance {

std::chrono::milliseconds patience() {
  const char* scale = std::getenv("FLAGRANK_TEST_TIMEOUT_SCALE");
  const int times = scale == nullptr ? 1 : std::clamp(std::atoi(scale), 1, 100);
  return std::chrono::seconds{10} * times;
}

}  // namespace flagrank::conformance

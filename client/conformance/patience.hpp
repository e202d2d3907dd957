#pragma once

#include <chrono>

namespace flagrank::conformance {

using Clock = std::chrono::steady_clock;

/// How long is waited for something that must come: ten seconds, times the whole number in the
/// environment variable FLAGRANK_TEST_TIMEOUT_SCALE where it is set (for sanitizers).
[[nodiscard]] std::chrono::milliseconds patience();

}  // namespace flagrank::conformance

#pragma once

#include <chrono>

namespace flagrank::test {

using Clock = std::chrono::steady_clock;

/// How long a test waits for something that must come: ten seconds, times the whole number in the
/// environment variable FLAGRANK_TEST_TIMEOUT_SCALE where it is set (for sanitizers).
[[nodiscard]] std::chrono::milliseconds patience();

/// The moment at which `patience()`, begun now, runs out.
[[nodiscard]] Clock::time_point deadline();

/// Milliseconds from now until `moment`, for poll(2): never negative, rounded up.
[[nodiscard]] int milliseconds_until(Clock::time_point moment);

}  // namespace flagrank::test

#pragma once

#include <chrono>

#include "client/conformance/patience.hpp"

namespace flagrank::test {

using conformance::Clock;
using conformance::patience;

/// The moment at which `patience()`, begun now, runs out.
[[nodiscard]] Clock::time_point deadline();

/// Milliseconds from now until `moment`, for poll(2): never negative, rounded up.
[[nodiscard]] int milliseconds_until(Clock::time_point moment);

}  // namespace flagrank::test

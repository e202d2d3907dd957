#pragma once

#include <chrono>

namespace flagrank::net {

/// Deadlines and rates go by a clock that nobody can set back.
using Clock = std::chrono::steady_clock;
using Time = Clock::time_point;

}  // namespace flagrank::net

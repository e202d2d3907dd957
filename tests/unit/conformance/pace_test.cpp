#include "client/conformance/pace.hpp"

#include <gtest/gtest.h>

namespace flagrank::conformance {
namespace {

using namespace std::chrono_literals;

/// How long `commands` take that are said as soon as may be.
std::chrono::nanoseconds time_for(int commands, Pace pace) {
  const Clock::time_point begin{};
  Clock::time_point now = begin;
  for (int i = 0; i < commands; ++i) now += pace.delay(now);
  return now - begin;
}

TEST(Pace, lets_a_first_burst_through_at_once) { EXPECT_EQ(time_for(30, Pace{20, 60}), 0ns); }

TEST(Pace, keeps_below_the_rate_afterwards) {
  EXPECT_GE(time_for(130, Pace{20, 60}), 6s) << "at 16 a second";
  EXPECT_LE(time_for(130, Pace{20, 60}), 7s);
}

TEST(Pace, gets_its_burst_back_in_a_pause) {
  Pace pace{20, 60};
  Clock::time_point now{};
  for (int i = 0; i < 40; ++i) now += pace.delay(now);
  now += 10s;
  EXPECT_EQ(pace.delay(now), 0ns);
}

TEST(Pace, bears_a_server_that_tells_no_limit) { EXPECT_GT(time_for(2, Pace{0, 0}), 1s); }

}  // namespace
}  // namespace flagrank::conformance

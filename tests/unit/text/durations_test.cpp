#include "client/text/durations.hpp"

#include <gtest/gtest.h>

namespace flagrank::text {
namespace {

using namespace std::chrono_literals;

TEST(Durations, are_numbers_with_units) {
  EXPECT_EQ(parse_duration("90s"), 90s);
  EXPECT_EQ(parse_duration("10m"), 10min);
  EXPECT_EQ(parse_duration("2h"), 2h);
  EXPECT_EQ(parse_duration("1h30m"), 90min);
  EXPECT_EQ(parse_duration("1h30m5s"), 90min + 5s);
  EXPECT_EQ(parse_duration("0s"), 0s);
  EXPECT_EQ(parse_duration("168h"), 168h);
}

TEST(Durations, are_nothing_else) {
  for (const auto* text : {"", "10", "m", "10x", "10 m", "-5s", "+5s", "5m1h", "5s5s", "1.5m",
                           "169h", "168h1s", "99999999999s", "5mm"}) {
    EXPECT_EQ(parse_duration(text), std::nullopt) << text;
  }
}

TEST(Limits, are_a_second_at_least) {
  EXPECT_EQ(parse_limit("1s"), 1s);
  EXPECT_EQ(parse_limit("0s"), std::nullopt);
}

TEST(ClockOption, is_a_time_for_each_side_with_what_a_move_adds) {
  using Clock = std::variant<view::GameClock, view::MoveClock>;
  EXPECT_EQ(parse_clock("10m+5s"), (Clock{view::GameClock{.initial = 10min, .increment = 5s}}));
  EXPECT_EQ(parse_clock("1h30m"), (Clock{view::GameClock{.initial = 90min, .increment = 0s}}));
  EXPECT_EQ(parse_clock("30s/move"), (Clock{view::MoveClock{.per_move = 30s}}));
}

TEST(ClockOption, is_nothing_else) {
  for (const auto* text : {"", "10", "0s", "+5s", "10m+", "10m+5", "10m+5s+5s", "/move", "0s/move",
                           "30s/moves", "10m+5s/move", "10m +5s"}) {
    EXPECT_EQ(parse_clock(text), std::nullopt) << text;
  }
}

TEST(Durations, are_said_in_words) {
  EXPECT_EQ(duration_in_words(90min), "1 h 30 min");
  EXPECT_EQ(duration_in_words(10min), "10 min");
  EXPECT_EQ(duration_in_words(65s), "1 min 5 s");
  EXPECT_EQ(duration_in_words(0s), "0 s");
}

TEST(Durations, on_a_clock_are_rounded_up) {
  EXPECT_EQ(clock_face(90min), "1:30:00");
  EXPECT_EQ(clock_face(1h + 61s), "1:01:01");
  EXPECT_EQ(clock_face(59min + 59s), "59:59");
  EXPECT_EQ(clock_face(6001ms), "0:07");
  EXPECT_EQ(clock_face(6000ms), "0:06");
  EXPECT_EQ(clock_face(1ms), "0:01");
  EXPECT_EQ(clock_face(0ms), "0:00");
  EXPECT_EQ(clock_face(-5ms), "0:00");
}

}  // namespace
}  // namespace flagrank::text

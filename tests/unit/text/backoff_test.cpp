#include "client/text/backoff.hpp"

#include <gtest/gtest.h>

namespace flagrank::text {
namespace {

using namespace std::chrono_literals;
using protocol::Advice;

const Ending passing{.status = ExitStatus::lost, .sentence = "gone", .advice = Advice::resume};
const Ending later{
    .status = ExitStatus::refused, .sentence = "busy", .advice = Advice::retry_later};

Moment moment(std::chrono::steady_clock::duration passed, double chance) {
  return {std::chrono::steady_clock::time_point{} + passed, chance};
}

TEST(Backoff, doubles_up_to_fifteen_seconds) {
  Backoff backoff;
  for (const auto least : {500ms, 1000ms, 2000ms, 4000ms, 7500ms, 7500ms}) {
    EXPECT_EQ(backoff.wait(passing, moment(0s, 0)), least);
  }
  EXPECT_EQ(backoff.wait(passing, moment(0s, 1)), 15s);
}

TEST(Backoff, is_varied_by_chance_up_to_twice_as_long) {
  EXPECT_EQ(Backoff{}.wait(passing, moment(0s, 0)), 500ms);
  EXPECT_EQ(Backoff{}.wait(passing, moment(0s, 0.5)), 750ms);
  EXPECT_EQ(Backoff{}.wait(passing, moment(0s, 1)), 1s);
}

TEST(Backoff, waits_ten_seconds_where_it_is_told_to_come_later) {
  Backoff backoff;
  EXPECT_EQ(backoff.wait(later, moment(0s, 0)), 10s);
  EXPECT_EQ(backoff.wait(later, moment(0s, 1)), 11s);
}

TEST(Backoff, waits_as_long_as_the_server_asks) {
  Ending asked = later;
  asked.at_least = 30s;
  EXPECT_EQ(Backoff{}.wait(asked, moment(0s, 0)), 30s);
  asked.at_least = 5s;
  EXPECT_EQ(Backoff{}.wait(asked, moment(0s, 0)), 10s);
}

TEST(Backoff, gives_up_after_ten_minutes_without_a_connection) {
  Backoff backoff;
  EXPECT_TRUE(backoff.wait(passing, moment(1h, 0)));
  EXPECT_TRUE(backoff.wait(passing, moment(1h + 9min, 0)));
  EXPECT_FALSE(backoff.wait(passing, moment(1h + 10min, 0)));
}

TEST(Backoff, begins_anew_when_all_is_well) {
  Backoff backoff;
  (void)backoff.wait(passing, moment(0s, 0));
  (void)backoff.wait(passing, moment(9min, 0));
  backoff.restore();
  EXPECT_EQ(backoff.wait(passing, moment(20min, 0)), 500ms);
}

TEST(Backoff, knows_what_is_final) {
  EXPECT_FALSE(Backoff{}.wait({.advice = Advice::final}, moment(0s, 0)));
}

}  // namespace
}  // namespace flagrank::text

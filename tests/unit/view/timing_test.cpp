#include "common/view/timing.hpp"

#include <gtest/gtest.h>

#include <chrono>

#include "common/view/player_view.hpp"

namespace flagrank::view {
namespace {

using namespace std::chrono_literals;
using rules::Side;

constexpr Instant noon{12h};
constexpr Timing game_clock{.clock = GameClock{.initial = 60s, .increment = 5s}};
constexpr Timing move_clock{.clock = MoveClock{10s}};

TEST(Timing, a_room_without_a_clock_has_none) { EXPECT_EQ(started({}, noon), std::nullopt); }

TEST(Timing, reds_clock_runs_first) {
  EXPECT_EQ(started(game_clock, noon),
            (Clocks{.left = {60s, 60s}, .running = Side::red, .since = noon}));
  EXPECT_EQ(started(move_clock, noon),
            (Clocks{.left = {10s, 10s}, .running = Side::red, .since = noon}));
}

TEST(Timing, a_move_is_charged_to_its_side_and_gains_the_increment) {
  const Clocks moved = handed_over(game_clock, *started(game_clock, noon), Side::red, noon + 20s);
  EXPECT_EQ(moved, (Clocks{.left = {45s, 60s}, .running = Side::blue, .since = noon + 20s}));
  EXPECT_EQ(handed_over(game_clock, moved, Side::blue, noon + 21s),
            (Clocks{.left = {45s, 64s}, .running = Side::red, .since = noon + 21s}));
}

TEST(Timing, each_move_has_its_own_time_where_the_clock_is_for_moves) {
  const Clocks moved = handed_over(move_clock, *started(move_clock, noon), Side::red, noon + 9s);
  EXPECT_EQ(moved, (Clocks{.left = {10s, 10s}, .running = Side::blue, .since = noon + 9s}));
}

TEST(Timing, the_deadline_is_when_the_running_clock_has_run_out) {
  const Clocks clocks = *started(game_clock, noon);
  EXPECT_EQ(clocks.deadline(), noon + 60s);
  EXPECT_EQ(stopped(clocks, noon + 1s).deadline(), std::nullopt);
}

TEST(Timing, a_stopped_clock_shows_what_was_left_and_never_less_than_nothing) {
  const Clocks clocks = *started(game_clock, noon);
  EXPECT_EQ(stopped(clocks, noon + 15s),
            (Clocks{.left = {45s, 60s}, .running = std::nullopt, .since = noon + 15s}));
  EXPECT_EQ(stopped(clocks, noon + 61s),
            (Clocks{.left = {0s, 60s}, .running = std::nullopt, .since = noon + 61s}));
}

Table table(const Timing& timing) {
  Table table;
  table.timing = timing;
  return table;
}

PlayerJoined ann() { return {.seat = Seat::host, .name = "Ann", .side = Side::red}; }
PlayerJoined bob() { return {.seat = Seat::guest, .name = "Bob", .side = Side::blue}; }

TEST(TableTime, set_up_ends_so_long_after_both_have_sat_down) {
  Table set_up = table({.setup_limit = 3min});
  set_up.follow(ann(), noon);
  EXPECT_EQ(set_up.setup_ends, std::nullopt);
  set_up.follow(bob(), noon + 1min);
  EXPECT_EQ(set_up.setup_ends, noon + 4min);
  set_up.follow(PlayerLeft{Seat::guest}, noon + 2min);
  EXPECT_EQ(set_up.setup_ends, std::nullopt);
  set_up.follow(bob(), noon + 3min);
  set_up.follow(GameStarted{}, noon + 5min);
  EXPECT_EQ(set_up.setup_ends, std::nullopt);
}

TEST(TableTime, an_absence_has_its_beginning) {
  Table waiting = table({});
  waiting.follow(ann(), noon);
  waiting.follow(Presence{.seat = Seat::host, .present = false}, noon + 1s);
  EXPECT_EQ(waiting.seats[0]->absent_since, noon + 1s);
  waiting.follow(Presence{.seat = Seat::host, .present = true}, noon + 2s);
  EXPECT_EQ(waiting.seats[0]->absent_since, std::nullopt);
}

TEST(TableTime, an_absence_counts_from_when_the_other_is_there_to_see_it) {
  Table playing = table({});
  playing.follow(ann(), noon);
  playing.follow(bob(), noon);
  playing.follow(Presence{.seat = Seat::host, .present = false}, noon + 1s);
  playing.follow(Presence{.seat = Seat::guest, .present = false}, noon + 2s);
  playing.follow(Presence{.seat = Seat::host, .present = true}, noon + 60s);
  EXPECT_EQ(playing.seats[1]->absent_since, noon + 60s);
}

TEST(TableTime, what_the_server_was_away_for_is_charged_to_nobody) {
  Table playing = table(game_clock);
  playing.follow(ann(), noon);
  playing.follow(bob(), noon);
  playing.follow(GameStarted{}, noon);
  playing.follow(Presence{.seat = Seat::guest, .present = false}, noon + 10s);

  playing.follow(Restarted{.down_from = noon + 30s, .down = 1h}, noon + 1h + 40s);
  EXPECT_EQ(playing.clocks, (Clocks{.left = {60s, 60s}, .running = Side::red, .since = noon + 1h}));
  EXPECT_FALSE(playing.seats[0]->present);
  EXPECT_EQ(playing.seats[0]->absent_since, noon + 30s + 1h);
  EXPECT_EQ(playing.seats[1]->absent_since, noon + 10s + 1h);

  Table set_up = table({.setup_limit = 3min});
  set_up.follow(ann(), noon);
  set_up.follow(bob(), noon);
  set_up.follow(Restarted{.down_from = noon + 30s, .down = 1h}, noon + 1h + 40s);
  EXPECT_EQ(set_up.setup_ends, noon + 1h + 3min);
}

}  // namespace
}  // namespace flagrank::view

#include <gtest/gtest.h>

#include <chrono>

#include "tests/support/match_play.hpp"

/// What time brings about, and what it does not.
namespace flagrank::match {
namespace {

using namespace std::chrono_literals;
using rules::Side;
using test::accept;
using test::guest;
using test::host;
using test::noon;
using view::Phase;
using view::Seat;

Settings timed(const view::Timing& timing) {
  Settings settings = test::skirmish_settings();
  settings.timing = timing;
  return settings;
}

const Settings blitz = timed({.clock = view::GameClock{.initial = 60s, .increment = 0s}});

Command elapse() { return {.seat = Seat::host, .id = {}, .deed = Elapse{}}; }
Command restart(Instant from, Milliseconds down) {
  return {.seat = Seat::host, .id = {}, .deed = Restart{.down_from = from, .down = down}};
}
Command away(Seat seat) { return {.seat = seat, .id = {}, .deed = Attend{false}}; }

rules::Ended ended(const Accepted& accepted) {
  return std::get<view::GameOver>(accepted.facts.front()).ended;
}

Outcome refused(Refusal why, std::optional<Milliseconds> wait = std::nullopt) {
  return Refused{.why = why, .faults = {}, .now = {.game = 1, .ply = 0}, .retry_after = wait};
}

TEST(MatchTime, the_player_who_lets_the_clock_run_out_loses) {
  Match match = test::running_match(blitz);
  EXPECT_EQ(match.deadline(), noon + 60s);
  EXPECT_EQ(match.handle(elapse(), noon + 60s - 1ms), Outcome{Nothing{}});
  const Accepted accepted = accept(match, elapse(), noon + 60s);
  EXPECT_EQ(ended(accepted),
            (rules::Ended{.reason = rules::EndReason::time, .winner = Side::blue}));
  EXPECT_EQ(match.phase(), Phase::over);
  EXPECT_EQ(match.deadline(), std::nullopt);
}

TEST(MatchTime, a_move_hands_the_clock_over) {
  Match match = test::running_match(blitz);
  const Command move = host("m", Move{.at = match.now(), .move = test::parse_move("e4-e5")});
  accept(match, move, noon + 50s);
  EXPECT_EQ(match.deadline(), noon + 50s + 60s);
  accept(match, elapse(), noon + 110s);
  EXPECT_EQ(match.view(view::Viewer::spectator()).table.result->ended.winner, Side::red);
}

TEST(MatchTime, time_alone_does_nothing_where_there_is_no_clock) {
  Match match = test::running_match();
  EXPECT_EQ(match.deadline(), std::nullopt);
  EXPECT_EQ(match.handle(elapse(), noon + 1000h), Outcome{Nothing{}});
}

TEST(MatchTime, set_up_has_a_deadline_and_the_server_locks_for_who_has_not) {
  Match match = test::seated_match(timed({.setup_limit = 3min}));
  EXPECT_EQ(match.deadline(), noon + 3min);
  EXPECT_EQ(match.handle(elapse(), noon + 3min), Outcome{Nothing{}});
  for (const Seat seat : view::all_seats) {
    accept(match,
           {.seat = seat,
            .id = {},
            .deed = LockFormation{.game = 1,
                                  .formation =
                                      test::placements(test::skirmish_board(), match.side(seat))}},
           noon + 3min);
  }
  EXPECT_EQ(match.phase(), Phase::playing);
  EXPECT_EQ(match.last_command(Seat::host)->id, "join") << "nobody said that lock";
}

TEST(MatchTime, a_win_is_claimed_over_who_has_been_away_for_too_long) {
  Match match = test::running_match(timed({.absence_limit = 1min}));
  EXPECT_EQ(match.handle(host("c", ClaimWin{1}), noon), refused(Refusal::opponent_present));
  accept(match, away(Seat::guest), noon + 10s);
  EXPECT_EQ(match.handle(host("c", ClaimWin{1}), noon + 30s), refused(Refusal::too_early, 40s));
  const Accepted accepted = accept(match, host("c", ClaimWin{1}), noon + 70s);
  EXPECT_EQ(ended(accepted),
            (rules::Ended{.reason = rules::EndReason::abandonment, .winner = Side::red}));
  EXPECT_TRUE(std::holds_alternative<Repeated>(match.handle(host("c", ClaimWin{1}), noon + 80s)));
}

TEST(MatchTime, a_claim_needs_a_limit_a_game_and_the_right_number_of_it) {
  Match unlimited = test::running_match();
  EXPECT_EQ(unlimited.handle(host("c", ClaimWin{1}), noon), refused(Refusal::no_absence_limit));
  const auto limited = timed({.absence_limit = 1min});
  Match early = test::seated_match(limited);
  EXPECT_EQ(early.handle(host("c", ClaimWin{1}), noon), refused(Refusal::wrong_phase));
  Match match = test::running_match(limited);
  EXPECT_EQ(match.handle(host("c", ClaimWin{2}), noon), refused(Refusal::stale));
}

TEST(MatchTime, who_comes_back_is_no_longer_absent) {
  Match match = test::running_match(timed({.absence_limit = 1min}));
  accept(match, away(Seat::guest), noon);
  accept(match, {.seat = Seat::guest, .id = {}, .deed = Attend{true}}, noon + 59s);
  accept(match, away(Seat::guest), noon + 59s);
  EXPECT_EQ(match.handle(host("c", ClaimWin{1}), noon + 70s), refused(Refusal::too_early, 49s));
}

TEST(MatchTime, a_restart_moves_every_deadline_by_the_time_the_server_was_away) {
  Match match = test::running_match(blitz);
  const Accepted accepted = accept(match, restart(noon + 20s, 1h), noon + 1h + 20s);
  EXPECT_EQ(accepted.facts,
            (std::vector<view::Fact>{view::Restarted{.down_from = noon + 20s, .down = 1h}}));
  EXPECT_EQ(match.deadline(), noon + 1h + 60s);
  EXPECT_FALSE(match.present(Seat::host));
  EXPECT_FALSE(match.present(Seat::guest));
}

TEST(MatchTime, a_restart_finds_an_empty_seat_empty) {
  Match match{test::skirmish_settings()};
  accept(match, host("join", Join{.name = "Ann", .token = test::token(1)}));
  accept(match, restart(noon, 1h), noon + 1h);
  EXPECT_FALSE(match.taken(Seat::guest));
  accept(match, guest("join", Join{.name = "Bob", .token = test::token(2)}), noon + 1h);
  EXPECT_EQ(match.phase(), Phase::setup);
}

TEST(MatchTime, an_absence_from_a_game_begins_with_the_game) {
  Settings settings = test::skirmish_settings();
  settings.timing.absence_limit = 30s;
  Match match = test::seated_match(settings);
  accept(match, {.seat = Seat::guest, .id = {}, .deed = Attend{false}});
  for (const Seat seat : view::all_seats) {
    const auto army = test::placements(test::skirmish_board(), match.side(seat));
    accept(match, {.seat = seat, .id = {}, .deed = LockFormation{1, army}}, noon + 60s);
  }
  const Outcome early = match.handle(host("c", ClaimWin{1}), noon + 61s);
  EXPECT_EQ(std::get<Refused>(early).retry_after, Milliseconds{29s});
}

}  // namespace
}  // namespace flagrank::match

#include <gtest/gtest.h>

#include <chrono>
#include <variant>

#include "tests/support/positions.hpp"
#include "tests/unit/room/club.hpp"

/// A room notices that time is up, whether or not anybody says anything.
namespace flagrank::test {
namespace {

using namespace std::chrono_literals;
using protocol::ErrorCode;
using rules::EndReason;
using rules::Side;
using view::Seat;

protocol::CreateRoom wish(const view::Timing& timing) {
  auto wish = Club::red_wish();
  wish.timing = timing;
  return wish;
}

const auto blitz = wish({.clock = view::GameClock{.initial = 60s, .increment = 0s}});

std::optional<rules::Ended> end(const Messages& told) {
  for (const auto& message : told) {
    const auto* event = std::get_if<protocol::Event>(&message.body);
    const auto* over = event ? std::get_if<view::GameOver>(&event->seen) : nullptr;
    if (over != nullptr) return over->ended;
  }
  return std::nullopt;
}

TEST(RoomTime, both_are_told_when_a_clock_has_run_out) {
  Club club;
  auto [red, blue] = club.start_game(blitz);
  blue.news();
  club.strike(60s - 1ms);
  EXPECT_EQ(red.news(), Messages{});
  club.strike(1ms);
  const rules::Ended lost{.reason = EndReason::time, .winner = Side::blue};
  EXPECT_EQ(end(red.news()), lost);
  EXPECT_EQ(end(blue.news()), lost);
}

TEST(RoomTime, a_move_that_comes_too_late_finds_the_game_over) {
  Club club;
  auto [red, blue] = club.start_game(blitz);
  club.pass(61s);
  const Messages told = red.say("m1", protocol::Move{{.game = 1, .ply = 0}, parse_move("a4-a5")});
  ASSERT_EQ(told.size(), 2U);
  EXPECT_EQ(end(told), (rules::Ended{.reason = EndReason::time, .winner = Side::blue}));
  EXPECT_EQ(told[1], answer("m1", error(ErrorCode::game_over)));
}

TEST(RoomTime, an_alarm_of_its_own_wakes_the_room) {
  Club club;
  auto [red, blue] = club.start_game(wish({.clock = view::MoveClock{1s}}));
  club.pass(1h);
  // A letter that changes nothing sets the alarm anew, which is due by then.
  EXPECT_EQ(end(red.say("s", protocol::Snapshot{})),
            (rules::Ended{.reason = EndReason::time, .winner = Side::blue}));
}

TEST(RoomTime, the_room_sets_up_an_army_for_who_has_not_in_time) {
  Club club;
  auto [red, blue] = club.sit_down(wish({.setup_limit = 3min}));
  red.say("lock", protocol::LockFormation{1, army(Side::red)});
  blue.news();
  club.strike(3min);
  const Messages told = blue.news();
  ASSERT_EQ(told.size(), 2U);
  const auto& locked = std::get<protocol::Event>(told[0].body);
  const auto& formation = std::get<view::FormationLocked>(locked.seen);
  EXPECT_EQ(formation.side, Side::blue);
  EXPECT_EQ(formation.formation->size(), 40U);
  EXPECT_EQ(locked.at, club.now);
  EXPECT_TRUE(
      std::holds_alternative<view::GameStarted>(std::get<protocol::Event>(told[1].body).seen));
}

TEST(RoomTime, no_game_is_begun_for_a_table_that_both_have_left) {
  Club club{nullptr, {.unfinished_setup = 1h}};
  auto [red, blue] = club.sit_down(wish({.setup_limit = 3min}));
  red.detach();
  blue.detach();
  club.strike(4min);
  Client again = club.client();
  ASSERT_EQ(club.resume(again, red.room, red.token), std::nullopt);
  const Messages told = again.news();
  const auto& snapshot = std::get<protocol::SnapshotTold>(told.at(0).body);
  EXPECT_EQ(snapshot.view.table.phase, view::Phase::setup);
  EXPECT_EQ(snapshot.view.table.setup_ends, club.now + 3min) << "the whole time again";
  club.strike(2min);
  EXPECT_EQ(again.news(), Messages{});
  club.strike(1min);
  EXPECT_EQ(again.news().size(), 3U) << "two armies and the start";

  auto [eve, ivo] = club.sit_down(wish({.setup_limit = 3min}));
  eve.detach();
  ivo.detach();
  again.detach();
  club.strike(1h);
  EXPECT_EQ(club.lobby.rooms(), 1U) << "the game that has begun is kept for longer";
}

TEST(RoomTime, whoever_comes_back_first_cannot_claim_at_once) {
  Club club;
  auto [red, blue] = club.start_game(wish({.absence_limit = 1min}));
  red.detach();
  blue.detach();
  club.pass(10min);
  Client again = club.client();
  ASSERT_EQ(club.resume(again, red.room, red.token), std::nullopt);
  again.news();
  auto early = error(ErrorCode::too_early);
  early.retry_after_ms = 60'000;
  EXPECT_EQ(again.ask("c1", protocol::ClaimWin{1}), protocol::ServerBody{early});
  club.pass(1min);
  EXPECT_EQ(end(again.say("c2", protocol::ClaimWin{1})),
            (rules::Ended{.reason = EndReason::abandonment, .winner = Side::red}));
}

TEST(RoomTime, a_win_is_claimed_when_the_other_has_stayed_away) {
  Club club;
  auto [red, blue] = club.start_game(wish({.absence_limit = 1min}));
  EXPECT_EQ(red.ask("c1", protocol::ClaimWin{1}),
            protocol::ServerBody{error(ErrorCode::opponent_present)});
  blue.detach();
  red.news();
  club.pass(20s);
  auto early = error(ErrorCode::too_early);
  early.retry_after_ms = 40'000;
  EXPECT_EQ(red.ask("c2", protocol::ClaimWin{1}), protocol::ServerBody{early});
  club.pass(40s);
  EXPECT_EQ(end(red.say("c3", protocol::ClaimWin{1})),
            (rules::Ended{.reason = EndReason::abandonment, .winner = Side::red}));
}

TEST(RoomTime, no_moment_lies_before_an_earlier_one) {
  Club club;
  auto [red, blue] = club.start_game(blitz);
  const auto before = club.now;
  club.now -= 1h;
  EXPECT_EQ(red.say("c1", protocol::Chat{"early?"}),
            (Messages{answer("c1", protocol::Event{6, before, view::Chat{Seat::host, "early?"}})}));
}

}  // namespace
}  // namespace flagrank::test

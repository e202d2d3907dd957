#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <memory>
#include <string>

#include "tests/integration/with_server.hpp"
#include "tests/support/armies.hpp"
#include "tests/support/positions.hpp"

namespace flagrank::test {
namespace {

using protocol::ErrorCode;
using rules::Side;
using view::Phase;
using view::Seat;

class Seats : public WithServer {};

const protocol::CreateRoom red_host{.name = "Host", .side = Side::red};

TEST_F(Seats, the_joiner_gets_the_other_side_and_both_see_both_names) {
  Pair pair = sit_down();

  for (const Player* player : {&pair.red, &pair.blue}) {
    const view::Table& table = player->view().table;
    EXPECT_EQ(table.phase, Phase::setup);
    EXPECT_EQ(table.seats[0], (view::SeatView{"Host", Side::red, true, {}, false}));
    EXPECT_EQ(table.seats[1], (view::SeatView{"Guest", Side::blue, true, {}, false}));
  }
  pair.check_views();
}

TEST_F(Seats, a_host_may_choose_blue) {
  Player host{port()};
  host.create({.name = "Host", .side = Side::blue});
  Player guest{port()};
  guest.join(host.room());

  EXPECT_EQ(host.view().viewer, view::Viewer::player(Side::blue));
  EXPECT_EQ(guest.view().viewer, view::Viewer::player(Side::red));
}

TEST_F(Seats, a_third_one_finds_the_room_full_and_nobody_notices) {
  Pair pair = sit_down();
  Player third{port()};

  EXPECT_EQ(third.refusal(protocol::JoinRoom{pair.red.room(), "Third"}), ErrorCode::room_full);
  pair.red.expect_nothing_new();
  pair.blue.expect_nothing_new();
}

TEST_F(Seats, a_code_that_no_room_has_is_refused) {
  Player player{port()};
  EXPECT_EQ(player.refusal(protocol::JoinRoom{"ZZZZZZ", "Ada"}), ErrorCode::no_such_room);
  EXPECT_EQ(player.refusal(protocol::JoinRoom{"?", "Ada"}), ErrorCode::no_such_room);
}

TEST_F(Seats, a_code_may_be_typed_in_small_letters_with_spaces_and_dashes) {
  Player host{port()};
  host.create(red_host);
  std::string typed = " " + host.room().substr(0, 2) + "-" + host.room().substr(2) + " ";
  std::ranges::transform(typed, typed.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });

  Player guest{port()};
  guest.join(typed);
  EXPECT_EQ(guest.room(), host.room());
}

TEST_F(Seats, commands_of_the_room_are_refused_outside_of_one) {
  Player player{port()};
  EXPECT_EQ(player.refusal(protocol::Snapshot{}), ErrorCode::not_in_room);
  EXPECT_EQ(player.refusal(protocol::LegalMoves{}), ErrorCode::not_in_room);
  EXPECT_EQ(player.refusal(protocol::LeaveRoom{}), ErrorCode::not_in_room);
  EXPECT_EQ(player.refusal(protocol::Move{.move = parse_move("a4-a5")}), ErrorCode::not_in_room);
}

TEST_F(Seats, whoever_sits_in_a_room_cannot_enter_another) {
  Pair pair = sit_down();
  EXPECT_EQ(pair.red.refusal(red_host), ErrorCode::already_in_room);
  EXPECT_EQ(pair.red.refusal(protocol::JoinRoom{pair.red.room(), "Host"}),
            ErrorCode::already_in_room);
  EXPECT_EQ(pair.red.refusal(protocol::Resume{pair.red.room(), pair.red.token()}),
            ErrorCode::already_in_room);
  pair.red.expect_nothing_new();
  pair.blue.expect_nothing_new();
}

TEST_F(Seats, a_token_gives_the_seat_back_with_all_that_its_player_knew) {
  Pair pair = begin_game();
  pair.play(parse_move("j4-j7"));
  const view::PlayerView before = pair.blue.view();
  pair.blue.connection().drop();
  EXPECT_EQ(pair.red.expect<view::Presence>(), (view::Presence{Seat::guest, false}));

  Player again{port()};
  again.resume(pair.blue.room(), pair.blue.token());
  EXPECT_EQ(pair.red.expect<view::Presence>(), (view::Presence{Seat::guest, true}));
  view::PlayerView expected = before;
  expected.seq += 2;  // gone and come back
  EXPECT_EQ(again.view(), expected);
  again.move(parse_move("f7-f6"));
  EXPECT_EQ(pair.red.expect<view::Moved>().move, parse_move("f7-f6"));
}

TEST_F(Seats, a_dropped_player_can_come_back_during_set_up_with_the_formation_locked) {
  Pair pair = sit_down();
  pair.red.lock(classic_armies()[0]);
  pair.red.connection().drop();
  EXPECT_EQ(pair.blue.expect<view::Presence>(), (view::Presence{Seat::host, false}));

  Player again{port()};
  again.resume(pair.red.room(), pair.red.token());
  ASSERT_TRUE(again.view().formation);
  EXPECT_THAT(*again.view().formation, testing::UnorderedElementsAreArray(classic_armies()[0]));
  pair.blue.lock(classic_armies()[1]);
  again.expect<view::GameStarted>();
  again.check_view();
}

TEST_F(Seats, the_newest_connection_wins_the_seat_and_the_older_is_told_not_to_come_back) {
  Pair pair = begin_game();
  Player newer{port()};
  newer.resume(pair.red.room(), pair.red.token());

  EXPECT_EQ(pair.red.expect_close(), (Closed{4000, "replaced"}));
  pair.blue.expect_nothing_new();  // the seat was attended throughout
  newer.move(parse_move("a4-a5"));
  EXPECT_EQ(pair.blue.expect<view::Moved>().move, parse_move("a4-a5"));
}

/// Its reader is at work on another thread than the room that closes it.
TEST_F(Seats, a_replaced_connection_that_is_busy_hears_why_it_is_closed) {
  start_generous({"--io-threads", "4"});
  Pair pair = begin_game();
  const std::string room = pair.red.room();
  const std::string token = pair.red.token();
  auto current = std::make_unique<Player>(port());
  current->resume(room, token);
  for (int i = 0; i < 100; ++i) {
    auto newer = std::make_unique<Player>(port());
    newer->put({"again", protocol::Resume{room, token}});
    for (int k = 0; k < 40; ++k) current->put({std::to_string(k), protocol::Ping{}});
    ASSERT_EQ(current->expect_close(), (Closed{4000, "replaced"})) << i;
    current = std::move(newer);
  }
}

TEST_F(Seats, the_end_of_a_replaced_connection_does_not_make_its_player_absent) {
  Pair pair = begin_game();
  Player newer{port()};
  newer.resume(pair.red.room(), pair.red.token());
  pair.red.expect_close();
  pair.red.connection().drop();

  newer.move(parse_move("a4-a5"));
  pair.blue.follow_to(newer.view().seq);
  pair.blue.expect_nothing_new();
  EXPECT_TRUE(pair.blue.view().table.seats[0]->present);
}

TEST_F(Seats, a_wrong_token_is_answered_as_an_unknown_room_is) {
  Pair pair = begin_game();
  Player stranger{port()};
  const protocol::ServerMessage wrong_token =
      stranger.say({"same", protocol::Resume{pair.red.room(), std::string(32, 'x')}});
  const protocol::ServerMessage unknown_room =
      stranger.say({"same", protocol::Resume{"ZZZZZZ", pair.red.token()}});

  EXPECT_EQ(wrong_token, unknown_room);
  EXPECT_EQ(std::get<protocol::Error>(wrong_token.body).code, ErrorCode::no_such_room);
  pair.red.expect_nothing_new();
  pair.blue.expect_nothing_new();
}

TEST_F(Seats, a_token_opens_no_other_room) {
  Pair pair = sit_down();
  Player other{port()};
  other.create(red_host);
  Player stranger{port()};
  EXPECT_EQ(stranger.refusal(protocol::Resume{other.room(), pair.red.token()}),
            ErrorCode::no_such_room);
}

TEST_F(Seats, every_seat_has_a_token_of_its_own) {
  Pair first = sit_down();
  Pair second = sit_down();
  EXPECT_EQ((std::set<std::string>{first.red.token(), first.blue.token(), second.red.token(),
                                   second.blue.token()})
                .size(),
            4U);
}

TEST_F(Seats, leaving_during_set_up_frees_the_seat_and_the_formation_for_somebody_else) {
  Pair pair = sit_down();
  pair.blue.lock(classic_armies()[1]);
  const auto answer = pair.blue.say(protocol::LeaveRoom{});
  EXPECT_TRUE(std::holds_alternative<protocol::LeftRoom>(answer.body));
  EXPECT_EQ(pair.red.expect<view::PlayerLeft>(), view::PlayerLeft{Seat::guest});
  EXPECT_EQ(pair.red.view().table.phase, Phase::waiting);
  pair.red.check_view();

  Player next{port()};
  next.join(pair.red.room());
  EXPECT_FALSE(next.view().table.seats[1]->locked);
  Player stranger{port()};
  EXPECT_EQ(stranger.refusal(protocol::Resume{pair.red.room(), pair.blue.token()}),
            ErrorCode::no_such_room);
}

TEST_F(Seats, whoever_left_can_make_a_room_on_the_same_connection) {
  Pair pair = sit_down();
  const std::string before = pair.blue.room();
  pair.blue.say(protocol::LeaveRoom{});
  pair.blue.create(red_host);
  EXPECT_NE(pair.blue.room(), before);
  pair.blue.expect_nothing_new();
}

TEST_F(Seats, leaving_a_running_game_resigns_it) {
  Pair pair = begin_game();
  pair.red.say(protocol::LeaveRoom{});

  EXPECT_EQ(pair.blue.expect<view::GameOver>().ended,
            (rules::Ended{rules::EndReason::resignation, Side::blue}));
  EXPECT_EQ(pair.blue.expect<view::PlayerLeft>(), view::PlayerLeft{Seat::host});
  pair.blue.check_view();
}

TEST_F(Seats, a_room_that_both_have_left_is_gone) {
  Pair pair = sit_down();
  pair.red.say(protocol::LeaveRoom{});
  pair.blue.say(protocol::LeaveRoom{});

  Player late{port()};
  EXPECT_EQ(late.refusal(protocol::JoinRoom{pair.red.room(), "Late"}), ErrorCode::no_such_room);
}

/// Formations are locked in this order, with `J` for the guest's joining.
class SetUpOrder : public WithServer, public testing::WithParamInterface<const char*> {};

TEST_P(SetUpOrder, leads_to_the_same_game) {
  Player host{port()};
  host.create(red_host);
  Player guest{port()};
  for (const char step : std::string_view{GetParam()}) {
    if (step == 'J') guest.join(host.room());
    if (step == 'H') host.lock(classic_armies()[0]);
    if (step == 'G') guest.lock(classic_armies()[1]);
  }

  host.expect<view::GameStarted>();
  guest.follow_to(host.view().seq);
  host.check_view();
  guest.check_view();
  EXPECT_EQ(host.view().to_move, Side::red);
  EXPECT_EQ(guest.view().pieces.size(), 80U);
}

INSTANTIATE_TEST_SUITE_P(Every, SetUpOrder, testing::Values("HJG", "JHG", "JGH"),
                         [](const auto& row) { return std::string{row.param}; });

TEST_F(Seats, both_may_lock_at_the_same_moment) {
  Pair pair = sit_down();
  pair.red.put({"at-once", protocol::LockFormation{1, classic_armies()[0]}});
  pair.blue.put({"at-once", protocol::LockFormation{1, classic_armies()[1]}});

  pair.red.expect<view::GameStarted>();
  pair.blue.expect<view::GameStarted>();
  pair.check_views();
  pair.red.expect_no_debts();
  pair.blue.expect_no_debts();
}

}  // namespace
}  // namespace flagrank::test

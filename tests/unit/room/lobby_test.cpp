#include "server/room/lobby.hpp"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include "server/room/code.hpp"
#include "tests/support/coroutines.hpp"
#include "tests/unit/room/club.hpp"

namespace flagrank::test {
namespace {

using protocol::CloseCode;
using protocol::ErrorCode;
using view::Seat;

protocol::SnapshotTold snapshot(const std::string& room, Seat seat, view::PlayerView view) {
  return {.room = room,
          .seat = seat,
          .last_command = protocol::LastCommand{"in", seat == Seat::host ? 1U : 2U},
          .view = std::move(view)};
}

TEST(Lobby, whoever_makes_a_room_gets_a_seat_a_token_and_a_snapshot) {
  Club club;
  Client ada = club.client();
  ASSERT_EQ(club.create(ada), std::nullopt);
  const Messages told = ada.news();

  view::PlayerView view{.viewer = view::Viewer::player(rules::Side::red)};
  view.apply(1, club.now, view::PlayerJoined{Seat::host, "Ada", rules::Side::red});
  EXPECT_EQ(told,
            (Messages{answer("in", protocol::Seated{ada.room, Seat::host, "token-2", "token-1"}),
                      {.re = {}, .body = snapshot(ada.room, Seat::host, view)}}));
  EXPECT_TRUE(room::read_code(ada.room));
  EXPECT_EQ(club.lobby.rooms(), 1U);
}

TEST(Lobby, whoever_joins_gets_the_same_and_the_host_is_told) {
  Club club;
  Client ada = club.client();
  Client bea = club.client();
  club.create(ada);
  ada.news();
  ASSERT_EQ(club.join(bea, ada.room), std::nullopt);

  view::PlayerView view{.viewer = view::Viewer::player(rules::Side::blue)};
  view.apply(1, club.now, view::PlayerJoined{Seat::host, "Ada", rules::Side::red});
  view.apply(2, club.now, view::PlayerJoined{Seat::guest, "Bea", rules::Side::blue});
  EXPECT_EQ(bea.news(), (Messages{answer("in", protocol::Seated{ada.room, Seat::guest, "token-3"}),
                                  {.re = {}, .body = snapshot(ada.room, Seat::guest, view)}}));
  EXPECT_EQ(ada.news(),
            (Messages{event(2, view::PlayerJoined{Seat::guest, "Bea", rules::Side::blue})}));
}

TEST(Lobby, the_host_may_choose_a_side_or_leave_it_to_the_dice) {
  Club club;
  const auto side_of_host = [&](std::optional<rules::Side> wish) {
    Client client = club.client();
    club.create(client, {.name = "Ada", .side = wish, .ruleset = {}});
    const auto told = std::get<protocol::SnapshotTold>(client.news().at(1).body);
    return told.view.table.seats[0]->side;
  };
  EXPECT_EQ(side_of_host(rules::Side::red), rules::Side::red);
  EXPECT_EQ(side_of_host(rules::Side::blue), rules::Side::blue);
  club.rigged = {0};
  EXPECT_EQ(side_of_host(std::nullopt), rules::Side::red);
  club.rigged = {1};
  EXPECT_EQ(side_of_host(std::nullopt), rules::Side::blue);
}

TEST(Lobby, forgives_how_a_code_is_typed) {
  Club club;
  Client ada = club.client();
  Client bea = club.client();
  club.rigged = {0, 1, 2, 6, 7, 8};
  club.create(ada);
  ada.news();
  EXPECT_EQ(ada.room, "234CFH");
  EXPECT_EQ(club.join(bea, " 23-4c fh "), std::nullopt);
}

TEST(Lobby, draws_again_where_a_code_is_in_use) {
  Club club;
  Client ada = club.client();
  Client bea = club.client();
  club.rigged = {0, 0, 0, 0, 0, 0};
  club.create(ada);
  club.rigged = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
  club.create(bea);
  ada.news();
  bea.news();
  EXPECT_EQ(ada.room, "222222");
  EXPECT_EQ(bea.room, "222223");
}

TEST(Lobby, knows_no_room_that_is_not_there) {
  Club club;
  Client ada = club.client();
  Client bea = club.client();
  club.rigged = {0, 0, 0, 0, 0, 0};
  club.create(ada);
  for (const char* code : {"222223", "22222", "2222222", "OOOOOO", "", "22222\xc3\xa9"}) {
    EXPECT_EQ(club.join(bea, code), error(ErrorCode::no_such_room)) << code;
    EXPECT_EQ(club.resume(bea, code, "token-1"), error(ErrorCode::no_such_room)) << code;
  }
  EXPECT_EQ(bea.news(), Messages{});
}

TEST(Lobby, a_full_room_lets_nobody_in_and_is_not_disturbed) {
  Club club;
  auto [ada, bea] = club.sit_down();
  Client cleo = club.client();
  EXPECT_EQ(club.join(cleo, ada.room, "Cleo"), error(ErrorCode::room_full));
  EXPECT_EQ(cleo.news(), Messages{});
  EXPECT_EQ(ada.news(), Messages{});
}

TEST(Lobby, the_number_of_rooms_is_limited_and_a_place_comes_free_again) {
  Club club{nullptr, {.rooms = 1}};
  Client ada = club.client();
  Client bea = club.client();
  club.create(ada);
  protocol::Error too_many = error(ErrorCode::too_many_rooms);
  too_many.retry_after_ms = 30'000;
  EXPECT_EQ(club.create(bea), too_many);
  EXPECT_EQ(bea.news(), Messages{});

  ada.say("l1", protocol::LeaveRoom{});
  EXPECT_EQ(club.lobby.rooms(), 0U);
  EXPECT_EQ(club.create(bea), std::nullopt);
}

TEST(Lobby, rooms_do_not_hear_of_each_other) {
  Club club;
  auto one = club.sit_down();
  auto other = club.sit_down();
  EXPECT_NE(one.red.room, other.red.room);
  one.red.say("c1", protocol::Chat{"hello"});
  EXPECT_EQ(one.blue.news().size(), 1U);
  EXPECT_EQ(other.red.news(), Messages{});
  EXPECT_EQ(other.blue.news(), Messages{});
  EXPECT_EQ(club.lobby.rooms(), 2U);
}

TEST(Lobby, a_stopped_lobby_lets_nobody_in_and_tells_nothing_more) {
  Club club;
  auto [ada, bea] = club.sit_down();
  Client cleo = club.client();
  const auto stopped = start(club.io, club.lobby.stop());
  club.settle();
  EXPECT_TRUE(*stopped);
  EXPECT_EQ(club.create(cleo), error(ErrorCode::server_stopping));
  EXPECT_EQ(club.join(cleo, ada.room), error(ErrorCode::server_stopping));
  EXPECT_EQ(club.resume(cleo, ada.room, ada.token), error(ErrorCode::server_stopping));

  EXPECT_FALSE(ada.put("c1", protocol::Chat{"still there?"}));
  EXPECT_EQ(bea.news(), Messages{});
  EXPECT_EQ(ada.closed(), std::nullopt) << "closing connections is for the sessions";
  EXPECT_EQ(club.lobby.rooms(), 0U);
}

TEST(Lobby, who_asks_while_it_stops_is_answered) {
  Club club;
  Client ada = club.client();
  const auto stopped = start(club.io, club.lobby.stop());
  const auto asked = start(club.io, club.lobby.create("in", Club::red_wish(), ada.outbox));
  club.settle();
  EXPECT_TRUE(*stopped);
  ASSERT_TRUE(asked->has_value());
  EXPECT_EQ((*asked)->error(), error(ErrorCode::server_stopping));
}

TEST(Lobby, may_go_without_having_been_stopped) {
  Club club;
  const auto pair = club.sit_down();
  EXPECT_TRUE(pair.red.put("c1", protocol::Chat{"never read"}));
}

TEST(RealWorld, has_a_clock_dice_and_tokens_of_128_bits) {
  const room::World world = room::real_world();
  EXPECT_GT(world.now().time_since_epoch(), std::chrono::years{50});
  std::string first = world.new_token();
  EXPECT_EQ(first.size(), 32U);
  EXPECT_EQ(first.find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_NE(first, world.new_token());

  std::array<int, 6> seen{};
  for (int i = 0; i < 600; ++i) ++seen.at(world.dice(6));
  for (const int times : seen) EXPECT_GT(times, 0);
  EXPECT_EQ(world.dice(1), 0U);
}

}  // namespace
}  // namespace flagrank::test

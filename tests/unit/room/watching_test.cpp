#include <gtest/gtest.h>

#include <chrono>
#include <variant>

#include "tests/support/positions.hpp"
#include "tests/unit/room/club.hpp"

/// Spectators: who may watch, what they see, and that they are in nobody's way.
namespace flagrank::test {
namespace {

using namespace std::chrono_literals;
using protocol::ErrorCode;
using rules::Side;
using view::Seat;

protocol::CreateRoom open_wish() {
  auto wish = Club::red_wish();
  wish.spectators = true;
  return wish;
}

/// One who watches, and has read the snapshot.
Client watcher(Club& club, const std::string& room) {
  Client client = club.client();
  EXPECT_EQ(club.watch(client, room), std::nullopt);
  client.news();
  return client;
}

TEST(Watching, is_for_rooms_that_allow_it) {
  Club club;
  auto [red, blue] = club.sit_down();
  Client eve = club.client();
  EXPECT_EQ(club.watch(eve, red.room), error(ErrorCode::no_spectators));
  EXPECT_EQ(club.watch(eve, "NOROOM"), error(ErrorCode::no_such_room));
}

TEST(Watching, begins_with_a_snapshot_of_what_is_public) {
  Club club;
  auto [red, blue] = club.start_game(open_wish());
  Client eve = club.client();
  ASSERT_EQ(club.watch(eve, red.room), std::nullopt);
  const Messages told = eve.news();
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told[0].re, "in");
  const auto& snapshot = std::get<protocol::SnapshotTold>(told[0].body);
  EXPECT_EQ(snapshot.seat, std::nullopt);
  EXPECT_EQ(snapshot.last_command, std::nullopt);
  EXPECT_EQ(snapshot.view.viewer, view::Viewer::spectator());
  EXPECT_EQ(snapshot.view.pieces.size(), 80U);
  for (const auto& piece : snapshot.view.pieces) EXPECT_EQ(piece.rank, std::nullopt);
  EXPECT_EQ(eve.ask("s", protocol::Snapshot{}), protocol::ServerBody{snapshot});
}

TEST(Watching, sees_what_happens_under_the_same_numbers_and_no_formation) {
  Club club;
  auto [red, blue] = club.sit_down(open_wish());
  Client eve = watcher(club, red.room);
  red.say("lock", protocol::LockFormation{1, army(Side::red)});
  EXPECT_EQ(eve.news(), (Messages{event(3, view::FormationLocked{Side::red, std::nullopt})}));
  blue.say("c", protocol::Chat{"hello"});
  EXPECT_EQ(eve.news(), (Messages{event(4, view::Chat{Seat::guest, "hello"})}));
}

TEST(Watching, is_not_playing) {
  Club club;
  auto [red, blue] = club.start_game(open_wish());
  Client eve = watcher(club, red.room);
  const protocol::ServerBody refused = error(ErrorCode::not_seated);
  EXPECT_EQ(eve.ask("1", protocol::Chat{"psst"}), refused);
  EXPECT_EQ(eve.ask("2", protocol::Resign{1}), refused);
  EXPECT_EQ(eve.ask("3", protocol::LegalMoves{}), refused);
  EXPECT_EQ(eve.ask("4", protocol::SuggestFormation{}), refused);
  EXPECT_EQ(eve.ask("5", protocol::Move{{1, 0}, parse_move("a4-a5")}), refused);
  EXPECT_EQ(red.news(), Messages{});
}

TEST(Watching, ends_when_the_spectator_leaves_and_nobody_is_told) {
  Club club;
  auto [red, blue] = club.sit_down(open_wish());
  Client eve = watcher(club, red.room);
  Client ivo = watcher(club, red.room);
  EXPECT_EQ(eve.ask("l", protocol::LeaveRoom{}), protocol::ServerBody{protocol::LeftRoom{}});
  EXPECT_TRUE(eve.visit->ended());
  ivo.detach();
  red.say("c", protocol::Chat{"alone"});
  EXPECT_EQ(eve.news(), Messages{});
  EXPECT_EQ(blue.news(), (Messages{event(3, view::Chat{Seat::host, "alone"})}));
}

TEST(Watching, has_a_limit_in_each_room) {
  Club club{nullptr, {.spectators = 1}};
  auto [red, blue] = club.sit_down(open_wish());
  Client eve = watcher(club, red.room);
  Client ivo = club.client();
  EXPECT_EQ(club.watch(ivo, red.room), error(ErrorCode::too_many_spectators));
  eve.detach();
  EXPECT_EQ(club.watch(ivo, red.room), std::nullopt);
}

TEST(Watching, keeps_no_room_alive_and_is_told_when_it_is_gone) {
  Club club{nullptr, {.unfinished_setup = 10min}};
  auto [red, blue] = club.sit_down(open_wish());
  Client eve = watcher(club, red.room);
  red.detach();
  blue.detach();
  eve.news();
  club.strike(10min);
  EXPECT_EQ(club.lobby.rooms(), 0U);
  EXPECT_EQ(eve.news(), (Messages{event(5, club.now, view::RoomClosed{})}));
  EXPECT_TRUE(eve.visit->ended());
  EXPECT_EQ(eve.closed(), std::nullopt);
}

}  // namespace
}  // namespace flagrank::test

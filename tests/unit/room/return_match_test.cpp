#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "common/rules/formation.hpp"
#include "tests/support/positions.hpp"
#include "tests/unit/room/club.hpp"

/// Colours swap from game to game; who sees what swaps with them.
namespace flagrank::test {
namespace {

using namespace std::chrono_literals;
using protocol::ErrorCode;
using rules::Side;
using view::Seat;

protocol::CreateRoom return_match() {
  protocol::CreateRoom wish = Club::red_wish();
  wish.return_match = true;
  return wish;
}

const view::NextGame second_game{.game = 2, .match = 1, .sides = {Side::blue, Side::red}};

view::FormationLocked locked(Side side, bool own) {
  view::FormationLocked seen{.side = side, .formation = std::nullopt};
  if (own) seen.formation = army(side);
  return seen;
}

const view::PlayerView& view_in(const protocol::ServerBody& body) {
  return std::get<protocol::SnapshotTold>(body).view;
}

/// Two players before their second game; the host, Red in the first one, has won it.
Club::Pair second_set_up(Club& club) {
  Club::Pair pair = club.start_game(return_match());
  pair.blue.say("r1", protocol::Resign{1});
  pair.red.news();
  return pair;
}

TEST(ReturnMatch, goes_on_at_once_with_colours_swapped) {
  Club club;
  auto [host, guest] = club.start_game(return_match());
  const view::GameOver over{.game = 1,
                            .ended = {rules::EndReason::resignation, Side::red},
                            .formations = {army(Side::red), army(Side::blue)},
                            .rescued = {}};
  EXPECT_EQ(guest.say("r1", protocol::Resign{1}),
            (Messages{answer("r1", 6, over), event(7, second_game)}));
  EXPECT_EQ(host.news(), (Messages{event(6, over), event(7, second_game)}));
}

TEST(ReturnMatch, shows_the_second_formation_to_its_owner_alone) {
  Club club;
  auto [host, guest] = second_set_up(club);
  EXPECT_EQ(host.say("f2", protocol::LockFormation{2, army(Side::blue)}),
            (Messages{answer("f2", 8, locked(Side::blue, true))}));
  EXPECT_EQ(guest.news(), (Messages{event(8, locked(Side::blue, false))}));
  EXPECT_EQ(view_in(guest.ask("s1", protocol::Snapshot{})).formation, std::nullopt);
  EXPECT_EQ(view_in(host.ask("s1", protocol::Snapshot{})).formation, army(Side::blue));

  guest.say("f2", protocol::LockFormation{2, army(Side::red)});
  host.news();
  for (Client* client : {&host, &guest}) {
    const view::PlayerView view = view_in(client->ask("s2", protocol::Snapshot{}));
    const Side own = client == &host ? Side::blue : Side::red;
    EXPECT_EQ(view.viewer, view::Viewer::player(own));
    for (const view::PieceView& piece : view.pieces) {
      EXPECT_EQ(piece.rank.has_value(), piece.side == own);
    }
  }
}

TEST(ReturnMatch, lets_the_guest_begin_the_second_game) {
  Club club;
  auto [host, guest] = second_set_up(club);
  host.say("f2", protocol::LockFormation{2, army(Side::blue)});
  guest.say("f2", protocol::LockFormation{2, army(Side::red)});
  host.news();
  const protocol::Move move{.at = {2, 0}, .move = parse_move("b4-b5")};
  EXPECT_EQ(host.ask("m1", move), protocol::ServerBody{error(ErrorCode::not_your_turn)});
  guest.say("m1", move);
  EXPECT_EQ(host.news().size(), 1U);
}

TEST(ReturnMatch, gives_the_seat_back_with_the_colour_that_it_plays_now) {
  Club club;
  auto [host, guest] = second_set_up(club);
  host.say("f2", protocol::LockFormation{2, army(Side::blue)});
  host.detach();
  Client again = club.client();
  EXPECT_EQ(club.resume(again, host.room, host.token), std::nullopt);
  const auto told = again.news();
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(view_in(told.front().body).viewer, view::Viewer::player(Side::blue));
  EXPECT_EQ(view_in(told.front().body).formation, army(Side::blue));
}

TEST(ReturnMatch, answers_a_retry_from_the_first_game_as_it_did_then) {
  Club club;
  auto [host, guest] = club.sit_down(return_match());
  const protocol::LockFormation lock{1, army(Side::red)};
  const auto first = host.say("f1", lock);
  guest.say("f1", protocol::LockFormation{1, army(Side::blue)});
  guest.say("r1", protocol::Resign{1});
  host.news();
  EXPECT_EQ(host.say("f1", lock), first);
}

TEST(ReturnMatch, locks_for_whoever_has_not_by_the_end_of_the_second_set_up) {
  Club club;
  protocol::CreateRoom wish = return_match();
  wish.timing.setup_limit = 90s;
  auto [host, guest] = club.start_game(wish);
  guest.say("r1", protocol::Resign{1});
  host.say("f2", protocol::LockFormation{2, army(Side::blue)});
  guest.news();
  club.strike(90s);
  const auto told = guest.news();
  ASSERT_EQ(told.size(), 2U);
  const auto& event = std::get<protocol::Event>(told.front().body);
  EXPECT_EQ(std::get<view::FormationLocked>(event.seen).side, Side::red);
  EXPECT_TRUE(std::get<view::FormationLocked>(event.seen).formation);
  host.news();
  EXPECT_EQ(view_in(host.ask("s1", protocol::Snapshot{})).table.phase, view::Phase::playing);
}

TEST(Rematch, begins_when_the_other_accepts) {
  Club club;
  auto [host, guest] = club.start_game();
  guest.say("r1", protocol::Resign{1});
  host.news();
  EXPECT_EQ(guest.say("o1", protocol::OfferRematch{1}),
            (Messages{answer("o1", 7, view::RematchOffered{Seat::guest})}));
  EXPECT_EQ(host.news(), (Messages{event(7, view::RematchOffered{Seat::guest})}));
  const view::NextGame next{.game = 2, .match = 2, .sides = {Side::blue, Side::red}};
  EXPECT_EQ(host.say("a1", protocol::AcceptRematch{1}), (Messages{answer("a1", 8, next)}));
  EXPECT_EQ(guest.news(), (Messages{event(8, next)}));
}

}  // namespace
}  // namespace flagrank::test

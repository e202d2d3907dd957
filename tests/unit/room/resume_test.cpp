#include <gtest/gtest.h>

#include <string>
#include <variant>

#include "tests/unit/room/club.hpp"

/// Seats outlive connections: tokens, presence, and who has the seat when two want it.
namespace flagrank::test {
namespace {

using protocol::CloseCode;
using protocol::ErrorCode;
using view::Seat;

TEST(Resume, gives_the_seat_back_with_a_snapshot_and_then_what_follows) {
  Club club;
  auto [red, blue] = club.start_game();
  blue.detach();
  red.say("c1", protocol::Chat{"are you there?"});

  Client again = club.client();
  ASSERT_EQ(club.resume(again, red.room, blue.token), std::nullopt);
  const Messages told = again.news();
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told.front().re, "in");
  const auto& snapshot = std::get<protocol::SnapshotTold>(told.front().body);
  EXPECT_EQ(snapshot.room, red.room);
  EXPECT_EQ(snapshot.seat, Seat::guest);
  EXPECT_EQ(snapshot.last_command, (protocol::LastCommand{"lock", 4}));
  EXPECT_EQ(snapshot.view.seq, 8U);
  EXPECT_EQ(protocol::ServerBody{snapshot}, again.ask("s1", protocol::Snapshot{}));

  red.say("c2", protocol::Chat{"good"});
  EXPECT_EQ(again.news(), (Messages{event(9, view::Chat{Seat::host, "good"})}));
}

TEST(Resume, presence_is_told_to_the_other_when_it_changes) {
  Club club;
  auto [red, blue] = club.sit_down();
  blue.detach();
  EXPECT_EQ(red.news(), (Messages{event(3, view::Presence{Seat::guest, false})}));
  Client again = club.client();
  club.resume(again, red.room, blue.token);
  EXPECT_EQ(red.news(), (Messages{event(4, view::Presence{Seat::guest, true})}));
}

TEST(Resume, the_newest_connection_has_the_seat_and_nobody_else_notices) {
  Club club;
  auto [red, blue] = club.sit_down();
  Client newer = club.client();
  ASSERT_EQ(club.resume(newer, red.room, blue.token), std::nullopt);
  newer.news();

  EXPECT_EQ(blue.closed(), CloseCode::replaced);
  EXPECT_TRUE(blue.visit->ended());
  EXPECT_FALSE(newer.visit->ended());
  EXPECT_EQ(red.news(), Messages{});
  EXPECT_EQ(newer.say("c1", protocol::Chat{"me"}),
            (Messages{answer("c1", 3, view::Chat{Seat::guest, "me"})}));
}

TEST(Resume, what_the_older_connection_still_does_cannot_touch_the_newer) {
  Club club;
  auto [red, blue] = club.sit_down();
  Client newer = club.client();
  club.resume(newer, red.room, blue.token);
  newer.news();

  blue.put("c1", protocol::Chat{"a ghost"});
  blue.put("l1", protocol::LeaveRoom{});
  blue.visit->detach();
  EXPECT_EQ(newer.news(), Messages{});
  EXPECT_EQ(red.news(), Messages{});
  EXPECT_FALSE(newer.visit->ended());
}

TEST(Resume, an_older_connection_that_ends_first_leaves_no_gap_behind) {
  Club club;
  auto [red, blue] = club.sit_down();
  Client newer = club.client();
  blue.visit->detach();  // both wait in the inbox in this order
  club.resume(newer, red.room, blue.token);
  EXPECT_EQ(red.news(), (Messages{event(3, view::Presence{Seat::guest, false}),
                                  event(4, view::Presence{Seat::guest, true})}));
  EXPECT_FALSE(newer.visit->ended());
}

TEST(Resume, a_wrong_token_is_answered_as_an_unknown_room_is_and_changes_nothing) {
  Club club;
  auto [red, blue] = club.sit_down();
  Client thief = club.client();
  for (const std::string& token : {std::string{"token-4"}, std::string{}, blue.token + " "}) {
    EXPECT_EQ(club.resume(thief, red.room, token), error(ErrorCode::no_such_room));
  }
  EXPECT_EQ(club.resume(thief, "CCCCCC", blue.token), error(ErrorCode::no_such_room));
  EXPECT_EQ(thief.news(), Messages{});
  EXPECT_EQ(red.news(), Messages{});
  EXPECT_EQ(blue.news(), Messages{});
  EXPECT_EQ(blue.closed(), std::nullopt);
}

TEST(Resume, a_token_opens_its_own_room_only) {
  Club club;
  auto one = club.sit_down();
  auto other = club.sit_down();
  Client thief = club.client();
  EXPECT_EQ(club.resume(thief, one.red.room, other.red.token), error(ErrorCode::no_such_room));
}

TEST(Resume, a_retry_on_a_new_connection_is_answered_with_what_it_did) {
  Club club;
  auto [red, blue] = club.sit_down();
  const Messages first = blue.say("c1", protocol::Chat{"once"});
  red.news();
  blue.detach();
  Client again = club.client();
  club.resume(again, red.room, blue.token);
  again.news();
  red.news();
  EXPECT_EQ(again.say("c1", protocol::Chat{"once"}), first);
  EXPECT_EQ(red.news(), Messages{});
}

/// A key that a client might have drawn.
const std::string key = "0123456789abcdef";

TEST(JoinAgain, with_the_same_key_gives_the_same_seat_and_the_same_answer) {
  Club club;
  Client ada = club.client();
  Client bea = club.client();
  club.create(ada);
  ada.news();
  ASSERT_EQ(club.join(bea, ada.room, "Bea", key), std::nullopt);
  bea.news();
  ada.news();
  bea.detach();  // and has never seen the answer
  ada.news();

  Client again = club.client();
  ASSERT_EQ(club.join(again, ada.room, "Bea", key), std::nullopt);
  const Messages told = again.news();
  ASSERT_EQ(told.size(), 2U);
  EXPECT_EQ(told[0], answer("in", protocol::Seated{ada.room, Seat::guest, bea.token}));
  EXPECT_EQ(ada.news(), (Messages{event(4, view::Presence{Seat::guest, true})}));
}

TEST(JoinAgain, with_another_key_or_none_finds_the_room_full) {
  Club club;
  Client ada = club.client();
  Client bea = club.client();
  club.create(ada);
  ada.news();
  club.join(bea, ada.room, "Bea", key);
  Client eve = club.client();
  EXPECT_EQ(club.join(eve, ada.room, "Bea", "another-key-of-16"), error(ErrorCode::room_full));
  EXPECT_EQ(club.join(eve, ada.room, "Bea"), error(ErrorCode::room_full));
}

TEST(JoinAgain, the_same_key_opens_no_other_room) {
  Club club;
  std::vector<std::string> tokens;
  for (int i = 0; i < 2; ++i) {
    Client ada = club.client();
    Client bea = club.client();
    club.create(ada);
    ada.news();
    club.join(bea, ada.room, "Bea", key);
    bea.news();
    tokens.push_back(bea.token);
  }
  EXPECT_NE(tokens[0], tokens[1]);
}

}  // namespace
}  // namespace flagrank::test

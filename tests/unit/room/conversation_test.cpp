#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "common/rules/formation.hpp"
#include "tests/support/armies.hpp"
#include "tests/support/positions.hpp"
#include "tests/unit/room/club.hpp"

/// Short conversations of two players in a room: who is told what, and under which id.
namespace flagrank::test {
namespace {

using namespace std::chrono_literals;
using protocol::DecidedAt;
using protocol::ErrorCode;
using rules::Side;
using view::Seat;

protocol::Move move(std::string_view text, DecidedAt at) {
  return {.at = at, .move = parse_move(text)};
}

/// A move without a fight, as everybody sees it.
view::Moved moved(std::string_view text, std::uint32_t ply, Side side) {
  const rules::Move wish = parse_move(text);
  return {.game = 1,
          .ply = ply,
          .side = side,
          .piece = rules::PieceId{wish.from},
          .move = wish,
          .rank = std::nullopt,
          .combat = std::nullopt};
}

std::vector<rules::Square> squares(Side side) {
  std::vector<rules::Square> all;
  for (const auto& placement : army(side)) all.push_back(placement.square);
  return all;
}

view::GameOver over(rules::EndReason reason, std::optional<Side> winner) {
  return {.game = 1,
          .ended = {.reason = reason, .winner = winner},
          .formations = {army(Side::red), army(Side::blue)}};
}

TEST(Conversation, each_sees_its_own_formation_and_only_that_the_other_is_ready) {
  Club club;
  auto [red, blue] = club.sit_down();
  const auto locked = [](Side side, bool own) {
    view::FormationLocked seen{.side = side, .formation = std::nullopt};
    if (own) seen.formation = army(side);
    return seen;
  };
  EXPECT_EQ(red.say("f1", protocol::LockFormation{1, army(Side::red)}),
            (Messages{answer("f1", 3, locked(Side::red, true))}));
  EXPECT_EQ(blue.news(), (Messages{event(3, locked(Side::red, false))}));

  const view::GameStarted started{.game = 1, .squares = {squares(Side::red), squares(Side::blue)}};
  EXPECT_EQ(blue.say("f1", protocol::LockFormation{1, army(Side::blue)}),
            (Messages{answer("f1", 4, locked(Side::blue, true)), event(5, started)}));
  EXPECT_EQ(red.news(), (Messages{event(4, locked(Side::blue, false)), event(5, started)}));
}

TEST(Conversation, a_move_is_told_to_both_and_answers_the_mover) {
  Club club;
  auto [red, blue] = club.start_game();
  EXPECT_EQ(red.say("m1", move("b4-b5", {1, 0})),
            (Messages{answer("m1", 6, moved("b4-b5", 1, Side::red))}));
  EXPECT_EQ(blue.news(), (Messages{event(6, moved("b4-b5", 1, Side::red))}));

  EXPECT_EQ(blue.say("m1", move("f7-f6", {1, 1})),
            (Messages{answer("m1", 7, moved("f7-f6", 2, Side::blue))}));
  EXPECT_EQ(red.news(), (Messages{event(7, moved("f7-f6", 2, Side::blue))}));
}

TEST(Conversation, a_refusal_is_told_to_nobody_else_and_changes_nothing) {
  Club club;
  auto [red, blue] = club.start_game();
  const auto before = red.ask("s1", protocol::Snapshot{});

  EXPECT_EQ(red.ask("r1", move("b3-b4", {1, 0})),
            protocol::ServerBody{error(ErrorCode::own_piece)});
  EXPECT_EQ(red.ask("r2", move("c4-c5", {1, 0})), protocol::ServerBody{error(ErrorCode::lake)});
  EXPECT_EQ(blue.ask("r3", move("f7-f6", {1, 0})),
            protocol::ServerBody{error(ErrorCode::not_your_turn)});
  EXPECT_EQ(red.ask("r4", protocol::AcceptDraw{{1, 0}}),
            protocol::ServerBody{error(ErrorCode::no_offer)});
  EXPECT_EQ(red.ask("r5", protocol::LockFormation{1, army(Side::red)}),
            protocol::ServerBody{error(ErrorCode::wrong_phase)});
  protocol::Error stale = error(ErrorCode::stale);
  stale.now = DecidedAt{1, 0};
  EXPECT_EQ(red.ask("r6", move("b4-b5", {1, 1})), protocol::ServerBody{stale});

  EXPECT_EQ(blue.news(), Messages{});
  EXPECT_EQ(red.ask("s1", protocol::Snapshot{}), before);
}

TEST(Conversation, a_wrong_formation_is_refused_with_every_fault) {
  Club club;
  auto [red, blue] = club.sit_down();
  auto short_army = army(Side::red);
  short_army.pop_back();
  const auto told = red.ask("f1", protocol::LockFormation{1, short_army});
  protocol::Error expected = error(ErrorCode::bad_formation);
  expected.faults = rules::Formation::check(rules::classic(), Side::red, short_army).error();
  EXPECT_EQ(expected.faults.size(), 1U);
  EXPECT_EQ(told, protocol::ServerBody{expected});
  EXPECT_EQ(blue.news(), Messages{});
}

TEST(Conversation, a_formation_is_locked_once) {
  Club club;
  auto [red, blue] = club.sit_down();
  red.say("f1", protocol::LockFormation{1, army(Side::red)});
  auto other = army(Side::red);
  std::swap(other.front().rank, other.back().rank);
  EXPECT_EQ(red.ask("f2", protocol::LockFormation{1, other}),
            protocol::ServerBody{error(ErrorCode::already_locked)});
}

TEST(Conversation, a_retry_is_answered_with_what_it_did_and_nobody_else_hears_of_it) {
  Club club;
  auto [red, blue] = club.start_game();
  const Messages first = red.say("m1", move("b4-b5", {1, 0}));
  blue.say("m1", move("f7-f6", {1, 1}));
  blue.news();
  red.news();

  EXPECT_EQ(red.say("m1", move("b4-b5", {1, 0})), first);
  EXPECT_EQ(blue.news(), Messages{});
  EXPECT_EQ(red.ask("m1", move("b5-b6", {1, 2})),
            protocol::ServerBody{error(ErrorCode::id_reused)});
}

TEST(Conversation, a_draw_is_offered_declined_offered_again_and_accepted) {
  Club club;
  auto [red, blue] = club.start_game();
  EXPECT_EQ(red.say("d1", protocol::OfferDraw{{1, 0}}),
            (Messages{answer("d1", 6, view::DrawOffered{Side::red})}));
  EXPECT_EQ(blue.say("d1", protocol::DeclineDraw{{1, 0}}),
            (Messages{event(6, view::DrawOffered{Side::red}),
                      answer("d1", 7, view::DrawDeclined{Side::blue})}));
  red.say("m1", move("b4-b5", {1, 0}));
  red.news();
  blue.news();

  blue.say("d2", protocol::OfferDraw{{1, 1}});
  const view::GameOver draw = over(rules::EndReason::agreement, std::nullopt);
  EXPECT_EQ(red.say("d2", protocol::AcceptDraw{{1, 1}}),
            (Messages{event(9, view::DrawOffered{Side::blue}), answer("d2", 10, draw)}));
  EXPECT_EQ(blue.news(), (Messages{event(10, draw)}));
}

TEST(Conversation, whoever_resigns_loses_and_both_formations_are_open) {
  Club club;
  auto [red, blue] = club.start_game();
  const view::GameOver lost = over(rules::EndReason::resignation, Side::red);
  EXPECT_EQ(blue.say("r1", protocol::Resign{1}), (Messages{answer("r1", 6, lost)}));
  EXPECT_EQ(red.news(), (Messages{event(6, lost)}));
  EXPECT_EQ(red.ask("m1", move("b4-b5", {1, 0})),
            protocol::ServerBody{error(ErrorCode::game_over)});
}

TEST(Conversation, whoever_leaves_a_game_resigns_it_and_is_outside_when_told) {
  Club club;
  auto [red, blue] = club.start_game();
  EXPECT_EQ(blue.say("l1", protocol::LeaveRoom{}), (Messages{answer("l1", protocol::LeftRoom{})}));
  EXPECT_TRUE(blue.visit->ended());
  EXPECT_EQ(blue.closed(), std::nullopt);
  EXPECT_EQ(red.news(), (Messages{event(6, over(rules::EndReason::resignation, Side::red)),
                                  event(7, view::PlayerLeft{Seat::guest})}));
  EXPECT_FALSE(red.visit->ended());
}

TEST(Conversation, a_seat_that_was_left_before_the_game_can_be_taken_by_another) {
  Club club;
  auto [red, blue] = club.sit_down();
  red.say("l1", protocol::LeaveRoom{});
  blue.news();
  Client cleo = club.client();
  EXPECT_EQ(club.join(cleo, blue.room, "Cleo"), std::nullopt);
  EXPECT_EQ(std::get<protocol::Seated>(cleo.news().front().body).seat, Seat::host);
  EXPECT_EQ(blue.news(), (Messages{event(4, view::PlayerJoined{Seat::host, "Cleo", Side::red})}));

  Client thief = club.client();
  EXPECT_EQ(club.resume(thief, blue.room, red.token), error(ErrorCode::no_such_room))
      << "the token of somebody who left opens nothing";
}

TEST(Conversation, a_room_that_both_have_left_is_gone_at_once) {
  Club club;
  auto [red, blue] = club.sit_down();
  red.say("l1", protocol::LeaveRoom{});
  EXPECT_EQ(club.lobby.rooms(), 1U);
  blue.say("l1", protocol::LeaveRoom{});
  EXPECT_EQ(club.lobby.rooms(), 0U);
  EXPECT_EQ(club.join(red, blue.room), error(ErrorCode::no_such_room));
}

TEST(Conversation, what_is_said_after_leaving_is_answered_too) {
  Club club;
  auto [red, blue] = club.sit_down();
  const Messages expected{answer("l1", protocol::LeftRoom{}),
                          answer("c1", error(ErrorCode::not_in_room))};
  blue.put("l1", protocol::LeaveRoom{});
  blue.put("c1", protocol::Chat{"too late"});
  EXPECT_EQ(blue.news(), expected);
  red.put("l1", protocol::LeaveRoom{});
  red.put("c1", protocol::Chat{"to nobody"});
  red.news();
  EXPECT_EQ(club.lobby.rooms(), 0U);
}

TEST(Conversation, the_last_words_to_a_room_that_ends_are_answered) {
  Club club;
  Client ada = club.client();
  club.create(ada);
  ada.news();
  ada.put("l1", protocol::LeaveRoom{});
  ada.put("c1", protocol::Chat{"is anybody there?"});
  EXPECT_EQ(ada.news(), (Messages{answer("l1", protocol::LeftRoom{}),
                                  answer("c1", error(ErrorCode::not_in_room))}));
}

TEST(Conversation, chat_goes_to_both_in_any_phase) {
  Club club;
  auto [red, blue] = club.sit_down();
  EXPECT_EQ(red.say("c1", protocol::Chat{"hello"}),
            (Messages{answer("c1", 3, view::Chat{Seat::host, "hello"})}));
  EXPECT_EQ(blue.news(), (Messages{event(3, view::Chat{Seat::host, "hello"})}));
}

TEST(Conversation, chat_is_limited_in_length_and_rate) {
  Club club{nullptr, {.chat_bytes = 5, .chats_per_minute = 2}};
  auto [red, blue] = club.sit_down();
  const auto long_chat = std::get<protocol::Error>(red.ask("c0", protocol::Chat{"hello!"}));
  EXPECT_EQ(long_chat.code, ErrorCode::bad_value);
  EXPECT_EQ(long_chat.pointer, "/text");

  const Messages first = red.say("c1", protocol::Chat{"one"});
  const Messages second = red.say("c2", protocol::Chat{"two"});
  protocol::Error limited = error(ErrorCode::chat_limited);
  limited.retry_after_ms = 30'000;
  EXPECT_EQ(red.ask("c3", protocol::Chat{"three"}), protocol::ServerBody{limited});
  EXPECT_EQ(red.say("c2", protocol::Chat{"two"}), second) << "a retry costs nothing";
  EXPECT_EQ(red.say("c1", protocol::Chat{"one"}), first) << "nor does an older one";
  EXPECT_EQ(blue.news().size(), 2U);
  EXPECT_EQ(blue.say("c1", protocol::Chat{"mine"}).size(), 1U) << "each seat has its own limit";
  red.news();

  club.pass(30s);
  EXPECT_EQ(
      red.say("c3", protocol::Chat{"three"}),
      (Messages{answer("c3", protocol::Event{6, club.now, view::Chat{Seat::host, "three"}})}));
}

TEST(Conversation, legal_moves_are_told_while_playing_and_only_the_own) {
  Club club;
  auto pair = club.sit_down();
  EXPECT_EQ(pair.red.ask("q1", protocol::LegalMoves{}),
            protocol::ServerBody{error(ErrorCode::wrong_phase)});

  auto [red, blue] = club.start_game();
  const auto own = std::get<protocol::LegalMovesTold>(red.ask("q2", protocol::LegalMoves{}));
  EXPECT_EQ(own.at, (DecidedAt{1, 0}));
  EXPECT_FALSE(own.moves.empty());
  for (const rules::Move legal : own.moves) EXPECT_LE(legal.from.row(), 3);
  EXPECT_EQ(blue.ask("q2", protocol::LegalMoves{}),
            (protocol::ServerBody{protocol::LegalMovesTold{DecidedAt{1, 0}, {}}}));
}

TEST(Conversation, a_style_that_the_room_does_not_have_is_answered_with_those_that_it_has) {
  Club club;
  auto [red, blue] = club.sit_down(
      {.name = "Ada", .side = Side::red, .ruleset = {.variant = rules::find_variant("barrage")}});
  const protocol::Error refused{
      .code = ErrorCode::bad_value,
      .message = "The styles of this room are: default, centre, decoy, random, random_guarded.",
      .pointer = "/style"};
  EXPECT_EQ(red.ask("q1", protocol::SuggestFormation{"storm"}), protocol::ServerBody{refused});
  EXPECT_EQ(
      std::get<protocol::FormationSuggested>(blue.ask("q1", protocol::SuggestFormation{"centre"}))
          .formation.size(),
      8U);
}

TEST(Conversation, a_formation_is_suggested_until_one_is_locked) {
  Club club;
  auto [red, blue] = club.sit_down();
  const auto suggested = [](Client& client, const std::string& style) {
    const auto told = client.ask("q1", protocol::SuggestFormation{style});
    return std::get<protocol::FormationSuggested>(told).formation;
  };
  EXPECT_EQ(suggested(blue, "default"),
            rules::default_formation(rules::classic(), Side::blue).placements());
  const auto random = suggested(blue, "random");
  EXPECT_NE(random, suggested(blue, "random"));
  EXPECT_EQ(suggested(red, "storm"),
            rules::make_formation(rules::classic(), Side::red, "storm", {})->placements());
  EXPECT_EQ(red.news(), Messages{});

  blue.say("f1", protocol::LockFormation{1, random});
  red.news();
  EXPECT_EQ(blue.ask("q2", protocol::SuggestFormation{}),
            protocol::ServerBody{error(ErrorCode::already_locked)});
  red.say("f1", protocol::LockFormation{1, suggested(red, "default")});
  EXPECT_EQ(red.ask("q2", protocol::SuggestFormation{}),
            protocol::ServerBody{error(ErrorCode::wrong_phase)});
}

TEST(Conversation, what_has_no_place_in_a_room_is_answered_too) {
  Club club;
  auto [red, blue] = club.sit_down();
  const protocol::ServerBody already{error(ErrorCode::already_in_room)};
  EXPECT_EQ(red.ask("x1", Club::red_wish()), already);
  EXPECT_EQ(red.ask("x2", protocol::JoinRoom{red.room, "Ada"}), already);
  EXPECT_EQ(red.ask("x3", protocol::Resume{red.room, red.token}), already);
  EXPECT_EQ(red.ask("x4", protocol::Ping{}), (protocol::ServerBody{protocol::Pong{43'200'000}}));
  EXPECT_EQ(red.ask("x5", protocol::ListRulesets{}),
            protocol::ServerBody{protocol::offered_rulesets()});
}

TEST(Conversation, a_full_inbox_takes_nothing_more_until_the_room_has_read) {
  Club club{nullptr, {.inbox = 2}};
  auto [red, blue] = club.sit_down();
  EXPECT_TRUE(red.put("c1", protocol::Chat{"1"}));
  EXPECT_TRUE(red.put("c2", protocol::Chat{"2"}));
  EXPECT_FALSE(red.put("c3", protocol::Chat{"3"}));
  EXPECT_FALSE(blue.put("c1", protocol::Chat{"4"}));
  blue.detach();  // is not lost, however full the inbox
  EXPECT_EQ(red.news(), (Messages{answer("c1", 3, view::Chat{Seat::host, "1"}),
                                  answer("c2", 4, view::Chat{Seat::host, "2"}),
                                  event(5, view::Presence{Seat::guest, false})}));
  EXPECT_TRUE(red.put("c3", protocol::Chat{"3"}));
}

TEST(Conversation, a_slow_reader_is_cut_off_and_the_other_plays_on) {
  Club club;
  auto [red, unused] = club.sit_down();
  unused.say("l1", protocol::LeaveRoom{});
  Client sleeper = club.client(false);
  club.join(sleeper, red.room);
  for (int i = 0; i < 100; ++i) {
    club.pass(1min);
    red.say("c" + std::to_string(i), protocol::Chat{"wake up"});
  }
  EXPECT_TRUE(sleeper.outbox->closed());
  const Messages still = red.say("c100", protocol::Chat{"sleep well"});
  const view::Chat chat{Seat::host, "sleep well"};
  EXPECT_EQ(still, (Messages{answer("c100", protocol::Event{105, club.now, chat})}));
}

TEST(Conversation, folding_the_events_gives_the_snapshot) {
  Club club;
  auto [red, blue] = club.start_game();
  view::PlayerView folded =
      std::get<protocol::SnapshotTold>(blue.ask("s1", protocol::Snapshot{})).view;
  red.say("m1", move("e4-e7", {1, 0}));
  blue.put("m1", move("b7-b6", {1, 1}));
  red.say("c1", protocol::Chat{"well"});
  red.say("r1", protocol::Resign{1});
  for (const auto& message : blue.news()) {
    const auto& happened = std::get<protocol::Event>(message.body);
    folded.apply(happened.seq, happened.at, happened.seen);
  }
  const auto now = std::get<protocol::SnapshotTold>(blue.ask("s2", protocol::Snapshot{}));
  EXPECT_EQ(now.view, folded);
  EXPECT_EQ(now.last_command, (protocol::LastCommand{"m1", 7}));
}

}  // namespace
}  // namespace flagrank::test

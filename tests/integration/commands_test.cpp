#include <gmock/gmock.h>

#include "common/protocol/encode.hpp"
#include "tests/integration/with_server.hpp"
#include "tests/support/armies.hpp"
#include "tests/support/positions.hpp"

namespace flagrank::test {
namespace {

using protocol::ErrorCode;
using rules::Ended;
using rules::EndReason;
using rules::Side;

class Commands : public WithServer {};

const protocol::Error& error_in(const protocol::ServerMessage& answer) {
  return std::get<protocol::Error>(answer.body);
}

// --- ids and retries

TEST_F(Commands, a_repeated_move_is_answered_as_the_first_time_and_not_played_again) {
  Pair pair = begin_game();
  const protocol::ClientMessage move{"m1", protocol::Move{{1, 0}, parse_move("a4-a5")}};
  const auto first = pair.red.say(move);
  pair.blue.follow_to(pair.red.view().seq);
  const auto second = pair.red.say(move);

  EXPECT_EQ(second, first);
  pair.blue.expect_nothing_new();
  EXPECT_EQ(pair.blue.view().ply, 1U);
}

TEST_F(Commands, a_command_is_answered_as_the_first_time_on_a_new_connection_too) {
  Pair pair = begin_game();
  const protocol::ClientMessage move{"m1", protocol::Move{{1, 0}, parse_move("a4-a7")}};
  const auto first = pair.red.say(move);
  pair.red.connection().drop();
  pair.blue.expect<view::Presence>();

  Player again{port()};
  again.resume(pair.red.room(), pair.red.token());
  EXPECT_EQ(again.say(move), first);
  EXPECT_EQ(again.view().ply, 1U);
  again.check_view();
}

TEST_F(Commands, a_snapshot_names_the_last_command_that_took_effect) {
  Pair pair = begin_game();
  const auto moved = pair.red.say({"m1", protocol::Move{{1, 0}, parse_move("a4-a5")}});
  pair.red.say({"refused", protocol::Move{{1, 1}, parse_move("a5-a6")}});

  const auto answer = pair.red.say(protocol::Snapshot{});
  EXPECT_EQ(std::get<protocol::SnapshotTold>(answer.body).last_command,
            (protocol::LastCommand{"m1", std::get<protocol::Event>(moved.body).seq}));
}

TEST_F(Commands, an_id_may_not_be_used_for_another_command) {
  Pair pair = begin_game();
  pair.red.say({"m1", protocol::Move{{1, 0}, parse_move("a4-a5")}});
  pair.blue.follow_to(pair.red.view().seq);

  const auto answer = pair.red.say({"m1", protocol::Chat{"hello"}});
  EXPECT_EQ(error_in(answer).code, ErrorCode::id_reused);
  pair.blue.expect_nothing_new();
}

TEST_F(Commands, the_id_of_a_refused_command_is_free_again) {
  Pair pair = begin_game();
  pair.red.say({"m1", protocol::Move{{1, 0}, parse_move("a1-a2")}});
  const auto answer = pair.red.say({"m1", protocol::Move{{1, 0}, parse_move("a4-a5")}});
  EXPECT_TRUE(std::holds_alternative<protocol::Event>(answer.body));
}

TEST_F(Commands, the_two_players_may_use_the_same_ids) {
  Pair pair = begin_game();
  pair.red.say({"m1", protocol::Chat{"mine"}});
  const auto answer = pair.blue.say({"m1", protocol::Chat{"mine too"}});
  EXPECT_TRUE(std::holds_alternative<protocol::Event>(answer.body));
}

// --- stale

TEST_F(Commands, a_move_decided_at_another_ply_or_game_is_stale_and_told_the_present_one) {
  Pair pair = begin_game();
  pair.play(parse_move("a4-a5"));

  const auto another_ply = pair.blue.say(protocol::Move{{1, 0}, parse_move("a7-a6")});
  EXPECT_EQ(error_in(another_ply).code, ErrorCode::stale);
  EXPECT_EQ(error_in(another_ply).now, (protocol::DecidedAt{1, 1}));
  const auto another_game = pair.blue.say(protocol::Move{{2, 1}, parse_move("f7-f6")});
  EXPECT_EQ(error_in(another_game).code, ErrorCode::stale);
  pair.red.expect_nothing_new();
}

TEST_F(Commands, chat_and_presence_do_not_make_a_move_stale) {
  Pair pair = begin_game();
  const protocol::DecidedAt decided = pair.red.at();
  pair.blue.say(protocol::Chat{"hurry"});
  const auto answer = pair.red.say(protocol::Move{decided, parse_move("a4-a5")});
  EXPECT_TRUE(std::holds_alternative<protocol::Event>(answer.body));
}

TEST_F(Commands, a_draw_offer_decided_before_the_last_move_is_stale) {
  Pair pair = begin_game();
  pair.play(parse_move("a4-a5"));
  EXPECT_EQ(pair.blue.refusal(protocol::OfferDraw{{1, 0}}), ErrorCode::stale);
  EXPECT_EQ(pair.blue.refusal(protocol::Resign{2}), ErrorCode::stale);
}

// --- the end by agreement or resignation

TEST_F(Commands, an_accepted_draw_offer_ends_the_game) {
  Pair pair = begin_game();
  pair.red.say(protocol::OfferDraw{pair.red.at()});
  EXPECT_EQ(pair.blue.expect<view::DrawOffered>(), view::DrawOffered{Side::red});
  pair.check_views();
  pair.blue.say(protocol::AcceptDraw{pair.blue.at()});

  EXPECT_EQ(pair.red.expect<view::GameOver>().ended, (Ended{EndReason::agreement, std::nullopt}));
  pair.check_views();
}

TEST_F(Commands, a_declined_draw_offer_leaves_the_game_as_it_was) {
  Pair pair = begin_game();
  pair.red.say(protocol::OfferDraw{pair.red.at()});
  pair.blue.expect<view::DrawOffered>();
  pair.blue.say(protocol::DeclineDraw{pair.blue.at()});

  EXPECT_EQ(pair.red.expect<view::DrawDeclined>(), view::DrawDeclined{Side::blue});
  EXPECT_EQ(pair.blue.refusal(protocol::AcceptDraw{pair.blue.at()}), ErrorCode::no_offer);
  pair.check_views();
}

TEST_F(Commands, a_draw_offer_lapses_when_its_recipient_moves) {
  Pair pair = begin_game();
  pair.play(parse_move("a4-a5"));
  pair.red.say(protocol::OfferDraw{pair.red.at()});
  pair.blue.expect<view::DrawOffered>();
  pair.play(parse_move("f7-f6"));

  EXPECT_EQ(pair.red.view().table.draw_offer, std::nullopt);
  pair.check_views();
  EXPECT_EQ(pair.blue.refusal(protocol::AcceptDraw{pair.blue.at()}), ErrorCode::no_offer);
}

TEST_F(Commands, a_second_draw_offer_is_refused_while_one_is_open) {
  Pair pair = begin_game();
  pair.red.say(protocol::OfferDraw{pair.red.at()});
  EXPECT_EQ(pair.red.refusal(protocol::OfferDraw{pair.red.at()}), ErrorCode::offer_open);
  pair.blue.expect<view::DrawOffered>();
  EXPECT_EQ(pair.blue.refusal(protocol::OfferDraw{pair.blue.at()}), ErrorCode::offer_open);
}

TEST_F(Commands, nobody_accepts_an_own_draw_offer) {
  Pair pair = begin_game();
  pair.red.say(protocol::OfferDraw{pair.red.at()});
  EXPECT_EQ(pair.red.refusal(protocol::AcceptDraw{pair.red.at()}), ErrorCode::no_offer);
  EXPECT_EQ(pair.red.refusal(protocol::DeclineDraw{pair.red.at()}), ErrorCode::no_offer);
}

TEST_F(Commands, a_player_may_resign_when_the_other_one_is_to_move) {
  Pair pair = begin_game();
  const auto answer = pair.blue.say(protocol::Resign{1});

  const Ended ended{EndReason::resignation, Side::red};
  const auto& event = std::get<protocol::Event>(answer.body);
  EXPECT_EQ(std::get<view::GameOver>(event.seen).ended, ended);
  EXPECT_EQ(pair.red.expect<view::GameOver>().ended, ended);
  pair.check_views();
}

TEST_F(Commands, nothing_of_the_game_can_be_done_once_it_is_over) {
  Pair pair = begin_game();
  pair.blue.say(protocol::Resign{1});
  pair.red.expect<view::GameOver>();

  EXPECT_EQ(pair.red.refusal(protocol::Move{pair.red.at(), parse_move("a4-a5")}),
            ErrorCode::game_over);
  EXPECT_EQ(pair.red.refusal(protocol::Resign{1}), ErrorCode::wrong_phase);
  EXPECT_EQ(pair.red.refusal(protocol::OfferDraw{pair.red.at()}), ErrorCode::wrong_phase);
  EXPECT_EQ(pair.red.refusal(protocol::LegalMoves{}), ErrorCode::wrong_phase);
  EXPECT_EQ(pair.red.refusal(protocol::SuggestFormation{}), ErrorCode::wrong_phase);
  pair.blue.expect_nothing_new();
}

// --- the rest

TEST_F(Commands, chat_reaches_both_in_every_phase_and_says_who_speaks) {
  Pair pair = sit_down();
  const std::string text = "Guten Tag – “schöne” Grüße, 日本, 🎲";
  pair.blue.say(protocol::Chat{text});
  EXPECT_EQ(pair.red.expect<view::Chat>(), (view::Chat{view::Seat::guest, text}));
}

TEST_F(Commands, legal_moves_are_the_own_ones_and_none_while_the_other_side_is_to_move) {
  Pair pair = begin_game();
  const auto answer = pair.red.say(protocol::LegalMoves{});
  const auto& told = std::get<protocol::LegalMovesTold>(answer.body);
  EXPECT_EQ(told.at, (protocol::DecidedAt{1, 0}));
  // a4, b4, e4, f4, i4 and j4 are free to go one square; the scouts on a4, e4 and j4 three.
  EXPECT_THAT(told.moves,
              testing::UnorderedElementsAreArray(parse_moves(
                  "a4-a5 a4-a6 a4-a7 b4-b5 e4-e5 e4-e6 e4-e7 f4-f5 i4-i5 j4-j5 j4-j6 j4-j7")));

  const auto waiting = pair.blue.say(protocol::LegalMoves{});
  EXPECT_THAT(std::get<protocol::LegalMovesTold>(waiting.body).moves, testing::IsEmpty());
}

TEST_F(Commands, a_suggested_formation_can_be_locked_and_is_not_locked_by_itself) {
  Pair pair = sit_down();
  for (Player* player : {&pair.red, &pair.blue}) {
    for (const auto* style : {"default", "corner", "random"}) {
      player->say(protocol::SuggestFormation{style});
    }
    const auto answer = player->say(protocol::SuggestFormation{"random_guarded"});
    EXPECT_EQ(player->view().formation, std::nullopt);
    player->lock(std::get<protocol::FormationSuggested>(answer.body).formation);
  }
  pair.red.expect<view::GameStarted>();
  pair.blue.follow_to(pair.red.view().seq);
  pair.check_views();
}

TEST_F(Commands, ping_is_answered_in_a_room_and_outside) {
  Player player{port()};
  EXPECT_TRUE(std::holds_alternative<protocol::Pong>(player.say(protocol::Ping{}).body));
  player.create({.name = "Ada"});
  EXPECT_TRUE(std::holds_alternative<protocol::Pong>(player.say(protocol::Ping{}).body));
}

TEST_F(Commands, rulesets_are_told_to_players_spectators_and_those_outside) {
  const protocol::ServerBody offered = protocol::offered_rulesets();
  Player player{port()};
  EXPECT_EQ(player.say(protocol::ListRulesets{}).body, offered);
  player.create({.name = "Ada", .spectators = true});
  EXPECT_EQ(player.say(protocol::ListRulesets{}).body, offered);
  Player spectator{port()};
  spectator.watch(player.room());
  EXPECT_EQ(spectator.say(protocol::ListRulesets{}).body, offered);
}

TEST_F(Commands, many_commands_at_once_are_each_answered_once) {
  Pair pair = begin_game();
  for (int i = 0; i < 200; ++i) {
    pair.red.put({"r" + std::to_string(i), protocol::Chat{"red " + std::to_string(i)}});
    pair.blue.put({"b" + std::to_string(i), protocol::Snapshot{}});
  }
  pair.red.expect_no_debts();
  pair.blue.follow_to(pair.red.view().seq);
  pair.blue.expect_no_debts();
}

}  // namespace
}  // namespace flagrank::test

#include <gtest/gtest.h>

#include "tests/support/match_play.hpp"

namespace flagrank::match {
namespace {

using rules::Rejection;
using rules::Side;
using test::accept;
using test::guest;
using test::host;
using test::noon;
using test::parse_move;
using view::Phase;
using view::Seat;

Move move(std::uint32_t ply, std::string_view text) {
  return {.at = {.game = 1, .ply = ply}, .move = parse_move(text)};
}

Outcome refused(std::variant<Refusal, Rejection> why, std::uint32_t ply = 0) {
  return Refused{.why = why, .faults = {}, .now = {.game = 1, .ply = ply}};
}

std::array<std::vector<rules::Placement>, 2> formations() {
  return {test::formation(test::skirmish(), test::skirmish_board(), Side::red).placements(),
          test::formation(test::skirmish(), test::skirmish_board(), Side::blue).placements()};
}

rules::PieceId piece(std::string_view start) { return rules::PieceId{test::parse_square(start)}; }

TEST(MatchPlay, a_move_is_a_fact_with_the_rank_that_moved) {
  Match match = test::running_match();
  EXPECT_EQ(match.handle(host("m", move(0, "e4-e5")), noon),
            (Outcome{Accepted{.first_seq = 6,
                              .at = noon,
                              .facts = {view::truth::Moved{.game = 1,
                                                           .moved = {.ply = 1,
                                                                     .side = Side::red,
                                                                     .piece = piece("e4"),
                                                                     .rank = rules::Rank::marshal,
                                                                     .move = parse_move("e4-e5"),
                                                                     .ran = false,
                                                                     .combat = std::nullopt}}}}}));
  EXPECT_EQ(match.now(), (DecidedAt{.game = 1, .ply = 1}));
}

TEST(MatchPlay, a_move_decided_at_another_ply_is_stale_before_anything_else) {
  Match match = test::running_match();
  EXPECT_EQ(match.handle(host("m", move(1, "e4-e5")), noon), refused(Refusal::stale));
  EXPECT_EQ(match.handle(guest("m", move(1, "a1-j10")), noon), refused(Refusal::stale));
}

TEST(MatchPlay, a_move_decided_in_another_game_is_stale) {
  Match match = test::running_match();
  Move other = move(0, "e4-e5");
  other.at.game = 2;
  EXPECT_EQ(match.handle(host("m", other), noon), refused(Refusal::stale));
}

TEST(MatchPlay, a_move_out_of_turn_or_against_the_rules_is_refused_by_the_rules) {
  Match match = test::running_match();
  EXPECT_EQ(match.handle(guest("m", move(0, "e7-e6")), noon), refused(Rejection::not_your_turn));
  EXPECT_EQ(match.handle(host("m", move(0, "a1-a2")), noon), refused(Rejection::immovable));
  EXPECT_EQ(match.handle(host("n", move(0, "e4-e6")), noon), refused(Rejection::too_far));
}

TEST(MatchPlay, there_are_no_moves_before_the_start) {
  Match match = test::seated_match();
  EXPECT_EQ(match.handle(host("m", move(0, "e4-e5")), noon), refused(Refusal::wrong_phase));
}

TEST(MatchPlay, a_move_after_the_end_is_told_that_the_game_is_over) {
  Match match = test::running_match();
  accept(match, guest("r", Resign{1}));
  EXPECT_EQ(match.handle(host("m", move(0, "e4-e5")), noon), refused(Rejection::game_over));
}

TEST(MatchPlay, taking_the_flag_ends_the_game_and_opens_both_formations) {
  Match match = test::running_match();
  test::play(match,
             "b3-b4 j8-i8 b4-b5 i8-h8 b5-b6 h8-g8 b6-b7 g8-g9 b7-b8 g9-h9 b8-b9 h9-i9 "
             "b9-b10 i9-j9");
  const view::truth::Moved taken{
      .game = 1,
      .moved = {.ply = 15,
                .side = Side::red,
                .piece = piece("b3"),
                .rank = rules::Rank::miner,
                .move = parse_move("b10-a10"),
                .ran = false,
                .combat = rules::Combat{.defender = piece("a10"),
                                        .attacker_rank = rules::Rank::miner,
                                        .defender_rank = rules::Rank::flag,
                                        .result = rules::BattleResult::attacker_won,
                                        .attacker_revealed = true,
                                        .defender_revealed = true}}};
  const view::GameOver over{
      .game = 1,
      .ended = {.reason = rules::EndReason::flag_captured, .winner = Side::red},
      .formations = formations()};
  EXPECT_EQ(match.handle(host("m", move(14, "b10-a10")), noon),
            (Outcome{Accepted{.first_seq = 20, .at = noon, .facts = {taken, over}}}));
  EXPECT_EQ(match.phase(), Phase::over);
}

TEST(MatchPlay, resigning_needs_no_turn) {
  Match match = test::running_match();
  const view::GameOver over{.game = 1,
                            .ended = {.reason = rules::EndReason::resignation, .winner = Side::red},
                            .formations = formations()};
  EXPECT_EQ(match.handle(guest("r", Resign{1}), noon),
            (Outcome{Accepted{.first_seq = 6, .at = noon, .facts = {over}}}));
  EXPECT_EQ(match.phase(), Phase::over);
}

TEST(MatchPlay, resigning_another_game_is_stale_and_none_is_the_wrong_phase) {
  Match match = test::seated_match();
  EXPECT_EQ(match.handle(host("r", Resign{1}), noon), refused(Refusal::wrong_phase));
  match = test::running_match();
  EXPECT_EQ(match.handle(host("r", Resign{2}), noon), refused(Refusal::stale));
  accept(match, host("s", Resign{1}));
  EXPECT_EQ(match.handle(guest("r", Resign{1}), noon), refused(Refusal::wrong_phase));
}

TEST(MatchPlay, who_is_to_move_is_told_the_legal_moves_and_nobody_else) {
  Match match = test::running_match();
  const rules::MoveList moves = match.legal_moves(Seat::host);
  EXPECT_FALSE(moves.empty());
  for (const rules::Move one : moves) {
    Match copy = match;
    accept(copy, host("m", Move{.at = copy.now(), .move = one}));
  }
  EXPECT_TRUE(match.legal_moves(Seat::guest).empty());
}

TEST(MatchPlay, there_are_no_legal_moves_outside_play) {
  Match match = test::seated_match();
  EXPECT_TRUE(match.legal_moves(Seat::host).empty());
  match = test::running_match();
  accept(match, guest("r", Resign{1}));
  EXPECT_TRUE(match.legal_moves(Seat::host).empty());
}

TEST(MatchPlay, the_host_may_play_blue) {
  Match match =
      test::running_match({.ruleset = {.variant = &test::skirmish()}, .host_side = Side::blue});
  EXPECT_EQ(match.handle(host("m", move(0, "e7-e6")), noon), refused(Rejection::not_your_turn));
  accept(match, guest("m", move(0, "e4-e5")));
  accept(match, host("m", move(1, "e7-e6")));
}

TEST(MatchPlay, whoever_sits_there_may_talk_in_every_phase) {
  Match match{test::skirmish_settings()};
  accept(match, host("j", Join{.name = "Ann", .token = test::token(1)}));
  const auto talks = [&match](std::uint64_t seq) {
    const view::Chat chat{.seat = Seat::host, .text = "hello"};
    EXPECT_EQ(match.handle(host("c" + std::to_string(seq), Chat{"hello"}), noon),
              (Outcome{Accepted{.first_seq = seq, .at = noon, .facts = {chat}}}));
  };
  talks(2);
  match = test::seated_match();
  talks(3);
  match = test::running_match();
  talks(6);
  accept(match, host("r", Resign{1}));
  talks(8);
}

}  // namespace
}  // namespace flagrank::match

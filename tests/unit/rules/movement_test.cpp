#include <gtest/gtest.h>

#include "common/rules/game.hpp"
#include "common/rules/names.hpp"
#include "tests/support/positions.hpp"
#include "tests/support/random.hpp"

namespace flagrank::rules {
namespace {

using test::parse_move;

/// Red's scout on a5 has its way free up to Blue's sergeant and barred by a lake to the right; the
/// one on d3 stands below a lake; the captain on e4 stands next to Blue's spy.
Position crossroads() {
  return test::drawn(R"(
      f.........
      b.........
      t..b......
      ..........
      ..~~..~~..
      O.~~..~~.N
      ....Ps....
      L..O.B....
      ..........
      ....F.....)");
}

std::optional<Rejection> check(const Game& game, std::string_view move) {
  return game.check(game.to_move(), parse_move(move));
}

struct Refusal {
  Rejection why;
  const char* name;
  const char* move;
  bool scout_strike = true;
};

class Refused : public testing::TestWithParam<Refusal> {};

TEST_P(Refused, for_the_first_reason_there_is_and_nothing_changes) {
  Game game = test::game_at(crossroads(), {.scout_strike = GetParam().scout_strike});
  const Game before = game;
  const auto move = parse_move(GetParam().move);
  EXPECT_EQ(game.check(Side::red, move), GetParam().why);
  const auto turn = game.apply(Side::red, move);
  ASSERT_FALSE(turn);
  EXPECT_EQ(turn.error(), GetParam().why);
  EXPECT_EQ(game, before);
}

INSTANTIATE_TEST_SUITE_P(
    Moves, Refused,
    testing::Values(
        Refusal{Rejection::not_your_piece, "from_an_empty_square", "b3-b4"},
        Refusal{Rejection::not_your_piece, "of_an_enemy_piece", "f4-f5"},
        Refusal{Rejection::not_your_piece, "from_a_lake", "c5-c4"},
        Refusal{Rejection::immovable, "of_a_bomb", "f3-f2"},
        Refusal{Rejection::immovable, "of_the_flag", "e1-e2"},
        Refusal{Rejection::immovable, "of_a_bomb_nowhere", "f3-f3"},
        Refusal{Rejection::not_straight, "nowhere", "e4-e4"},
        Refusal{Rejection::not_straight, "diagonally", "e4-d5"},
        Refusal{Rejection::not_straight, "of_a_scout_as_a_knight", "d3-e5"},
        Refusal{Rejection::too_far, "of_a_captain_by_two", "e4-e6"},
        Refusal{Rejection::too_far, "of_a_captain_across_a_piece_onto_its_own", "a3-d3"},
        Refusal{Rejection::too_far, "of_a_lieutenant_across_the_board", "a3-a10"},
        Refusal{Rejection::own_piece, "of_a_scout_onto_its_own", "d3-a3"},
        Refusal{Rejection::own_piece, "of_a_scout_that_ran_onto_its_own", "a5-a3"},
        Refusal{Rejection::own_piece, "of_a_scout_across_lakes_onto_its_own", "a5-j5"},
        Refusal{Rejection::lake, "of_a_scout_into_a_lake", "a5-c5"},
        Refusal{Rejection::lake, "of_a_scout_to_the_far_side_of_a_lake", "d3-d7"},
        Refusal{Rejection::lake, "of_a_scout_across_a_lake_onto_a_bomb", "d3-d8"},
        Refusal{Rejection::lake, "of_a_scout_across_two_lakes", "a5-i5"},
        Refusal{Rejection::blocked, "of_a_scout_through_its_own", "d3-g3"},
        Refusal{Rejection::blocked, "of_a_scout_through_an_enemy", "a5-a9"},
        Refusal{Rejection::blocked, "of_a_scout_through_two_enemies_onto_a_third", "a5-a10"},
        Refusal{Rejection::no_strike, "of_a_scout_that_ran_onto_an_enemy", "a5-a8", false},
        Refusal{Rejection::blocked, "through_an_enemy_before_no_strike", "a5-a9", false}),
    [](const auto& parameter) {
      return std::string{name(parameter.param.why)} + "_" + parameter.param.name +
             (parameter.param.scout_strike ? "" : "_without_strike");
    });

TEST(Check, tells_a_finished_game_from_a_wrong_turn_from_a_wrong_piece) {
  Game game = test::game_at(crossroads());
  EXPECT_EQ(game.check(Side::blue, parse_move("f4-f5")), Rejection::not_your_turn);
  EXPECT_EQ(game.check(Side::blue, parse_move("e4-e5")), Rejection::not_your_turn);
  game.end(EndReason::resignation, Side::blue);
  EXPECT_EQ(game.check(Side::red, parse_move("e4-e5")), Rejection::game_over);
  EXPECT_EQ(game.check(Side::blue, parse_move("f4-f5")), Rejection::game_over);
  EXPECT_EQ(game.apply(Side::red, parse_move("e4-e5")).error(), Rejection::game_over);
  EXPECT_TRUE(game.legal_moves().empty());
  EXPECT_FALSE(game.has_legal_move(Side::red));
}

TEST(Movement, is_one_step_along_a_file_or_row_for_all_but_scouts) {
  const Game game = test::game_at(crossroads());
  EXPECT_FALSE(check(game, "e4-e5"));
  EXPECT_FALSE(check(game, "e4-d4"));
  EXPECT_FALSE(check(game, "e4-e3"));
  EXPECT_FALSE(check(game, "e4-f4")) << "an attack";
}

TEST(Scout, runs_over_any_number_of_empty_squares_and_may_strike_at_the_end) {
  const Game game = test::game_at(crossroads());
  for (const auto* move : {"a5-a4", "a5-a6", "a5-a7", "a5-a8", "a5-b5", "d3-d4", "d3-d2", "d3-d1",
                           "d3-e3", "d3-c3", "d3-b3"}) {
    EXPECT_FALSE(check(game, move)) << move;
  }
}

TEST(Scout, may_attack_a_neighbour_without_scout_strike) {
  Game game = test::game_at(crossroads(), {.scout_strike = false});
  test::play(game, "a5-a7 f4-f5");
  EXPECT_FALSE(check(game, "a7-a8"));
}

TEST(Scout, shows_itself_by_a_run_and_not_by_a_step) {
  Game game = test::game_at(crossroads());
  EXPECT_FALSE(test::play(game, "a5-a6").moved.ran);
  EXPECT_TRUE(test::play(game, "f4-f5 a6-a8").moved.ran);
}

TEST(Scout, that_strikes_after_a_run_fights_like_any_other) {
  Game game = test::game_at(crossroads());
  const Turn turn = test::play(game, "a5-a8");
  const Moved moved{.ply = 1,
                    .side = Side::red,
                    .piece = *PieceId::parse("a5"),
                    .rank = Rank::scout,
                    .move = parse_move("a5-a8"),
                    .ran = true,
                    .combat = Combat{.defender = *PieceId::parse("a8"),
                                     .attacker_rank = Rank::scout,
                                     .defender_rank = Rank::sergeant,
                                     .result = BattleResult::defender_won}};
  EXPECT_EQ(turn, (Turn{.moved = moved, .ended = std::nullopt}));
  EXPECT_EQ(game.at(test::parse_square("a5")), nullptr);
  EXPECT_EQ(game.at(test::parse_square("a8"))->rank, Rank::sergeant);
}

TEST(LegalMoves, are_all_the_moves_that_a_drawn_position_allows) {
  const Game game = test::game_at(crossroads());
  // a5: 1 down, 3 up, 1 right; a3: 3; d3: 1 up, 2 down, 2 left, 1 right; e4: 4; j5: 3
  EXPECT_EQ(game.legal_moves().size(), 5U + 3U + 6U + 4U + 3U);
  const Game without = test::game_at(crossroads(), {.scout_strike = false});
  EXPECT_EQ(without.legal_moves().size(), 4U + 3U + 6U + 4U + 3U);
}

TEST(LegalMoves, of_forty_scouts_in_the_open_fit_the_list) {
  Position position;
  int placed = 0;
  for (int i = 0; placed < 40; i += 2) {
    const Square square = Square::from_index((i / 10) % 2 == 0 ? i : i + 1);
    if (classic().lakes.contains(square)) continue;
    position.pieces.push_back({Side::red, {square, Rank::scout}});
    ++placed;
  }
  const Game game = test::game_at(position);
  EXPECT_LE(game.legal_moves().size(), MoveList::capacity);
  EXPECT_FALSE(game.legal_moves().empty());
}

TEST(LegalMoves, of_a_lone_scout_in_an_open_corner_are_both_its_lines) {
  const Game game =
      test::game_at({.pieces = {{Side::red, {test::parse_square("a1"), Rank::scout}}}});
  EXPECT_EQ(game.legal_moves().size(), 18U);
}

}  // namespace
}  // namespace flagrank::rules

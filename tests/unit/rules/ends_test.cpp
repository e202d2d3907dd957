#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "common/rules/game.hpp"
#include "tests/support/positions.hpp"

namespace flagrank::rules {
namespace {

using test::parse_move;

constexpr Ended red_captures{EndReason::flag_captured, Side::red};
constexpr Ended red_blocks{EndReason::no_legal_move, Side::red};
constexpr Ended blue_blocks{EndReason::no_legal_move, Side::blue};
constexpr Ended nobody_moves{EndReason::no_legal_move, std::nullopt};
constexpr Ended quiet{EndReason::quiet_moves, std::nullopt};

/// Both have a miner far from everything; Red's scout looks at Blue's flag.
Position far_apart() {
  return test::drawn(R"(
      O........f
      .........n
      ..........
      ..........
      ..~~..~~..
      ..~~..~~..
      ..........
      ..........
      N.........
      F.........)");
}

TEST(End, comes_at_once_when_the_flag_is_captured) {
  Game game = test::game_at(far_apart());
  const Turn turn = test::play(game, "a10-j10");
  EXPECT_EQ(turn.ended, red_captures);
  EXPECT_EQ(game.ended(), red_captures);
  EXPECT_EQ(turn.moved.combat->defender_rank, Rank::flag);
  EXPECT_EQ(game.check(Side::blue, parse_move("j9-j8")), Rejection::game_over);
  EXPECT_TRUE(game.legal_moves().empty());
}

TEST(End, comes_for_the_side_to_move_next_when_its_last_mover_falls) {
  Game game = test::game_at(test::drawn(R"(
      .........f
      .........b
      ..........
      ..........
      ..~~n.~~..
      ..~~M.~~..
      ..........
      ..........
      N.........
      F.........)"));
  EXPECT_EQ(test::play(game, "e5-e6").ended, red_blocks);
}

TEST(End, comes_for_the_side_to_move_next_when_it_is_walled_in) {
  Game game = test::game_at(test::drawn(R"(
      .......bnf
      ........b.
      ..........
      ..........
      ..~~..~~..
      ..~~..~~..
      ..........
      ..........
      N.........
      F.........)"));
  EXPECT_EQ(test::play(game, "a2-a3").ended, red_blocks);
}

TEST(End, has_not_come_for_a_side_whose_one_move_is_an_attack) {
  Game game = test::game_at(test::drawn(R"(
      .......bnf
      ........B.
      ..........
      ..........
      ..~~..~~..
      ..~~..~~..
      ..........
      ..........
      N.........
      F.........)"));
  EXPECT_FALSE(test::play(game, "a2-a3").ended);
  EXPECT_EQ(game.legal_moves().size(), 1U);
}

TEST(End, comes_when_the_attacker_loses_its_own_last_mover_only_after_the_other_has_moved) {
  Game game = test::game_at(test::drawn(R"(
      .........f
      .........n
      ..........
      ..........
      ..~~m.~~..
      ..~~N.~~..
      ..........
      ..........
      ..........
      F.........)"));
  EXPECT_FALSE(test::play(game, "e5-e6").ended);
  EXPECT_EQ(test::play(game, "j9-j8").ended, blue_blocks);
}

TEST(End, is_there_from_the_start_when_red_cannot_move) {
  const Game game = test::game_at(test::drawn(R"(
      .........f
      .........n
      ..........
      ..........
      ..~~..~~..
      ..~~..~~..
      ..........
      B.........
      BB........
      NFB.......)"));
  EXPECT_EQ(game.ended(), blue_blocks);
  EXPECT_TRUE(game.legal_moves().empty());
}

TEST(End, is_there_from_the_start_between_formations_too) {
  auto army = default_formation(classic(), Side::red).placements();
  const auto rank_on = [&](std::string_view square) -> Rank& {
    return std::ranges::find(army, test::parse_square(square), &Placement::square)->rank;
  };
  // Bombs on all six squares of the front row that are not behind a lake.
  std::swap(rank_on("a4"), rank_on("e1"));
  std::swap(rank_on("b4"), rank_on("g1"));
  std::swap(rank_on("e4"), rank_on("f2"));
  std::swap(rank_on("f4"), rank_on("g2"));
  std::swap(rank_on("i4"), rank_on("i2"));
  std::swap(rank_on("j4"), rank_on("h3"));
  const auto red = Formation::check(classic(), Side::red, army);
  ASSERT_TRUE(red);
  EXPECT_EQ(Game::start({}, *red, default_formation(classic(), Side::blue)).ended(), blue_blocks);
}

/// The two last movers are about to meet.
Position last_two() {
  return test::drawn(R"(
      .........f
      ..........
      ..........
      ..........
      ..~~t.~~..
      ..~~T.~~..
      ..........
      ..........
      ..........
      F.........)");
}

TEST(MutualImmobility, loses_for_the_side_to_move_next_by_default) {
  Game game = test::game_at(last_two());
  EXPECT_EQ(test::play(game, "e5-e6").ended, red_blocks);
}

TEST(MutualImmobility, draws_where_the_ruleset_says_so) {
  Game game = test::game_at(last_two(), {.mutual_immobility = MutualImmobility::draw});
  EXPECT_EQ(test::play(game, "e5-e6").ended, nobody_moves);
}

TEST(MutualImmobility, is_not_given_while_the_mover_still_can) {
  Game game = test::game_at(
      last_two(), {.aggressor_advantage = true, .mutual_immobility = MutualImmobility::draw});
  EXPECT_EQ(test::play(game, "e5-e6").ended, red_blocks);
}

TEST(MutualImmobility, may_be_there_from_the_start) {
  const Position flags{.pieces = {{Side::red, {test::parse_square("a1"), Rank::flag}},
                                  {Side::blue, {test::parse_square("j10"), Rank::flag}}}};
  EXPECT_EQ(test::game_at(flags).ended(), blue_blocks);
  EXPECT_EQ(test::game_at(flags, {.mutual_immobility = MutualImmobility::draw}).ended(),
            nobody_moves);
}

TEST(QuietMoves, draw_on_the_last_count_and_not_before) {
  Game game = test::game_at(far_apart(), {.draw_after_quiet_moves = 4});
  EXPECT_FALSE(test::play(game, "a2-a3 j9-j8 a3-a4").ended);
  EXPECT_EQ(test::play(game, "j8-j7").ended, quiet);
  EXPECT_EQ(game.ended(), quiet);
}

TEST(QuietMoves, never_draw_without_the_switch) {
  Game game = test::game_at(far_apart());
  test::play(game, "a2-b2 j9-i9 b2-b3 i9-i8 b3-a3 i8-j8 a3-a2 j8-j9");
  for (int i = 0; i < 100; ++i) {
    test::play(game, "a2-b2 j9-i9 b2-b3 i9-i8 b3-a3 i8-j8 a3-a2 j8-j9");
  }
  EXPECT_FALSE(game.ended());
  EXPECT_EQ(game.quiet_moves(), 808U);
}

TEST(QuietMoves, are_counted_anew_after_a_fight) {
  Game game = test::game_at(test::drawn(R"(
      .........f
      .........n
      ..........
      ..........
      ..~~t.~~..
      ..~~M.~~..
      ..........
      ..........
      N.........
      F.........)"),
                            {.draw_after_quiet_moves = 3});
  EXPECT_FALSE(test::play(game, "a2-a3 j9-j8 e5-e6 j8-j7 a3-a4").ended);
  EXPECT_EQ(test::play(game, "j7-j6").ended, quiet);
}

TEST(QuietMoves, give_way_to_a_capture_of_the_flag_on_the_last_count) {
  Game game = test::game_at(far_apart(), {.draw_after_quiet_moves = 3});
  EXPECT_EQ(test::play(game, "a2-a3 j9-j8 a10-j10").ended, red_captures);
}

TEST(QuietMoves, give_way_to_a_win_without_a_fight_on_the_last_count) {
  Game game = test::game_at(test::drawn(R"(
      ........fb
      ........bn
      ........b.
      .........b
      ..~~..~~..
      ..~~..~~..
      ..........
      ..........
      N.........
      F.........)"),
                            {.draw_after_quiet_moves = 7});
  EXPECT_FALSE(test::play(game, "a2-a3 j9-j8 a3-a4 j8-j9 a4-a5 j9-j8").ended);
  EXPECT_EQ(test::play(game, "a5-a6").ended, red_blocks) << "two squares hold the last miner";
}

}  // namespace
}  // namespace flagrank::rules

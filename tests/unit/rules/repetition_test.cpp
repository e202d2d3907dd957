#include <gtest/gtest.h>

#include "common/rules/game.hpp"
#include "tests/support/positions.hpp"

namespace flagrank::rules {
namespace {

constexpr auto legal = std::nullopt;

std::optional<Rejection> check(const Game& game, std::string_view move) {
  return game.check(game.to_move(), test::parse_move(move));
}

/// Red's miner and scout have the lower left for themselves, Blue's captain the upper right.
Position open_field() {
  return test::drawn(R"(
      .........f
      .........p
      ..........
      ..........
      ..~~..~~..
      ..~~..~~..
      ..........
      ..........
      N...O.....
      F.........)");
}

TEST(TwoSquares, forbid_the_fourth_crossing_of_a_border_in_a_row) {
  Game game = test::game_at(open_field());
  test::play(game, "a2-a3 j9-j8 a3-a2 j8-i8 a2-a3 i8-i7");
  EXPECT_EQ(check(game, "a3-a2"), Rejection::two_squares);
  EXPECT_EQ(check(game, "a3-a4"), legal);
  EXPECT_EQ(check(game, "a3-b3"), legal);
}

TEST(TwoSquares, hold_for_blue_too_and_whatever_red_does) {
  Game game = test::game_at(open_field());
  test::play(game, "a2-a3 j9-j8 e2-e3 j8-j9 a3-a4 j9-j8 e3-e7");
  EXPECT_EQ(check(game, "j8-j9"), Rejection::two_squares);
  EXPECT_EQ(check(game, "j8-j7"), legal);
}

TEST(TwoSquares, begin_anew_when_another_own_piece_has_moved) {
  Game game = test::game_at(open_field());
  test::play(game, "a2-a3 j9-j8 a3-a2 j8-i8 a2-a3 i8-i7 e2-e3 i7-i8");
  EXPECT_EQ(check(game, "a3-a2"), legal);
  test::play(game, "a3-a2 i8-i7 a2-a3 i7-h7 a3-a2 h7-h8");
  EXPECT_EQ(check(game, "a2-a3"), Rejection::two_squares);
}

TEST(TwoSquares, allow_a_scout_the_shorter_way_where_the_longer_crosses_the_border) {
  Game game = test::game_at(open_field());
  test::play(game, "e2-e3 j9-j8 e3-e2 j8-i8 e2-e4 i8-i7");
  EXPECT_EQ(check(game, "e4-e2"), Rejection::two_squares);
  EXPECT_EQ(check(game, "e4-e1"), Rejection::two_squares);
  EXPECT_EQ(check(game, "e4-e3"), legal);
  EXPECT_EQ(check(game, "e4-e5"), legal);
  EXPECT_EQ(check(game, "e4-b4"), legal);
}

TEST(TwoSquares, count_every_border_of_a_scouts_run) {
  Game game = test::game_at(open_field());
  test::play(game, "e2-b2 j9-j8 b2-i2 j8-i8 i2-c2 i8-i7");
  EXPECT_EQ(check(game, "c2-d2"), Rejection::two_squares);
  EXPECT_EQ(check(game, "c2-j2"), Rejection::two_squares);
  EXPECT_EQ(check(game, "c2-b2"), legal);
  EXPECT_EQ(check(game, "c2-c3"), legal);
}

TEST(TwoSquares, do_not_mind_moves_that_share_no_border) {
  Game game = test::game_at(open_field());
  test::play(game, "e2-e3 j9-j8 e3-e4 j8-i8 e4-e5 i8-i7");
  EXPECT_EQ(check(game, "e5-e2"), legal);
  test::play(game, "e5-e2 i7-i8 e2-g2 i8-j8 g2-e2 j8-j9");
  EXPECT_EQ(check(game, "e2-e5"), legal);
  EXPECT_EQ(check(game, "e2-g2"), legal);
}

TEST(TwoSquares, count_the_border_that_an_attack_crosses_and_forbid_attacks) {
  Game game = test::game_at(test::drawn(R"(
      .........f
      .........n
      ..........
      ..........
      ..~~..~~..
      ..~~..~~..
      ..........
      ..........
      Mo........
      F.........)"));
  test::play(game, "a2-a3 j9-j8 a3-a2 j8-j9 a2-a3 b2-a2");
  EXPECT_EQ(check(game, "a3-a2"), Rejection::two_squares);
}

TEST(TwoSquares, forbid_nothing_when_switched_off) {
  Game game = test::game_at(open_field(), {.two_squares = false, .chase = ChaseRule::off});
  for (int i = 0; i < 20; ++i) test::play(game, "a2-a3 j9-j8 a3-a2 j8-j9");
  EXPECT_EQ(check(game, "a2-a3"), legal);
}

/// Red's sergeant stands next to Blue's scout and has just begun to chase it round a block of four.
Game round_the_block(const Ruleset& ruleset) {
  Game game = test::game_at(test::drawn(R"(
      .........f
      ..........
      ..........
      ..........
      ..~~..~~..
      ..~~..~~..
      ..........
      ...o......
      ..........
      FN.T......)"),
                            ruleset);
  test::play(game, "d1-d2 d3-e3 d2-d3 e3-e2 d3-e3 e2-d2 e3-e2 d2-d3");
  return game;
}

TEST(Chase, may_not_lead_to_a_position_that_stood_during_it) {
  const Game game = round_the_block({});
  EXPECT_EQ(check(game, "e2-d2"), Rejection::chase);
}

TEST(Chase, may_go_on_to_where_nothing_has_stood_and_be_given_up) {
  const Game game = round_the_block({});
  EXPECT_EQ(check(game, "e2-e3"), legal) << "straight back";
  EXPECT_EQ(check(game, "e2-e1"), legal);
  EXPECT_EQ(check(game, "b1-b2"), legal);
}

TEST(Chase, ends_with_a_move_that_does_not_threaten) {
  Game game = round_the_block({});
  test::play(game, "b1-b2 d3-e3 b2-b1 e3-d3");
  EXPECT_EQ(check(game, "e2-d2"), legal);
}

TEST(Chase, does_not_bind_the_evader) {
  Game game = round_the_block({});
  test::play(game, "e2-e3");
  for (const auto* move : {"d3-d2", "d3-c3", "d3-d4"}) EXPECT_EQ(check(game, move), legal) << move;
}

TEST(Chase, does_not_count_the_position_before_its_first_threat) {
  // That position is remembered all the same, for Blue was chasing then. A random game found this.
  Game game = test::game_at(test::drawn(R"(
      .........f
      ..........
      ..........
      ..........
      ..~~ps~~..
      ..~~..~~..
      ...O......
      ..........
      ..O.......
      F.........)"));
  test::play(game,
             "d4-e4 f6-f5 c2-h2 f5-f4 h2-f2 f4-f5 e4-f4 f5-e5 f2-e2 e5-e4 f4-f6 e6-e7 "
             "f6-f4 e4-e5 f4-f5 e5-e4 f5-f7 e7-e6");
  EXPECT_EQ(check(game, "f7-f4"), legal);
}

TEST(Chase, forbids_nothing_when_switched_off) {
  Game game = round_the_block({.chase = ChaseRule::off});
  for (int lap = 0; lap < 10; ++lap) {
    test::play(game, "e2-d2 d3-e3 d2-d3 e3-e2 d3-e3 e2-d2 e3-e2 d2-d3");
  }
  EXPECT_EQ(check(game, "e2-d2"), legal);
}

TEST(ThreeSquares, forbid_the_sixth_move_in_a_row_that_keeps_to_them) {
  Game game = test::game_at(open_field(), {.chase = ChaseRule::three_squares});
  test::play(game, "a2-a3 j9-j8 a3-a4 j8-i8 a4-a3 i8-i7 a3-a2 i7-h7 a2-a3 h7-h8");
  EXPECT_EQ(check(game, "a3-a4"), Rejection::chase);
  EXPECT_EQ(check(game, "a3-a2"), Rejection::chase);
  EXPECT_EQ(check(game, "a3-b3"), legal);
}

TEST(ThreeSquares, count_where_a_scout_starts_and_ends_and_not_what_it_crosses) {
  Game game =
      test::game_at(open_field(), {.two_squares = false, .chase = ChaseRule::three_squares});
  test::play(game, "e2-e4 j9-j8 e4-b4 j8-i8 b4-e4 i8-i7 e4-e2 i7-h7 e2-e4 h7-h8");
  EXPECT_EQ(check(game, "e4-b4"), Rejection::chase);
  EXPECT_EQ(check(game, "e4-e2"), Rejection::chase);
  EXPECT_EQ(check(game, "e4-e3"), legal);
}

TEST(ThreeSquares, begin_anew_when_another_own_piece_has_moved) {
  Game game = test::game_at(open_field(), {.chase = ChaseRule::three_squares});
  test::play(game, "a2-a3 j9-j8 a3-a4 j8-i8 a4-a3 i8-i7 e2-e3 i7-h7 a3-a2 h7-h8 a2-a3 h8-i8");
  EXPECT_EQ(check(game, "a3-a4"), legal);
}

TEST(ThreeSquares, begin_anew_with_a_capture) {
  Game game = test::game_at(test::drawn(R"(
      .........f
      .........p
      ..........
      ..........
      ..~~..~~..
      ..~~..~~..
      t.........
      ..........
      M.........
      F.........)"),
                            {.chase = ChaseRule::three_squares});
  test::play(game, "a2-a3 j9-j8 a3-a4 j8-i8 a4-a3 i8-i7 a3-a2 i7-h7 a2-a3 h7-h8");
  EXPECT_EQ(check(game, "a3-a4"), legal);
  test::play(game, "a3-a4 h8-h7 a4-a3 h7-i7");
  EXPECT_EQ(check(game, "a3-a2"), Rejection::chase) << "five moves after the capture";
}

TEST(ThreeSquares, never_forbid_an_attack) {
  Game game = test::game_at(test::drawn(R"(
      .........f
      .........p
      ..........
      ..........
      ..~~..~~..
      ..~~..~~..
      ....o.....
      ..........
      M.........
      F.........)"),
                            {.chase = ChaseRule::three_squares});
  test::play(game, "a2-a3 j9-j8 a3-a4 j8-i8 a4-a3 i8-i7 a3-a2 i7-h7 a2-a3 e4-a4");
  EXPECT_EQ(check(game, "a3-a4"), legal);
  EXPECT_EQ(check(game, "a3-a2"), Rejection::chase);
}

}  // namespace
}  // namespace flagrank::rules

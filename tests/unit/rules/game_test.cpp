#include "common/rules/game.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/positions.hpp"

namespace flagrank::rules {
namespace {

using test::parse_move;
using test::parse_square;

Game classic_start() {
  return Game::start({}, default_formation(classic(), Side::red),
                     default_formation(classic(), Side::blue));
}

TEST(Game, begins_with_red_and_both_whole_armies) {
  const Game game = classic_start();
  EXPECT_EQ(game.to_move(), Side::red);
  EXPECT_EQ(game.ply(), 0U);
  EXPECT_EQ(game.quiet_moves(), 0U);
  EXPECT_FALSE(game.ended());
  EXPECT_EQ(game.ruleset(), Ruleset{});
  for (const Side side : {Side::red, Side::blue}) {
    EXPECT_EQ(game.pieces(side).size(), 40U);
    EXPECT_TRUE(std::ranges::is_sorted(game.pieces(side), {}, &Piece::id));
  }
}

TEST(Game, names_a_piece_for_ever_by_the_square_it_started_on) {
  Game game = classic_start();
  const Piece before = *game.at(parse_square("b4"));
  EXPECT_EQ(before.id, *PieceId::parse("b4"));
  EXPECT_FALSE(before.moved);
  const Turn turn = test::play(game, "b4-b5");
  EXPECT_EQ(turn.moved.piece, before.id);
  EXPECT_EQ(game.at(parse_square("b4")), nullptr);
  ASSERT_NE(game.at(parse_square("b5")), nullptr);
  const Piece after{.id = before.id,
                    .side = Side::red,
                    .rank = before.rank,
                    .square = parse_square("b5"),
                    .moved = true,
                    .alive = true};
  EXPECT_EQ(*game.at(parse_square("b5")), after);
}

TEST(Game, tells_what_a_move_brought_about) {
  Game game = classic_start();
  const Moved moved{.ply = 1,
                    .side = Side::red,
                    .piece = *PieceId::parse("e4"),
                    .rank = Rank::major,
                    .move = parse_move("e4-e5"),
                    .ran = false,
                    .combat = std::nullopt};
  ASSERT_EQ(game.at(parse_square("e4"))->rank, Rank::major);
  EXPECT_EQ(*game.apply(Side::red, moved.move), (Turn{.moved = moved, .ended = std::nullopt}));
  EXPECT_EQ(game.to_move(), Side::blue);
  EXPECT_EQ(game.ply(), 1U);
  EXPECT_EQ(game.quiet_moves(), 1U);
}

TEST(Game, counts_quiet_moves_from_the_last_fight) {
  Game game = test::game_at(test::drawn(R"(
      .........f
      ..........
      .........n
      ..........
      ..~~t.~~..
      ..~~M.~~..
      ..........
      ..........
      N.........
      F.........)"));
  test::play(game, "a2-a3 j8-j7");
  EXPECT_EQ(game.quiet_moves(), 2U);
  test::play(game, "e5-e6");
  EXPECT_EQ(game.quiet_moves(), 0U);
  test::play(game, "j7-j8");
  EXPECT_EQ(game.quiet_moves(), 1U);
}

TEST(Game, copied_goes_its_own_way) {
  Game game = classic_start();
  const Game copy = game;
  test::play(game, "e4-e5");
  EXPECT_EQ(copy.ply(), 0U);
  EXPECT_NE(copy.at(parse_square("e4")), nullptr);
  EXPECT_FALSE(copy == game);
}

TEST(Game, ends_for_a_reason_from_outside_as_it_is_told) {
  Game game = classic_start();
  const Ended draw{EndReason::agreement, std::nullopt};
  EXPECT_EQ(game.end(EndReason::agreement, std::nullopt), draw);
  EXPECT_EQ(game.ended(), draw);
}

TEST(Game, fits_into_a_kilobyte) { EXPECT_LE(sizeof(Game), 1024U); }

TEST(Position, may_hold_any_pieces_on_any_land) {
  Position position{.pieces = {{Side::red, {parse_square("j10"), Rank::scout}},
                               {Side::blue, {parse_square("a1"), Rank::flag}},
                               {Side::red, {parse_square("a5"), Rank::bomb}},
                               {Side::blue, {parse_square("e5"), Rank::spy}}},
                    .to_move = Side::blue};
  const Game game = test::game_at(position);
  EXPECT_EQ(game.to_move(), Side::blue);
  ASSERT_EQ(game.pieces(Side::red).size(), 2U);
  EXPECT_EQ(game.pieces(Side::red)[0].id, *PieceId::parse("a5"));
  EXPECT_EQ(game.pieces(Side::red)[1].id, *PieceId::parse("j10"));
}

TEST(Position, with_a_piece_in_a_lake_is_refused) {
  const auto game =
      Game::from_position({}, {.pieces = {{Side::red, {parse_square("g6"), Rank::miner}}}});
  EXPECT_EQ(game.error(), "A piece stands in a lake, on g6.");
}

TEST(Position, with_two_pieces_on_a_square_is_refused) {
  const auto game =
      Game::from_position({}, {.pieces = {{Side::red, {parse_square("a1"), Rank::miner}},
                                          {Side::blue, {parse_square("a1"), Rank::scout}}}});
  EXPECT_EQ(game.error(), "Two pieces stand on a1.");
}

TEST(Position, with_more_than_forty_pieces_of_a_side_is_refused) {
  Position position;
  for (int i = 0; i < 40; ++i) {
    position.pieces.push_back({Side::red, {Square::from_index(i), Rank::miner}});
  }
  EXPECT_TRUE(Game::from_position({}, position));
  position.pieces.push_back({Side::red, {parse_square("j10"), Rank::miner}});
  EXPECT_EQ(Game::from_position({}, position).error(), "A side has more than forty pieces.");
}

TEST(Variant, is_found_by_its_name) {
  EXPECT_EQ(find_variant("classic"), &classic());
  EXPECT_EQ(find_variant("Classic"), nullptr);
  EXPECT_EQ(find_variant(""), nullptr);
  EXPECT_EQ(&variants().front(), &classic());
}

TEST(Variant, classic_has_forty_pieces_two_lakes_and_four_rows_each) {
  EXPECT_EQ(classic().pieces(), 40);
  EXPECT_EQ(classic().inventory, (Inventory{1, 1, 8, 5, 4, 4, 4, 3, 2, 1, 1, 6}));
  SquareSet lakes;
  for (const auto* lake : {"c5", "d5", "c6", "d6", "g5", "h5", "g6", "h6"}) {
    lakes.insert(parse_square(lake));
  }
  EXPECT_EQ(classic().lakes, lakes);
  EXPECT_EQ(classic().set_up_area(Side::red), SquareSet::of_rows(0, 3));
  EXPECT_EQ(classic().set_up_area(Side::blue), SquareSet::of_rows(6, 9));
}

}  // namespace
}  // namespace flagrank::rules

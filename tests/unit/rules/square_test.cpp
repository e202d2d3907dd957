#include "common/rules/square.hpp"

#include <gtest/gtest.h>

#include "common/rules/piece_id.hpp"
#include "common/rules/square_set.hpp"
#include "tests/support/positions.hpp"

namespace flagrank::rules {
namespace {

TEST(Square, reads_back_what_it_writes) {
  for (int i = 0; i < Square::count; ++i) {
    const Square square = Square::from_index(i);
    EXPECT_EQ(Square::parse(square.text()), square);
    EXPECT_EQ(PieceId::parse(square.text()), PieceId{square});
    EXPECT_EQ(PieceId{square}.text(), square.text());
  }
}

TEST(Square, is_written_with_its_file_first) {
  EXPECT_EQ(Square::at(0, 0).text(), "a1");
  EXPECT_EQ(Square::at(1, 0).text(), "b1");
  EXPECT_EQ(Square::at(0, 1).text(), "a2");
  EXPECT_EQ(Square::at(9, 9).text(), "j10");
}

TEST(Square, is_read_from_nothing_but_its_own_text) {
  for (const auto* text : {"", "a", "1", "a0", "a11", "a100", "k1", "A1", " a1", "a1 ", "a01", "1a",
                           "a-1", "aa", "a1\n", "`1", "a:", "j1 0", "a10x"}) {
    EXPECT_FALSE(Square::parse(text)) << text;
    EXPECT_FALSE(PieceId::parse(text)) << text;
  }
}

TEST(Square, has_a_neighbour_across_each_edge_only) {
  const auto at = test::parse_square;
  EXPECT_TRUE(neighbours(at("b2"), at("b3")));
  EXPECT_TRUE(neighbours(at("b2"), at("b1")));
  EXPECT_TRUE(neighbours(at("b2"), at("a2")));
  EXPECT_TRUE(neighbours(at("b2"), at("c2")));
  EXPECT_FALSE(neighbours(at("b2"), at("b2")));
  EXPECT_FALSE(neighbours(at("b2"), at("c3")));
  EXPECT_FALSE(neighbours(at("b2"), at("b4")));
  EXPECT_FALSE(neighbours(at("j1"), at("a2"))) << "they follow each other in the order of indices";
}

TEST(SquareSet, holds_what_was_inserted_and_not_erased) {
  SquareSet set;
  EXPECT_TRUE(set.empty());
  for (int i = 0; i < Square::count; i += 3) set.insert(Square::from_index(i));
  set.erase(Square::from_index(63));
  set.erase(Square::from_index(66));
  int held = 0;
  for (int i = 0; i < Square::count; ++i) {
    const bool expected = i % 3 == 0 && i != 63 && i != 66;
    EXPECT_EQ(set.contains(Square::from_index(i)), expected) << i;
    held += expected ? 1 : 0;
  }
  EXPECT_EQ(set.size(), held);
}

TEST(SquareSet, gives_its_squares_in_the_order_of_indices) {
  const std::vector<Square> squares{Square::from_index(3), Square::from_index(63),
                                    Square::from_index(64), Square::from_index(99)};
  SquareSet set{squares[2], squares[0], squares[3], squares[1]};
  std::vector<Square> visited;
  set.for_each([&](Square square) { visited.push_back(square); });
  EXPECT_EQ(visited, squares);
  std::vector<Square> taken;
  while (!set.empty()) taken.push_back(set.take_first());
  EXPECT_EQ(taken, squares);
}

template <SquareSet::Usual usual>
void expect_the_same_squares_enumerated() {
  SquareSet set;
  for (int size = 0; size <= Square::count; ++size) {
    std::vector<Square> expected;
    set.for_each([&](Square square) { expected.push_back(square); });
    std::vector<Square> squares(Square::count + 10);
    const std::size_t count =
        set.enumerate<usual>([&](std::size_t i, Square s) { squares[i] = s; });
    squares.resize(count);
    EXPECT_EQ(squares, expected);
    set.insert(Square::from_index((size * 37) % Square::count));
  }
}

TEST(SquareSet, enumerates_the_same_squares_however_many_there_are_and_usually_are) {
  expect_the_same_squares_enumerated<SquareSet::Usual{.low = 0, .high = 0}>();
  expect_the_same_squares_enumerated<SquareSet::Usual{.low = 8, .high = 1}>();
  expect_the_same_squares_enumerated<SquareSet::Usual{.low = 3, .high = 6}>();
}

TEST(SquareSet, shifts_each_square_by_one_step_and_none_around_the_edge) {
  for (int file = 0; file < Square::files; ++file) {
    for (int row = 0; row < Square::rows; ++row) {
      const SquareSet one{Square::at(file, row)};
      const auto expected = [](int f, int r) {
        const bool on_board = f >= 0 && f < Square::files && r >= 0 && r < Square::rows;
        return on_board ? SquareSet{Square::at(f, r)} : SquareSet{};
      };
      EXPECT_EQ(one.shifted(Direction::up), expected(file, row + 1));
      EXPECT_EQ(one.shifted(Direction::down), expected(file, row - 1));
      EXPECT_EQ(one.shifted(Direction::left), expected(file - 1, row));
      EXPECT_EQ(one.shifted(Direction::right), expected(file + 1, row));
    }
  }
}

TEST(SquareSet, has_for_its_neighbourhood_all_squares_next_to_one_of_its_own) {
  const SquareSet set{test::parse_square("a1"), test::parse_square("b1"), test::parse_square("g7")};
  const SquareSet around = neighbourhood(set);
  for (int i = 0; i < Square::count; ++i) {
    const Square square = Square::from_index(i);
    bool expected = false;
    set.for_each([&](Square own) { expected = expected || neighbours(own, square); });
    EXPECT_EQ(around.contains(square), expected) << square.text();
  }
}

TEST(SquareSet, of_all_rows_is_the_whole_board) {
  EXPECT_EQ(SquareSet::of_rows(0, 9).size(), Square::count);
  EXPECT_EQ(SquareSet::of_rows(3, 3).first(), test::parse_square("a4"));
  EXPECT_EQ(SquareSet::of_rows(3, 3).size(), Square::files);
}

}  // namespace
}  // namespace flagrank::rules

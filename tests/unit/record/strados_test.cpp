#include "common/record/strados.hpp"

#include <gtest/gtest.h>

#include "tests/support/positions.hpp"
#include "tests/support/record_play.hpp"
#include "tests/unit/record/files.hpp"

namespace flagrank::record {
namespace {

using rules::Rank;
using rules::Side;

/// All ranks, one on a square, in the order of the letters; and lakes.
const std::string all_letters =
    "BCDEFGHIJK"
    "LMAAAAAAAA" +
    std::string(20, 'A') +
    "AA__AA__AA"
    "AA__AA__AA" +
    std::string(20, 'A') +
    "NOPQRSTUVW"
    "XYAAAAAAAA";

std::optional<Position::Man> on(const Position& position, std::string_view square) {
  return position.men[static_cast<std::size_t>(test::parse_square(square).index())];
}

TEST(Strados, has_a_letter_for_each_piece) {
  const auto read = from_strados(all_letters);
  ASSERT_TRUE(read) << text(read.error());
  EXPECT_EQ(on(*read, "a1"), (Position::Man{Side::red, Rank::bomb, false}));
  EXPECT_EQ(on(*read, "b1"), (Position::Man{Side::red, Rank::spy, false}));
  EXPECT_EQ(on(*read, "b2"), (Position::Man{Side::red, Rank::flag, false}));
  EXPECT_EQ(on(*read, "a9"), (Position::Man{Side::blue, Rank::bomb, false}));
  EXPECT_EQ(on(*read, "a10"), (Position::Man{Side::blue, Rank::marshal, false}));
  EXPECT_EQ(on(*read, "c2"), std::nullopt);
  EXPECT_EQ(read->moment, std::nullopt);
  EXPECT_EQ(to_strados2(*read), all_letters);
}

TEST(Strados, means_the_same_position_as_a_drawn_board) {
  const auto read = from_strados(all_letters);
  for (const rules::Position::Entry& entry : test::strados(all_letters).pieces) {
    EXPECT_EQ(read->men[static_cast<std::size_t>(entry.placement.square.index())],
              (Position::Man{entry.side, entry.placement.rank, false}));
  }
}

TEST(Strados, three_says_who_moves_next_and_what_everybody_knows) {
  std::string known = all_letters;
  known[2] = 'd';
  known[99 - 8] = 'y';
  const auto read = from_strados(known + " b 118\n");
  ASSERT_TRUE(read) << text(read.error());
  EXPECT_EQ(on(*read, "c1"), (Position::Man{Side::red, Rank::scout, true}));
  EXPECT_EQ(on(*read, "b10"), (Position::Man{Side::blue, Rank::flag, true}));
  EXPECT_EQ(read->moment, (Position::Moment{Side::blue, 118}));
  EXPECT_EQ(to_strados3(*read), known + " b 118");
  EXPECT_EQ(to_strados2(*read), all_letters);
}

TEST(Strados, is_written_of_a_game) {
  const auto game = test::game_at(test::strados(all_letters));
  const Position position = position_of(game);
  EXPECT_EQ(position.moment, (Position::Moment{Side::red, 1}));
  EXPECT_EQ(to_strados3(position), all_letters + " r 1");
}

struct WrongPosition {
  const char* name;
  std::string text;
  const char* where;
  const char* reason;
};

class WrongStrados : public testing::TestWithParam<WrongPosition> {};

TEST_P(WrongStrados, is_refused_with_square_and_reason) {
  const auto read = from_strados(GetParam().text);
  ASSERT_FALSE(read);
  EXPECT_EQ(text(read.error()), text(Fault{1, GetParam().where, GetParam().reason}));
}

std::string with(std::size_t place, char letter) {
  std::string text = all_letters;
  text[place] = letter;
  return text;
}

constexpr const char* tail =
    "after the 100 letters there is nothing, or a side and the number of the move, such as \" r "
    "17\"";

INSTANTIATE_TEST_SUITE_P(
    Strados, WrongStrados,
    testing::Values(
        WrongPosition{"too_short", all_letters.substr(1), "", "a position has 100 letters, not 99"},
        WrongPosition{"land_in_a_lake", with(42, 'A'), "c5", "must be _, for there is a lake"},
        WrongPosition{"a_lake_on_land", with(41, '_'), "b5",
                      "must be a letter from A to Y, or from b to y, for there is no lake"},
        WrongPosition{"no_letter", with(9, 'Z'), "j1",
                      "must be a letter from A to Y, or from b to y, for there is no lake"},
        WrongPosition{"more_than_an_army", std::string(41, 'D') + all_letters.substr(41), "a5",
                      "is one piece too many: a side has at most 40"},
        WrongPosition{"one_letter_more", all_letters + "A", "", tail},
        WrongPosition{"no_side", all_letters + " g 1", "", tail},
        WrongPosition{"no_number", all_letters + " r ", "", tail},
        WrongPosition{"a_negative_number", all_letters + " r -1", "", tail},
        WrongPosition{"a_huge_number", all_letters + " r 99999999999", "", tail},
        WrongPosition{"a_second_line", all_letters + "\n" + all_letters, "", tail}),
    [](const auto& row) { return std::string{row.param.name}; });

TEST(Strados, is_read_from_files) {
  const auto end = from_strados(test::record_file("short-game-end.strados2"));
  ASSERT_TRUE(end);
  EXPECT_EQ(on(*end, "e8"), (Position::Man{Side::red, Rank::marshal, false}));
  const auto barrage = from_strados(test::record_file("barrage.strados3"));
  ASSERT_TRUE(barrage);
  EXPECT_EQ(on(*barrage, "b10"), (Position::Man{Side::red, Rank::scout, true}));
}

}  // namespace
}  // namespace flagrank::record

#include "client/text/formation_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "client/text/symbols.hpp"

namespace flagrank::text {

// GoogleTest finds it by the namespace.
static void PrintTo(const FileFault& fault, std::ostream* out) {
  *out << fault.line << ":" << fault.column << ": " << fault.sentence;
}

namespace {

using rules::Rank;
using rules::Side;
using rules::Square;

constexpr std::string_view good = R"(# front row first
2652 7M 6252

482S697B82   # the spy is near the marshal
52364BB3B7
34345BFB32
)";

auto read(std::string_view text, Side side = Side::red) {
  return read_formation(text, rules::classic(), side);
}

Rank rank_on(const std::vector<rules::Placement>& army, std::string_view square) {
  for (const auto& placement : army) {
    if (placement.square == Square::parse(square)) return placement.rank;
  }
  throw std::invalid_argument{"nothing stands there"};
}

using Faults = std::vector<FileFault>;

Faults faults_of(std::string_view text) {
  const auto army = read(text);
  return army ? Faults{} : army.error();
}

TEST(FormationFile, is_drawn_as_red_sees_it) {
  const auto army = read(good);
  ASSERT_TRUE(army) << army.error().front().sentence;
  EXPECT_TRUE(rules::Formation::check(rules::classic(), Side::red, *army));
  EXPECT_EQ(rank_on(*army, "a4"), Rank::scout);
  EXPECT_EQ(rank_on(*army, "f4"), Rank::marshal);
  EXPECT_EQ(rank_on(*army, "a1"), Rank::miner);
  EXPECT_EQ(rank_on(*army, "g1"), Rank::flag);
}

TEST(FormationFile, is_drawn_as_blue_sees_it) {
  const auto army = read(good, Side::blue);
  ASSERT_TRUE(army) << army.error().front().sentence;
  EXPECT_TRUE(rules::Formation::check(rules::classic(), Side::blue, *army));
  EXPECT_EQ(rank_on(*army, "j7"), Rank::scout);
  EXPECT_EQ(rank_on(*army, "e7"), Rank::marshal);
  EXPECT_EQ(rank_on(*army, "j10"), Rank::miner);
  EXPECT_EQ(rank_on(*army, "d10"), Rank::flag);
}

TEST(FormationFile, letters_may_be_small_and_lines_may_end_as_on_windows) {
  EXPECT_EQ(faults_of("26527m6252\r\n482s697b82\r\n52364bb3b7\r\n34345bfb32\r\n"), Faults{});
}

TEST(FormationFile, what_is_written_is_read_again_by_either_side) {
  for (const Side side : {Side::red, Side::blue}) {
    const auto army = rules::default_formation(rules::classic(), side).placements();
    const auto again = read(write_formation(army, side), side);
    ASSERT_TRUE(again);
    EXPECT_EQ(*again, army);
  }
}

TEST(FormationFile, is_written_with_a_word_on_how_to_read_it) {
  const auto army = read(good);
  EXPECT_EQ(write_formation(*army, Side::red),
            "# A Flagrank formation as its owner sees it, front row first.\n"
            "# M marshal, 9 general down to 2 scout, S spy, B bomb, F flag, . empty\n"
            "26527M6252\n"
            "482S697B82\n"
            "52364BB3B7\n"
            "34345BFB32\n");
}

struct Mistake {
  std::string name;
  std::string text;
  Faults faults;
};

class EveryFault : public testing::TestWithParam<Mistake> {};

TEST_P(EveryFault, is_told_with_its_place) {
  EXPECT_EQ(faults_of(GetParam().text), GetParam().faults);
}

const std::string rest = "482S697B82\n52364BB3B7\n34345BFB32\n";

const std::vector<Mistake> mistakes{
    {"an_unknown_letter",
     "26527X6252\n" + rest,
     {{1, 6, "\"X\" is no piece: M, 9 to 2, S, B and F are, and . is an empty square"}}},
    {"a_letter_that_is_not_ascii",
     "26527\xC3\xA4"
     "6252\n" +
         rest,
     {{1, 6,
       "a character that is not ASCII is no piece: M, 9 to 2, S, B and F are, and . is an "
       "empty square"}}},
    {"a_short_row", "26527M62\n" + rest, {{1, 9, "row 4 ends after 8 of 10 squares"}}},
    {"a_long_row", "26527M62522\n" + rest, {{1, 11, "row 4 has more than ten squares"}}},
    {"a_row_too_many",
     "26527M6252\n" + rest + "# end\n  ..........\n",
     {{6, 3, "a fifth row: an army has four"}}},
    {"a_row_too_few",
     "26527M6252\n\n482S697B82\n52364BB3B7\n",
     {{4, 1, "the file ends after 3 of 4 rows"}}},
    {"an_empty_file", "", {{1, 1, "the file ends after 0 of 4 rows"}}},
    {"nothing_but_comments", "# later\n#\n", {{2, 1, "the file ends after 0 of 4 rows"}}},
    {"a_piece_too_many",
     "26527MM252\n" + rest,
     {{1, 7, "one marshal (10) too many: the army has 1"}}},
    {"pieces_too_few", "2.527M.252\n" + rest, {{4, 10, "the army lacks 2 captains (6)"}}},
    {"several_at_once",
     "26527M62\n4Q2S697B82\n52364BB3B7\n34345BFB3F\n",
     {{1, 9, "row 4 ends after 8 of 10 squares"},
      {2, 2, "\"Q\" is no piece: M, 9 to 2, S, B and F are, and . is an empty square"},
      {4, 10, "one flag too many: the army has 1"}}},
};

INSTANTIATE_TEST_SUITE_P(FormationFile, EveryFault, testing::ValuesIn(mistakes),
                         [](const auto& one) { return one.param.name; });

TEST(Symbols, stand_for_each_rank_both_ways) {
  for (const Rank rank : rules::all_ranks) EXPECT_EQ(rank_of(symbol(rank)), rank);
  EXPECT_EQ(rank_of('m'), Rank::marshal);
  EXPECT_EQ(rank_of('1'), std::nullopt);
  EXPECT_EQ(rank_of('.'), std::nullopt);
}

TEST(Symbols, are_explained_in_words) {
  EXPECT_EQ(rank_in_words(Rank::marshal), "marshal (10)");
  EXPECT_EQ(rank_in_words(Rank::scout), "scout (2)");
  EXPECT_EQ(rank_in_words(Rank::bomb), "bomb");
  EXPECT_EQ(count_in_words(1, Rank::spy), "1 spy");
  EXPECT_EQ(count_in_words(2, Rank::spy), "2 spies");
  EXPECT_EQ(count_in_words(3, Rank::miner), "3 miners (3)");
}

TEST(FormationFile, is_the_same_for_an_army_that_has_turned_round) {
  const auto& variant = *rules::find_variant("classic");
  const auto red = rules::default_formation(variant, rules::Side::red).placements();
  const auto turned = turned_round(red);
  EXPECT_EQ(write_formation(turned, rules::Side::blue), write_formation(red, rules::Side::red));
  EXPECT_TRUE(std::ranges::is_sorted(turned));
  EXPECT_EQ(turned_round(turned), red);
}

}  // namespace
}  // namespace flagrank::text

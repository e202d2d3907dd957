#include "common/rules/names.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace flagrank::rules {
namespace {

/// Each enumerator, up to the last, has a name of its own that leads back to it.
template <class Enum>
void expect_names_both_ways(Enum last) {
  std::set<std::string_view> names;
  for (int i = 0; i <= static_cast<int>(last); ++i) {
    const auto value = static_cast<Enum>(i);
    EXPECT_FALSE(name(value).empty());
    EXPECT_EQ(from_name<Enum>(name(value)), value);
    names.insert(name(value));
  }
  EXPECT_EQ(names.size(), static_cast<std::size_t>(last) + 1);
  for (const std::string_view unknown : {"", "x", "Flag", " red", "red "}) {
    EXPECT_FALSE(from_name<Enum>(unknown)) << unknown;
  }
}

TEST(Names, lead_to_every_enumerator_and_back) {
  expect_names_both_ways(Rank::bomb);
  expect_names_both_ways(Side::blue);
  expect_names_both_ways(Rejection::chase);
  expect_names_both_ways(BattleResult::both_lost);
  expect_names_both_ways(EndReason::abandonment);
  expect_names_both_ways(ChaseRule::off);
  expect_names_both_ways(MutualImmobility::draw);
  expect_names_both_ways(FormationFault::Kind::doubled);
}

TEST(Names, are_those_of_the_wire) {
  EXPECT_EQ(name(Rank::marshal), "marshal");
  EXPECT_EQ(name(Rank::flag), "flag");
  EXPECT_EQ(name(Side::blue), "blue");
  EXPECT_EQ(name(Rejection::game_over), "game_over");
  EXPECT_EQ(name(Rejection::two_squares), "two_squares");
  EXPECT_EQ(name(BattleResult::both_lost), "both_lost");
  EXPECT_EQ(name(EndReason::quiet_moves), "quiet_moves");
  EXPECT_EQ(name(ChaseRule::three_squares), "three_squares");
  EXPECT_EQ(name(MutualImmobility::loss), "loss");
  EXPECT_EQ(name(FormationFault::Kind::outside), "outside");
}

TEST(Names, give_each_rank_a_letter_of_its_own) {
  std::set<char> letters;
  for (const Rank rank : all_ranks) {
    letters.insert(letter(rank));
    EXPECT_EQ(from_letter(letter(rank)), rank);
  }
  EXPECT_EQ(letters.size(), rank_count);
  EXPECT_FALSE(from_letter('f'));
  EXPECT_FALSE(from_letter('.'));
  EXPECT_FALSE(from_letter('\0'));
}

}  // namespace
}  // namespace flagrank::rules

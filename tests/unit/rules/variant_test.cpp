#include "common/rules/variant.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "common/rules/formation.hpp"
#include "common/rules/names.hpp"
#include "tests/support/positions.hpp"

namespace flagrank::rules {
namespace {

struct Row {
  std::string_view name;
  int pieces;
  Inventory inventory;  // flag, spy, scout, miner, sergeant … marshal, bomb
};
/// The table of the spec, row by row.
constexpr std::array rows{
    Row{"classic", 40, {1, 1, 8, 5, 4, 4, 4, 3, 2, 1, 1, 6}},
    Row{"training", 9, {1, 1, 2, 2, 0, 0, 0, 0, 0, 0, 1, 2}},
    Row{"duel", 10, {1, 1, 2, 2, 0, 0, 0, 0, 0, 1, 1, 2}},
    Row{"barrage", 8, {1, 1, 2, 1, 0, 0, 0, 0, 0, 1, 1, 1}},
};

bool is_sentence(std::string_view text) {
  return text.size() > 10 && text.size() <= 200 && text.ends_with('.');
}
bool is_wire_name(std::string_view text) {
  return !text.empty() && text.size() <= 32 && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  });
}

TEST(Variants, have_the_armies_of_the_printed_table) {
  ASSERT_EQ(variants().size(), rows.size());
  for (const Row& row : rows) {
    const Variant* variant = find_variant(row.name);
    ASSERT_NE(variant, nullptr) << row.name;
    EXPECT_EQ(variant->name, row.name);
    EXPECT_EQ(variant->pieces(), row.pieces) << row.name;
    EXPECT_EQ(variant->inventory, row.inventory) << row.name;
  }
}

TEST(Variants, are_played_on_the_printed_board) {
  SquareSet lakes;
  for (const auto* lake : {"c5", "d5", "c6", "d6", "g5", "h5", "g6", "h6"}) {
    lakes.insert(test::parse_square(lake));
  }
  for (const Variant& variant : variants()) {
    EXPECT_EQ(variant.lakes, lakes) << variant.name;
    EXPECT_EQ(variant.set_up_area(Side::red), SquareSet::of_rows(0, 3)) << variant.name;
    EXPECT_EQ(variant.set_up_area(Side::blue), SquareSet::of_rows(6, 9)) << variant.name;
  }
}

TEST(Variants, begin_with_classic_and_are_found_by_their_whole_name_alone) {
  EXPECT_EQ(&classic(), find_variant("classic"));
  EXPECT_EQ(&classic(), &variants().front());
  for (const auto* unknown : {"", "Classic", "classic ", "class"}) {
    EXPECT_EQ(find_variant(unknown), nullptr) << unknown;
  }
}

TEST(Variants, and_what_they_offer_have_names_for_the_wire_and_a_sentence_each) {
  std::set<std::string_view> names;
  for (const Variant& variant : variants()) {
    EXPECT_TRUE(is_wire_name(variant.name)) << variant.name;
    EXPECT_TRUE(names.insert(variant.name).second) << variant.name;
    EXPECT_TRUE(is_sentence(variant.summary)) << variant.name;
    std::set<std::string_view> styles;
    for (const FormationStyle& style : formation_styles(variant)) {
      EXPECT_TRUE(is_wire_name(style.name)) << style.name;
      EXPECT_TRUE(is_sentence(style.summary)) << style.name;
      EXPECT_TRUE(styles.insert(style.name).second) << "twice: " << style.name;
    }
  }
}

TEST(Variants, have_three_named_formations_or_more_the_default_one_first) {
  for (const Variant& variant : variants()) {
    ASSERT_GE(variant.formations.size(), 3U) << variant.name;
    EXPECT_EQ(variant.formations.front().name, "default") << variant.name;
  }
}

TEST(Variants, draw_their_formations_in_rows_of_ten_known_letters) {
  for (const Variant& variant : variants()) {
    for (const NamedFormation& formation : variant.formations) {
      for (const std::string_view row : formation.rows) {
        EXPECT_EQ(row.size(), 10U) << variant.name << ' ' << formation.name;
        for (const char c : row) EXPECT_TRUE(c == '.' || from_letter(c)) << c;
      }
    }
  }
}

}  // namespace
}  // namespace flagrank::rules

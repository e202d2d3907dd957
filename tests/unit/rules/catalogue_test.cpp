#include "common/rules/catalogue.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string_view>
#include <vector>

namespace flagrank::rules {
namespace {

using testing::ElementsAre;

const SwitchEntry& entry(std::string_view name) { return *find_switch(name); }
SwitchValue word(std::string_view text) { return text; }
SwitchValue number(std::uint16_t value) { return value; }

TEST(Catalogue, names_each_switch_once_with_a_sentence) {
  std::set<std::string_view> names;
  for (const SwitchEntry& one : switches()) {
    EXPECT_TRUE(names.insert(one.name).second) << one.name;
    EXPECT_TRUE(one.summary.size() > 20 && one.summary.ends_with('.')) << one.name;
    EXPECT_EQ(find_switch(one.name), &one);
  }
  EXPECT_EQ(find_switch("Chase"), nullptr);
  EXPECT_EQ(find_switch(""), nullptr);
}

TEST(Catalogue, tells_the_defaults_of_the_printed_table) {
  const Ruleset plain;
  EXPECT_EQ(value_of(plain, entry("scout_strike")), SwitchValue{true});
  EXPECT_EQ(value_of(plain, entry("aggressor_advantage")), SwitchValue{false});
  for (const auto* off : {"silent_defense", "visible_survivors", "rescue"}) {
    EXPECT_EQ(value_of(plain, entry(off)), SwitchValue{false}) << off;
  }
  EXPECT_EQ(value_of(plain, entry("two_squares")), SwitchValue{true});
  EXPECT_EQ(value_of(plain, entry("chase")), word("isf"));
  EXPECT_EQ(value_of(plain, entry("draw_after_quiet_moves")), number(0));
  EXPECT_EQ(value_of(plain, entry("mutual_immobility")), word("loss"));
}

TEST(Catalogue, has_every_switch_of_the_printed_table_in_the_order_of_the_wire) {
  std::vector<std::string_view> names;
  for (const SwitchEntry& one : switches()) names.push_back(one.name);
  EXPECT_THAT(names, ElementsAre("scout_strike", "aggressor_advantage", "silent_defense",
                                 "visible_survivors", "rescue", "two_squares", "chase",
                                 "draw_after_quiet_moves", "mutual_immobility"));
}

TEST(Catalogue, lists_what_a_switch_can_be_set_to) {
  EXPECT_THAT(values_of(entry("scout_strike")), ElementsAre(false, true));
  EXPECT_THAT(values_of(entry("chase")),
              ElementsAre(word("isf"), word("three_squares"), word("off")));
  EXPECT_THAT(values_of(entry("mutual_immobility")), ElementsAre(word("loss"), word("draw")));
  EXPECT_THAT(values_of(entry("draw_after_quiet_moves")), ElementsAre());
}

TEST(Catalogue, sets_every_value_that_it_lists_and_no_other_switch) {
  for (const SwitchEntry& one : switches()) {
    auto values = values_of(one);
    if (values.empty()) values = {number(0), number(100)};
    for (const SwitchValue value : values) {
      Ruleset ruleset;
      EXPECT_TRUE(set_value(ruleset, one, value)) << one.name;
      EXPECT_EQ(value_of(ruleset, one), value) << one.name;
      for (const SwitchEntry& other : switches()) {
        if (&other == &one) continue;
        EXPECT_EQ(value_of(ruleset, other), value_of({}, other)) << one.name << ' ' << other.name;
      }
    }
  }
}

TEST(Catalogue, leaves_the_ruleset_alone_where_a_switch_has_no_such_value) {
  Ruleset ruleset;
  EXPECT_FALSE(set_value(ruleset, entry("chase"), word("ISF")));
  EXPECT_FALSE(set_value(ruleset, entry("chase"), true));
  EXPECT_FALSE(set_value(ruleset, entry("scout_strike"), word("on")));
  EXPECT_FALSE(set_value(ruleset, entry("scout_strike"), number(0)));
  EXPECT_FALSE(set_value(ruleset, entry("draw_after_quiet_moves"), true));
  EXPECT_EQ(ruleset, Ruleset{});
}

}  // namespace
}  // namespace flagrank::rules

#include "client/text/switches.hpp"

#include <gtest/gtest.h>

#include "common/rules/catalogue.hpp"

namespace flagrank::text {
namespace {

std::string complaint(std::string_view text) {
  rules::Ruleset ruleset;
  const auto fault = set_switch(ruleset, text);
  EXPECT_EQ(ruleset, rules::Ruleset{});
  return fault ? fault->sentence : "";
}

TEST(Switches, are_set_one_by_one) {
  rules::Ruleset ruleset;
  EXPECT_FALSE(set_switch(ruleset, "scout_strike=false"));
  EXPECT_FALSE(set_switch(ruleset, "rescue=on"));
  EXPECT_FALSE(set_switch(ruleset, "two_squares=off"));
  EXPECT_FALSE(set_switch(ruleset, "chase=off"));
  EXPECT_FALSE(set_switch(ruleset, "draw_after_quiet_moves=1000"));
  EXPECT_EQ(ruleset, (rules::Ruleset{.scout_strike = false,
                                     .rescue = true,
                                     .two_squares = false,
                                     .chase = rules::ChaseRule::off,
                                     .draw_after_quiet_moves = 1000}));
}

TEST(Switches, are_all_known_by_the_values_that_the_catalogue_lists) {
  for (const rules::SwitchEntry& entry : rules::switches()) {
    for (const rules::SwitchValue& value : rules::values_of(entry)) {
      const auto* word = std::get_if<std::string_view>(&value);
      const std::string text = word != nullptr         ? std::string{*word}
                               : std::get<bool>(value) ? "true"
                                                       : "false";
      rules::Ruleset ruleset;
      EXPECT_FALSE(set_switch(ruleset, std::string{entry.name} + "=" + text)) << entry.name;
      EXPECT_EQ(rules::value_of(ruleset, entry), value) << entry.name;
    }
  }
}

TEST(Switches, that_are_wrong_are_told_with_what_would_be_right) {
  EXPECT_EQ(complaint("chase"),
            "--set: write SWITCH=VALUE, such as scout_strike=false, not \"chase\"");
  EXPECT_EQ(complaint("chess=off"),
            "--set: there is no switch \"chess\"; there is: scout_strike, aggressor_advantage, "
            "silent_defense, visible_survivors, rescue, two_squares, chase, "
            "draw_after_quiet_moves, mutual_immobility");
  EXPECT_EQ(complaint("chase=never"), "--set: chase is isf, three_squares or off, not \"never\"");
  EXPECT_EQ(complaint("rescue="), "--set: rescue is true or false, not \"\"");
  for (const std::string number : {"", "-1", "1001", "99999", "many", "10 ", "1.5"}) {
    EXPECT_EQ(complaint("draw_after_quiet_moves=" + number),
              "--set: draw_after_quiet_moves is a number from 0 to 1000, not \"" + number + "\"");
  }
}

TEST(Switches, stand_beside_a_preset_that_is_chosen_by_its_name) {
  rules::Ruleset ruleset;
  EXPECT_FALSE(choose_preset(ruleset, "barrage"));
  EXPECT_EQ(ruleset, (rules::Ruleset{.variant = rules::find_variant("barrage")}));
  EXPECT_EQ(choose_preset(ruleset, "chess")->sentence,
            "--preset: there is no game \"chess\"; there is: classic, training, duel, barrage");
}

}  // namespace
}  // namespace flagrank::text

#include "client/text/rules_in_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "common/rules/catalogue.hpp"
#include "common/rules/variant.hpp"

namespace flagrank::text {
namespace {

/// In one line, with single spaces.
std::string flat(const std::string& text) {
  std::istringstream words{text};
  std::string out;
  for (std::string word; words >> word;) out += " " + word;
  return out;
}

using testing::HasSubstr;
using testing::Not;

constexpr Style plain{};

TEST(RulesInWords, tell_the_classic_game) {
  EXPECT_EQ("\n" + rules_in_words({}), R"(
classic: The whole game: forty pieces on each side.

  Army       Each side has 1 marshal (10), 1 general (9), 2 colonels (8), 3
             majors (7), 4 captains (6), 4 lieutenants (5), 4 sergeants (4),
             5 miners (3), 8 scouts (2), 1 spy, 6 bombs and 1 flag.
  Moving     In turn, Red first, one piece one square: up, down, left or
             right. Never onto an own piece, never into a lake. Bombs and
             the flag never move. A scout may run any number of empty
             squares in a straight line, and attack at the end of the run.
  Attacking  Move onto an enemy piece: the higher rank stays, the lower
             leaves the board; equals both leave. Only a miner takes a bomb;
             a spy that attacks takes the marshal. Both show their ranks.
             The survivor turns face-down again.
  Repeating  A piece may not go to and fro between two squares a fourth time
             in a row. Who chases pieces that evade may not bring about a
             position that has already stood during the chase.
  End        You win by capturing the enemy's flag, or when the enemy cannot
             move. When neither side can move, the side whose turn it is
             loses. The game may go on without a fight for as long as the
             players like.
)");
}

TEST(RulesInWords, tell_each_switch_as_it_is_set) {
  const auto told = [](const rules::Ruleset& ruleset) { return flat(rules_in_words(ruleset)); };
  EXPECT_THAT(told({.scout_strike = false}), HasSubstr("to attack, it must stand next to"));
  EXPECT_THAT(told({.aggressor_advantage = true}), HasSubstr("of equals the attacker stays."));
  EXPECT_THAT(told({.silent_defense = true}), HasSubstr("shows its own to a scout only."));
  EXPECT_THAT(told({.visible_survivors = true}), HasSubstr("The survivor stays face-up"));
  EXPECT_THAT(told({.rescue = true}), HasSubstr("may bring a captured piece of its side"));
  EXPECT_THAT(told({}), Not(HasSubstr("Rescue")));
  EXPECT_THAT(told({.two_squares = false}), HasSubstr("as often as it likes."));
  EXPECT_THAT(told({.chase = rules::ChaseRule::three_squares}), HasSubstr("same three squares"));
  EXPECT_THAT(told({.chase = rules::ChaseRule::off}), HasSubstr("Nothing forbids to chase"));
  EXPECT_THAT(told({.draw_after_quiet_moves = 100}),
              HasSubstr("After 100 moves of both sides together without a fight it is a draw."));
  EXPECT_THAT(told({.draw_after_quiet_moves = 1}), HasSubstr("After 1 move of both sides"));
  EXPECT_THAT(told({.mutual_immobility = rules::MutualImmobility::draw}),
              HasSubstr("When neither side can move, it is a draw."));
}

TEST(RulesInWords, name_what_differs_from_the_preset) {
  EXPECT_THAT(flat(rules_in_words(
                  {.rescue = true, .chase = rules::ChaseRule::off, .draw_after_quiet_moves = 50})),
              HasSubstr("rescue=true, chase=off and draw_after_quiet_moves=50; the others as"));
}

TEST(RulesInWords, tell_the_army_of_every_variant_and_fit_a_terminal) {
  for (const rules::Variant& variant : rules::variants()) {
    const std::string text = rules_in_words({.variant = &variant,
                                             .scout_strike = false,
                                             .silent_defense = true,
                                             .rescue = true,
                                             .draw_after_quiet_moves = 100});
    EXPECT_THAT(flat(text), HasSubstr(variant.summary));
    std::istringstream lines{text};
    int count = 0;
    for (std::string line; std::getline(lines, line); ++count) EXPECT_LE(line.size(), 79U) << line;
    EXPECT_LE(count, 35);
  }
  EXPECT_THAT(flat(rules_in_words({.variant = rules::find_variant("barrage")})),
              HasSubstr("Each side has 1 marshal (10), 1 general (9), 1 miner (3), 2 scouts (2), "
                        "1 spy, 1 bomb and 1 flag."));
}

TEST(OfferInWords, lists_every_preset_and_every_switch_with_its_values) {
  const std::string text = flat(offer_in_words(protocol::offered_rulesets(), plain));
  for (const rules::Variant& variant : rules::variants()) {
    EXPECT_THAT(text,
                HasSubstr(" " + std::string{variant.name} + " " + std::string{variant.summary}));
  }
  for (const rules::SwitchEntry& entry : rules::switches()) {
    EXPECT_THAT(text, HasSubstr(" " + std::string{entry.name} + " " + std::string{entry.summary}));
  }
  EXPECT_THAT(text, HasSubstr("(isf, three_squares or off; isf where nothing is said)"));
  EXPECT_THAT(text, HasSubstr("(0 to 1000; 0 where nothing is said)"));
}

TEST(PresetInWords, are_its_rules_and_its_formations) {
  const auto offered = protocol::offered_rulesets();
  const std::string text = preset_in_words(offered.presets.front(), plain);
  EXPECT_TRUE(text.starts_with(rules_in_words({})));
  EXPECT_THAT(text, HasSubstr("\n  storm           The strong pieces stand in front"));
}

TEST(PresetInWords, say_that_a_new_preset_cannot_be_played_by_this_program) {
  const protocol::PresetTold ultra{
      .name = "ultra", .summary = "Big.", .ruleset = {}, .formations = {{"default", "Good."}}};
  EXPECT_EQ(preset_in_words(ultra, plain),
            "ultra: Big.\n\nThis program is older than the game and cannot play it.\n\n"
            "Formations, for --formation NAME, or formation NAME in the room:\n\n"
            "  default  Good.\n");
}

TEST(StylesInWords, list_every_style_of_the_variant_with_its_sentence) {
  EXPECT_EQ(styles_in_words(*rules::find_variant("barrage")),
            R"(Type formation and one of these names:

  default         The flag in a corner, the bomb before it and the spy
                  beside it.
  centre          The flag in the middle of the back row behind the bomb;
                  marshal and general each keep a wing.
  decoy           The bomb fills the corner where a flag is looked for; the
                  flag stands at the back of the other wing, by the miner
                  and behind the spy.
  random          Every piece anywhere, by chance.
  random_guarded  By chance, but with the flag at the back next to bombs,
                  and a way out for every miner.
)");
}

}  // namespace
}  // namespace flagrank::text

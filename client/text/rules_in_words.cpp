#include "client/text/rules_in_words.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <ranges>
#include <utility>
#include <variant>
#include <vector>

#include "client/text/clean.hpp"
#include "client/text/symbols.hpp"
#include "common/rules/catalogue.hpp"
#include "common/rules/formation.hpp"

namespace flagrank::text {
namespace {

constexpr std::size_t width = 76;
constexpr std::size_t longest_name = 32;

/// The words of `text` after `head`, in lines of the usual width; the further ones begin below the
/// first word.
std::string hanging(std::string head, std::string_view text) {
  const std::string indent(head.size(), ' ');
  std::string out;
  std::string line = std::move(head);
  bool fresh = true;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!fresh && line.size() + 1 + word.size() > width) {
      out += line + "\n";
      line = indent;
      fresh = true;
    }
    line += (fresh ? "" : " ") + std::string{word};
    fresh = false;
  }
  return out + line + "\n";
}

struct Row {
  std::string name;
  std::string text;
};

/// "  name    text": the names padded to the same width.
std::string table(const std::vector<Row>& rows) {
  std::size_t longest = 0;
  for (const Row& row : rows) longest = std::max(longest, row.name.size());
  std::string out;
  for (const Row& row : rows) {
    out += hanging("  " + row.name + std::string(longest + 2 - row.name.size(), ' '), row.text);
  }
  return out;
}

/// "a, b or c".
std::string listed(const std::vector<std::string>& words, std::string_view last_word) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " " + std::string{last_word} + " " : ", ";
    text += words[i];
  }
  return text;
}

// A game's rules, a paragraph for each thing that can be done.

std::string army(const rules::Ruleset& ruleset) {
  std::vector<std::string> counts;
  for (const rules::Rank rank : std::views::reverse(rules::all_ranks)) {
    const int count = ruleset.variant->inventory[rules::index(rank)];
    if (count > 0 && rules::movable(rank)) counts.push_back(count_in_words(count, rank));
  }
  for (const rules::Rank rank : {rules::Rank::bomb, rules::Rank::flag}) {
    const int count = ruleset.variant->inventory[rules::index(rank)];
    if (count > 0) counts.push_back(count_in_words(count, rank));
  }
  return "Each side has " + listed(counts, "and") + ".";
}

std::string moving(const rules::Ruleset& ruleset) {
  std::string text =
      "In turn, Red first, one piece one square: up, down, left or right. Never onto an own "
      "piece, never into a lake. Bombs and the flag never move. A scout may run any number of "
      "empty squares in a straight line";
  text += ruleset.scout_strike ? ", and attack at the end of the run."
                               : "; to attack, it must stand next to the enemy piece.";
  return text;
}

std::string attacking(const rules::Ruleset& ruleset) {
  std::string text =
      "Move onto an enemy piece: the higher rank stays, the lower leaves the board; ";
  text += ruleset.aggressor_advantage ? "of equals the attacker stays. " : "equals both leave. ";
  text += "Only a miner takes a bomb; a spy that attacks takes the marshal. ";
  text += ruleset.silent_defense
              ? "The attacker shows its rank; the defender shows its own to a scout only. "
              : "Both show their ranks. ";
  text += ruleset.visible_survivors ? "The survivor stays face-up, and so does a scout that ran."
                                    : "The survivor turns face-down again.";
  return text;
}

constexpr std::string_view rescuing =
    "A piece that enters the enemy's back row, and is no scout, may bring a captured piece of its "
    "side, but no bomb, back to a free square of its own half, face-down. At most two in a game "
    "for each side, one by each piece.";

std::string repeating(const rules::Ruleset& ruleset) {
  std::string text =
      ruleset.two_squares
          ? "A piece may not go to and fro between two squares a fourth time in a row. "
          : "A piece may go to and fro between two squares as often as it likes. ";
  switch (ruleset.chase) {
    case rules::ChaseRule::isf:
      text +=
          "Who chases pieces that evade may not bring about a position that has already stood "
          "during the chase.";
      break;
    case rules::ChaseRule::three_squares:
      text +=
          "After five moves in a row within the same three squares a piece must leave them, "
          "attack, or let another one move.";
      break;
    case rules::ChaseRule::off:
      text += "Nothing forbids to chase a piece for ever.";
      break;
  }
  return text;
}

std::string ending(const rules::Ruleset& ruleset) {
  std::string text =
      "You win by capturing the enemy's flag, or when the enemy cannot move. When neither side "
      "can move, ";
  text += ruleset.mutual_immobility == rules::MutualImmobility::draw
              ? "it is a draw. "
              : "the side whose turn it is loses. ";
  if (ruleset.draw_after_quiet_moves > 0) {
    const std::string moves = ruleset.draw_after_quiet_moves == 1
                                  ? "1 move"
                                  : std::to_string(ruleset.draw_after_quiet_moves) + " moves";
    text += "After " + moves + " of both sides together without a fight it is a draw.";
  } else {
    text += "The game may go on without a fight for as long as the players like.";
  }
  return text;
}

/// In which switches this is not the preset.
std::string changed(const rules::Ruleset& ruleset) {
  const auto said = []<class T>(T value) -> std::string {
    if constexpr (std::is_same_v<T, bool>) return value ? "true" : "false";
    if constexpr (std::is_same_v<T, std::uint16_t>) return std::to_string(value);
    if constexpr (std::is_same_v<T, std::string_view>) return std::string{value};
  };
  const rules::Ruleset preset{.variant = ruleset.variant};
  std::vector<std::string> settings;
  for (const rules::SwitchEntry& entry : rules::switches()) {
    const rules::SwitchValue value = rules::value_of(ruleset, entry);
    if (value == rules::value_of(preset, entry)) continue;
    settings.push_back(std::string{entry.name} + "=" + std::visit(said, value));
  }
  return listed(settings, "and");
}

// What a server offers.

std::string said(const protocol::Setting& setting, Style style) {
  const auto say = [&]<class T>(const T& value) -> std::string {
    if constexpr (std::is_same_v<T, bool>) return value ? "true" : "false";
    if constexpr (std::is_same_v<T, std::uint64_t>) return std::to_string(value);
    if constexpr (std::is_same_v<T, std::string>) return clean(value, style, longest_name);
  };
  return std::visit(say, setting);
}

/// "true or false; true where nothing is said"
std::string choice(const protocol::SwitchTold& one, Style style) {
  std::vector<std::string> values;
  for (const protocol::Setting& value : one.values) values.push_back(said(value, style));
  if (one.most) values.push_back("0 to " + std::to_string(*one.most));
  return "(" + listed(values, "or") + "; " + said(one.usual, style) + " where nothing is said)";
}

Row row(const std::string& name, const std::string& summary, Style style) {
  return {clean(name, style, longest_name), clean(summary, style)};
}

}  // namespace

std::string rules_in_words(const rules::Ruleset& ruleset) {
  const rules::Variant& variant = *ruleset.variant;
  std::vector<Row> rows{{"Army", army(ruleset)},
                        {"Moving", moving(ruleset)},
                        {"Attacking", attacking(ruleset)},
                        {"Repeating", repeating(ruleset)},
                        {"End", ending(ruleset)}};
  if (ruleset.rescue) rows.insert(rows.begin() + 3, {"Rescue", std::string{rescuing}});
  if (std::string settings = changed(ruleset); !settings.empty()) {
    rows.push_back({"Switches", settings + "; the others as usual."});
  }
  return hanging(std::string{variant.name} + ": ", variant.summary) + "\n" + table(rows);
}

std::string styles_in_words(const rules::Variant& variant) {
  std::vector<Row> rows;
  for (const rules::FormationStyle& style : rules::formation_styles(variant)) {
    rows.push_back({std::string{style.name}, std::string{style.summary}});
  }
  return "Type formation and one of these names:\n\n" + table(rows);
}

std::string offer_in_words(const protocol::Rulesets& offered, Style style) {
  std::vector<Row> presets;
  for (const protocol::PresetTold& preset : offered.presets) {
    presets.push_back(row(preset.name, preset.summary, style));
  }
  std::vector<Row> switches;
  for (const protocol::SwitchTold& one : offered.switches) {
    switches.push_back(row(one.name, one.summary, style));
    switches.back().text += " " + choice(one, style);
  }
  return "Games, for flagrank create --preset NAME (flagrank rules NAME tells more):\n\n" +
         table(presets) + "\nSwitches, for flagrank create --set SWITCH=VALUE:\n\n" +
         table(switches);
}

std::string preset_in_words(const protocol::PresetTold& preset, Style style) {
  std::string text =
      preset.ruleset
          ? rules_in_words(*preset.ruleset)
          : hanging(clean(preset.name, style, longest_name) + ": ", clean(preset.summary, style)) +
                "\nThis program is older than the game and cannot play it.\n";
  std::vector<Row> styles;
  for (const protocol::StyleTold& one : preset.formations) {
    styles.push_back(row(one.name, one.summary, style));
  }
  return text + "\nFormations, for --formation NAME, or formation NAME in the room:\n\n" +
         table(styles);
}

}  // namespace flagrank::text

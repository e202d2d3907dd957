#include "client/text/help.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "client/text/command.hpp"
#include "client/text/rules_in_words.hpp"
#include "client/text/symbols.hpp"
#include "common/rules/names.hpp"

namespace flagrank::text {
namespace {

constexpr std::array topics{
    HelpTopic{"rules", "how this game is played, in one minute"},
    HelpTopic{"ranks", "the pieces and who beats whom"},
    HelpTopic{"board", "how to read the board"},
    HelpTopic{"setup", "how to arrange your army"},
    HelpTopic{"commands", "everything that can be typed"},
};

std::string_view remark(rules::Rank rank) {
  switch (rank) {
    case rules::Rank::marshal:
      return "the strongest, but an attacking spy takes it";
    case rules::Rank::miner:
      return "the only one that takes bombs";
    case rules::Rank::scout:
      return "runs any distance in a straight line";
    case rules::Rank::spy:
      return "takes the marshal when it attacks; loses to all else";
    case rules::Rank::bomb:
      return "never moves; whoever attacks it is lost, but a miner";
    case rules::Rank::flag:
      return "never moves; whoever takes it wins";
    default:
      return {};
  }
}

/// The pieces of one army, the strongest first.
std::string ranks_text(const rules::Ruleset& ruleset) {
  std::vector<rules::Rank> ranks{rules::all_ranks.rbegin() + 1, rules::all_ranks.rend() - 1};
  ranks.insert(ranks.end(), {rules::Rank::bomb, rules::Rank::flag});
  std::string text;
  for (const rules::Rank rank : ranks) {
    const int count = ruleset.variant->inventory[rules::index(rank)];
    if (count == 0) continue;
    std::string line =
        std::string{"  "} + symbol(rank) + "  " +
        (rank == rules::Rank::marshal ? rank_in_words(rank) : std::string{rules::name(rank)});
    line.resize(18, ' ');
    line += std::to_string(count);
    if (const auto words = remark(rank); !words.empty()) line += "   " + std::string{words};
    text += line + "\n";
  }
  const std::string_view equals =
      ruleset.aggressor_advantage ? "Of equals the attacker stays." : "Equals take each other.";
  text += "\nThe higher number takes the lower, whoever attacks.\n" + std::string{equals} + "\n";
  return text;
}

constexpr std::string_view setup_text =
    R"(Your army stands on your four rows. You start from an arrangement that
the server suggests and change it until you like it:

  swap a1 b4         exchanges what stands on two squares
  formation          lists the arrangements that have a name
  formation default  goes back to the one for newcomers, or takes another
  load FILE          takes an arrangement from a file
  save FILE          writes yours to one, for the next game
  board              draws it
  lock               declares you ready; after that nothing can be changed

The flag is safest in the back row, with bombs around it. Scouts and some strong
pieces belong in front, miners further back: they are needed late.
)";

std::string board_text(Style style) {
  const Glyphs& with = glyphs(style);
  const auto row = [](std::string_view sign, std::string_view words) {
    return "  " + std::string{sign} + "  " + std::string{words} + "\n";
  };
  const auto wide = [](std::string_view sign) { return " " + std::string{sign} + " "; };
  return "You look from your own side: your army starts below. A square is named by\n"
         "its letter and its number, such as a4.\n\n" +
         row(" 5 ", "your own piece, here a lieutenant (help ranks lists all)") +
         row(wide(with.unmoved),
             "an enemy piece that has never moved: it may be a bomb or the flag") +
         row(wide(with.moved), "one that has moved, or came back: neither a bomb nor the flag") +
         row("(5)", "an enemy piece that a fight or a run has shown to be this") +
         row("[5]", "the same where the rules leave it face-up for both of you") +
         row(wide(with.empty), "an empty square") +
         row(std::string{with.lake} + std::string{with.lake} + std::string{with.lake},
             "a lake: nothing enters or crosses it") +
         row(">5 ", "where the last move went; >5) and >5] are pieces that have shown it") +
         row(wide(with.left), "where it came from") +
         "\nBeside the board: how many of each rank nobody has seen of the enemy, and what\n"
         "each side has lost, +2 being two that nobody has seen. The command known tells\n"
         "it all.\n";
}

std::string commands_text() {
  std::size_t width = 0;
  for (const CommandEntry& entry : command_entries()) width = std::max(width, entry.usage.size());
  std::string text;
  for (const CommandEntry& entry : command_entries()) {
    if (!entry.listed) continue;
    text += "  " + std::string{entry.usage} + std::string(width + 2 - entry.usage.size(), ' ') +
            std::string{entry.summary} + "\n";
  }
  return text;
}

std::string overview() {
  std::string text =
      "Capture the enemy's flag. Type a move as two squares, such as a4 a5.\n"
      "The line above the prompt says what to do next. More about:\n\n";
  for (const HelpTopic& topic : topics) {
    const std::string word{topic.word};
    text +=
        "  help " + word + std::string(10 - word.size(), ' ') + std::string{topic.summary} + "\n";
  }
  return text;
}

}  // namespace

std::span<const HelpTopic> help_topics() noexcept { return topics; }

std::string help(std::string_view topic, Style style, const rules::Ruleset& ruleset) {
  if (topic.empty()) return overview();
  if (topic == "rules") return rules_in_words(ruleset);
  if (topic == "ranks") return ranks_text(ruleset);
  if (topic == "setup") return std::string{setup_text};
  if (topic == "board") return board_text(style);
  if (topic == "commands") return commands_text();
  const auto entries = command_entries();
  const auto found = std::ranges::find(entries, topic, &CommandEntry::word);
  if (found != entries.end()) {
    return std::string{found->usage} + ": " + std::string{found->summary} + ".\n";
  }
  return "There is no help on \"" + std::string{topic} + "\".\n" + overview();
}

}  // namespace flagrank::text

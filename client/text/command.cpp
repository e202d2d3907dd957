#include "client/text/command.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "client/text/blanks.hpp"
#include "client/text/help.hpp"
#include "client/text/switches.hpp"
#include "client/text/symbols.hpp"
#include "common/protocol/text.hpp"
#include "common/rules/names.hpp"

namespace flagrank::text {
namespace {

using Parsed = boost::system::result<Command, Complaint>;

constexpr std::array entries{
    CommandEntry{"help", "help [TOPIC]", "explains: rules, ranks, board, setup, commands"},
    CommandEntry{"rules", "rules", "tells the rules of this game"},
    CommandEntry{"board", "board", "draws the board again (also: show)"},
    CommandEntry{"formation", "formation [NAME]", "arranges your army, or lists how"},
    CommandEntry{"swap", "swap a1 b4", "exchanges two of your squares"},
    CommandEntry{"load", "load FILE", "arranges your army as a file says; save FILE writes one"},
    CommandEntry{"save", "save FILE", "writes your arrangement to a file", false},
    CommandEntry{"lock", "lock", "declares your army ready; it is final"},
    CommandEntry{"move", "a4 a5", "moves a piece (also: move a4 a5, a4-a5)"},
    CommandEntry{"moves", "moves [a4]", "lists your legal moves"},
    CommandEntry{"rescue", "rescue miner a1", "brings a piece back to a square; or type pass"},
    CommandEntry{"pass", "pass", "brings no captured piece back", false},
    CommandEntry{"known", "known", "tells what everybody can tell of both armies"},
    CommandEntry{"captured", "captured", "lists the pieces both sides have lost"},
    CommandEntry{"history", "history [all]",
                 "lists the last moves and fights; armies shows the last game"},
    CommandEntry{"armies", "armies", "shows how the last game began and how it ended", false},
    CommandEntry{"say", "say TEXT", "talks to the other player"},
    CommandEntry{"offer", "offer", "offers a draw"},
    CommandEntry{"accept", "accept", "takes the offered draw; decline turns it down"},
    CommandEntry{"decline", "decline", "turns down the draw that was offered", false},
    CommandEntry{"resign", "resign", "gives the game up"},
    CommandEntry{"clock", "clock", "tells how much time there is"},
    CommandEntry{"claim", "claim", "wins the game when the other is away for too long"},
    CommandEntry{"rematch", "rematch", "after a match, offers or accepts another one"},
    CommandEntry{"leave", "leave", "gives your seat up and ends the program"},
    CommandEntry{"quit", "quit", "ends the program; your seat stays yours"},
};

std::string lower(std::string_view text) {
  std::string out{text};
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

struct Squares {
  std::vector<rules::Square> squares;
  std::string wrong;  ///< what is no square; empty where all is well
};

/// "a4 a5", "a4-a5", "a4xa5", "A4 to A5": the squares in a piece of text.
Squares squares_in(std::string_view text) {
  std::string spaced = lower(text);
  for (char& c : spaced) {
    if (c == '-' || c == ',' || c == '>' || c == 'x' || c == ':') c = ' ';
  }
  Squares found;
  std::string_view rest = trimmed(spaced);
  while (!rest.empty()) {
    const auto [word, after] = split(rest);
    rest = after;
    if (word == "to") continue;
    const auto square = rules::Square::parse(word);
    if (!square) {
      found.wrong = word;
      return found;
    }
    found.squares.push_back(*square);
  }
  return found;
}

Complaint no_square(const std::string& word) {
  return {"\"" + word + "\" is no square: they run from a1 to j10."};
}

template <class Wanted>
Parsed two_squares(std::string_view text, const std::string& usage) {
  const Squares found = squares_in(text);
  if (!found.wrong.empty()) return no_square(found.wrong);
  if (found.squares.size() != 2) return Complaint{"Two squares are needed, such as " + usage + "."};
  const auto [first, second] = std::pair{found.squares[0], found.squares[1]};
  if constexpr (std::is_same_v<Wanted, command::Move>)
    return command::Move{{first, second}};
  else
    return command::Swap{first, second};
}

Parsed moves(std::string_view text) {
  const Squares found = squares_in(text);
  if (!found.wrong.empty()) return no_square(found.wrong);
  if (found.squares.empty()) return command::Moves{};
  if (found.squares.size() > 1) return Complaint{"One square is enough, such as moves a4."};
  return command::Moves{found.squares.front()};
}

Parsed formation(const std::string& style) {
  if (style.empty() || protocol::valid_choice(style)) return command::Formation{style};
  return Complaint{
      "Type formation and a name, or formation alone to see which there are; a file "
      "is taken with load FILE."};
}

/// "miner", "3", "10", "1", "S": as it is called, numbered or drawn.
std::optional<rules::Rank> rank_in(std::string_view word) {
  if (word == "10") return rules::Rank::marshal;
  if (word == "1") return rules::Rank::spy;
  if (word.size() == 1) return rank_of(word[0]);
  return rules::from_name<rules::Rank>(word);
}

Parsed rescue(const std::string& text) {
  const auto [word, rest] = split(text);
  const auto rank = rank_in(word);
  const auto square = rules::Square::parse(rest);
  if (word.empty() || rest.empty()) {
    return Complaint{"A rank and a square are needed, such as rescue miner a1; or type pass."};
  }
  if (!rank) return Complaint{"\"" + std::string{word} + "\" is no rank; miner or 3 is one."};
  if (!square) return no_square(std::string{rest});
  return command::Rescue{.rank = *rank, .square = *square};
}

/// A command that may be followed by `yes`, or `all`, and by nothing else.
template <class Wanted>
Parsed with_word(const std::string& rest, const std::string& word, const std::string& usage) {
  if (rest.empty()) return Wanted{false};
  if (rest == word) return Wanted{true};
  return Complaint{"Type " + usage + "."};
}

template <class Wanted>
Parsed with_path(std::string_view rest, const std::string& usage) {
  if (rest.empty()) return Complaint{"A file is needed: " + usage + "."};
  return Wanted{std::string{rest}};
}

template <class Wanted>
Parsed alone(std::string_view rest, const std::string& word) {
  if (!rest.empty()) return Complaint{"The command " + word + " stands alone."};
  return Wanted{};
}

bool looks_like_a_move(std::string_view word) {
  return word.size() >= 2 && word[0] >= 'a' && word[0] <= 'z' && word[1] >= '0' && word[1] <= '9';
}

Complaint unknown(const std::string& word) {
  std::string near;
  for (const CommandEntry& entry : entries) {
    if (!word.empty() && entry.word.starts_with(word)) {
      near += (near.empty() ? "" : ", ") + std::string{entry.word};
    }
  }
  if (!near.empty()) return {"Did you mean " + near + "? Type it in full, or help commands."};
  return {"There is no command \"" + word + "\". Type help commands to see them all."};
}

Parsed parse_word(const std::string& word, std::string_view rest) {
  const std::string small = lower(rest);
  if (word == "help" || word == "?") return command::Help{small};
  if (word == "rules") return alone<command::Rules>(rest, word);
  if (word == "board" || word == "show") return alone<command::Board>(rest, word);
  if (word == "formation") return formation(small);
  if (word == "swap") return two_squares<command::Swap>(rest, "swap a1 b4");
  if (word == "load") return with_path<command::Load>(rest, "load FILE");
  if (word == "save") return with_path<command::Save>(rest, "save FILE");
  if (word == "lock") return alone<command::Lock>(rest, word);
  if (word == "move") return two_squares<command::Move>(rest, "move a4 a5");
  if (word == "moves") return moves(rest);
  if (word == "rescue") return rescue(small);
  if (word == "pass") return alone<command::Pass>(rest, word);
  if (word == "rematch") return alone<command::Rematch>(rest, word);
  if (word == "known") return alone<command::Known>(rest, word);
  if (word == "armies") return alone<command::Armies>(rest, word);
  if (word == "captured") return alone<command::Captured>(rest, word);
  if (word == "history") {
    return with_word<command::History>(small, "all", "history, or history all");
  }
  if (word == "say") {
    if (rest.empty()) return Complaint{"Say what? Type say and then your words."};
    return command::Say{std::string{rest}};
  }
  if (word == "offer") return alone<command::Offer>(rest, word);
  if (word == "accept") return alone<command::Accept>(rest, word);
  if (word == "decline") return alone<command::Decline>(rest, word);
  if (word == "resign") return with_word<command::Resign>(small, "yes", "resign, or resign yes");
  if (word == "clock") return alone<command::Clock>(rest, word);
  if (word == "claim") return alone<command::Claim>(rest, word);
  if (word == "leave") return with_word<command::Leave>(small, "yes", "leave, or leave yes");
  if (word == "quit" || word == "exit") {
    return with_word<command::Quit>(small, "yes", "quit, or quit yes");
  }
  return unknown(word);
}

}  // namespace

Parsed parse_command(std::string_view line) {
  line = trimmed(line);
  if (line.empty() || line.starts_with('#')) return command::Nothing{};
  const auto [first, rest] = split(line);
  const std::string word = lower(first);
  if (looks_like_a_move(word)) return two_squares<command::Move>(line, "a4 a5");
  return parse_word(word, rest);
}

std::span<const CommandEntry> command_entries() noexcept { return entries; }

std::vector<std::string> completions(std::string_view line) {
  const std::size_t start = std::min(line.find_first_not_of(blanks), line.size());
  const auto [first, rest] = split(line.substr(start));
  const bool in_first_word = first.size() == line.size() - start;

  std::vector<std::string_view> words;
  if (in_first_word) {
    for (const CommandEntry& entry : entries) words.push_back(entry.word);
  } else if (lower(first) == "help") {
    for (const HelpTopic& topic : help_topics()) words.push_back(topic.word);
  } else if (lower(first) == "rescue") {
    for (const rules::Rank rank : rules::all_ranks) {
      if (rules::movable(rank)) words.push_back(rules::name(rank));
    }
  } else if (lower(first) == "formation") {
    words = style_names();  // what fits this room is for the server to say
  }

  const std::string begun = lower(in_first_word ? first : rest);
  std::vector<std::string> fitting;
  for (const std::string_view word : words) {
    if (word.starts_with(begun)) fitting.emplace_back(word);
  }
  return fitting;
}

}  // namespace flagrank::text

#pragma once

#include <boost/system/result.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "client/text/complaint.hpp"
#include "common/protocol/client_message.hpp"
#include "common/rules/move.hpp"
#include "common/rules/rank.hpp"
#include "common/rules/square.hpp"

/// What a player types, one line a command.
namespace flagrank::text {

namespace command {

struct Help {
  std::string topic;  ///< empty = the overview
  friend bool operator==(const Help&, const Help&) = default;
};
struct Rules {
  friend bool operator==(const Rules&, const Rules&) = default;
};
struct Board {
  friend bool operator==(const Board&, const Board&) = default;
};
struct Formation {
  std::string style;  ///< empty = which ones there are
  friend bool operator==(const Formation&, const Formation&) = default;
};
struct Swap {
  rules::Square a;
  rules::Square b;
  friend bool operator==(const Swap&, const Swap&) = default;
};
struct Load {
  std::string path;
  friend bool operator==(const Load&, const Load&) = default;
};
struct Save {
  std::string path;
  friend bool operator==(const Save&, const Save&) = default;
};
struct Lock {
  friend bool operator==(const Lock&, const Lock&) = default;
};
struct Move {
  rules::Move move;
  friend bool operator==(const Move&, const Move&) = default;
};
struct Moves {
  std::optional<rules::Square> from;  ///< absent = of all pieces
  friend bool operator==(const Moves&, const Moves&) = default;
};
/// Brings a captured piece back.
struct Rescue {
  rules::Rank rank = rules::Rank::miner;
  rules::Square square;
  friend bool operator==(const Rescue&, const Rescue&) = default;
};
/// … or does not.
struct Pass {
  friend bool operator==(const Pass&, const Pass&) = default;
};
struct Offer {
  friend bool operator==(const Offer&, const Offer&) = default;
};
struct Accept {
  friend bool operator==(const Accept&, const Accept&) = default;
};
struct Decline {
  friend bool operator==(const Decline&, const Decline&) = default;
};
struct Resign {
  bool sure = false;
  friend bool operator==(const Resign&, const Resign&) = default;
};
struct Claim {
  friend bool operator==(const Claim&, const Claim&) = default;
};
struct Rematch {
  friend bool operator==(const Rematch&, const Rematch&) = default;
};
struct Clock {
  friend bool operator==(const Clock&, const Clock&) = default;
};
struct Say {
  std::string text;
  friend bool operator==(const Say&, const Say&) = default;
};
struct History {
  bool all = false;
  friend bool operator==(const History&, const History&) = default;
};
struct Captured {
  friend bool operator==(const Captured&, const Captured&) = default;
};
struct Known {
  friend bool operator==(const Known&, const Known&) = default;
};
/// How both armies stood in the last game that has ended, and its result.
struct Armies {
  friend bool operator==(const Armies&, const Armies&) = default;
};
struct Leave {
  bool sure = false;
  friend bool operator==(const Leave&, const Leave&) = default;
};
struct Quit {
  bool sure = false;
  friend bool operator==(const Quit&, const Quit&) = default;
};
/// An empty line or a comment.
struct Nothing {
  friend bool operator==(const Nothing&, const Nothing&) = default;
};

}  // namespace command

using Command =
    std::variant<command::Help, command::Rules, command::Board, command::Formation, command::Swap,
                 command::Load, command::Save, command::Lock, command::Move, command::Moves,
                 command::Rescue, command::Pass, command::Offer, command::Accept, command::Decline,
                 command::Resign, command::Claim, command::Rematch, command::Clock, command::Say,
                 command::History, command::Captured, command::Known, command::Armies,
                 command::Leave, command::Quit, command::Nothing>;

/// Reads one line; a complaint says what would have been right. Words may be written large or
/// small; a line that starts with `#` is a comment.
[[nodiscard]] boost::system::result<Command, Complaint> parse_command(std::string_view line);

/// One line of the list of commands.
struct CommandEntry {
  std::string_view word;
  std::string_view usage;
  std::string_view summary;
  bool listed = true;  ///< has a line of its own in the list, not only in another one's
};

/// All commands in the order in which a newcomer needs them.
[[nodiscard]] std::span<const CommandEntry> command_entries() noexcept;

/// The words that could stand where `line` ends, for the Tab key: those that begin with its last
/// word. Empty where there is nothing to offer.
[[nodiscard]] std::vector<std::string> completions(std::string_view line);

}  // namespace flagrank::text

#pragma once

#include <boost/system/result.hpp>
#include <string>
#include <string_view>
#include <variant>

#include "server/match/command.hpp"
#include "server/match/match.hpp"

namespace flagrank::store {

/// The first entry of a room: what its match was made with.
struct Opened {
  match::Settings settings;
  match::Instant at;
  friend bool operator==(const Opened&, const Opened&) = default;
};

/// Every later entry: a command that took effect, and when.
struct Happened {
  match::Command command;
  match::Instant at;
  friend bool operator==(const Happened&, const Happened&) = default;
};

using Entry = std::variant<Opened, Happened>;

/// An entry as the journal keeps it: compact JSON with a format number. It holds formations and
/// token hashes and never leaves the journal.
[[nodiscard]] std::string encode(const Entry& entry);
/// Reads it back; a sentence where it is no entry of a known format.
[[nodiscard]] boost::system::result<Entry, std::string> decode(std::string_view bytes);

}  // namespace flagrank::store

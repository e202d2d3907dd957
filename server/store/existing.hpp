#pragma once

#include <boost/system/result.hpp>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "server/match/command.hpp"

/// What can be done with a SQLite journal from outside, whether a server holds it or not: it is
/// read as it was at one moment, and nobody waits for that.
namespace flagrank::store {

/// Writes a copy of the journal in that directory, as one file that its owner alone can read. It
/// stands under its name once it is whole and found sound. A sentence where that cannot be: no
/// journal, something of that name is there, the disk is full.
[[nodiscard]] std::optional<std::string> back_up(const std::filesystem::path& directory,
                                                 const std::filesystem::path& file);

struct RoomAge {
  match::Instant made;
  match::Instant last;         ///< when anything happened in it
  std::uint64_t commands = 0;  ///< that took effect
};

/// What a journal holds, with nothing that is secret.
struct Inventory {
  std::vector<RoomAge> rooms;  ///< in no special order
  std::uint64_t finished_games = 0;
};
[[nodiscard]] boost::system::result<Inventory, std::string> take_inventory(
    const std::filesystem::path& directory);

/// The same in lines for a person.
[[nodiscard]] std::string described(const Inventory& inventory, match::Instant now);

}  // namespace flagrank::store

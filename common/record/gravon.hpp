#pragma once

#include <boost/system/result.hpp>
#include <cstddef>
#include <string>
#include <string_view>

#include "common/record/fault.hpp"
#include "common/record/game.hpp"

/// Games in the XML of Gravon's archive: proto/record.md.
namespace flagrank::record {

inline constexpr std::size_t max_gravon_bytes = std::size_t{8} << 20U;

/// Reads a game and plays it, under the strictest repetition rules of ours that allow all its
/// moves: the archive does not say which held. `Fault::where` names an element, such as "move 17".
/// Never throws, whatever the bytes.
[[nodiscard]] boost::system::result<Game, Fault> from_gravon(std::string_view xml);

/// Why a game has no form in a format.
struct Unsayable {
  std::string reason;
  friend bool operator==(const Unsayable&, const Unsayable&) = default;
};

/// Refused where the archive's readers would play another game: fights are not in it, they follow.
/// Times, and which repetition rules held, are not said; an end by `quiet_moves` becomes a tie
/// agreed upon.
[[nodiscard]] boost::system::result<std::string, Unsayable> to_gravon(const Game& game);

}  // namespace flagrank::record

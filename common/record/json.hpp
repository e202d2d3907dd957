#pragma once

#include <boost/system/result.hpp>
#include <cstddef>
#include <string>
#include <string_view>

#include "common/record/fault.hpp"
#include "common/record/game.hpp"

/// The record of a game as JSON: proto/record.md, proto/schema/record.json.
namespace flagrank::record {

/// Longer documents are refused. The shortest that a move can be is about a hundred bytes.
inline constexpr std::size_t max_json_bytes = std::size_t{8} << 20U;

/// One compact document, valid by the schema. The game is one that can have been played
/// (replay.hpp), else it throws `std::logic_error`. Bytes of a name that are no UTF-8 become
/// U+FFFD.
[[nodiscard]] std::string to_json(const Game& game);

/// Reads a document and plays its game to see whether everything in it agrees. `Fault::where` is a
/// JSON pointer (RFC 6901). Fields that are not known are passed over. Never throws, whatever the
/// bytes.
[[nodiscard]] boost::system::result<Game, Fault> from_json(std::string_view text);

}  // namespace flagrank::record

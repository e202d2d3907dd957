#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace flagrank::match {

/// What the record of a room's game is called: 32 hexadecimal digits, which follow from the room's
/// key, and from which nobody can tell those of its other games.
[[nodiscard]] std::string record_id(std::string_view key, std::uint32_t game);

}  // namespace flagrank::match

#pragma once

#include <cstddef>
#include <string_view>

namespace flagrank::record {

inline constexpr std::size_t max_name_bytes = 64;

[[nodiscard]] bool valid_utf8(std::string_view text) noexcept;

/// Of a player in a document from outside: 1 to 64 bytes of UTF-8 without control characters.
[[nodiscard]] bool valid_player_name(std::string_view name) noexcept;

}  // namespace flagrank::record

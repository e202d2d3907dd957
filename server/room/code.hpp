#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "server/store/journal.hpp"

/// Room codes: how players tell each other where to meet, often by voice.
namespace flagrank::room {

inline constexpr std::size_t code_length = 6;

/// Of signs that look alike (0 O Q D, 1 I L, 2 Z, 4 A, 5 S, 6 G, 8 B, U V) or sound alike in
/// English (B C D E G P T V Z 3, A H J K 8, F S X, M N, I Y 5 9, Q U 2) as many stay as can be told
/// apart from each other: 3 C T of the long group in "ee", H K of the next. No A, E, I, O, U, so
/// that hardly a code is a word. Seventeen signs give 24 million codes.
inline constexpr std::string_view code_alphabet = "234679CFHKLMRTWXY";

/// Draws a code; whether it is free is for the caller to see.
[[nodiscard]] store::RoomKey draw_code(const std::function<std::uint32_t(std::uint32_t)>& dice);

/// The code that somebody typed: case, blanks and dashes do not matter. Nothing where it cannot be
/// the code of any room.
[[nodiscard]] std::optional<store::RoomKey> read_code(std::string_view typed);

}  // namespace flagrank::room

#pragma once

#include <string_view>
#include <utility>

/// A line that somebody typed, taken apart. What comes back lies in what was given.
namespace flagrank::text {

inline constexpr std::string_view blanks = " \t\r\n";

/// Without blanks before and after.
[[nodiscard]] std::string_view trimmed(std::string_view text);

/// The first word, and what follows it.
[[nodiscard]] std::pair<std::string_view, std::string_view> split(std::string_view line);

}  // namespace flagrank::text

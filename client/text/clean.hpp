#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "client/text/style.hpp"

/// Whatever comes from the server is untrusted: a name could hold the escape sequences that
/// reprogram a terminal. All of it passes through here before it is printed.
namespace flagrank::text {

/// The text with every byte that is no UTF-8, every control and format character (line ends too)
/// and, for an ASCII style, everything else outside ASCII replaced by `?`; cut after
/// `most_characters`.
[[nodiscard]] std::string clean(std::string_view text, Style style,
                                std::size_t most_characters = 1000);

/// A room code as it may stand in a command line that the player is asked to paste into a shell:
/// letters, digits and dashes only, the rest is dropped.
[[nodiscard]] std::string clean_code(std::string_view code);

}  // namespace flagrank::text

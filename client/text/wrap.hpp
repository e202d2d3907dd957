#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace flagrank::text {

/// Breaks a text after its commas, or else between its words, into lines of at most 79 columns,
/// each after the first one indented by so many. No line feed at the end.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t indent = 0);

}  // namespace flagrank::text

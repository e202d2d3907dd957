#pragma once

#include <string>
#include <string_view>

namespace flagrank::protocol {

/// Any text as a string of JSON, with its quotes. What is no UTF-8 in it becomes U+FFFD.
[[nodiscard]] std::string quoted_in_json(std::string_view text);

}  // namespace flagrank::protocol

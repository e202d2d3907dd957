#pragma once

#include <string_view>

namespace flagrank::config {

/// Could a browser send this as `Origin`? "https://example.org", with a port where it is not the
/// usual one, and nothing behind it.
[[nodiscard]] bool is_origin(std::string_view text);

}  // namespace flagrank::config

#pragma once

#include <cstddef>
#include <string_view>

namespace flagrank::json {

/// One character of a text and the bytes it takes; `length` 0 where the bytes are no UTF-8.
struct CodePoint {
  char32_t value = 0;
  std::size_t length = 0;
};

/// The first character of `text`, which is not empty. Strict: no overlong forms, no surrogates.
[[nodiscard]] CodePoint first_code_point(std::string_view text) noexcept;

}  // namespace flagrank::json

#include "common/json/utf8.hpp"

#include <array>

namespace flagrank::json {

namespace {

constexpr CodePoint invalid{};

/// How many bytes a character takes that begins so and is not ASCII; 0 where none does.
[[nodiscard]] constexpr std::size_t length_after(unsigned char lead) noexcept {
  if (lead < 0xC0 || lead > 0xF7) return 0;
  if (lead < 0xE0) return 2;
  return lead < 0xF0 ? 3 : 4;
}

[[nodiscard]] constexpr bool well_formed(char32_t value, std::size_t length) noexcept {
  constexpr std::array<char32_t, 5> smallest{0, 0, 0x80, 0x800, 0x10000};
  if (value < smallest[length] || value > 0x10FFFF) return false;
  return value < 0xD800 || value > 0xDFFF;
}

}  // namespace

CodePoint first_code_point(std::string_view text) noexcept {
  const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {.value = lead, .length = 1};
  const std::size_t length = length_after(lead);
  if (length == 0 || text.size() < length) return invalid;

  char32_t value = lead & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) return invalid;
    value = (value << 6U) | (byte(i) & 0x3FU);
  }
  if (!well_formed(value, length)) return invalid;
  return {.value = value, .length = length};
}

}  // namespace flagrank::json

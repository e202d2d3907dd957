#include "common/record/player_name.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace flagrank::record {
namespace {

/// How many bytes the first character takes; 0 where it is none: overlong forms, surrogates and
/// what lies beyond Unicode are none either.
std::size_t first_character(std::string_view text) noexcept {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
  std::uint32_t value = first & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return 0;
    value = (value << 6U) | (byte(i) & 0x3FU);
  }
  constexpr std::array<std::uint32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  return value < least[length] || value > 0x10FFFF || surrogate ? 0 : length;
}

}  // namespace

bool valid_utf8(std::string_view text) noexcept {
  while (!text.empty()) {
    const std::size_t length = first_character(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

bool valid_player_name(std::string_view name) noexcept {
  const bool fits = !name.empty() && name.size() <= max_name_bytes;
  return fits && valid_utf8(name) && std::ranges::none_of(name, [](char c) {
           return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
         });
}

}  // namespace flagrank::record

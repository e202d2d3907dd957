#include "common/protocol/utf8.hpp"

namespace flagrank::protocol::wire {

namespace {

constexpr CodePoint invalid{};

[[nodiscard]] constexpr bool well_formed(char32_t value, std::size_t length) noexcept {
  constexpr char32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
  if (value < smallest[length] || value > 0x10FFFF) return false;
  return value < 0xD800 || value > 0xDFFF;
}

}  // namespace

CodePoint first_code_point(std::string_view text) noexcept {
  const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  if (lead < 0xC0 || lead > 0xF7) return invalid;

  const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (text.size() < length) return invalid;
  char32_t value = lead & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) return invalid;
    value = (value << 6U) | (byte(i) & 0x3FU);
  }
  if (!well_formed(value, length)) return invalid;
  return {value, length};
}

}  // namespace flagrank::protocol::wire

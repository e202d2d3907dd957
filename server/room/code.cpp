#include "server/room/code.hpp"

namespace flagrank::room {

namespace {

constexpr char upper(char c) noexcept {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

}  // namespace

store::RoomKey draw_code(const std::function<std::uint32_t(std::uint32_t)>& dice) {
  store::RoomKey code;
  for (std::size_t i = 0; i < code_length; ++i) code += code_alphabet[dice(code_alphabet.size())];
  return code;
}

std::optional<store::RoomKey> read_code(std::string_view typed) {
  store::RoomKey code;
  for (const char sign : typed) {
    if (sign == ' ' || sign == '\t' || sign == '-') continue;
    code += upper(sign);
    if (code_alphabet.find(code.back()) == std::string_view::npos) return std::nullopt;
  }
  if (code.size() != code_length) return std::nullopt;
  return code;
}

}  // namespace flagrank::room

#include "common/rules/square.hpp"

namespace flagrank::rules {

std::optional<Square> Square::parse(std::string_view text) noexcept {
  if (text.size() != 2 && text.size() != 3) return std::nullopt;
  const int file = text[0] - 'a';
  if (file < 0 || file >= files) return std::nullopt;
  if (text.substr(1) == "10") return at(file, 9);
  const int row = text[1] - '1';
  if (text.size() != 2 || row < 0 || row >= 9) return std::nullopt;
  return at(file, row);
}

std::string Square::text() const {
  return static_cast<char>('a' + file()) + std::to_string(row() + 1);
}

}  // namespace flagrank::rules

#include "common/rules/piece_id.hpp"

namespace flagrank::rules {

std::optional<PieceId> PieceId::parse(std::string_view text) noexcept {
  const auto start = Square::parse(text);
  if (!start) return std::nullopt;
  return PieceId{*start};
}

std::string PieceId::text() const { return Square::from_index(index()).text(); }

}  // namespace flagrank::rules

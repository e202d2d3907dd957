#include "common/rules/piece_id.hpp"

#include <array>

#include "common/rules/side.hpp"

namespace flagrank::rules {
namespace {

constexpr std::array<std::string_view, 2 * PieceId::max_rescues> rescued_names{"red1", "red2",
                                                                               "blue1", "blue2"};

}  // namespace

std::optional<PieceId> PieceId::parse(std::string_view text) noexcept {
  if (const auto start = Square::parse(text)) return PieceId{*start};
  for (const Side side : {Side::red, Side::blue}) {
    for (std::size_t nth = 0; nth < max_rescues; ++nth) {
      const PieceId id = of_rescued(side, nth);
      if (rescued_names[static_cast<std::size_t>(id.value_ - Square::count)] == text) return id;
    }
  }
  return std::nullopt;
}

std::string PieceId::text() const {
  if (!rescued()) return Square::from_index(index()).text();
  return std::string{rescued_names[static_cast<std::size_t>(value_ - Square::count)]};
}

}  // namespace flagrank::rules

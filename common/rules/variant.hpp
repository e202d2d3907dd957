#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "common/rules/rank.hpp"
#include "common/rules/side.hpp"
#include "common/rules/square_set.hpp"

namespace flagrank::rules {

/// How many pieces there are of each rank, by `index(rank)`.
using Inventory = std::array<std::uint8_t, rank_count>;

/// A starting formation, drawn as its owner sees it, left to right: from the own front row to the
/// back row, with the letters of names.hpp; `.` stays empty.
struct NamedFormation {
  std::string_view name;     ///< as on the wire
  std::string_view summary;  ///< one sentence: what is thought behind it
  std::array<std::string_view, 4> rows;
};

/// A board with its armies (spec: rules, "Board and armies"). Pure data: a variant is a row of the
/// table in variant.cpp, and nothing else in the engine knows a variant by name.
struct Variant {
  std::string_view name;                  ///< as on the wire
  std::string_view summary;               ///< one sentence for who chooses
  SquareSet lakes;                        ///< nothing enters or crosses these
  std::array<SquareSet, 2> set_up_areas;  ///< by `index(side)`
  Inventory inventory;                    ///< the army of each side
  /// What a player may start from; the first, `default`, is what a newcomer gets.
  std::span<const NamedFormation> formations;

  [[nodiscard]] SquareSet set_up_area(Side side) const noexcept {
    return set_up_areas[index(side)];
  }
  [[nodiscard]] int pieces() const noexcept;  ///< in one army
};

/// All variants that this engine knows; the first is `classic`. They live as long as the program.
[[nodiscard]] std::span<const Variant> variants() noexcept;
[[nodiscard]] const Variant& classic() noexcept;
/// The variant of that name, or null.
[[nodiscard]] const Variant* find_variant(std::string_view name) noexcept;

}  // namespace flagrank::rules

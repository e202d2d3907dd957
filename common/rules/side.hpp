#pragma once

#include <cstddef>
#include <cstdint>

namespace flagrank::rules {

/// The two armies. Red sets up on rows 1-4 and moves first.
enum class Side : std::uint8_t { red, blue };

[[nodiscard]] constexpr Side opponent(Side side) noexcept {
  return side == Side::red ? Side::blue : Side::red;
}

/// Position of a side in a two-element table.
[[nodiscard]] constexpr std::size_t index(Side side) noexcept {
  return static_cast<std::size_t>(side);
}

}  // namespace flagrank::rules

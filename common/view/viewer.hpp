#pragma once

#include <optional>

#include "common/rules/side.hpp"

namespace flagrank::view {

/// Whose eyes something is shown to: the player of one side, or a spectator, who sees what is
/// public to both (spec: rules, "What each side may know").
class Viewer {
 public:
  [[nodiscard]] static constexpr Viewer player(rules::Side side) noexcept { return Viewer{side}; }
  [[nodiscard]] static constexpr Viewer spectator() noexcept { return Viewer{std::nullopt}; }

  /// The side that this viewer plays; none for a spectator.
  [[nodiscard]] constexpr std::optional<rules::Side> side() const noexcept { return side_; }
  [[nodiscard]] constexpr bool plays(rules::Side side) const noexcept { return side_ == side; }

  friend constexpr bool operator==(Viewer, Viewer) noexcept = default;

 private:
  explicit constexpr Viewer(std::optional<rules::Side> side) noexcept : side_{side} {}
  std::optional<rules::Side> side_;
};

}  // namespace flagrank::view

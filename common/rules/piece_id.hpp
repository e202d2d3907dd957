#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "common/rules/square.hpp"

namespace flagrank::rules {

/// The public identity of a piece for the whole of a game: the square it started on, never
/// anything that depends on its rank or on the order of set-up (spec: rules, "What each side may
/// know"). Written as that square, "a4".
class PieceId {
 public:
  constexpr PieceId() noexcept = default;
  explicit constexpr PieceId(Square start) noexcept
      : value_{static_cast<std::uint8_t>(start.index())} {}

  [[nodiscard]] static std::optional<PieceId> parse(std::string_view text) noexcept;

  [[nodiscard]] constexpr int index() const noexcept { return value_; }
  [[nodiscard]] std::string text() const;

  friend constexpr auto operator<=>(PieceId, PieceId) noexcept = default;

 private:
  std::uint8_t value_ = 0;
};

}  // namespace flagrank::rules

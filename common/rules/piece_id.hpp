#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "common/rules/side.hpp"
#include "common/rules/square.hpp"

namespace flagrank::rules {

/// The public identity of a piece for the whole of a game, never anything that depends on its rank
/// or on the order of set-up (spec: rules, "What each side may know"): the square it started on,
/// written as that, "a4". A piece that was rescued has a new identity, which says only whose first
/// or second rescue brought it: "red1", "blue2".
class PieceId {
 public:
  constexpr PieceId() noexcept = default;
  explicit constexpr PieceId(Square start) noexcept
      : value_{static_cast<std::uint8_t>(start.index())} {}
  /// What the rescue number `nth` of that side brings back; from 0, below `max_rescues`.
  [[nodiscard]] static constexpr PieceId of_rescued(Side side, std::size_t nth) noexcept {
    PieceId id;
    id.value_ = static_cast<std::uint8_t>(Square::count +
                                          (flagrank::rules::index(side) * max_rescues) + nth);
    return id;
  }

  static constexpr std::size_t max_rescues = 2;  ///< in a game, for each side

  [[nodiscard]] static std::optional<PieceId> parse(std::string_view text) noexcept;

  [[nodiscard]] constexpr int index() const noexcept { return value_; }
  [[nodiscard]] constexpr bool rescued() const noexcept { return value_ >= Square::count; }
  /// Which of its side's rescues brought it, from 0; only of a rescued piece.
  [[nodiscard]] constexpr std::size_t nth_rescue() const noexcept {
    return static_cast<std::size_t>(value_ - Square::count) % max_rescues;
  }
  [[nodiscard]] std::string text() const;

  friend constexpr auto operator<=>(PieceId, PieceId) noexcept = default;

 private:
  std::uint8_t value_ = 0;
};

}  // namespace flagrank::rules

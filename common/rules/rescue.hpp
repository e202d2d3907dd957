#pragma once

#include <optional>

#include "common/rules/board.hpp"
#include "common/rules/event.hpp"
#include "common/rules/move.hpp"
#include "common/rules/ruleset.hpp"

/// The rescue (spec: rules, "Rescue"): when there is one to decide on, and what may come back.
namespace flagrank::rules {

/// The half of the board on which a side's captured pieces come back.
[[nodiscard]] constexpr SquareSet own_half(Side side) noexcept {
  constexpr int half = Square::rows / 2;
  return side == Side::red ? SquareSet::of_rows(0, half - 1)
                           : SquareSet::of_rows(half, Square::rows - 1);
}

/// The enemy's row that is farthest away.
[[nodiscard]] constexpr SquareSet enemy_back_row(Side side) noexcept {
  constexpr int last = Square::rows - 1;
  return side == Side::red ? SquareSet::of_rows(last, last) : SquareSet::of_rows(0, 0);
}

/// Where a piece of that side could come back to.
[[nodiscard]] SquareSet rescue_squares(const Ruleset& ruleset, const Board& board,
                                       Side side) noexcept;

/// How many pieces of each rank the side has lost and could bring back.
[[nodiscard]] Inventory rescuable(const Board& board, Side side) noexcept;

/// Has `side`, after that move of its, to say whether it brings a piece back? `board` is the one
/// that the move led to; if the mover fell, whatever beat it may stand on `move.to`.
///
/// Asks what everybody can tell, and no more: else the turn's going on would say that the piece is
/// no scout, or what a silent defence hid. So a scout that nobody knows has to decline, and so has
/// a side that lost bombs alone in silence.
[[nodiscard]] bool opens_rescue(const Ruleset& ruleset, const Board& board, Side side,
                                Move move) noexcept;

/// Why the piece on `rescuer`, with that decision open, may not bring this back; nothing where it
/// may. Tested in this order: scout_cannot_rescue, not_captured, not_own_half, lake, occupied.
[[nodiscard]] std::optional<Rejection> rescue_fault(const Ruleset& ruleset, const Board& board,
                                                    Square rescuer, Rescue rescue) noexcept;

}  // namespace flagrank::rules

#pragma once

#include <optional>

#include "common/rules/board.hpp"
#include "common/rules/move.hpp"
#include "common/rules/ruleset.hpp"

/// How pieces go (spec: rules, "Turns"): everything about a move but whose turn it is and what was
/// played before.
namespace flagrank::rules {

/// Why no rule about earlier moves is needed to refuse this move; nothing where the piece can go
/// there. Tested in this order: not_your_piece, immovable, not_straight, too_far, own_piece, lake,
/// blocked, no_strike.
[[nodiscard]] std::optional<Rejection> movement_fault(const Ruleset& ruleset, const Board& board,
                                                      Side side, Move move) noexcept;

/// All moves without such a fault, added to `moves`: direction by direction.
void add_moves(const Ruleset& ruleset, const Board& board, Side side, MoveList& moves) noexcept;

/// Is there any such move?
[[nodiscard]] bool any_moves(const Ruleset& ruleset, const Board& board, Side side) noexcept;

}  // namespace flagrank::rules

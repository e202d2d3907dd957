#include "common/rules/movement.hpp"

#include <cstdlib>

namespace flagrank::rules {
namespace {

/// The direction in which `to` lies on the same file or row; nothing where it does not.
std::optional<Direction> direction_of(Move move) noexcept {
  if (move.from == move.to) return std::nullopt;
  const bool ascending = move.from < move.to;
  if (move.from.file() == move.to.file()) return ascending ? Direction::up : Direction::down;
  if (move.from.row() == move.to.row()) return ascending ? Direction::right : Direction::left;
  return std::nullopt;
}

/// What a run meets on its way, its two ends left out.
SquareSet between(Move move, Direction direction) noexcept {
  SquareSet squares;
  const int step = stride(direction);
  for (int i = move.from.index() + step; i != move.to.index(); i += step) {
    squares.insert(Square::from_index(i));
  }
  return squares;
}

std::optional<Rejection> path_fault(const Ruleset& ruleset, const Board& board, Side side,
                                    Move move, Direction direction) noexcept {
  const SquareSet own = board.occupied(side);
  const SquareSet enemies = board.occupied(opponent(side));
  const SquareSet lakes = ruleset.variant->lakes;
  const SquareSet path = between(move, direction);
  if (own.contains(move.to)) return Rejection::own_piece;
  if (lakes.contains(move.to) || !(path & lakes).empty()) return Rejection::lake;
  if (!(path & (own | enemies)).empty()) return Rejection::blocked;
  if (!path.empty() && enemies.contains(move.to) && !ruleset.scout_strike) {
    return Rejection::no_strike;
  }
  return std::nullopt;
}

void push_all(SquareSet targets, int distance, MoveList& moves) noexcept {
  targets.for_each([&](Square to) { moves.push({Square::from_index(to.index() - distance), to}); });
}

}  // namespace

std::optional<Rejection> movement_fault(const Ruleset& ruleset, const Board& board, Side side,
                                        Move move) noexcept {
  const Piece* piece = board.at(move.from);
  if (piece == nullptr || piece->side != side) return Rejection::not_your_piece;
  if (!movable(piece->rank)) return Rejection::immovable;
  const auto direction = direction_of(move);
  if (!direction) return Rejection::not_straight;
  if (piece->rank != Rank::scout && !neighbours(move.from, move.to)) return Rejection::too_far;
  return path_fault(ruleset, board, side, move, *direction);
}

void add_moves(const Ruleset& ruleset, const Board& board, Side side, MoveList& moves) noexcept {
  const SquareSet enemies = board.occupied(opponent(side));
  const SquareSet closed = board.occupied(side) | ruleset.variant->lakes;
  for (const Direction direction : all_directions) {
    const int step = stride(direction);
    push_all(board.movers(side).shifted(direction) - closed, step, moves);

    // All scouts run at once: those that went k squares stand k strides from where they began.
    SquareSet runners = board.scouts(side).shifted(direction) - closed - enemies;
    for (int distance = 2 * step; !runners.empty(); distance += step) {
      const SquareSet reached = runners.shifted(direction) - closed;
      runners = reached - enemies;
      push_all(ruleset.scout_strike ? reached : runners, distance, moves);
    }
  }
}

bool any_moves(const Ruleset& ruleset, const Board& board, Side side) noexcept {
  // Whoever can go anywhere can go one square.
  const SquareSet closed = board.occupied(side) | ruleset.variant->lakes;
  return !(neighbourhood(board.movers(side)) - closed).empty();
}

}  // namespace flagrank::rules

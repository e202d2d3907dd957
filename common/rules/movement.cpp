#include "common/rules/movement.hpp"

namespace flagrank::rules {
namespace {

bool straight(Move move) noexcept {
  return move.from != move.to &&
         (move.from.file() == move.to.file() || move.from.row() == move.to.row());
}

/// What a straight run meets on its way, its two ends left out.
SquareSet between(Move move) noexcept {
  const int distance = move.from.file() == move.to.file() ? Square::files : 1;
  const int step = move.from < move.to ? distance : -distance;
  SquareSet squares;
  for (int i = move.from.index() + step; i != move.to.index(); i += step) {
    squares.insert(Square::from_index(i));
  }
  return squares;
}

std::optional<Rejection> path_fault(const Ruleset& ruleset, const Board& board, Side side,
                                    Square to, SquareSet path) noexcept {
  const SquareSet own = board.occupied(side);
  const SquareSet enemies = board.occupied(opponent(side));
  const SquareSet lakes = ruleset.variant->lakes;
  if (own.contains(to)) return Rejection::own_piece;
  if (lakes.contains(to) || !(path & lakes).empty()) return Rejection::lake;
  if (path.empty()) return std::nullopt;
  if (!(path & (own | enemies)).empty()) return Rejection::blocked;
  if (!ruleset.scout_strike && enemies.contains(to)) return Rejection::no_strike;
  return std::nullopt;
}

/// How many pieces of a side can step the same way. Nine times in ten there are no more in random
/// games; where five were expected of either side and both words, playouts were 7 % slower.
constexpr SquareSet::Usual usual_red{.low = 8, .high = 1};
constexpr SquareSet::Usual usual_blue{.low = 3, .high = 6};

/// The direction is a template's argument, so that nothing asks for it in the loops.
template <Direction direction>
void add_moves_towards(const Ruleset& ruleset, const Board& board, Side side, SquareSet closed,
                       MoveList& moves) noexcept {
  constexpr int step = stride(direction);
  const SquareSet reachable = board.movers(side).shifted(direction) - closed;
  if (side == Side::red) {
    moves.push_all<usual_red>(reachable, step);
  } else {
    moves.push_all<usual_blue>(reachable, step);
  }

  // All scouts run at once: those that went k squares stand k strides from where they began.
  const SquareSet enemies = board.occupied(opponent(side));
  SquareSet runners = board.scouts(side).shifted(direction) - closed - enemies;
  for (int distance = 2 * step; !runners.empty(); distance += step) {
    const SquareSet reached = runners.shifted(direction) - closed;
    runners = reached - enemies;
    (ruleset.scout_strike ? reached : runners).for_each([&](Square to) {
      moves.push({Square::from_index(to.index() - distance), to});
    });
  }
}

}  // namespace

std::optional<Rejection> movement_fault(const Ruleset& ruleset, const Board& board, Side side,
                                        Move move) noexcept {
  const Piece* piece = board.at(move.from);
  if (piece == nullptr || piece->side != side) return Rejection::not_your_piece;
  if (!movable(piece->rank)) return Rejection::immovable;
  const bool step = neighbours(move.from, move.to);
  if (!step && !straight(move)) return Rejection::not_straight;
  if (!step && piece->rank != Rank::scout) return Rejection::too_far;
  return path_fault(ruleset, board, side, move.to, step ? SquareSet{} : between(move));
}

void add_moves(const Ruleset& ruleset, const Board& board, Side side, MoveList& moves) noexcept {
  const SquareSet closed = board.occupied(side) | ruleset.variant->lakes;
  add_moves_towards<Direction::up>(ruleset, board, side, closed, moves);
  add_moves_towards<Direction::down>(ruleset, board, side, closed, moves);
  add_moves_towards<Direction::left>(ruleset, board, side, closed, moves);
  add_moves_towards<Direction::right>(ruleset, board, side, closed, moves);
}

bool any_moves(const Ruleset& ruleset, const Board& board, Side side) noexcept {
  // Whoever can go anywhere can go one square.
  const SquareSet closed = board.occupied(side) | ruleset.variant->lakes;
  return !(neighbourhood(board.movers(side)) - closed).empty();
}

}  // namespace flagrank::rules

#include "common/rules/rescue.hpp"

#include <algorithm>
#include <array>

namespace flagrank::rules {
namespace {

/// Has the side lost a piece that could come back, as far as everybody can tell?
bool seems_rescuable(const Ruleset& ruleset, const Board& board, Side side) noexcept {
  if (!ruleset.silent_defense) {
    return std::ranges::any_of(rescuable(board, side), [](int count) { return count > 0; });
  }
  // What fell in silence may have been anything, unless a scout had found a bomb there before.
  const auto fallen = std::ranges::count_if(board.pieces(side), [](const Piece& piece) {
    return !piece.alive && (!piece.known || piece.rank != Rank::bomb);
  });
  return static_cast<std::size_t>(fallen) > board.rescues(side);
}

}  // namespace

SquareSet rescue_squares(const Ruleset& ruleset, const Board& board, Side side) noexcept {
  return own_half(side) - ruleset.variant->lakes - board.occupied(Side::red) -
         board.occupied(Side::blue);
}

Inventory rescuable(const Board& board, Side side) noexcept {
  std::array<int, rank_count> missing{};
  for (const Piece& piece : board.pieces(side)) {
    if (!piece.alive) ++missing[index(piece.rank)];
    if (piece.id.rescued()) --missing[index(piece.rank)];
  }
  Inventory counts{};
  for (const Rank rank : all_ranks) {
    if (movable(rank)) counts[index(rank)] = static_cast<std::uint8_t>(missing[index(rank)]);
  }
  return counts;
}

bool opens_rescue(const Ruleset& ruleset, const Board& board, Side side, Move move) noexcept {
  if (!ruleset.rescue || !enemy_back_row(side).contains(move.to)) return false;
  if (move.from.row() == move.to.row()) return false;
  const Piece* piece = board.at(move.to);
  if (piece == nullptr || piece->side != side) return false;
  const bool known_scout = piece->known && piece->rank == Rank::scout;
  if (known_scout || piece->rescuer || board.rescues(side) >= PieceId::max_rescues) return false;
  return seems_rescuable(ruleset, board, side) && !rescue_squares(ruleset, board, side).empty();
}

std::optional<Rejection> rescue_fault(const Ruleset& ruleset, const Board& board, Square rescuer,
                                      Rescue rescue) noexcept {
  const Piece& piece = *board.at(rescuer);
  if (piece.rank == Rank::scout) return Rejection::scout_cannot_rescue;
  if (rescuable(board, piece.side)[index(rescue.rank)] == 0) return Rejection::not_captured;
  if (!own_half(piece.side).contains(rescue.square)) return Rejection::not_own_half;
  if (ruleset.variant->lakes.contains(rescue.square)) return Rejection::lake;
  if (board.at(rescue.square) != nullptr) return Rejection::occupied;
  return std::nullopt;
}

}  // namespace flagrank::rules

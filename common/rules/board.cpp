#include "common/rules/board.hpp"

#include <cassert>

namespace flagrank::rules {

void Board::add(Side side, Placement placement) noexcept {
  assert(rescues(side) == 0 && counts_[index(side)] < max_army);
  add(side, PieceId{placement.square}, placement);
}

PieceId Board::add_rescued(Side side, Placement placement) noexcept {
  assert(rescues(side) < PieceId::max_rescues);
  const PieceId id = PieceId::of_rescued(side, rescues_[index(side)]++);
  add(side, id, placement);
  return id;
}

void Board::add(Side side, PieceId id, Placement placement) noexcept {
  const auto [square, rank] = placement;
  assert(at(square) == nullptr);
  const std::size_t slot = first_slot(side) + counts_[index(side)]++;
  pieces_[slot] = {.id = id, .side = side, .rank = rank, .square = square};
  slots_[static_cast<std::size_t>(square.index())] = static_cast<std::uint8_t>(slot);
  Sets& sets = sets_[index(side)];
  sets.all.insert(square);
  if (movable(rank)) sets.movers.insert(square);
  if (rank == Rank::scout) sets.scouts.insert(square);
  position_ ^= position_key(id, square);
}

void Board::shift(Move move) noexcept {
  std::uint8_t& from = slots_[static_cast<std::size_t>(move.from.index())];
  std::uint8_t& to = slots_[static_cast<std::size_t>(move.to.index())];
  Piece& piece = pieces_[from];
  position_ = position_after(piece.id, move);
  piece.square = move.to;
  to = from;
  from = no_piece;

  Sets& sets = sets_[index(piece.side)];
  sets.all.erase(move.from);
  sets.all.insert(move.to);
  sets.movers.erase(move.from);
  sets.movers.insert(move.to);
  if (piece.rank != Rank::scout) return;
  sets.scouts.erase(move.from);
  sets.scouts.insert(move.to);
}

void Board::remove(Square square) noexcept {
  std::uint8_t& slot = slots_[static_cast<std::size_t>(square.index())];
  Piece& piece = pieces_[slot];
  position_ ^= position_key(piece.id, square);
  piece.alive = false;
  slot = no_piece;

  Sets& sets = sets_[index(piece.side)];
  sets.all.erase(square);
  sets.movers.erase(square);
  sets.scouts.erase(square);
}

void Board::mark_moved(Square square) noexcept { standing_on(square).moved = true; }

void Board::mark_known(Square square) noexcept { standing_on(square).known = true; }

void Board::mark_rescuer(Square square) noexcept { standing_on(square).rescuer = true; }

namespace {

/// What is wrong with the list of one side's pieces by itself.
std::optional<std::string> broken_list(std::span<const Piece> army, Side side,
                                       std::size_t rescues) {
  std::size_t rescued = 0;
  std::size_t rescuers = 0;
  const Piece* previous = nullptr;
  for (const Piece& piece : army) {
    const std::string name = piece.id.text();
    if (piece.side != side) return "piece " + name + " is filed under the wrong side";
    if (previous != nullptr && piece.id <= previous->id) return "identities out of order";
    if (piece.moved && !movable(piece.rank)) return "piece " + name + " cannot have moved";
    if (piece.id.rescued() && piece.id != PieceId::of_rescued(side, rescued++)) {
      return "piece " + name + " came back out of turn";
    }
    if (piece.rescuer) ++rescuers;
    previous = &piece;
  }
  if (rescued != rescues) return "the number of rescues has drifted";
  if (rescuers != rescued) return "not as many pieces rescued as came back";
  return std::nullopt;
}

}  // namespace

std::optional<std::string> Board::broken_invariant() const {
  Board again;
  for (const Side side : {Side::red, Side::blue}) {
    if (auto broken = broken_list(pieces(side), side, rescues(side))) return broken;
    for (const Piece& piece : pieces(side)) {
      if (!piece.alive) continue;
      if (again.at(piece.square) != nullptr) return "two pieces on " + piece.square.text();
      if (at(piece.square) != &piece) {
        return "piece " + piece.id.text() + " is not found on its square";
      }
      again.add(side, piece.id, {piece.square, piece.rank});
    }
    if (again.sets_[index(side)] != sets_[index(side)]) return "a set of squares has drifted";
  }
  for (int i = 0; i < Square::count; ++i) {
    const Square square = Square::from_index(i);
    if ((at(square) == nullptr) != (again.at(square) == nullptr)) {
      return "a piece on " + square.text() + " that is nowhere else";
    }
  }
  if (again.position_ != position_) return "the position's hash has drifted";
  return std::nullopt;
}

}  // namespace flagrank::rules

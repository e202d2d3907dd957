#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "common/rules/formation.hpp"
#include "common/rules/move.hpp"
#include "common/rules/piece.hpp"
#include "common/rules/square_set.hpp"

namespace flagrank::rules {

/// What a piece on a square adds to the hash of a position: a position's hash is the exclusive or
/// over its pieces. Computed and not looked up: a table of 100 × 100 keys would not stay in cache.
[[nodiscard]] constexpr std::uint64_t position_key(PieceId piece, Square square) noexcept {
  // The finaliser of splitmix64, which spreads any difference over all bits.
  auto key = static_cast<std::uint64_t>(piece.index() * Square::count + square.index() + 1);
  key *= 0x9e3779b97f4a7c15;
  key = (key ^ (key >> 30U)) * 0xbf58476d1ce4e5b9;
  key = (key ^ (key >> 27U)) * 0x94d049bb133111eb;
  return key ^ (key >> 31U);
}

/// Where every piece stands, kept three ways for three kinds of question: by piece, by square, and
/// as sets of squares. Knows nothing of rules but which ranks move.
class Board {
 public:
  static constexpr std::size_t max_army = 40;

  /// Adds a piece that has not moved; its identity is its square. Pieces of a side are added in
  /// ascending order of squares, at most `max_army` of them; the square is free.
  void add(Side side, Placement placement) noexcept;
  /// Adds a piece that came back, under a new identity: at most `PieceId::max_rescues` for a side,
  /// after its whole army. The square is free.
  PieceId add_rescued(Side side, Placement placement) noexcept;
  /// Moves what stands on `move.from` to `move.to`, which is free.
  void shift(Move move) noexcept;
  /// Takes what stands on the square from the board.
  void remove(Square square) noexcept;
  /// Notes that what stands on the square has moved now.
  void mark_moved(Square square) noexcept;
  /// Notes that everybody has learnt the rank of what stands on the square.
  void mark_known(Square square) noexcept;
  /// Notes that what stands on the square has brought a piece back.
  void mark_rescuer(Square square) noexcept;

  /// The piece on that square, or null.
  [[nodiscard]] const Piece* at(Square square) const noexcept {
    const std::uint8_t slot = slots_[static_cast<std::size_t>(square.index())];
    return slot == no_piece ? nullptr : &pieces_[slot];
  }
  [[nodiscard]] std::span<const Piece> pieces(Side side) const noexcept {
    return {pieces_.data() + first_slot(side), counts_[index(side)]};
  }

  /// How many pieces of that side have come back.
  [[nodiscard]] std::size_t rescues(Side side) const noexcept { return rescues_[index(side)]; }

  [[nodiscard]] SquareSet occupied(Side side) const noexcept { return sets_[index(side)].all; }
  /// Where pieces stand that can move, scouts among them.
  [[nodiscard]] SquareSet movers(Side side) const noexcept { return sets_[index(side)].movers; }
  [[nodiscard]] SquareSet scouts(Side side) const noexcept { return sets_[index(side)].scouts; }

  /// A hash of which piece stands where, by public identity and never by rank.
  [[nodiscard]] std::uint64_t position() const noexcept { return position_; }
  /// The same, after a move to a free square.
  [[nodiscard]] std::uint64_t position_after(PieceId piece, Move move) const noexcept {
    return position_ ^ position_key(piece, move.from) ^ position_key(piece, move.to);
  }

  /// What of this disagrees with the list of pieces; nothing when all is well.
  [[nodiscard]] std::optional<std::string> broken_invariant() const;

  friend bool operator==(const Board&, const Board&) = default;

 private:
  static constexpr std::uint8_t no_piece = 0xff;
  static constexpr std::size_t max_pieces = max_army + PieceId::max_rescues;

  struct Sets {
    SquareSet all;
    SquareSet movers;
    SquareSet scouts;
    friend bool operator==(const Sets&, const Sets&) = default;
  };
  using Slots = std::array<std::uint8_t, Square::count>;

  [[nodiscard]] static constexpr std::size_t first_slot(Side side) noexcept {
    return index(side) * max_pieces;
  }
  [[nodiscard]] Piece& standing_on(Square square) noexcept {
    return pieces_[slots_[static_cast<std::size_t>(square.index())]];
  }
  void add(Side side, PieceId id, Placement placement) noexcept;
  [[nodiscard]] static constexpr Slots empty_slots() noexcept {
    Slots slots{};
    slots.fill(no_piece);
    return slots;
  }

  std::array<Piece, 2 * max_pieces> pieces_;  ///< Red's from 0, Blue's from `max_pieces`
  Slots slots_ = empty_slots();               ///< which of them stands on a square
  std::array<std::uint8_t, 2> counts_{};
  std::array<std::uint8_t, 2> rescues_{};
  std::array<Sets, 2> sets_;
  std::uint64_t position_ = 0;
};

}  // namespace flagrank::rules

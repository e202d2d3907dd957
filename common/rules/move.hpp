#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "common/rules/rank.hpp"
#include "common/rules/square.hpp"
#include "common/rules/square_set.hpp"

namespace flagrank::rules {

/// A wish to move whatever stands on `from` to `to`; says nothing about its being legal.
struct Move {
  Square from;
  Square to;
  friend constexpr bool operator==(Move, Move) noexcept = default;
};

/// A wish to bring back a captured piece of that rank.
struct Rescue {
  Rank rank = Rank::flag;
  Square square;
  friend constexpr bool operator==(Rescue, Rescue) noexcept = default;
};

/// The legal moves of one position, without an allocation. Its capacity covers forty scouts in
/// the open, more than any position can hold.
class MoveList {
 public:
  static constexpr std::size_t capacity = 40 * 18;

  MoveList() noexcept {}  // NOLINT(modernize-use-equals-default): the array stays uninitialised

  void push(Move move) noexcept { std::construct_at(moves_.data() + size_++, move); }
  /// Adds the moves to all `targets`, each from the square whose index is less by `distance`.
  template <SquareSet::Usual usual>
  void push_all(SquareSet targets, int distance) noexcept {
    size_ += targets.enumerate<usual>([this, distance](std::size_t i, Square to) {
      std::construct_at(moves_.data() + size_ + i, Square::from_index(to.index() - distance), to);
    });
  }
  void clear() noexcept { size_ = 0; }
  /// Keeps the others in their order.
  template <class Predicate>
  void remove_if(Predicate refused) noexcept {
    const auto* kept = std::remove_if(moves_.data(), moves_.data() + size_, refused);
    size_ = static_cast<std::size_t>(kept - moves_.data());
  }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] Move operator[](std::size_t i) const noexcept { return moves_[i]; }
  [[nodiscard]] const Move* begin() const noexcept { return moves_.data(); }
  [[nodiscard]] const Move* end() const noexcept { return moves_.data() + size_; }

 private:
  std::size_t size_ = 0;
  // In a union nothing of it is initialised, which would cost more than finding the moves.
  union {
    // NOLINTNEXTLINE(readability-identifier-naming): private all the same
    std::array<Move, capacity> moves_;
  };
};

/// Why a move or a rescue is refused. Each follows from facts that both players know, apart from
/// those that concern the mover's own pieces (`immovable`, `scout_cannot_rescue`, `not_captured`);
/// so a refusal tells nobody anything.
enum class Rejection : std::uint8_t {
  game_over,            ///< the game has ended
  not_your_turn,        ///< the other side is to move
  not_your_piece,       ///< no piece of the mover's stands on `from`
  immovable,            ///< bombs and flags never move
  not_straight,         ///< not along a file or a row, or no move at all
  too_far,              ///< more than one square with a piece that is no scout
  lake,                 ///< into or across a lake
  own_piece,            ///< an own piece stands on `to`
  blocked,              ///< something stands between `from` and `to`
  no_strike,            ///< an attack after a run, with `scout_strike` off
  two_squares,          ///< the two-squares rule
  chase,                ///< the chasing rule, in whichever form the ruleset has it
  rescue_pending,       ///< a move, while the mover still has to say whether it rescues
  no_rescue,            ///< there is no rescue to decide on
  scout_cannot_rescue,  ///< the piece that reached the back row is a scout
  not_captured,         ///< no such piece of the rescuer's is there to bring back
  not_own_half,         ///< pieces come back to their own half of the board
  occupied              ///< something stands on the square
};

}  // namespace flagrank::rules

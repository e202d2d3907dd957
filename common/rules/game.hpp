#pragma once

#include <boost/system/result.hpp>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "common/rules/board.hpp"
#include "common/rules/event.hpp"
#include "common/rules/formation.hpp"
#include "common/rules/move.hpp"
#include "common/rules/piece.hpp"
#include "common/rules/repetition.hpp"
#include "common/rules/rescue.hpp"
#include "common/rules/ruleset.hpp"

namespace flagrank::rules {

/// Any arrangement of pieces to start from, complete armies or not.
struct Position {
  struct Entry {
    Side side = Side::red;
    Placement placement;
    friend bool operator==(const Entry&, const Entry&) = default;
  };
  std::vector<Entry> pieces;
  Side to_move = Side::red;
};

/// One game from its first move to its end: the only place that knows what is legal and what
/// follows. A value: copies are independent. It knows no time, no players and no chance.
///
/// Asking (`check`, `legal_moves`) never changes anything and never allocates; a deed (`apply`,
/// `rescue`, `decline_rescue`) changes something only when it succeeds. The cost of either does not
/// grow with the length of the game.
class Game {
 public:
  /// A game between two formations, Red's and Blue's. Over at once where Red cannot move.
  [[nodiscard]] static Game start(const Ruleset& ruleset, const Formation& red,
                                  const Formation& blue);

  /// A game from any position, for worked examples and records. Refused, with a sentence, when a
  /// piece stands in a lake, two share a square, or a side has more than forty pieces.
  [[nodiscard]] static boost::system::result<Game, std::string> from_position(
      const Ruleset& ruleset, const Position& position);

  [[nodiscard]] const Ruleset& ruleset() const noexcept { return ruleset_; }
  /// Whose turn it is, or would be if the game were not over.
  [[nodiscard]] Side to_move() const noexcept { return to_move_; }
  [[nodiscard]] std::uint32_t ply() const noexcept { return ply_; }  ///< moves played so far
  /// Plies since the last fight.
  [[nodiscard]] std::uint32_t quiet_moves() const noexcept { return quiet_moves_; }
  [[nodiscard]] std::optional<Ended> ended() const noexcept { return ended_; }
  /// Has the side to move made its move, and still to say whether it brings a captured piece back?
  [[nodiscard]] bool rescue_pending() const noexcept { return rescuer_.has_value(); }

  /// The living piece on that square, or null. Invalid after the next change.
  [[nodiscard]] const Piece* at(Square square) const noexcept { return board_.at(square); }
  /// All pieces that this side began with, taken ones too, in the order of their identities.
  [[nodiscard]] std::span<const Piece> pieces(Side side) const noexcept {
    return board_.pieces(side);
  }

  /// Why `side` may not play `move` now; nothing where it may. What is tested first is told:
  /// game_over, not_your_turn, rescue_pending, not_your_piece, immovable, not_straight, too_far,
  /// own_piece, lake, blocked, no_strike, two_squares, chase.
  [[nodiscard]] std::optional<Rejection> check(Side side, Move move) const noexcept;
  /// The legal moves of the side to move; none when the game is over or a rescue is pending.
  [[nodiscard]] MoveList legal_moves() const noexcept;
  /// Could `side` move if it were its turn? Nobody can when the game is over.
  [[nodiscard]] bool has_legal_move(Side side) const noexcept;

  boost::system::result<Turn, Rejection> apply(Side side, Move move);

  /// Why `side` may not bring this back now. Told in this order: game_over, not_your_turn,
  /// no_rescue, then as `rescue_fault` says.
  [[nodiscard]] std::optional<Rejection> check_rescue(Side side, Rescue rescue) const noexcept;
  /// How many pieces of each rank the side has lost and could bring back.
  [[nodiscard]] Inventory rescuable(Side side) const noexcept {
    return rules::rescuable(board_, side);
  }
  /// Where a piece of that side could come back to.
  [[nodiscard]] SquareSet rescue_squares(Side side) const noexcept {
    return rules::rescue_squares(ruleset_, board_, side);
  }
  /// Brings a piece back, which ends the turn.
  boost::system::result<RescueTurn, Rejection> rescue(Side side, Rescue rescue);
  /// Ends the turn without: refused as game_over, not_your_turn or no_rescue.
  boost::system::result<RescueTurn, Rejection> decline_rescue(Side side);

  /// Ends a game that is not over, for a reason that lies outside the board.
  Ended end(EndReason reason, std::optional<Side> winner);

  /// Re-derives all redundant state and says what disagrees; nothing when all is well. For tests
  /// and debug builds.
  [[nodiscard]] std::optional<std::string> broken_invariant() const;

  /// The same moves from the same start make equal games.
  friend bool operator==(const Game&, const Game&) = default;

 private:
  Game(const Ruleset& ruleset, const Board& board, Side to_move);

  [[nodiscard]] std::optional<Rejection> repetition_fault(Side side, Move move) const noexcept;
  [[nodiscard]] bool can_move(Side side) const noexcept;
  [[nodiscard]] std::optional<Ended> immobility() const noexcept;
  [[nodiscard]] std::optional<Ended> end_of_turn() const noexcept;
  [[nodiscard]] Combat combat(const Piece& attacker, const Piece& defender) const noexcept;
  Moved play(const Piece& piece, Move move);
  [[nodiscard]] std::optional<Rejection> out_of_rescue(Side side) const noexcept;
  /// Hands the move to the other side, and ends the game where that ends it.
  void end_turn() noexcept;

  Ruleset ruleset_;
  Board board_;
  Repetition repetition_;
  Side to_move_ = Side::red;
  std::uint32_t ply_ = 0;
  std::uint32_t quiet_moves_ = 0;
  std::optional<Square> rescuer_;  ///< where the piece stands that may bring one back now
  std::optional<Ended> ended_;
};

}  // namespace flagrank::rules

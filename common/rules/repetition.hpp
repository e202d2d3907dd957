#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "common/rules/board.hpp"
#include "common/rules/move.hpp"
#include "common/rules/piece_id.hpp"
#include "common/rules/position_table.hpp"
#include "common/rules/ruleset.hpp"
#include "common/rules/side.hpp"
#include "common/rules/square_set.hpp"

/// The repetition rules (spec: rules, "Repetition"). They see public facts alone; no rank gets as
/// far as here, and so no refusal can give one away.
namespace flagrank::rules {

/// What these rules see of a move.
struct Step {
  Side side = Side::red;
  PieceId piece;
  Move move;
  bool attack = false;
};

/// A stretch of one file or row between two squares, standing for the borders between them; none
/// where the two are the same.
struct Stretch {
  Square low;
  Square high;

  [[nodiscard]] static Stretch of(Move move) noexcept;
  [[nodiscard]] bool empty() const noexcept { return low == high; }
  /// The borders that belong to both.
  [[nodiscard]] Stretch common(Stretch other) const noexcept;
  friend bool operator==(const Stretch&, const Stretch&) = default;
};

/// The last moves of one side, as far back as one and the same piece made them.
class Trail {
 public:
  void add(const Step& step) noexcept;

  /// The borders that all of the side's last three moves crossed, by that piece.
  [[nodiscard]] Stretch crossed_thrice() const noexcept { return crossed_thrice_; }
  [[nodiscard]] bool refuses_two_squares(const Step& step) const noexcept;

  /// Have the last five moves, by that piece and without an attack, kept to three squares?
  [[nodiscard]] bool kept_to_three() const noexcept {
    return quiet_ == remembered && visited().size() <= 3;
  }
  /// An attack is never refused: it brings the game on, whoever wins it.
  [[nodiscard]] bool refuses_three_squares(const Step& step) const noexcept;

  [[nodiscard]] std::optional<std::string> broken_invariant(const Board& board, Side side) const;

  friend bool operator==(const Trail&, const Trail&) = default;

 private:
  [[nodiscard]] Stretch last_three_crossed() const noexcept;
  [[nodiscard]] SquareSet visited() const noexcept;

  static constexpr std::uint8_t remembered = 5;  ///< as many as either rule asks for

  PieceId piece_;
  std::uint8_t moves_ = 0;  ///< up to `remembered`
  std::uint8_t quiet_ = 0;  ///< of them, those since its last attack
  /// Where the piece stood after each of them, the latest first, and before the first.
  std::array<Square, remembered + 1> squares_;
  Stretch crossed_thrice_;
};

/// One side's chase of the other's pieces.
struct Chase {
  std::uint32_t length = 0;  ///< in plies; 0 = no chase runs
  SquareSet evaders;         ///< where the enemy pieces stand that evaded in this chase
  Move last;                 ///< the side's last move; `from == to` before its first

  [[nodiscard]] bool running() const noexcept { return length > 0; }
  /// A position cannot come back sooner within a chase, but by going straight back, which is
  /// allowed: with the candidate it takes two moves of an evader and three of chasers.
  [[nodiscard]] bool long_enough() const noexcept { return length >= 5 && !evaders.empty(); }
  void end() noexcept {
    length = 0;
    evaders = {};
  }
  friend bool operator==(const Chase&, const Chase&) = default;
};

/// What both rules need to remember of a game.
class Repetition {
 public:
  explicit Repetition(const Ruleset& ruleset) noexcept
      : two_squares_{ruleset.two_squares}, chase_rule_{ruleset.chase} {}

  /// Might any move of that side be refused now? Cheap, and nearly always false.
  [[nodiscard]] bool watches(Side side) const noexcept {
    const Trail& trail = trails_[index(side)];
    if (two_squares_ && !trail.crossed_thrice().empty()) return true;
    if (chase_rule_ == ChaseRule::three_squares) return trail.kept_to_three();
    return chases_[index(side)].long_enough();
  }

  /// Which rule refuses the step; nothing where none does. `position` is the hash of the position
  /// that it leads to; not looked at for an attack.
  [[nodiscard]] std::optional<Rejection> refusal(const Step& step,
                                                 std::uint64_t position) const noexcept;

  /// Takes note of a step that was made; `board` is the one that it led to, `ply` its number.
  void record(const Step& step, const Board& board, std::uint32_t ply);

  /// Takes note that the board has changed by a rescue, in the turn of the last step. A chase goes
  /// on: a piece that comes back neither moves nor fights.
  void record_rescue(const Board& board);

  [[nodiscard]] std::optional<std::string> broken_invariant(const Board& board,
                                                            std::uint32_t ply) const;

  friend bool operator==(const Repetition&, const Repetition&) = default;

 private:
  [[nodiscard]] bool refuses_chase(const Step& step, std::uint64_t position) const noexcept;
  void record_chases(const Step& step, SquareSet enemies) noexcept;

  bool two_squares_;
  ChaseRule chase_rule_;
  std::array<Trail, 2> trails_;
  std::array<Chase, 2> chases_;
  std::uint32_t ply_ = 0;    ///< of the last step recorded
  PositionTable positions_;  ///< since there last was no chase
};

}  // namespace flagrank::rules

#pragma once

#include <cstdint>
#include <optional>

#include "common/rules/battle.hpp"
#include "common/rules/move.hpp"
#include "common/rules/piece_id.hpp"
#include "common/rules/rank.hpp"
#include "common/rules/side.hpp"

namespace flagrank::rules {

/// A fight, with both ranks: the full truth. Which of them the fight makes public is a rule, so it
/// is decided here and not by whoever shows it.
struct Combat {
  PieceId defender;
  Rank attacker_rank = Rank::flag;
  Rank defender_rank = Rank::flag;
  BattleResult result = BattleResult::both_lost;
  bool attacker_revealed = true;
  bool defender_revealed = true;
  friend bool operator==(const Combat&, const Combat&) = default;
};

/// A move that was played. The full truth; it has no road to text.
struct Moved {
  std::uint32_t ply = 0;  ///< how many moves the game has had, this one included
  Side side = Side::red;
  PieceId piece;
  Rank rank = Rank::flag;
  Move move;
  bool ran = false;  ///< went more than one square, which shows that the piece is a scout
  std::optional<Combat> combat;
  /// The turn goes on: its side has still to say whether it brings a captured piece back. Follows
  /// from public facts alone.
  bool rescue_pending = false;
  friend bool operator==(const Moved&, const Moved&) = default;
};

/// A captured piece came back. The full truth; it has no road to text.
struct Rescued {
  std::uint32_t ply = 0;  ///< of the move that it followed
  Side side = Side::red;
  PieceId piece;  ///< its new identity
  Square square;
  Rank rank = Rank::flag;
  friend bool operator==(const Rescued&, const Rescued&) = default;
};

enum class EndReason : std::uint8_t {
  flag_captured,
  no_legal_move,
  resignation,
  agreement,
  quiet_moves,
  time,
  abandonment
};

/// How a game ended; no winner means a draw.
struct Ended {
  EndReason reason = EndReason::agreement;
  std::optional<Side> winner;
  friend bool operator==(const Ended&, const Ended&) = default;
};

/// What applying a move brought about.
struct Turn {
  Moved moved;
  std::optional<Ended> ended;
  friend bool operator==(const Turn&, const Turn&) = default;
};

/// What the end of a turn with a rescue step brought about.
struct RescueTurn {
  std::optional<Rescued> rescued;  ///< absent where it was declined
  std::optional<Ended> ended;
  friend bool operator==(const RescueTurn&, const RescueTurn&) = default;
};

}  // namespace flagrank::rules

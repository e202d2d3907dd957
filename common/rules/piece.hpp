#pragma once

#include "common/rules/piece_id.hpp"
#include "common/rules/rank.hpp"
#include "common/rules/side.hpp"
#include "common/rules/square.hpp"

namespace flagrank::rules {

/// A piece with everything that is true of it.
struct Piece {
  PieceId id;
  Side side = Side::red;
  Rank rank = Rank::flag;
  Square square;       ///< where it stands; of a lost one, where it stood before that move
  bool moved = false;  ///< ever moved
  bool alive = true;
  bool known = false;    ///< a fight or a run has made its rank public at some time
  bool rescuer = false;  ///< has brought a piece back, which it may do once
  friend bool operator==(const Piece&, const Piece&) = default;
};

}  // namespace flagrank::rules

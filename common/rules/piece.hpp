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
  Square square;  ///< where it stands; of a lost one, where it stood before that move
  // Bits, for every room keeps two armies of these.
  bool moved : 1 = false;  ///< ever moved
  bool alive : 1 = true;
  bool known : 1 = false;    ///< a fight or a run has made its rank public at some time
  bool rescuer : 1 = false;  ///< has brought a piece back, which it may do once
  friend bool operator==(const Piece&, const Piece&) = default;
};

}  // namespace flagrank::rules

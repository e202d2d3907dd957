#pragma once

#include <iosfwd>

#include "common/rules/event.hpp"
#include "common/rules/formation.hpp"
#include "common/rules/move.hpp"

/// How GoogleTest writes the game's values when a comparison fails. It finds these by the
/// namespace of their arguments.
namespace flagrank::rules {

void PrintTo(Rank rank, std::ostream* out);
void PrintTo(Side side, std::ostream* out);
void PrintTo(Square square, std::ostream* out);
void PrintTo(PieceId piece, std::ostream* out);
void PrintTo(Move move, std::ostream* out);
void PrintTo(Rejection rejection, std::ostream* out);
void PrintTo(BattleResult result, std::ostream* out);
void PrintTo(const Ended& ended, std::ostream* out);
void PrintTo(const FormationFault& fault, std::ostream* out);

}  // namespace flagrank::rules

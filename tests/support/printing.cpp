#include "tests/support/printing.hpp"

#include <ostream>

#include "common/rules/names.hpp"

namespace flagrank::rules {

void PrintTo(Rank rank, std::ostream* out) { *out << name(rank); }
void PrintTo(Side side, std::ostream* out) { *out << name(side); }
void PrintTo(Square square, std::ostream* out) { *out << square.text(); }
void PrintTo(PieceId piece, std::ostream* out) { *out << piece.text(); }
void PrintTo(Move move, std::ostream* out) { *out << move.from.text() << '-' << move.to.text(); }
void PrintTo(Rejection rejection, std::ostream* out) { *out << name(rejection); }
void PrintTo(BattleResult result, std::ostream* out) { *out << name(result); }

void PrintTo(const Ended& ended, std::ostream* out) {
  *out << name(ended.reason) << ", " << (ended.winner ? name(*ended.winner) : "nobody") << " wins";
}

void PrintTo(const FormationFault& fault, std::ostream* out) {
  *out << name(fault.kind) << ' ' << name(fault.rank) << ' ' << fault.square.text() << ' '
       << fault.count;
}

}  // namespace flagrank::rules

#include "common/view/fact.hpp"

namespace flagrank::view::truth {

void History::add(const rules::Moved& moved) {
  moves.push_back(moved.move);
  if (moved.combat) fights.push_back({moved.ply, moved.side, moved.piece, *moved.combat});
}

}  // namespace flagrank::view::truth

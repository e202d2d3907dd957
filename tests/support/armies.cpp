#include "tests/support/armies.hpp"

#include "tests/support/positions.hpp"

namespace flagrank::test {

Armies armies_of(const rules::Position& position) {
  Armies armies;
  for (const rules::Position::Entry& entry : position.pieces) {
    armies[index(entry.side)].push_back(entry.placement);
  }
  return armies;
}

const Armies& classic_armies() {
  static const Armies armies = armies_of(drawn(R"(
    nbfbntonob
    tobslntboo
    ljcpomlcpt
    bojgopjlnp
    ..~~..~~..
    ..~~..~~..
    OPLGOMNPLO
    TJOSPCJBCO
    LONLTBBNOJ
    NTNPBFBTBO)"));
  return armies;
}

const Armies& short_game_armies() {
  static const Armies armies = armies_of(drawn(R"(
    nbobntonob
    tobslntboo
    ljcpfmlcpt
    bojgopjlnp
    ..~~..~~..
    ..~~..~~..
    OPLGOMNPLO
    TJOSPCJBCO
    LONLTBBNOJ
    NTNPBFBTBO)"));
  return armies;
}

}  // namespace flagrank::test

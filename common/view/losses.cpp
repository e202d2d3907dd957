#include "common/view/losses.hpp"

namespace flagrank::view {

void add_losses(std::vector<Loss>& losses, const Fight& fight) {
  if (fight.result != rules::BattleResult::attacker_won) {
    losses.push_back({.piece = fight.attacker,
                      .side = fight.side,
                      .rank = fight.attacker_rank,
                      .ply = fight.ply});
  }
  if (fight.result != rules::BattleResult::defender_won) {
    losses.push_back({.piece = fight.defender,
                      .side = rules::opponent(fight.side),
                      .rank = fight.defender_rank,
                      .ply = fight.ply});
  }
}

}  // namespace flagrank::view

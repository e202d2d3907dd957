#pragma once

#include <cstdint>

#include "common/rules/rank.hpp"

namespace flagrank::rules {

enum class BattleResult : std::uint8_t { attacker_won, defender_won, both_lost };

/// Who survives when `attacker`, which moves, meets `defender` (spec: rules, "Combat").
[[nodiscard]] constexpr BattleResult battle(Rank attacker, Rank defender,
                                            bool aggressor_advantage) noexcept {
  if (defender == Rank::flag) return BattleResult::attacker_won;
  if (defender == Rank::bomb) {
    return attacker == Rank::miner ? BattleResult::attacker_won : BattleResult::defender_won;
  }
  if (attacker == Rank::spy && defender == Rank::marshal) return BattleResult::attacker_won;
  if (attacker == defender) {
    return aggressor_advantage ? BattleResult::attacker_won : BattleResult::both_lost;
  }
  return attacker > defender ? BattleResult::attacker_won : BattleResult::defender_won;
}

}  // namespace flagrank::rules

#include "common/rules/battle.hpp"

#include <array>
#include <cstddef>
#include <string_view>

// The formula in the header is held to the printed table, at compile time.
namespace flagrank::rules {
namespace {

/// Attackers down, defenders across: `+` the attacker wins, `-` the defender wins, `=` equal ranks.
constexpr std::array<std::string_view, 10> printed{
    // defender: flag spy 2 3 4 5 6 7 8 9 marshal bomb
    "+=--------+-",  // spy
    "++=---------",  // scout
    "+++=-------+",  // miner
    "++++=-------",  // sergeant
    "+++++=------",  // lieutenant
    "++++++=-----",  // captain
    "+++++++=----",  // major
    "++++++++=---",  // colonel
    "+++++++++=--",  // general
    "++++++++++=-",  // marshal
};

constexpr BattleResult printed_result(char sign, bool aggressor_advantage) {
  if (sign == '+') return BattleResult::attacker_won;
  if (sign == '-') return BattleResult::defender_won;
  return aggressor_advantage ? BattleResult::attacker_won : BattleResult::both_lost;
}

constexpr bool formula_agrees(bool aggressor_advantage) {
  for (const Rank attacker : all_ranks) {
    if (!movable(attacker)) continue;
    const std::string_view row = printed[index(attacker) - index(Rank::spy)];
    for (const Rank defender : all_ranks) {
      const BattleResult expected = printed_result(row[index(defender)], aggressor_advantage);
      if (battle(attacker, defender, aggressor_advantage) != expected) return false;
    }
  }
  return true;
}

static_assert(formula_agrees(false));
static_assert(formula_agrees(true));

}  // namespace
}  // namespace flagrank::rules

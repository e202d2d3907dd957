#pragma once

#include <optional>
#include <vector>

#include "common/view/player_view.hpp"
#include "common/view/seen.hpp"

namespace flagrank::view {

/// What one viewer is shown of a piece, and what everybody knows of it.
struct Knowledge {
  std::optional<rules::Rank> rank;
  std::optional<rules::Rank> known;
};

/// Adds what the fight cost, the attacker's piece first. `of(side, piece)` says what there is to
/// know of a piece. All losses come from fights, so that this is the one place where they are made.
template <class Of>
void add_losses(std::vector<Loss>& losses, const Fight& fight, Of of) {
  const auto add = [&](rules::Side side, rules::PieceId piece) {
    const Knowledge knowledge = of(side, piece);
    losses.push_back({.piece = piece,
                      .side = side,
                      .rank = knowledge.rank,
                      .known = knowledge.known,
                      .ply = fight.ply});
  };
  if (fight.result != rules::BattleResult::attacker_won) add(fight.side, fight.attacker);
  if (fight.result != rules::BattleResult::defender_won) {
    add(rules::opponent(fight.side), fight.defender);
  }
}

}  // namespace flagrank::view

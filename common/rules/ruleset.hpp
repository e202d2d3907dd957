#pragma once

#include <cstdint>

#include "common/rules/variant.hpp"

namespace flagrank::rules {

enum class ChaseRule : std::uint8_t { isf, three_squares, off };

/// What happens when neither side can move: the side to move next loses, or nobody does.
enum class MutualImmobility : std::uint8_t { loss, draw };

/// A variant and the switches it is played with (spec: rules, "Switches"). A default-constructed
/// ruleset is the classic game.
struct Ruleset {
  const Variant* variant = &classic();  ///< never null
  bool scout_strike = true;             ///< a scout may attack after a run
  bool aggressor_advantage = false;     ///< of equal ranks the attacker wins
  bool two_squares = true;
  ChaseRule chase = ChaseRule::isf;
  std::uint16_t draw_after_quiet_moves = 0;  ///< plies without a fight; 0 = never
  MutualImmobility mutual_immobility = MutualImmobility::loss;

  friend bool operator==(const Ruleset&, const Ruleset&) = default;
};

}  // namespace flagrank::rules

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "common/rules/rank.hpp"
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
  bool silent_defense = false;          ///< a fight shows the defender's rank to a scout only
  bool visible_survivors = false;       ///< whatever has shown its rank stays face-up
  bool rescue = false;                  ///< the enemy's back row brings a captured piece back
  bool two_squares = true;
  ChaseRule chase = ChaseRule::isf;
  std::uint16_t draw_after_quiet_moves = 0;  ///< plies without a fight; 0 = never
  MutualImmobility mutual_immobility = MutualImmobility::loss;

  friend bool operator==(const Ruleset&, const Ruleset&) = default;
};

/// Does a fight with that attacker show the defender's rank to both?
[[nodiscard]] constexpr bool shows_defender(const Ruleset& ruleset, Rank attacker) noexcept {
  return !ruleset.silent_defense || attacker == Rank::scout;
}

/// Why the switches of this ruleset make no sense together, as a sentence; nothing where they do.
[[nodiscard]] constexpr std::optional<std::string_view> incoherence(
    const Ruleset& ruleset) noexcept {
  if (ruleset.silent_defense && ruleset.visible_survivors) {
    return "silent_defense hides what visible_survivors would show.";
  }
  return std::nullopt;
}

}  // namespace flagrank::rules

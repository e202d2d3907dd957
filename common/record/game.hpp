#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/rules/event.hpp"
#include "common/rules/formation.hpp"
#include "common/rules/move.hpp"
#include "common/rules/ruleset.hpp"

namespace flagrank::record {

/// What one side did when it was its turn.
struct Turn {
  rules::Move move;
  /// What came back after the move; absent also where it could have and did not.
  std::optional<rules::Rescue> rescue;
  std::optional<std::int64_t> at_ms;  ///< when it moved, since 1970; absent where nobody knows
  friend bool operator==(const Turn&, const Turn&) = default;
};

/// A finished game, as it was played: what cannot be worked out from the rest. Fights follow from
/// the formations and the moves (replay.hpp).
struct Game {
  rules::Ruleset ruleset;
  std::array<std::string, 2> names;  ///< by `index(side)`; empty where nobody knows
  std::optional<std::int64_t> started_ms;
  std::optional<std::int64_t> ended_ms;
  std::array<rules::Formation, 2> formations;  ///< by `index(side)`
  std::vector<Turn> turns;                     ///< Red's first
  rules::Ended result;
  friend bool operator==(const Game&, const Game&) = default;
};

}  // namespace flagrank::record

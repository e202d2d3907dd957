#pragma once

#include <array>
#include <string>
#include <vector>

#include "common/rules/game.hpp"
#include "tests/support/random.hpp"

namespace flagrank::test {

/// A whole game as two text clients play it: what each of them types, and what each must be told.
/// All by `index(side)`.
struct ScriptedGame {
  /// The lines to type, the locking of the army left out.
  std::array<std::string, 2> script;
  /// The lines that begin with `move`, `rescued`, `passed` and `over`, in their order.
  std::array<std::vector<std::string>, 2> told;
};

/// Plays by chance from these armies until the game is over, with a liking for fights and for going
/// ahead, so that it is over at some time. The ruleset should know a draw.
[[nodiscard]] ScriptedGame scripted_game(const rules::Ruleset& ruleset, const rules::Formation& red,
                                         const rules::Formation& blue, Random& random);

}  // namespace flagrank::test

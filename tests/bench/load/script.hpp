#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/rules/formation.hpp"
#include "common/rules/move.hpp"
#include "common/rules/side.hpp"

namespace flagrank::bench {

/// A whole legal classic game, played beforehand: whoever plays it again needs no rules.
struct Script {
  std::vector<rules::Placement> red;
  std::vector<rules::Placement> blue;
  std::vector<rules::Move> moves;  ///< to the end of the game

  [[nodiscard]] const std::vector<rules::Placement>& army(rules::Side side) const {
    return side == rules::Side::red ? red : blue;
  }
};

/// That many games by chance, with a liking for fights, so that they are some hundred plies long as
/// people's are. The same ones for the same seed.
[[nodiscard]] std::vector<Script> scripts(std::size_t how_many, std::uint64_t seed);

}  // namespace flagrank::bench

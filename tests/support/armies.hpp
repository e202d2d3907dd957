#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "common/rules/formation.hpp"
#include "common/rules/game.hpp"

namespace flagrank::test {

/// Two formations as they are sent to a server, right or wrong, by `index(side)`.
using Armies = std::array<std::vector<rules::Placement>, 2>;

[[nodiscard]] Armies armies_of(const rules::Position& position);

/// The classic armies that most tests begin with. Three scouts can strike along their open files
/// at once: a4xa7 meets a bomb, e4xe7 a scout, j4xj7 a captain.
[[nodiscard]] const Armies& classic_armies();

}  // namespace flagrank::test

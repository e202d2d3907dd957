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

/// Armies for a game that is soon over, and its moves: scouts meet, a captain runs into the
/// marshal, and the marshal walks to the flag.
[[nodiscard]] const Armies& short_game_armies();
inline constexpr std::string_view short_game =
    "e4-e7 f7-f6 f4-f5 f6-f5 f5-f6 b7-b5 f6-f7 b5-b4 f7-e7 j7-j6 e7-e8";

}  // namespace flagrank::test

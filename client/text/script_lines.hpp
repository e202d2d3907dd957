#pragma once

#include <optional>
#include <string>

#include "common/rules/battle.hpp"
#include "common/rules/event.hpp"
#include "common/rules/move.hpp"
#include "common/rules/rank.hpp"
#include "common/rules/side.hpp"
#include "common/rules/square.hpp"

/// What programs are told of a game, live or from its record, a line each with its line feed:
/// client/README.md. A rank that may not be known is "unknown".
namespace flagrank::text {

[[nodiscard]] std::string move_line(rules::Side side, rules::Move move);
[[nodiscard]] std::string fight_line(rules::Side attacker, std::optional<rules::Rank> attacker_rank,
                                     std::optional<rules::Rank> defender_rank,
                                     rules::BattleResult result);
[[nodiscard]] std::string rescued_line(rules::Side side, std::optional<rules::Rank> rank,
                                       rules::Square square);
[[nodiscard]] std::string over_line(const rules::Ended& ended);

}  // namespace flagrank::text

#pragma once

#include <optional>
#include <string_view>

#include "common/rules/event.hpp"
#include "common/rules/formation.hpp"
#include "common/rules/move.hpp"
#include "common/rules/rank.hpp"
#include "common/rules/ruleset.hpp"
#include "common/rules/side.hpp"

/// The names of the enumerators, as on the wire and in records: one table for each, used both ways.
namespace flagrank::rules {

[[nodiscard]] std::string_view name(Rank rank) noexcept;
[[nodiscard]] std::string_view name(Side side) noexcept;
[[nodiscard]] std::string_view name(Rejection rejection) noexcept;
[[nodiscard]] std::string_view name(BattleResult result) noexcept;
[[nodiscard]] std::string_view name(EndReason reason) noexcept;
[[nodiscard]] std::string_view name(ChaseRule rule) noexcept;
[[nodiscard]] std::string_view name(MutualImmobility rule) noexcept;
[[nodiscard]] std::string_view name(FormationFault::Kind kind) noexcept;

/// The enumerator with that name; nothing for an unknown one. `from_name<Rank>("scout")`.
template <class Enum>
[[nodiscard]] std::optional<Enum> from_name(std::string_view text) noexcept;

/// One capital letter for each rank, for boards drawn in sources. Not on the wire.
[[nodiscard]] char letter(Rank rank) noexcept;
[[nodiscard]] std::optional<Rank> from_letter(char letter) noexcept;

}  // namespace flagrank::rules

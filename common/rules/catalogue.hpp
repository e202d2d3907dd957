#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "common/rules/ruleset.hpp"

/// What there is to choose from, for people and for programs that ask: the variants (variant.hpp)
/// as presets, and the switches here.
namespace flagrank::rules {

/// What a switch is set to, spelt as on the wire.
using SwitchValue = std::variant<bool, std::uint16_t, std::string_view>;

/// The member of a ruleset that a switch sets.
using SwitchMember = std::variant<bool Ruleset::*, std::uint16_t Ruleset::*, ChaseRule Ruleset::*,
                                  MutualImmobility Ruleset::*>;

struct SwitchEntry {
  std::string_view name;     ///< as on the wire
  std::string_view summary;  ///< one sentence: what it does
  SwitchMember member;
};

/// All switches, in the order of the wire. They live as long as the program.
[[nodiscard]] std::span<const SwitchEntry> switches() noexcept;
/// The switch of that name, or null.
[[nodiscard]] const SwitchEntry* find_switch(std::string_view name) noexcept;

[[nodiscard]] SwitchValue value_of(const Ruleset& ruleset, const SwitchEntry& entry) noexcept;
/// All that the switch can be set to; empty for a number.
[[nodiscard]] std::vector<SwitchValue> values_of(const SwitchEntry& entry);
/// Sets it; false, and nothing has changed, where the switch has no such value.
bool set_value(Ruleset& ruleset, const SwitchEntry& entry, SwitchValue value) noexcept;

}  // namespace flagrank::rules

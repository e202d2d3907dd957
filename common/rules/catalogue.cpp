#include "common/rules/catalogue.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <type_traits>

#include "common/rules/names.hpp"

namespace flagrank::rules {
namespace {

constexpr std::array all_switches{
    SwitchEntry{.name = "scout_strike",
                .summary = "A scout may attack at the end of a run over several squares.",
                .member = &Ruleset::scout_strike},
    SwitchEntry{.name = "aggressor_advantage",
                .summary = "When equal ranks meet, the attacker wins instead of both being lost.",
                .member = &Ruleset::aggressor_advantage},
    SwitchEntry{.name = "silent_defense",
                .summary = "A fight shows the attacker's rank and the result, but the defender's "
                           "rank only to a scout.",
                .member = &Ruleset::silent_defense},
    SwitchEntry{.name = "visible_survivors",
                .summary = "A piece that survived a fight, or ran like a scout, stays face-up to "
                           "both; not together with silent_defense.",
                .member = &Ruleset::visible_survivors},
    SwitchEntry{.name = "rescue",
                .summary = "A piece that enters the enemy's back row may bring back a captured "
                           "one of its side.",
                .member = &Ruleset::rescue},
    SwitchEntry{.name = "two_squares",
                .summary = "A piece may not go to and fro between the same two squares more than "
                           "three times in a row.",
                .member = &Ruleset::two_squares},
    SwitchEntry{.name = "chase",
                .summary = "What keeps a player from chasing the same pieces without end: isf "
                           "(no position twice in a chase), three_squares (five moves in a row "
                           "within the same three squares) or off.",
                .member = &Ruleset::chase},
    SwitchEntry{.name = "draw_after_quiet_moves",
                .summary = "The game is a draw after so many moves of both sides together without "
                           "a fight; 0 for never.",
                .member = &Ruleset::draw_after_quiet_moves},
    SwitchEntry{.name = "mutual_immobility",
                .summary = "When neither side can move any more: loss for the side to move next, "
                           "or draw.",
                .member = &Ruleset::mutual_immobility},
};

/// Every value of the type, where it has but a few.
template <class T>
constexpr std::array<T, 0> all_values{};
template <>
constexpr std::array<bool, 2> all_values<bool>{false, true};
template <>
constexpr std::array<ChaseRule, 3> all_values<ChaseRule>{ChaseRule::isf, ChaseRule::three_squares,
                                                         ChaseRule::off};
template <>
constexpr std::array<MutualImmobility, 2> all_values<MutualImmobility>{MutualImmobility::loss,
                                                                       MutualImmobility::draw};

SwitchValue spelt(bool value) noexcept { return value; }
SwitchValue spelt(std::uint16_t value) noexcept { return value; }
template <class Enum>
  requires std::is_enum_v<Enum>
SwitchValue spelt(Enum value) noexcept {
  return name(value);
}

}  // namespace

std::span<const SwitchEntry> switches() noexcept { return all_switches; }

const SwitchEntry* find_switch(std::string_view name) noexcept {
  const auto* found = std::ranges::find(all_switches, name, &SwitchEntry::name);
  return found == all_switches.end() ? nullptr : found;
}

SwitchValue value_of(const Ruleset& ruleset, const SwitchEntry& entry) noexcept {
  return std::visit([&](auto member) { return spelt(ruleset.*member); }, entry.member);
}

std::vector<SwitchValue> values_of(const SwitchEntry& entry) {
  std::vector<SwitchValue> values;
  const auto list = [&]<class T>(T Ruleset::*) {
    for (const T value : all_values<T>) values.push_back(spelt(value));
  };
  std::visit(list, entry.member);
  return values;
}

bool set_value(Ruleset& ruleset, const SwitchEntry& entry, SwitchValue value) noexcept {
  const auto set = [&]<class T>(T Ruleset::* member) {
    if constexpr (std::same_as<T, std::uint16_t>) {
      const auto* number = std::get_if<std::uint16_t>(&value);
      if (number != nullptr) ruleset.*member = *number;
      return number != nullptr;
    } else {
      const auto* found = std::ranges::find(all_values<T>, value, [](T one) { return spelt(one); });
      if (found == all_values<T>.end()) return false;
      ruleset.*member = *found;
      return true;
    }
  };
  return std::visit(set, entry.member);
}

}  // namespace flagrank::rules

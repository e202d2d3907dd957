#include "common/protocol/rulesets.hpp"

#include <string_view>
#include <type_traits>

#include "common/protocol/limits.hpp"
#include "common/rules/catalogue.hpp"
#include "common/rules/formation.hpp"

namespace flagrank::protocol {
namespace {

Setting told(const rules::SwitchValue& value) {
  const auto tell = []<class T>(T one) -> Setting {
    if constexpr (std::is_same_v<T, std::string_view>) return std::string{one};
    if constexpr (std::is_same_v<T, std::uint16_t>) return std::uint64_t{one};
    if constexpr (std::is_same_v<T, bool>) return one;
  };
  return std::visit(tell, value);
}

PresetTold told(const rules::Variant& variant) {
  PresetTold preset{.name = std::string{variant.name},
                    .summary = std::string{variant.summary},
                    .ruleset = rules::Ruleset{.variant = &variant},
                    .formations = {}};
  for (const rules::FormationStyle& style : rules::formation_styles(variant)) {
    preset.formations.push_back({std::string{style.name}, std::string{style.summary}});
  }
  return preset;
}

SwitchTold told(const rules::SwitchEntry& entry) {
  SwitchTold one{.name = std::string{entry.name},
                 .summary = std::string{entry.summary},
                 .usual = told(rules::value_of({}, entry)),
                 .values = {},
                 .most = {}};
  for (const rules::SwitchValue& value : rules::values_of(entry)) {
    one.values.push_back(told(value));
  }
  if (one.values.empty()) one.most = max_quiet_moves;
  return one;
}

}  // namespace

std::vector<SwitchSet> switches_set_in(const rules::Ruleset& ruleset) {
  const rules::Ruleset preset{.variant = ruleset.variant};
  std::vector<SwitchSet> set;
  for (const rules::SwitchEntry& entry : rules::switches()) {
    const rules::SwitchValue value = rules::value_of(ruleset, entry);
    if (value == rules::value_of(preset, entry)) continue;
    set.push_back({.name = std::string{entry.name}, .value = told(value)});
  }
  return set;
}

Rulesets offered_rulesets() {
  Rulesets offered;
  for (const rules::Variant& variant : rules::variants()) offered.presets.push_back(told(variant));
  for (const rules::SwitchEntry& entry : rules::switches()) offered.switches.push_back(told(entry));
  return offered;
}

}  // namespace flagrank::protocol

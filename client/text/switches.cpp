#include "client/text/switches.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <system_error>
#include <vector>

#include "common/protocol/limits.hpp"
#include "common/rules/catalogue.hpp"
#include "common/rules/formation.hpp"
#include "common/rules/variant.hpp"

namespace flagrank::text {
namespace {

/// "a, b, c": of anything that has a name.
template <class Things>
std::string names_of(const Things& things) {
  std::string names;
  for (const auto& thing : things) {
    names += (names.empty() ? "" : ", ") + std::string{thing.name};
  }
  return names;
}

/// The value as it is written; nothing where it can be no value of that switch.
std::optional<rules::SwitchValue> read_value(const rules::SwitchEntry& entry,
                                             std::string_view text) {
  const rules::SwitchValue usual = rules::value_of({}, entry);
  if (std::holds_alternative<std::string_view>(usual)) return text;
  if (std::holds_alternative<bool>(usual)) {
    if (text == "true" || text == "on") return true;
    if (text == "false" || text == "off") return false;
    return std::nullopt;
  }
  std::uint16_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc{} && end == text.data() + text.size();
  if (!whole || number > protocol::max_quiet_moves) return std::nullopt;
  return number;
}

/// "true or false", "isf, three_squares or off", "a number from 0 to 1000".
std::string expected(const rules::SwitchEntry& entry) {
  const auto values = rules::values_of(entry);
  if (values.empty()) return "a number from 0 to " + std::to_string(protocol::max_quiet_moves);
  if (std::holds_alternative<bool>(values.front())) return "true or false";
  std::string text;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) text += i + 1 == values.size() ? " or " : ", ";
    text += std::get<std::string_view>(values[i]);
  }
  return text;
}

}  // namespace

std::optional<Complaint> choose_preset(rules::Ruleset& ruleset, std::string_view name) {
  const rules::Variant* variant = rules::find_variant(name);
  if (variant == nullptr) {
    return Complaint{"--preset: there is no game \"" + std::string{name} +
                     "\"; there is: " + names_of(rules::variants())};
  }
  ruleset.variant = variant;
  return std::nullopt;
}

std::optional<Complaint> set_switch(rules::Ruleset& ruleset, std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) {
    return Complaint{"--set: write SWITCH=VALUE, such as scout_strike=false, not \"" +
                     std::string{text} + "\""};
  }
  const std::string_view name = text.substr(0, equals);
  const rules::SwitchEntry* entry = rules::find_switch(name);
  if (entry == nullptr) {
    return Complaint{"--set: there is no switch \"" + std::string{name} +
                     "\"; there is: " + names_of(rules::switches())};
  }
  const auto value = read_value(*entry, text.substr(equals + 1));
  if (!value || !rules::set_value(ruleset, *entry, *value)) {
    return Complaint{"--set: " + std::string{name} + " is " + expected(*entry) + ", not \"" +
                     std::string{text.substr(equals + 1)} + "\""};
  }
  return std::nullopt;
}

std::vector<std::string_view> style_names(const rules::Variant* only) {
  std::vector<std::string_view> names;
  for (const rules::Variant& variant : rules::variants()) {
    if (only != nullptr && only != &variant) continue;
    for (const rules::FormationStyle& style : rules::formation_styles(variant)) {
      if (std::ranges::find(names, style.name) == names.end()) names.push_back(style.name);
    }
  }
  return names;
}

}  // namespace flagrank::text

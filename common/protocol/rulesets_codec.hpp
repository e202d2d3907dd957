#pragma once

#include <string_view>

#include "common/protocol/fields.hpp"
#include "common/protocol/rulesets.hpp"

/// How `rulesets` is said.
namespace flagrank::protocol::wire {

void write(Writer& out, const Setting& setting);
void read(const Cursor& at, Setting& setting);

/// A ruleset in full; what is not known here by its variant is passed over when it is read.
struct InFullIfKnown {};
void write(Writer& out, const std::optional<rules::Ruleset>& ruleset, InFullIfKnown manner);
void read(const Cursor& at, std::optional<rules::Ruleset>& ruleset, InFullIfKnown manner);

template <>
struct Described<StyleTold> {
  static void fields(auto& field, auto& style) {
    field("name", style.name);
    field("summary", style.summary);
  }
};

template <>
struct Described<PresetTold> {
  static void fields(auto& field, auto& preset) {
    field("name", preset.name);
    field("summary", preset.summary);
    field("ruleset", preset.ruleset, InFullIfKnown{});
    field("formations", preset.formations);
  }
};

template <>
struct Described<SwitchTold> {
  static void fields(auto& field, auto& one) {
    field("name", one.name);
    field("summary", one.summary);
    field("default", one.usual);
    field.where_it_applies("values", one.values);
    field.where_it_applies("most", one.most);
  }
};

template <>
struct Described<Rulesets> {
  static constexpr std::string_view type = "rulesets";
  static void fields(auto& field, auto& m) {
    field("presets", m.presets);
    field("switches", m.switches);
  }
};

}  // namespace flagrank::protocol::wire

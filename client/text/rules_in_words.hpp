#pragma once

#include <string>
#include <string_view>

#include "client/text/style.hpp"
#include "common/protocol/rulesets.hpp"
#include "common/rules/ruleset.hpp"
#include "common/rules/variant.hpp"

/// What is played, in sentences for a person, from nothing but the rules themselves.
namespace flagrank::text {

/// The rules of one game, each switch told as it is set.
[[nodiscard]] std::string rules_in_words(const rules::Ruleset& ruleset);

/// The styles in which an army of that variant can be set up, with how to ask for one.
[[nodiscard]] std::string styles_in_words(const rules::Variant& variant);

/// What a server offers: its presets and switches, and how to ask for them.
[[nodiscard]] std::string offer_in_words(const protocol::Rulesets& offered, Style style);

/// One of its presets in full.
[[nodiscard]] std::string preset_in_words(const protocol::PresetTold& preset, Style style);

}  // namespace flagrank::text

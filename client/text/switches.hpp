#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/text/complaint.hpp"
#include "common/rules/ruleset.hpp"

/// Rules as they are chosen on the command line.
namespace flagrank::text {

/// Chooses the variant of that name; what is wrong with it, where there is none.
[[nodiscard]] std::optional<Complaint> choose_preset(rules::Ruleset& ruleset,
                                                     std::string_view name);

/// Does what "scout_strike=false" says; what is wrong with it, where it cannot be done.
[[nodiscard]] std::optional<Complaint> set_switch(rules::Ruleset& ruleset, std::string_view text);

/// The styles in which an army can be set up, each once. Of any variant where none is given: who
/// has not sat down yet does not know what is played.
[[nodiscard]] std::vector<std::string_view> style_names(const rules::Variant* only = nullptr);

}  // namespace flagrank::text

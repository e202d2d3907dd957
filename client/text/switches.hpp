#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "client/text/complaint.hpp"
#include "common/rules/ruleset.hpp"

/// Rules as they are chosen on the command line.
namespace flagrank::text {

/// Chooses the variant of that name; what is wrong with it, where there is none.
[[nodiscard]] std::optional<Complaint> choose_preset(rules::Ruleset& ruleset,
                                                     std::string_view name);

/// Does what "scout_strike=false" says; what is wrong with it, where it cannot be done.
[[nodiscard]] std::optional<Complaint> set_switch(rules::Ruleset& ruleset, std::string_view text);

}  // namespace flagrank::text

#pragma once

#include <span>
#include <string>
#include <string_view>

#include "client/text/style.hpp"
#include "common/rules/ruleset.hpp"

namespace flagrank::text {

struct HelpTopic {
  std::string_view word;
  std::string_view summary;
};

[[nodiscard]] std::span<const HelpTopic> help_topics() noexcept;

/// The text on that topic, which may also be the word of a command; empty = the overview. An
/// unknown topic gets the overview and a sentence before it. Rules and pieces are those of the
/// ruleset.
[[nodiscard]] std::string help(std::string_view topic, Style style,
                               const rules::Ruleset& ruleset = {});

}  // namespace flagrank::text

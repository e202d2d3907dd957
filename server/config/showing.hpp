#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "server/config/table.hpp"

namespace flagrank::config {

/// For each setting that somebody set, where that was.
using Origins = std::map<std::string, std::string, std::less<>>;

/// What the settings have come to, in the form of the file, which can be read again, with what is
/// secret left out.
[[nodiscard]] std::string as_file(std::span<const Setting> table, const Settings& settings,
                                  const Origins& origins);

/// The table of all settings with their defaults, in Markdown.
[[nodiscard]] std::string as_markdown(std::span<const Setting> table);

/// What stands for the default in the help: spelt, in words, or empty where there is nothing to
/// say.
[[nodiscard]] std::string default_of(const Setting& setting);

}  // namespace flagrank::config

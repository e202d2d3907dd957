#include "server/config/showing.hpp"

#include <algorithm>
#include <variant>
#include <vector>

#include "server/config/source.hpp"

namespace flagrank::config {
namespace {

bool is_list(const Setting& setting) {
  return std::holds_alternative<std::vector<std::string> Settings::*>(setting.field);
}

bool is_bare(const Setting& setting, const std::string& text) {
  return std::holds_alternative<bool Settings::*>(setting.field) ||
         text.find_first_not_of("0123456789") == std::string::npos;
}

std::string quoted(const Setting& setting, const std::string& text) {
  return is_bare(setting, text) ? text : '"' + text + '"';
}

std::string joined(const Setting& setting, const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) {
    if (!all.empty()) all += ", ";
    all += quoted(setting, text);
  }
  return is_list(setting) ? '[' + all + ']' : all;
}

/// What cannot be read again is a comment.
std::string line_of(const Setting& setting, const Settings& settings) {
  const std::string name{setting.name};
  const auto texts = spell(setting, settings);
  if (texts.empty()) return "# " + name + " is not set";
  if (setting.secret) return "# " + name + " = \"***\"";
  if (!std::ranges::all_of(texts, can_be_quoted)) return "# " + name + " cannot be written here";
  return name + " = " + joined(setting, texts);
}

/// A heading before the first setting of each group.
template <class Line>
std::string in_groups(std::span<const Setting> table, const std::string& before,
                      const std::string& after, Line line) {
  std::string text;
  std::string_view group;
  for (const Setting& setting : table) {
    if (group != setting.group) {
      group = setting.group;
      text += before + std::string{group} + after;
    }
    text += line(setting);
  }
  return text;
}

}  // namespace

std::string as_file(std::span<const Setting> table, const Settings& settings,
                    const Origins& origins) {
  const auto line = [&](const Setting& setting) {
    const auto found = origins.find(setting.name);
    const std::string origin = found == origins.end() ? "default" : found->second;
    return line_of(setting, settings) + "  # " + origin + '\n';
  };
  return in_groups(table, "\n# ", "\n", line).substr(1);
}

std::string as_markdown(std::span<const Setting> table) {
  const auto line = [](const Setting& setting) {
    const std::string value{setting.value};
    const std::string preset = default_of(setting);
    return "| `--" + std::string{setting.name} + (value.empty() ? "" : ' ' + value) + "` | " +
           (preset.empty() ? "" : '`' + preset + '`') + " | " + setting.help + " |\n";
  };
  return "| setting | default | what it is |\n|---|---|---|\n" +
         in_groups(table, "| **", "** | | |\n", line);
}

std::string default_of(const Setting& setting) {
  std::string all;
  for (const std::string& text : spell(setting, Settings{})) all += (all.empty() ? "" : ",") + text;
  return all.empty() ? setting.unset : all;
}

}  // namespace flagrank::config

#include "server/config/source.hpp"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>

#include "server/config/table.hpp"

namespace flagrank::config {
namespace {

constexpr std::string_view prefix = "FLAGRANK_";

bool is_setting(std::string_view name) {
  return std::ranges::any_of(settings_table(),
                             [name](const Setting& setting) { return setting.name == name; });
}

/// The setting that a variable stands for.
std::optional<std::string> setting_of(std::string_view variable) {
  if (variable == variable_name(config_option)) return config_option;
  for (const Setting& setting : settings_table()) {
    if (variable == variable_name(setting.name)) return setting.name;
  }
  return std::nullopt;
}

/// Made by Docker's links and by Kubernetes of a container or service called flagrank, or for the
/// text client of whoever starts the server, or for our tests.
bool somebody_elses(std::string_view variable) {
  constexpr std::array<std::string_view, 4> names{"FLAGRANK_PORT", "FLAGRANK_NAME",
                                                  "FLAGRANK_SERVER", "FLAGRANK_ACCESS_KEY"};
  constexpr std::array<std::string_view, 4> beginnings{"FLAGRANK_PORT_", "FLAGRANK_ENV_",
                                                       "FLAGRANK_SERVICE_", "FLAGRANK_TEST_"};
  return std::ranges::find(names, variable) != names.end() ||
         std::ranges::any_of(beginnings, [variable](std::string_view beginning) {
           return variable.starts_with(beginning);
         });
}

/// Nothing, with the reason in `errno`, where it cannot be read.
std::optional<std::string> contents(const std::filesystem::path& file) {
  errno = EIO;
  std::ifstream stream{file};
  std::string text{std::istreambuf_iterator<char>{stream}, {}};
  if (!stream.is_open() || stream.bad()) return std::nullopt;
  return text;
}

/// What CLI11's reader would pass over in silence: lines of one or two letters, and what is cut off
/// because it knows quotes, but looks for comments first.
std::optional<std::string> fault_in(std::string_view line) {
  if (!line.empty() && line.size() < 3 && line.find_first_not_of(" \t\r]#;") != line.npos) {
    return "name = value is wanted";
  }
  char quote = 0;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char letter = line[at];
    if (quote != 0 && letter == '#') return "no # in quotes";
    if (quote != 0 && letter == '\\') return "no \\ in quotes";
    if (quote == 0 && letter == '#') break;
    if (letter == quote) {
      quote = 0;
    } else if (quote == 0 && (letter == '"' || letter == '\'')) {
      quote = letter;
    }
  }
  if (quote != 0) return "a quote is not closed";
  return std::nullopt;
}

std::optional<std::string> fault_in_lines(const std::string& text) {
  std::istringstream lines{text};
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    if (const auto fault = fault_in(line)) return "line " + std::to_string(number) + ": " + *fault;
  }
  return std::nullopt;
}

OrSentence<Source> understood(std::vector<CLI::ConfigItem> items,
                              const std::filesystem::path& file) {
  Source source;
  for (CLI::ConfigItem& item : items) {
    const std::string where = item.fullname() + " in " + file.string();
    if (!item.parents.empty())
      return file.string() + ": sections are not known here: [" + item.parents.front() + "]";
    if (!is_setting(item.name)) return where + " is no setting";
    const auto [place, fresh] =
        source.try_emplace(item.name, Told{.texts = std::move(item.inputs), .where = where});
    if (!fresh) return where + " stands there twice";
  }
  return source;
}

}  // namespace

OrSentence<Source> from_environment() {
  Source source;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text{*entry};
    const auto equals = text.find('=');
    const std::string variable{text.substr(0, equals)};
    if (!variable.starts_with(prefix) || somebody_elses(variable)) continue;
    auto setting = setting_of(variable);
    if (!setting) return variable + " is no setting";
    if (equals >= text.size() - 1) continue;
    source.emplace(*std::move(setting),
                   Told{.texts = {std::string{text.substr(equals + 1)}}, .where = variable});
  }
  return source;
}

OrSentence<Source> from_file(const std::filesystem::path& file) {
  if (std::filesystem::is_directory(file)) return file.string() + " is a directory";
  const auto text = contents(file);
  if (!text) {
    return "cannot read " + file.string() + ": " + std::generic_category().message(errno);
  }
  if (const auto fault = fault_in_lines(*text)) return file.string() + ": " + *fault;
  std::istringstream stream{*text};
  return understood(CLI::ConfigTOML{}.from_config(stream), file);
}

bool can_be_quoted(const std::string& text) {
  return text.find_first_of("#\\\"\n") == std::string::npos;
}

}  // namespace flagrank::config

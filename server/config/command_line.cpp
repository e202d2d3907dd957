#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "server/config/settings.hpp"
#include "server/config/showing.hpp"
#include "server/config/source.hpp"
#include "server/config/state_directory.hpp"
#include "server/config/table.hpp"

namespace flagrank::config {
namespace {

constexpr const char* version = "flagrankd " FLAGRANK_VERSION;
constexpr const char* description =
    "flagrankd serves Flagrank games over WebSocket.\n"
    "What is set here can be set as FLAGRANK_<SETTING> in the environment or in a file, too.";
constexpr int usage_error = 2;
/// Each takes some thirty kilobytes.
constexpr std::size_t most_records_in_memory = 1000;

using Sentence = std::optional<std::string>;

/// The words of the command line, unread.
class Words {
 public:
  explicit Words(CLI::App& app) : app_{app} {
    app.get_formatter()->column_width(38);
    app.set_help_flag("-h,--help", "show this")->group("Program");
    app.set_version_flag("--version", version, "show the version")->group("Program");
    print_config_ =
        add_flag("--print-config", "show what the settings come to, and leave", "Program");
    help_markdown_ = add_flag("--help-markdown", "show the settings as a table", "Program");
    add_option(config_option, "a file of settings, as --print-config shows them")
        ->group("Program")
        ->option_text("FILE");
    for (const Setting& setting : settings_table()) add(setting);
    app.require_subcommand(0, 1);
    add_deed(Deed::check_health, "healthcheck", "ask the server's admin port whether it is well");
    add_deed(Deed::list_rooms, "rooms", "how many rooms are kept, and how old they are");
    add_deed(Deed::back_up, "backup", "copy the games into a new file, also while they are played")
        ->add_option("FILE", file_)
        ->description("where to")
        ->required();
  }

  [[nodiscard]] Deed deed() const {
    for (const auto& [deed, command] : deeds_) {
      if (command->parsed()) return deed;
    }
    return Deed::serve;
  }

  [[nodiscard]] bool print_config() const { return print_config_->count() > 0; }
  [[nodiscard]] bool help_markdown() const { return help_markdown_->count() > 0; }

  /// That the deed is about.
  [[nodiscard]] const std::string& file() const { return file_; }

  [[nodiscard]] Source told() const {
    Source source;
    for (const auto& [name, option] : options_) {
      if (option->count() == 0) continue;
      auto texts = option->results();
      if (option->get_multi_option_policy() != Policy::TakeAll) texts = {texts.back()};
      source.emplace(name, Told{std::move(texts), "--" + name});
    }
    return source;
  }

 private:
  using Policy = CLI::MultiOptionPolicy;

  CLI::Option* add_flag(const std::string& flag, const char* help, const char* group) {
    return app_.add_flag(flag)->description(help)->group(group);
  }

  CLI::Option* add_option(const std::string& name, const char* help) {
    // The last one counts, so that a script's flags can be followed by one's own.
    CLI::Option* option = app_.add_option("--" + name)->description(help);
    option->multi_option_policy(Policy::TakeLast);
    options_.emplace_back(name, option);
    return option->type_name("");
  }

  /// Settings may stand before and behind it.
  CLI::App* add_deed(Deed deed, const char* name, const char* help) {
    CLI::App* command = app_.add_subcommand(name, help)->fallthrough();
    command->set_help_flag("-h,--help", "show this");
    deeds_.emplace_back(deed, command);
    return command;
  }

  void add(const Setting& setting) {
    if (std::holds_alternative<bool Settings::*>(setting.field)) {
      options_.emplace_back(
          setting.name, add_flag(std::string{"--"} + setting.name, setting.help, setting.group));
      return;
    }
    CLI::Option* option = add_option(setting.name, setting.help);
    const std::string preset = default_of(setting);
    const std::string value{setting.value};
    const bool gap = !value.empty() && !preset.empty();
    option->group(setting.group)
        ->option_text(value + (gap ? " " : "") + (preset.empty() ? "" : "[" + preset + "]"));
    if (std::holds_alternative<std::vector<std::string> Settings::*>(setting.field)) {
      option->multi_option_policy(Policy::TakeAll);
    }
  }

  CLI::App& app_;
  std::string file_;
  std::vector<std::pair<std::string, CLI::Option*>> options_;
  std::vector<std::pair<Deed, CLI::App*>> deeds_;
  CLI::Option* print_config_;
  CLI::Option* help_markdown_;
};

/// Sets what a source says. The later one wins, but nothing wrong is passed over in any.
class Outcome {
 public:
  explicit Outcome(Settings& settings) : settings_{settings} {}

  Sentence add(const Source& source) {
    ++sources_;
    for (const Setting& setting : settings_table()) {
      const auto found = source.find(setting.name);
      if (found == source.end()) continue;
      const auto& [texts, where] = found->second;
      if (const auto fault = set(setting, settings_, texts)) return where + ": " + *fault;
      origins_[setting.name] = where;
      rank_[setting.name] = sources_;
    }
    return std::nullopt;
  }

  /// Two settings exclude each other; the one that a later source has set wins.
  Sentence settle_where_to_keep() {
    if (settings_.ephemeral && settings_.data) {
      const int keep = rank_["data"];
      const int forget = rank_["ephemeral"];
      if (keep == forget) {
        return origins_["data"] + " and " + origins_["ephemeral"] + " exclude each other";
      }
      if (keep < forget) settings_.data.reset();
      settings_.ephemeral = keep < forget;
      origins_[keep < forget ? "data" : "ephemeral"] =
          origins_[keep < forget ? "ephemeral" : "data"];
    }
    if (!settings_.ephemeral && !settings_.data) settings_.data = state_directory();
    if (settings_.ephemeral || settings_.data) return std::nullopt;
    return "there is no HOME to keep games in: give --data DIR, or --ephemeral";
  }

  [[nodiscard]] const Origins& origins() const { return origins_; }

 private:
  Settings& settings_;
  Origins origins_;
  std::map<std::string, int, std::less<>> rank_;
  int sources_ = 0;
};

/// What no single flag can be blamed for.
Sentence contradiction(const Settings& settings) {
  constexpr unsigned most_threads = 256;
  if (settings.io_threads > most_threads) return "--io-threads: at most 256";
  if (settings.limits.silence <= settings.limits.ping_interval) {
    return "--silence must be longer than --ping-interval: a quiet client lives by its pongs";
  }
  if (settings.tls_cert.has_value() != settings.tls_key.has_value()) {
    return "--tls-cert and --tls-key are of use together only";
  }
  return std::nullopt;
}

CommandLine complain(std::string sentence) {
  return {.deed = Deed::say,
          .text = "flagrankd: " + std::move(sentence) + " (see flagrankd --help)\n",
          .exit_status = usage_error};
}

CommandLine show(std::string text) { return {.deed = Deed::say, .text = std::move(text)}; }

/// The file, the environment, the command line, in that order.
OrSentence<std::vector<Source>> sources(const Words& words) {
  auto flags = words.told();
  auto variables = from_environment();
  if (!variables) return variables.error();

  std::vector<Source> all;
  const auto file = flags.contains(config_option) ? flags.extract(config_option)
                                                  : variables->extract(config_option);
  if (!file.empty()) {
    auto source = from_file(file.mapped().texts.back());
    if (!source) return source.error();
    all.push_back(*std::move(source));
  }
  all.push_back(*std::move(variables));
  all.push_back(std::move(flags));
  return all;
}

CommandLine with_settings(const Words& words) {
  const auto all = sources(words);
  if (!all) return complain(all.error());
  CommandLine line{.deed = words.deed(), .settings = {}, .file = words.file(), .text = {}};
  Outcome outcome{line.settings};
  for (const Source& source : *all) {
    if (auto sentence = outcome.add(source)) return complain(*std::move(sentence));
  }
  if (auto sentence = contradiction(line.settings)) return complain(*std::move(sentence));
  if (auto sentence = outcome.settle_where_to_keep()) return complain(*std::move(sentence));
  if (!line.settings.data) {
    line.settings.limits.records = std::min(line.settings.limits.records, most_records_in_memory);
  }
  if (!words.print_config()) return line;
  return show(as_file(settings_table(), line.settings, outcome.origins()));
}

}  // namespace

CommandLine read_command_line(int argc, const char* const* argv) {
  CLI::App app{description, "flagrankd"};
  const Words words{app};
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& asked) {
    std::ostringstream text;
    app.exit(asked, text, text);
    return show(text.str());
  } catch (const CLI::ParseError& wrong) {
    return complain(wrong.what());
  }
  if (words.help_markdown()) return show(as_markdown(settings_table()));
  return with_settings(words);
}

}  // namespace flagrank::config

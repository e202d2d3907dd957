#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <charconv>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <variant>

#include "server/config/duration.hpp"
#include "server/config/flags.hpp"
#include "server/config/listen_address.hpp"
#include "server/config/settings.hpp"
#include "server/config/state_directory.hpp"

namespace flagrank::config {
namespace {

using std::chrono::milliseconds;

constexpr const char* version = "flagrankd " FLAGRANK_VERSION;
constexpr int usage_error = 2;
/// Each takes some thirty kilobytes.
constexpr std::size_t most_records_in_memory = 1000;

std::string environment_name(std::string_view flag) {
  std::string name{"FLAGRANK_"};
  for (const char letter : flag) {
    name += letter == '-' ? '_' : static_cast<char>(std::toupper(letter));
  }
  return name;
}

/// The whole text as a count.
template <std::unsigned_integral Count>
std::optional<Count> read(std::string_view text, const Count* /*type*/) {
  Count count = 0;
  const auto [rest, fault] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (fault != std::errc{} || rest != text.data() + text.size()) return std::nullopt;
  return count;
}

std::optional<milliseconds> read(std::string_view text, const milliseconds* /*type*/) {
  return read_duration(text);
}

template <std::unsigned_integral Count>
std::string shown(Count count) {
  return std::to_string(count);
}

std::string shown(milliseconds duration) { return spell(duration); }

template <std::unsigned_integral Count>
std::string wanted(const Count* /*type*/) {
  return "a whole number above 0";
}

std::string wanted(const milliseconds* /*type*/) {
  return "a time above 0 such as 500ms, 15s or 10m";
}

[[noreturn]] void refuse(const std::string& flag, const std::string& text,
                         const std::string& wanted) {
  throw CLI::ValidationError{flag, "'" + text + "' is not " + wanted};
}

/// Where zero makes no sense, the value must be above it.
template <class Value>
void add(CLI::App& app, const char* name, const char* group, const char* help, Value& field,
         bool or_nothing = false) {
  const std::string flag = std::string{"--"} + name;
  const auto set = [flag, &field, or_nothing](const std::string& text) {
    const auto value = read(text, &field);
    if (!value || (*value == Value{} && !or_nothing)) refuse(flag, text, wanted(&field));
    field = *value;
  };
  app.add_option_function<std::string>(flag, set, help)
      ->group(group)
      ->type_name("")
      ->option_text("[" + shown(field) + "]")
      ->envname(environment_name(name));
}

void add_listen(CLI::App& app, Settings& settings) {
  const auto set = [&settings](const std::string& text) {
    const auto address = read_listen_address(text);
    if (!address) refuse("--listen", text, "ADDR:PORT, such as 0.0.0.0:8080 or [::1]:8080");
    settings.listen_address = address->host;
    settings.listen_port = address->port;
  };
  app.add_option_function<std::string>("--listen", set, "where to listen; port 0 is any free one")
      ->group("Server")
      ->option_text("ADDR:PORT [0.0.0.0:8080]")
      ->envname(environment_name("listen"));
}

/// Where games are kept: two flags that exclude each other.
class Keeping {
 public:
  explicit Keeping(CLI::App& app)
      : app_{app},
        data_{app.add_option("--data", directory_, "keep games in this directory")
                  ->group("Server")
                  ->type_name("")
                  ->option_text("DIR [" + state_directory().value_or("none").string() + "]")
                  ->envname(environment_name("data"))},
        ephemeral_{app.add_flag("--ephemeral", forget_, "keep games in memory, until the end")
                       ->group("Server")
                       ->envname(environment_name("ephemeral"))} {}

  /// Sets what the words and the environment come to; or a sentence where they come to nothing.
  std::optional<std::string> settle(Settings& settings) const {
    const bool told = said(data_) || said(ephemeral_);
    const bool keep = told ? said(data_) : !directory_.empty();
    const bool forget = forget_ && (said(ephemeral_) || !told);
    if (keep && forget) return "--data and --ephemeral exclude each other";
    if (keep && directory_.empty()) return "--data: the name of a directory is missing";
    if (forget) return std::nullopt;
    settings.data = keep ? std::optional<std::filesystem::path>{directory_} : state_directory();
    if (settings.data) return std::nullopt;
    return "there is no HOME to keep games in: give --data DIR, or --ephemeral";
  }

 private:
  /// On the command line. Where either flag is, the environment has no say in both.
  [[nodiscard]] bool said(const CLI::Option* option) const {
    return std::ranges::count(app_.parse_order(), option) > 0;
  }

  const CLI::App& app_;
  std::string directory_;
  bool forget_ = false;
  const CLI::Option* data_;
  const CLI::Option* ephemeral_;
};

void add_flags(CLI::App& app, Settings& settings) {
  app.set_help_flag("-h,--help", "show this")->group("Server");
  app.set_version_flag("--version", version, "show the version")->group("Server");
  add_listen(app, settings);
  add(app, "io-threads", "Server", "threads that serve connections", settings.io_threads);
  app.add_option("--log-level", settings.log_level, "trace, debug, info, warn, error or off")
      ->group("Server")
      ->type_name("")
      ->option_text("[info]")
      ->check(CLI::IsMember{{"trace", "debug", "info", "warn", "error", "off"}})
      ->envname(environment_name("log-level"));
  for (const Flag& flag : limit_flags()) {
    const auto add_limit = [&](auto field) {
      add(app, flag.name, flag.group, flag.help, settings.limits.*field, flag.or_nothing);
    };
    std::visit(add_limit, flag.field);
  }
}

/// What no single flag can be blamed for.
std::optional<std::string> contradiction(const Settings& settings) {
  constexpr unsigned most_threads = 256;
  if (settings.io_threads > most_threads) return "--io-threads: at most 256";
  if (settings.limits.silence <= settings.limits.ping_interval) {
    return "--silence must be longer than --ping-interval: a quiet client lives by its pongs";
  }
  return std::nullopt;
}

CommandLine complain(std::string sentence) {
  return {.serve = false,
          .text = "flagrankd: " + std::move(sentence) + " (see flagrankd --help)\n",
          .exit_status = usage_error};
}

}  // namespace

CommandLine read_command_line(int argc, const char* const* argv) {
  CommandLine line;
  CLI::App app{
      "flagrankd serves Flagrank games over WebSocket.\n"
      "Each flag can be set as FLAGRANK_<FLAG> in the environment too.",
      "flagrankd"};
  app.get_formatter()->column_width(38);
  // The last one counts, so that a script's flags can be followed by one's own.
  app.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  const Keeping keeping{app};
  add_flags(app, line.settings);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& asked) {
    std::ostringstream text;
    app.exit(asked, text, text);
    return {.serve = false, .text = text.str()};
  } catch (const CLI::ParseError& wrong) {
    return complain(wrong.what());
  }
  if (auto sentence = contradiction(line.settings)) return complain(*std::move(sentence));
  if (auto sentence = keeping.settle(line.settings)) return complain(*std::move(sentence));
  if (!line.settings.data) {
    line.settings.limits.records = std::min(line.settings.limits.records, most_records_in_memory);
  }
  return line;
}

}  // namespace flagrank::config

#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "server/config/listen_address.hpp"
#include "server/config/settings.hpp"

namespace flagrank::config {

/// One setting as an operator sees it: `--<name>` on the command line, `FLAGRANK_<NAME>` in the
/// environment, `<name>` in the file.
struct Setting {
  using Field =
      std::variant<bool Settings::*, unsigned Settings::*, std::string Settings::*,
                   std::vector<std::string> Settings::*, std::optional<std::string> Settings::*,
                   std::optional<std::filesystem::path> Settings::*, ListenAddress Settings::*,
                   std::optional<ListenAddress> Settings::*, std::size_t Limits::*,
                   std::uint32_t Limits::*, std::chrono::milliseconds Limits::*>;
  Field field;
  const char* name;
  const char* group;  ///< heading in the help
  const char* help;
  const char* value = "";   ///< what stands for its value in the help: `DIR`
  const char* unset = "";   ///< the default in words, where there is none to spell
  bool or_nothing = false;  ///< of a number or a time: 0 is a value too
  /// Of a text, or of each in a list: whether it may be that, and what it must be, as the end of
  /// "'x' is not …". Any that is not empty where there is no rule.
  bool (*fits)(std::string_view text) = nullptr;
  const char* wanted = "a text";
  bool secret = false;  ///< its value is shown to nobody
};

/// Every setting, in the order of the help. The one list of them: the command line, the
/// environment, the file, the help, the outcome and the table in the README are made from it. Those
/// of `Limits` stand in its order.
[[nodiscard]] std::span<const Setting> settings_table();

/// `FLAGRANK_PING_INTERVAL` for `ping-interval`.
[[nodiscard]] std::string variable_name(std::string_view setting);

/// Sets the field to what an operator wrote, of which there are several for a list, also with
/// commas between them; or a sentence that says what is wrong with it.
[[nodiscard]] std::optional<std::string> set(const Setting& setting, Settings& settings,
                                             const std::vector<std::string>& texts);

/// The field as an operator would write it; none where it has no value.
[[nodiscard]] std::vector<std::string> spell(const Setting& setting, const Settings& settings);

}  // namespace flagrank::config

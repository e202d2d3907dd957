#pragma once

#include <boost/system/result.hpp>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

/// Where an operator says what a setting is to be, besides the command line.
namespace flagrank::config {

/// What one source says of a setting, unread.
struct Told {
  std::vector<std::string> texts;
  std::string where;  ///< how the operator calls it there: `--rooms`, `FLAGRANK_ROOMS`
};

/// What one source says, by the names of the settings.
using Source = std::map<std::string, Told, std::less<>>;

template <class T>
using OrSentence = boost::system::result<T, std::string>;

/// The setting that is no setting: the name of the file.
inline constexpr const char* config_option = "config";

/// Every variable that begins with FLAGRANK_, that of the file too; an empty one says nothing. One
/// that stands for no setting is an error, but for what container platforms make of a service
/// called flagrank, and for what this project's own tests use.
[[nodiscard]] OrSentence<Source> from_environment();

/// A file of lines `name = value`, as CLI11 reads them: TOML without sections.
[[nodiscard]] OrSentence<Source> from_file(const std::filesystem::path& file);

/// Whether a file can hold this text, in quotes.
[[nodiscard]] bool can_be_quoted(const std::string& text);

}  // namespace flagrank::config

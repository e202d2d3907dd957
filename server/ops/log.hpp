#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace flagrank::ops {

enum class LogFormat : std::uint8_t {
  plain,  ///< `2026-01-31T12:00:00.000+00:00 info stopping`
  json    ///< `{"time":"2026-01-31T12:00:00.000+00:00","level":"info","message":"stopping"}`
};

/// Begins the log, one line for each event, on standard error: what is read and waited for on
/// standard output comes first there. `level` is one of spdlog's names.
void set_up_log(const std::string& level, LogFormat format);

/// Sends the log to standard output from now on.
void log_to_output();

/// A line of the log as JSON, whatever its format is, with more fields; without the line's end.
using Fields = std::vector<std::pair<std::string_view, std::string>>;
[[nodiscard]] std::string line_in_json(std::string_view message, const Fields& fields);

}  // namespace flagrank::ops

#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace flagrank::config {

/// A time as an operator writes it: a whole number and its unit, `ms`, `s`, `m` or `h`, such as
/// `500ms` or `10m`; 0 needs none. At most a year. Nothing where it is anything else.
[[nodiscard]] std::optional<std::chrono::milliseconds> read_duration(std::string_view text);

/// The same the other way round, in the largest unit that leaves no rest.
[[nodiscard]] std::string spell(std::chrono::milliseconds duration);

}  // namespace flagrank::config

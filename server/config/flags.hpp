#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>

#include "server/config/settings.hpp"

namespace flagrank::config {

/// One limit as an operator sees it: `--<name>` on the command line, `FLAGRANK_<NAME>` in the
/// environment.
struct Flag {
  using Field = std::variant<std::size_t Limits::*, std::uint32_t Limits::*,
                             std::chrono::milliseconds Limits::*>;
  Field field;
  const char* name;
  const char* group;  ///< heading in the help
  const char* help;
  bool or_nothing = false;  ///< 0 is a value too
};

/// Every field of `Limits`, in its order. The one list of them: the command line, the environment
/// and the help are made from it.
[[nodiscard]] std::span<const Flag> limit_flags();

}  // namespace flagrank::config

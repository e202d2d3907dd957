#pragma once

#include <filesystem>
#include <optional>

namespace flagrank::config {

/// Where a server keeps its games unless told: `$STATE_DIRECTORY`, which systemd sets, or
/// `flagrankd` in `$XDG_STATE_HOME`, or in the place that stands for that, `~/.local/state`.
/// Nothing where the environment names none of them.
[[nodiscard]] std::optional<std::filesystem::path> state_directory();

}  // namespace flagrank::config

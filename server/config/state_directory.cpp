#include "server/config/state_directory.hpp"

#include <cstdlib>
#include <string>

namespace flagrank::config {
namespace {

/// What the variable says, if it says anything that may be relied on.
std::optional<std::filesystem::path> absolute_path_in(const char* variable) {
  const char* const text = std::getenv(variable);
  if (text == nullptr) return std::nullopt;
  // systemd separates several directories by colons; the first is the one that we asked for.
  const std::string all{text};
  const std::filesystem::path path{all.substr(0, all.find(':'))};
  return path.is_absolute() ? std::optional{path} : std::nullopt;
}

}  // namespace

std::optional<std::filesystem::path> state_directory() {
  if (auto ours = absolute_path_in("STATE_DIRECTORY")) return ours;
  if (const auto states = absolute_path_in("XDG_STATE_HOME")) return *states / "flagrankd";
  if (const auto home = absolute_path_in("HOME")) return *home / ".local" / "state" / "flagrankd";
  return std::nullopt;
}

}  // namespace flagrank::config

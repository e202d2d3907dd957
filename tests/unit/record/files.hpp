#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

#include "tests/support/paths.hpp"

namespace flagrank::test {

[[nodiscard]] inline std::string contents(const std::filesystem::path& path) {
  std::ifstream file{path, std::ios::binary};
  if (!file) throw std::invalid_argument{"cannot read " + path.string()};
  std::ostringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

/// A file of tests/data/records.
[[nodiscard]] inline std::string record_file(const std::string& name) {
  return contents(source_dir() / "tests/data/records" / name);
}

}  // namespace flagrank::test

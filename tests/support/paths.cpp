#include "tests/support/paths.hpp"

namespace flagrank::test {

std::filesystem::path source_dir() { return FLAGRANK_SOURCE_DIR; }

std::filesystem::path shared_dir() { return source_dir().parent_path() / "shared"; }

std::string flagrankd_program() { return FLAGRANKD_PROGRAM; }

std::string flagrank_program() { return FLAGRANK_PROGRAM; }

std::string conformance_program() { return FLAGRANK_CONFORMANCE_PROGRAM; }

}  // namespace flagrank::test

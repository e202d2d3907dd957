#pragma once

#include <filesystem>
#include <string>

/// Where this build and its checkout lie. Asked for here only, so that no other object file depends
/// on the place and a compiler cache can serve every checkout.
namespace flagrank::test {

[[nodiscard]] std::filesystem::path source_dir();

/// The shared data beside the checkout; a clone may lack it.
[[nodiscard]] std::filesystem::path shared_dir();

[[nodiscard]] std::string flagrankd_program();
[[nodiscard]] std::string flagrank_program();
[[nodiscard]] std::string conformance_program();

}  // namespace flagrank::test

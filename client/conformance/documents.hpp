#pragma once

#include <span>
#include <string_view>

namespace flagrank::conformance {

/// A file of proto/, as it was when this program was built.
struct Document {
  std::string_view name;  ///< below proto/, such as "schema/client/move.json"
  std::string_view text;
};

/// All schemas and transcripts, by name. They live as long as the program.
[[nodiscard]] std::span<const Document> documents() noexcept;

}  // namespace flagrank::conformance

#pragma once

#include <cstddef>
#include <string>

namespace flagrank::record {

/// Why a document is no record, or no position: the first thing that is wrong with it.
struct Fault {
  std::size_t line = 1;  ///< from 1
  std::string where;     ///< a JSON pointer, or what the format has instead; may be empty
  std::string reason;    ///< continues a sentence: "must be a square, such as a4"
  friend bool operator==(const Fault&, const Fault&) = default;
};

/// Such as "line 3, /moves/16/to: must be a square, such as a4".
[[nodiscard]] inline std::string text(const Fault& fault) {
  std::string text = "line " + std::to_string(fault.line);
  if (!fault.where.empty()) text += ", " + fault.where;
  return text + ": " + fault.reason;
}

}  // namespace flagrank::record

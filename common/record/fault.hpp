#pragma once

#include <cstddef>
#include <string>

#include "common/rules/formation.hpp"

namespace flagrank::record {

/// Why a document is no record, or no position: the first thing that is wrong with it.
struct Fault {
  std::size_t line = 1;  ///< from 1
  std::string where;     ///< a JSON pointer, or what the format has instead; may be empty
  std::string reason;    ///< continues a sentence: "must be a square, such as a4"
  friend bool operator==(const Fault&, const Fault&) = default;
};

/// Such as "line 3, /moves/16/to: must be a square, such as a4". Only our own words, so that it can
/// be shown to anybody.
[[nodiscard]] std::string text(const Fault& fault);

/// Such as "missing scout (2)", "outside e5".
[[nodiscard]] std::string words(const rules::FormationFault& fault);

}  // namespace flagrank::record

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/protocol/error_code.hpp"

namespace flagrank::conformance {

/// A frame that is no command, and how it has to be refused.
struct BadFrame {
  const char* name;  ///< in words that are joined by _
  std::string frame;
  protocol::ErrorCode code;
  std::optional<std::string> pointer;  ///< absent where any will do
  std::optional<std::string> id = "x";
};

[[nodiscard]] const std::vector<BadFrame>& bad_frames();

}  // namespace flagrank::conformance

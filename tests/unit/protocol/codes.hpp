#pragma once

#include <vector>

#include "common/protocol/close_code.hpp"
#include "common/protocol/error_code.hpp"

namespace flagrank::test {

/// In the order of the enumerators.
[[nodiscard]] inline std::vector<protocol::ErrorCode> all_error_codes() {
  std::vector<protocol::ErrorCode> codes;
  for (int i = 0; i <= static_cast<int>(protocol::ErrorCode::internal); ++i) {
    codes.push_back(static_cast<protocol::ErrorCode>(i));
  }
  return codes;
}

/// All numbers a close code can have that this server knows to give a reason for.
[[nodiscard]] inline std::vector<protocol::CloseCode> all_close_codes() {
  std::vector<protocol::CloseCode> codes;
  for (int number = 1000; number < 5000; ++number) {
    const auto code = static_cast<protocol::CloseCode>(number);
    if (protocol::reason(code) != "unknown") codes.push_back(code);
  }
  return codes;
}

}  // namespace flagrank::test

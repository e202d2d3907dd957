#pragma once

#include <string>
#include <vector>

#include "common/protocol/client_message.hpp"
#include "common/protocol/server_message.hpp"

namespace flagrank::test {

/// A message and, byte for byte, how it is said.
template <class Message>
struct Sample {
  std::string name;  ///< of the test case
  Message message;
  std::string frame;
};

/// At least one for each type, and one for each way that a type can look.
[[nodiscard]] const std::vector<Sample<protocol::ClientMessage>>& client_samples();
[[nodiscard]] const std::vector<Sample<protocol::ServerMessage>>& server_samples();

/// The `type` of a frame.
[[nodiscard]] std::string type_of(const std::string& frame);

}  // namespace flagrank::test

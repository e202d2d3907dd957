#pragma once

#include <gmock/gmock.h>

#include <csignal>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "tests/integration/with_server.hpp"
#include "tests/support/temporary_directory.hpp"

namespace flagrank::test {

/// A whole answer: the status line with the fields, and the body.
struct Answered {
  std::string head;
  std::string body;

  [[nodiscard]] nlohmann::json document() const { return nlohmann::json::parse(body); }
  [[nodiscard]] std::string error() const { return document()["error"]; }
};

/// A test that asks its server by HTTP, with a connection for each request.
class WithHttp : public WithServer {
 protected:
  Answered ask(std::string_view request);
  Answered get(const std::string& target);
  /// What must be there, and as its schema says: "http/room" and so on.
  nlohmann::json found(const std::string& target, const std::string& schema);
  /// What must be refused with that status, as the schema of refusals says.
  Answered refused(const std::string& target, unsigned status);

  /// Starts a server that keeps its games there.
  void start_in(const TemporaryDirectory& directory);
  void kill();
};

/// The wish for a room that everybody finds.
[[nodiscard]] protocol::CreateRoom public_room();

}  // namespace flagrank::test

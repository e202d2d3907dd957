#pragma once

#include <gtest/gtest.h>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "common/protocol/client_message.hpp"
#include "common/protocol/decode.hpp"
#include "common/protocol/encode.hpp"
#include "common/protocol/server_message.hpp"
#include "server/config/settings.hpp"
#include "server/net/server.hpp"
#include "tests/support/ws_client.hpp"

namespace flagrank::net {

/// The whole of server/net on a free port of loopback, with real rooms and a journal in memory. Has
/// as many I/O threads as FLAGRANK_TEST_IO_THREADS says.
class Serving {
 public:
  explicit Serving(const config::Limits& limits,
                   const std::optional<std::string>& access_key = std::nullopt);
  ~Serving();
  Serving(const Serving&) = delete;
  Serving& operator=(const Serving&) = delete;

  [[nodiscard]] std::uint16_t port() const { return server_->endpoint().port(); }

  void change_access_key(std::string_view key) { server_->change_access_key(key); }

  [[nodiscard]] std::size_t connections() const { return server_->connections(); }

  /// Stops in phases; false, and everybody is cut off, where that does not come to an end.
  bool stop();

  /// Waits until nobody is connected; false where somebody still is after a long time.
  [[nodiscard]] bool deserted() const;

 private:
  boost::asio::io_context io_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
  std::unique_ptr<Server> server_;
  std::vector<std::thread> threads_;
  bool stopped_ = false;
};

/// Limits under which nothing happens by itself within a test. A test shortens what it is about.
[[nodiscard]] config::Limits patient_limits();

/// A client that has heard `hello`.
[[nodiscard]] test::WsClient greeted(std::uint16_t port);

/// Says it as command `id` and gives back the next thing heard, which must be a message.
protocol::ServerMessage say(test::WsClient& client, const std::string& id,
                            protocol::ClientBody body);

/// What was heard, as a message; `Unknown` after a failure where it was none.
[[nodiscard]] protocol::ServerMessage as_message(const test::WsClient::Received& received);

/// The code of an error; fails where the message is none.
[[nodiscard]] protocol::ErrorCode refusal(const protocol::ServerMessage& message);

/// Listens until the server closes and gives the code; 0 where it does not.
[[nodiscard]] std::uint16_t close_code(test::WsClient& client);

}  // namespace flagrank::net

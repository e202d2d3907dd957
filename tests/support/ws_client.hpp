#pragma once

#include <chrono>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tests/support/patience.hpp"

namespace flagrank::test {

/// The end of a connection, as the other side told it; 1006 where it just broke off.
struct Closed {
  std::uint16_t code = 1006;
  std::string reason;
  friend bool operator==(const Closed&, const Closed&) = default;
};

void PrintTo(const Closed& closed, std::ostream* out);

/// Nothing came in time.
struct Silence {
  friend bool operator==(const Silence&, const Silence&) = default;
};

/// A real WebSocket client over loopback that blocks, but never without a bound.
class WsClient {
 public:
  struct Wish {
    std::string target = "/v1/ws";
    std::string subprotocols = "flagrank.v1";  ///< "" = no such header
    int receive_buffer = 0;                    ///< SO_RCVBUF; 0 = the system's
  };
  using Received = std::variant<std::string, Closed, Silence>;

  /// Connects and shakes hands; throws where either fails.
  WsClient(std::uint16_t port, const Wish& wish);
  explicit WsClient(std::uint16_t port) : WsClient{port, Wish{}} {}
  ~WsClient();
  WsClient(WsClient&&) noexcept;
  WsClient& operator=(WsClient&&) noexcept;

  /// The subprotocol that the server chose; "" for none.
  [[nodiscard]] const std::string& subprotocol() const;

  /// Writes one text frame. False where the connection no longer takes it.
  bool say(std::string_view text);
  /// The next text frame, the end, or silence.
  [[nodiscard]] Received hear(std::chrono::milliseconds within = patience());

  /// Closes by the closing handshake and tells how the server closed.
  Closed close();
  /// Breaks the TCP connection off without a word.
  void drop();

 private:
  class Socket;
  std::unique_ptr<Socket> socket_;
};

}  // namespace flagrank::test

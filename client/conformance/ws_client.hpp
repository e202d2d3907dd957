#pragma once

#include <chrono>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>

#include "client/conformance/patience.hpp"
#include "client/text/address.hpp"

namespace flagrank::conformance {

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

/// The other side cannot be reached, or does not go on. `what()` is a sentence.
struct Unreachable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The handshake was answered, but not with a WebSocket.
struct Declined : std::runtime_error {
  Declined(unsigned status_told, std::string body_told);
  unsigned status;  ///< of HTTP
  std::string body;
};

/// Where a program on this machine listens.
[[nodiscard]] text::Address on_loopback(std::uint16_t port);

/// A WebSocket client that blocks, but never without a bound.
class WsClient {
 public:
  struct Wish {
    std::string subprotocols = "flagrank.v1";  ///< "" = no such header
    int receive_buffer = 0;                    ///< SO_RCVBUF; 0 = the system's
  };
  using Received = std::variant<std::string, Closed, Silence>;
  enum class Kind { text, binary };

  /// Connects and shakes hands; throws `Unreachable` or `Declined` where that fails.
  WsClient(const text::Address& server, const Wish& wish);
  explicit WsClient(const text::Address& server) : WsClient{server, Wish{}} {}
  WsClient(std::uint16_t port, const Wish& wish) : WsClient{on_loopback(port), wish} {}
  explicit WsClient(std::uint16_t port) : WsClient{port, Wish{}} {}
  ~WsClient();
  WsClient(WsClient&&) noexcept;
  WsClient& operator=(WsClient&&) noexcept;

  /// The subprotocol that the server chose; "" for none.
  [[nodiscard]] const std::string& subprotocol() const;

  /// Writes one frame. False where the connection no longer takes it.
  bool say(std::string_view frame, Kind kind = Kind::text);
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

}  // namespace flagrank::conformance

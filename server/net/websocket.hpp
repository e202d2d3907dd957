#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <variant>

#include "common/protocol/close_code.hpp"
#include "server/net/request.hpp"

namespace flagrank::wire {
class Wire;
}

namespace flagrank::net {

/// A server's end of one WebSocket: text frames in and out. The wall behind which Beast lives, so
/// that one file alone pays for compiling it, and one place knows what it leaves to do.
///
/// All calls happen on the socket's executor. At most one `read` and one of `write` and `close` at
/// a time; a write is over when it is done. There are no deadlines inside: `cut` ends every call
/// that waits. Must outlive all calls.
class Websocket {
 public:
  /// What the peer does besides sending messages.
  enum class Sign : std::uint8_t {
    ping,  ///< answered already
    pong,
    closing  ///< the socket is being closed, for whichever side's reason
  };

  /// Why no message came.
  enum class Gone : std::uint8_t {
    left,          ///< closed properly
    binary,        ///< a binary message: not closed yet
    too_big,       ///< closed for that, as for the next two
    bad_utf8,      ///< in a text
    bad_protocol,  ///< a frame that is none
    lost           ///< without a word
  };

  /// `signs` is called while a `read` or a `close` waits.
  Websocket(boost::asio::ip::tcp::socket socket, std::size_t message_bytes,
            std::function<void(Sign)> signs);
  ~Websocket();
  Websocket(const Websocket&) = delete;
  Websocket& operator=(const Websocket&) = delete;

  /// What is beneath, for TLS and HTTP before `accept`.
  [[nodiscard]] wire::Wire& wire();

  /// Answers the request with 101. False where the connection is gone.
  [[nodiscard]] boost::asio::awaitable<bool> accept(Upgrade upgrade);

  /// The next text message, valid until the next `read`. Answers pings and a close. Longer messages
  /// than allowed, text that is no UTF-8 and broken frames are closed with the code for it.
  [[nodiscard]] boost::asio::awaitable<std::variant<std::string_view, Gone>> read();

  enum class Sending : std::uint8_t {
    done,   ///< the kernel has it, or the peer is saying goodbye
    waits,  ///< `finish` it: the peer is slower than we are, or TLS is spoken
    gone    ///< the connection is
  };

  /// Begins to send a text message. Where the kernel takes it at once, as it nearly always does,
  /// that was all.
  [[nodiscard]] Sending begin_write(std::string_view text);
  /// Sends the rest of the same message, which must live until then. False where the connection is
  /// gone.
  [[nodiscard]] boost::asio::awaitable<bool> finish_write(std::string_view text);

  /// Sends a ping; does not wait. False where the last one still waits to be sent.
  [[nodiscard]] bool ping();
  /// A ping waits to be sent.
  [[nodiscard]] bool pinging() const;

  /// Says goodbye and waits for the peer's. Then the socket is closed.
  [[nodiscard]] boost::asio::awaitable<void> close(protocol::CloseCode code);

  /// Closes the socket at once; what was not sent is thrown away.
  void cut() noexcept;

 private:
  struct Stream;
  std::shared_ptr<Stream> stream_;
};

}  // namespace flagrank::net

#pragma once

#include <array>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/compose.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/beast/core/role.hpp>
#include <boost/system/error_code.hpp>
#include <cstddef>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>

namespace flagrank::wire {

/// A TCP connection, with TLS on it or without: which, is decided while the program runs. What is
/// built on it (HTTP, WebSocket) is compiled once for both, and one without TLS costs nothing for
/// what it does not use.
///
/// All calls happen on the socket's executor. Stays where it was made and outlives all that was
/// begun on it. There are no deadlines inside: `cut` ends everything that waits.
class Wire {
 public:
  using executor_type = boost::asio::any_io_executor;

  explicit Wire(boost::asio::ip::tcp::socket socket) : socket_{std::move(socket)} {}
  explicit Wire(const executor_type& executor) : socket_{executor} {}
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;

  [[nodiscard]] executor_type get_executor() { return socket_.get_executor(); }
  [[nodiscard]] boost::asio::ip::tcp::socket& socket() { return socket_; }

  /// From now on TLS is spoken, beginning with `async_shake_hands`. Once only. What is to be set
  /// for this connection alone (a name, how to check one) is set on the handle given back.
  SSL* secure(boost::asio::ssl::context& context);
  /// The handle; none where TLS is not spoken.
  [[nodiscard]] SSL* tls() const { return tls_ ? tls_->native_handle() : nullptr; }

  /// The handshake of TLS, as `client` or as `server`. Completes with an error code.
  template <class Token>
  auto async_shake_hands(boost::asio::ssl::stream_base::handshake_type side, Token&& token) {
    return tls_->async_handshake(side, std::forward<Token>(token));
  }

  template <class Buffers, class Token>
  auto async_read_some(const Buffers& buffers, Token&& token) {
    const auto begin = [this](auto handler, const Buffers& into) {
      if (tls_) {
        tls_->async_read_some(into, std::move(handler));
      } else {
        socket_.async_read_some(into, std::move(handler));
      }
    };
    return boost::asio::async_initiate<Token, Transferred>(begin, token, buffers);
  }

  template <class Buffers, class Token>
  auto async_write_some(const Buffers& buffers, Token&& token) {
    const auto begin = [this](auto handler, const Buffers& from) {
      if (tls_) {
        tls_->async_write_some(from, std::move(handler));
      } else {
        socket_.async_write_some(from, std::move(handler));
      }
    };
    return boost::asio::async_initiate<Token, Transferred>(begin, token, buffers);
  }

  /// Says that nothing more will be said, then reads and throws away what still comes, at most so
  /// many bytes, until the peer closes; then closes. Whoever closes with bytes unread loses what
  /// the peer has not read yet: the kernel breaks the connection off.
  template <class Token>
  auto async_finish(std::size_t most, Token&& token) {
    return boost::asio::async_compose<Token, void(boost::system::error_code)>(Finishing{this, most},
                                                                              token, socket_);
  }

  /// Closes at once; what was not sent is thrown away.
  void cut() noexcept;

  void close() noexcept;

 private:
  using Transferred = void(boost::system::error_code, std::size_t);
  using Tls = boost::asio::ssl::stream<boost::asio::ip::tcp::socket&>;

  /// One `async_finish`, resumed after each of its steps.
  class Finishing {
   public:
    Finishing(Wire* wire, std::size_t most) : wire_{wire}, left_{most} {}

    template <class Self>
    void operator()(Self& self, boost::system::error_code error = {}, std::size_t bytes = 0) {
      Wire& wire = *wire_;
      if (!std::exchange(begun_, true) && wire.tls_) {
        wire.tls_->async_shutdown(std::move(self));
        return;
      }
      if (ignored_ == nullptr) {
        // What TLS had to say of its end matters to nobody: the peer may have gone on talking.
        error = {};
        ignored_ = std::make_unique<Ignored>();
        wire.stop_writing();
      }
      left_ -= bytes < left_ ? bytes : left_;
      if (error || left_ == 0) {
        wire.close();
        self.complete({});
        return;
      }
      const auto into = boost::asio::buffer(*ignored_);
      wire.socket_.async_read_some(into, std::move(self));
    }

   private:
    using Ignored = std::array<char, 2048>;
    Wire* wire_;
    std::size_t left_;
    bool begun_ = false;
    std::unique_ptr<Ignored> ignored_;
  };

  void stop_writing() noexcept;

  boost::asio::ip::tcp::socket socket_;
  std::unique_ptr<Tls> tls_;  ///< some 70 KiB
};

/// How a WebSocket of Beast ends. Found by Beast in place of its own, which reads 2 KiB at most.
template <class Handler>
void async_teardown(boost::beast::role_type /*role*/, Wire& wire, Handler&& handler) {
  wire.async_finish(std::numeric_limits<std::size_t>::max(), std::forward<Handler>(handler));
}

/// What Beast does where its own deadlines have passed.
inline void beast_close_socket(Wire& wire) { wire.close(); }

}  // namespace flagrank::wire

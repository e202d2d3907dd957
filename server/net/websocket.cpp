#include "server/net/websocket.hpp"

#include <array>
#include <boost/asio/async_result.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/compose.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/bind_handler.hpp>
#include <boost/beast/core/buffer_traits.hpp>
#include <boost/beast/core/buffers_range.hpp>
#include <boost/beast/core/buffers_suffix.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/websocket/error.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <string>
#include <utility>

#include "common/wire/wire.hpp"
#include "server/net/reading.hpp"

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = boost::beast::websocket;
using asio::ip::tcp;
using boost::system::error_code;

namespace flagrank::net {
namespace {

constexpr std::size_t longest_head = 14;  // of a frame

using Signs = std::function<void(Websocket::Sign)>;

/// What Beast has closed the connection for, if it has.
Websocket::Gone gone_by(const error_code& error) {
  using Gone = Websocket::Gone;
  if (error == websocket::error::closed) return Gone::left;
  if (error == websocket::error::message_too_big) return Gone::too_big;
  if (error == websocket::error::bad_frame_payload) return Gone::bad_utf8;
  const bool beasts =
      error.category() == websocket::make_error_code(websocket::error::closed).category();
  return beasts ? Gone::bad_protocol : Gone::lost;
}

/// The wire, and a say in what Beast does with it unasked.
///
/// A read that meets a close frame or a broken one waits for the peer to close, for as long as that
/// likes: `signs` tells of it. A message may come in any number of empty fragments, which Beast
/// reads for ever: between two whole frames there are no more reads than a frame has bytes.
///
/// Without TLS a frame is read with one call of the kernel, and handed to it where it is written,
/// and has gone out when the call returns; to let an operation of Asio's do it took a seventh of
/// what a move costs. What the kernel has no room for waits here, so that no two frames mix:
/// whoever writes next comes behind it.
struct Watched : wire::Wire {
  Watched(tcp::socket socket, std::size_t most, Signs tell)
      : wire::Wire{std::move(socket)}, most_reads{most}, signs{std::move(tell)} {}

  /// The next byte to be read is a frame's first, the one before having been a pong or not.
  void begin_frame(bool behind_pong) {
    reads = 0;
    after_pong = behind_pong;
  }

  template <class Buffers, class Handler>
  auto async_read_some(const Buffers& buffers, Handler&& handler) {
    if (++reads > most_reads) cut();
    // One piece at a time: a list of them costs the kernel and us more than a second read would.
    const asio::mutable_buffer piece = beast::buffers_front(buffers);
    if (tls() != nullptr || piece.size() == 0) {
      return wire::Wire::async_read_some(piece, std::forward<Handler>(handler));
    }
    const auto before =
        reads > 1 || after_pong ? Reader::Before::unanswered : Reader::Before::answered;
    const auto begin = [this, before](auto next, asio::mutable_buffer into) {
      reader.async_read_some(into, before, std::move(next));
    };
    return asio::async_initiate<Handler, void(error_code, std::size_t)>(begin, handler, piece);
  }

  template <class Buffers, class Handler>
  auto async_write_some(const Buffers& buffers, Handler&& handler) {
    if (tls() != nullptr) {
      return wire::Wire::async_write_some(buffers, std::forward<Handler>(handler));
    }
    error_code error;
    const std::size_t taken = write_some(buffers, error);
    if (error || unsent.empty()) {
      return asio::post(get_executor(),
                        beast::bind_front_handler(std::forward<Handler>(handler), error, taken));
    }
    return asio::async_compose<Handler, void(error_code, std::size_t)>(Emptying{this, taken},
                                                                       handler, socket());
  }

  /// Takes all of it, unless the connection is gone.
  template <class Buffers>
  std::size_t write_some(const Buffers& buffers, error_code& error) {
    const std::size_t all = beast::buffer_bytes(buffers);
    const std::size_t sent = unsent.empty() ? send(buffers, error) : 0;
    if (error || sent == all) return sent;
    beast::buffers_suffix<Buffers> rest{buffers};
    rest.consume(sent);
    for (const asio::const_buffer piece : beast::buffers_range_ref(rest)) {
      unsent.append(static_cast<const char*>(piece.data()), piece.size());
    }
    return all;
  }

  /// Sends of what waits as much as there is room for.
  void send_unsent(error_code& error) {
    unsent.erase(0, send(asio::buffer(unsent), error));
    if (unsent.empty()) unsent.shrink_to_fit();
  }

  // Beast asks whether they are there, and calls none of them.
  template <class Buffers>
  std::size_t write_some(const Buffers& buffers);
  template <class Buffers>
  std::size_t read_some(const Buffers& buffers);
  template <class Buffers>
  std::size_t read_some(const Buffers& buffers, error_code& error);

  std::size_t reads = 0;    ///< since the last whole frame
  bool after_pong = false;  ///< which that was: the one that is not answered
  std::size_t most_reads;
  Signs signs;
  Reader reader{socket()};
  std::string unsent;

 private:
  /// Waits until nothing waits to be sent, whoever sends it.
  struct Emptying {
    template <class Self>
    void operator()(Self& self, error_code error = {}) {
      if (std::exchange(begun, true) && !error) wire->send_unsent(error);
      if (error || wire->unsent.empty()) return self.complete(error, taken);
      wire->socket().async_wait(tcp::socket::wait_write, std::move(self));
    }

    Watched* wire;
    std::size_t taken;
    bool begun = false;
  };

  /// Those of a short frame in one piece, which costs the kernel and us less than a list of two.
  template <class Buffers>
  std::size_t send(const Buffers& buffers, error_code& error) {
    std::array<char, 512> piece;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled next
    const std::size_t all = beast::buffer_bytes(buffers);
    if (all > piece.size()) return send_piece(buffers, error);
    asio::buffer_copy(asio::buffer(piece), buffers);
    return send_piece(asio::buffer(piece, all), error);
  }

  template <class Buffers>
  std::size_t send_piece(const Buffers& buffers, error_code& error) {
    const std::size_t sent = socket().write_some(buffers, error);
    if (error == asio::error::would_block) error = {};
    return sent;
  }
};

/// Found by Beast in place of its own.
template <class Handler>
void async_teardown(beast::role_type role, Watched& wire, Handler&& handler) {
  wire.signs(Websocket::Sign::closing);
  wire::async_teardown(role, static_cast<wire::Wire&>(wire), std::forward<Handler>(handler));
}

websocket::close_reason closing_words(protocol::CloseCode code) {
  return {static_cast<websocket::close_code>(code), beast::string_view{protocol::reason(code)}};
}

/// What Beast wants to see of a request that was judged already.
beast::http::request<beast::http::empty_body> handshake(const Upgrade& upgrade) {
  using beast::http::field;
  beast::http::request<beast::http::empty_body> request{beast::http::verb::get, "/", 11};
  request.set(field::host, upgrade.host);
  request.set(field::connection, "upgrade");
  request.set(field::upgrade, "websocket");
  request.set(field::sec_websocket_version, "13");
  request.set(field::sec_websocket_key, upgrade.key);
  return request;
}

void set_answer(websocket::response_type& answer) {
  answer.set(beast::http::field::server, "flagrankd");
  answer.set(beast::http::field::sec_websocket_protocol, subprotocol);
}

}  // namespace

struct Websocket::Stream {
  Stream(tcp::socket socket, std::size_t most_reads, const Signs& signs)
      : peer{std::move(socket), most_reads, signs} {}

  websocket::stream<Watched, false> peer;  // without deflate, which costs 100 KiB each
  beast::flat_buffer message;
  bool pinging = false;
};

Websocket::Websocket(tcp::socket socket, std::size_t message_bytes, Signs signs)
    : stream_{std::make_shared<Stream>(std::move(socket), message_bytes + longest_head, signs)} {
  auto& peer = stream_->peer;
  peer.read_message_max(message_bytes);
  peer.auto_fragment(false);
  peer.text(true);
  peer.control_callback([stream = stream_.get(), signs = std::move(signs)](auto kind, auto) {
    stream->peer.next_layer().begin_frame(kind == websocket::frame_type::pong);
    if (kind == websocket::frame_type::ping) signs(Sign::ping);
    if (kind == websocket::frame_type::pong) signs(Sign::pong);
  });
}

Websocket::~Websocket() = default;

wire::Wire& Websocket::wire() { return stream_->peer.next_layer(); }

asio::awaitable<bool> Websocket::accept(Upgrade upgrade) {
  const auto request = handshake(upgrade);
  stream_->peer.set_option(websocket::stream_base::decorator(set_answer));
  error_code error;
  wire().socket().non_blocking(true, error);
  tell_what_is_left(wire().socket());
  co_await stream_->peer.async_accept(request, asio::redirect_error(asio::use_awaitable, error));
  co_return !error;
}

asio::awaitable<std::variant<std::string_view, Websocket::Gone>> Websocket::read() {
  auto& message = stream_->message;
  message.clear();
  stream_->peer.next_layer().begin_frame(false);
  // Most connections wait here most of the time, each with as much buffer as it asks for, and a
  // long message must not cost memory until the next one.
  constexpr std::size_t piece = 512;
  if (message.capacity() > piece) message.shrink_to_fit();

  error_code error;
  do {
    co_await stream_->peer.async_read_some(message, piece,
                                           asio::redirect_error(asio::use_awaitable, error));
  } while (!error && !stream_->peer.is_message_done());
  if (error) co_return gone_by(error);
  if (!stream_->peer.got_text()) co_return Gone::binary;
  const auto bytes = message.cdata();
  co_return std::string_view{static_cast<const char*>(bytes.data()), bytes.size()};
}

Websocket::Sending Websocket::begin_write(std::string_view text) {
  auto& peer = stream_->peer;
  if (peer.next_layer().tls() != nullptr) return Sending::waits;
  // One who says goodbye is sent nothing any more: Beast's operations see to that, this call would
  // not. The end is for the reader to find.
  if (!peer.is_open()) return Sending::done;
  error_code error;
  peer.write(asio::buffer(text), error);
  if (error) return Sending::gone;
  return peer.next_layer().unsent.empty() ? Sending::done : Sending::waits;
}

asio::awaitable<bool> Websocket::finish_write(std::string_view text) {
  auto& peer = stream_->peer;
  auto& wire = peer.next_layer();
  error_code error;
  auto token = asio::redirect_error(asio::use_awaitable, error);
  if (wire.tls() != nullptr) {
    co_await peer.async_write(asio::buffer(text), token);
    co_return !error;
  }
  while (!error && !wire.unsent.empty()) {
    co_await wire.socket().async_wait(tcp::socket::wait_write, token);
    if (!error) wire.send_unsent(error);
  }
  co_return !error;
}

bool Websocket::ping() {
  if (std::exchange(stream_->pinging, true)) return false;
  stream_->peer.async_ping({}, [stream = stream_](error_code error) {
    stream->pinging = false;
    // Beast sends nothing more after that, and tells nobody.
    if (error && error != asio::error::operation_aborted) stream->peer.next_layer().cut();
  });
  return true;
}

bool Websocket::pinging() const { return stream_->pinging; }

asio::awaitable<void> Websocket::close(protocol::CloseCode code) {
  const auto words = closing_words(code);
  error_code error;
  co_await stream_->peer.async_close(words, asio::redirect_error(asio::use_awaitable, error));
}

void Websocket::cut() noexcept { stream_->peer.next_layer().cut(); }

}  // namespace flagrank::net

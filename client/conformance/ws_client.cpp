#include "client/conformance/ws_client.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/stream_base.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/field.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <exception>
#include <optional>
#include <ostream>
#include <utility>
#include <vector>

#include "client/text/look_up.hpp"
#include "client/text/trust.hpp"
#include "common/wire/wire.hpp"

namespace flagrank::conformance {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using asio::ip::tcp;
using boost::system::error_code;

void PrintTo(const Closed& closed, std::ostream* out) {
  *out << closed.code << ' ' << closed.reason;
}

Declined::Declined(unsigned status_told, std::string body_told)
    : std::runtime_error{"the handshake was answered with HTTP " + std::to_string(status_told)},
      status{status_told},
      body{std::move(body_told)} {}

text::Address on_loopback(std::uint16_t port) {
  return {.host = "127.0.0.1", .port = std::to_string(port), .path = "/v1/ws"};
}

/// Every operation is an asynchronous one, run until it is done or its time is up. A read that ran
/// out of time stays begun, and the next `hear` goes on with it.
class WsClient::Socket {
 public:
  Socket(const text::Address& server, const Wish& wish) {
    connect(server, wish.receive_buffer);
    if (server.tls) agree_on_tls(server);
    shake_hands(server, wish);
  }

  [[nodiscard]] const std::string& subprotocol() const { return subprotocol_; }

  bool say(std::string_view frame, Kind kind) {
    std::optional<error_code> outcome;
    stream_.text(kind == Kind::text);
    stream_.async_write(asio::buffer(frame.data(), frame.size()),
                        [&outcome](error_code error, std::size_t) { outcome = error; });
    run_until([&outcome] { return outcome.has_value(); }, patience());
    if (!outcome) throw Unreachable{"the server does not read what is said"};
    return !*outcome;
  }

  Received hear(std::chrono::milliseconds within) {
    if (!reading_) begin_reading();
    run_until([this] { return heard_.has_value(); }, within);
    if (!heard_) return Silence{};
    reading_ = false;
    const error_code error = *std::exchange(heard_, std::nullopt);
    if (error) return end_of(error);
    std::string text = beast::buffers_to_string(incoming_.data());
    incoming_.clear();
    return text;
  }

  Closed close() {
    std::optional<error_code> outcome;
    stream_.async_close(websocket::close_code::normal,
                        [&outcome](error_code error) { outcome = error; });
    run_until([&outcome] { return outcome.has_value(); }, patience());
    if (!outcome) throw Unreachable{"the server does not answer a close"};
    return end_of(websocket::error::closed);
  }

  void drop() { stream_.next_layer().close(); }

 private:
  void connect(const text::Address& server, int receive_buffer) {
    for (const tcp::endpoint& place : looked_up(server)) {
      if (connect(place, receive_buffer)) return;
    }
    throw Unreachable{"nothing listens on " + server.host_and_port()};
  }

  std::vector<tcp::endpoint> looked_up(const text::Address& server) {
    std::optional<text::Places> places;
    asio::co_spawn(
        context_, text::look_up(server.host, server.port, patience()),
        [&places](const std::exception_ptr&, const text::Places& found) { places = found; });
    run_until([&places] { return places.has_value(); }, 2 * patience());
    if (!places || places->has_error()) {
      throw Unreachable{"there is no host named " + server.host + ", or nobody says where it is"};
    }
    return places->value();
  }

  bool connect(const tcp::endpoint& place, int receive_buffer) {
    tcp::socket& socket = stream_.next_layer().socket();
    error_code failed;
    socket.close(failed);
    socket.open(place.protocol(), failed);
    if (failed) return false;
    // Before the connection, or the window is announced without it.
    if (receive_buffer > 0) {
      socket.set_option(asio::socket_base::receive_buffer_size{receive_buffer});
    }
    std::optional<error_code> outcome;
    socket.async_connect(place, [&outcome](error_code error) { outcome = error; });
    run_until([&outcome] { return outcome.has_value(); }, patience());
    if (!outcome || *outcome) return abandon(outcome);
    socket.set_option(tcp::no_delay{true});
    return true;
  }

  /// No handler may outlive what it writes to.
  bool abandon(std::optional<error_code>& outcome) {
    stream_.next_layer().close();
    run_until([&outcome] { return outcome.has_value(); }, patience());
    return false;
  }

  void agree_on_tls(const text::Address& server) {
    wire::Wire& wire = stream_.next_layer();
    if (const auto complaint = text::prepare_tls(wire, server)) {
      throw Unreachable{complaint->sentence};
    }
    std::optional<error_code> outcome;
    wire.async_shake_hands(asio::ssl::stream_base::client,
                           [&outcome](error_code error) { outcome = error; });
    run_until([&outcome] { return outcome.has_value(); }, patience());
    if (!outcome) {
      abandon(outcome);
      throw Unreachable{"no answer to the handshake of TLS"};
    }
    if (*outcome) throw Unreachable{text::tls_failure(wire, server, *outcome).sentence};
  }

  void shake_hands(const text::Address& server, const Wish& wish) {
    stream_.set_option(websocket::stream_base::decorator{[&wish](websocket::request_type& request) {
      if (wish.subprotocols.empty()) return;
      request.set(beast::http::field::sec_websocket_protocol, wish.subprotocols);
    }});
    websocket::response_type response;
    std::optional<error_code> outcome;
    stream_.async_handshake(response, server.host_and_port(), server.path,
                            [&outcome](error_code error) { outcome = error; });
    run_until([&outcome] { return outcome.has_value(); }, patience());
    if (!outcome) {
      abandon(outcome);
      throw Unreachable{"no answer to the handshake"};
    }
    if (*outcome == websocket::error::upgrade_declined) {
      throw Declined{response.result_int(), response.body()};
    }
    if (*outcome) throw Unreachable{"the handshake failed: " + outcome->message()};
    subprotocol_ = std::string{response[beast::http::field::sec_websocket_protocol]};
  }

  void begin_reading() {
    reading_ = true;
    stream_.async_read(incoming_, [this](error_code error, std::size_t) { heard_ = error; });
  }

  [[nodiscard]] Closed end_of(error_code error) const {
    if (error != websocket::error::closed) return Closed{};
    return {stream_.reason().code,
            {stream_.reason().reason.data(), stream_.reason().reason.size()}};
  }

  template <class Done>
  void run_until(Done done, std::chrono::milliseconds within) {
    const auto until = Clock::now() + within;
    context_.restart();
    while (!done() && context_.run_one_until(until) != 0) {
    }
  }

  asio::io_context context_{1};
  websocket::stream<wire::Wire> stream_{context_.get_executor()};
  beast::flat_buffer incoming_;
  std::string subprotocol_;
  bool reading_ = false;
  std::optional<error_code> heard_;
};

WsClient::WsClient(const text::Address& server, const Wish& wish)
    : socket_{std::make_unique<Socket>(server, wish)} {}
WsClient::~WsClient() = default;
WsClient::WsClient(WsClient&&) noexcept = default;
WsClient& WsClient::operator=(WsClient&&) noexcept = default;

const std::string& WsClient::subprotocol() const { return socket_->subprotocol(); }
bool WsClient::say(std::string_view frame, Kind kind) { return socket_->say(frame, kind); }
WsClient::Received WsClient::hear(std::chrono::milliseconds within) {
  return socket_->hear(within);
}
Closed WsClient::close() { return socket_->close(); }
void WsClient::drop() { socket_->drop(); }

}  // namespace flagrank::conformance

#include "tests/support/ws_client.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/field.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <boost/system/system_error.hpp>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <utility>

namespace flagrank::test {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using asio::ip::tcp;
using boost::system::error_code;

void PrintTo(const Closed& closed, std::ostream* out) {
  *out << closed.code << ' ' << closed.reason;
}

/// Every operation is an asynchronous one, run until it is done or its time is up. A read that ran
/// out of time stays begun, and the next `hear` goes on with it.
class WsClient::Socket {
 public:
  Socket(std::uint16_t port, const Wish& wish) {
    connect(port, wish.receive_buffer);
    shake_hands(port, wish);
  }

  [[nodiscard]] const std::string& subprotocol() const { return subprotocol_; }

  bool say(std::string_view text) {
    std::optional<error_code> outcome;
    stream_.text(true);
    stream_.async_write(asio::buffer(text.data(), text.size()),
                        [&outcome](error_code error, std::size_t) { outcome = error; });
    run_until([&outcome] { return outcome.has_value(); }, patience());
    if (!outcome) throw std::runtime_error{"the server does not read what is said"};
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
    if (!outcome) throw std::runtime_error{"the server does not answer a close"};
    return end_of(websocket::error::closed);
  }

  void drop() {
    error_code ignored;
    stream_.next_layer().close(ignored);
  }

 private:
  void connect(std::uint16_t port, int receive_buffer) {
    tcp::socket& socket = stream_.next_layer();
    socket.open(tcp::v4());
    if (receive_buffer > 0) {
      socket.set_option(asio::socket_base::receive_buffer_size{receive_buffer});
    }
    socket.connect(tcp::endpoint{asio::ip::address_v4::loopback(), port});
    socket.set_option(tcp::no_delay{true});
  }

  void shake_hands(std::uint16_t port, const Wish& wish) {
    stream_.set_option(websocket::stream_base::decorator{[&wish](websocket::request_type& request) {
      if (wish.subprotocols.empty()) return;
      request.set(beast::http::field::sec_websocket_protocol, wish.subprotocols);
    }});
    websocket::response_type response;
    std::optional<error_code> outcome;
    stream_.async_handshake(response, "127.0.0.1:" + std::to_string(port), wish.target,
                            [&outcome](error_code error) { outcome = error; });
    run_until([&outcome] { return outcome.has_value(); }, patience());
    if (!outcome) throw std::runtime_error{"no answer to the handshake"};
    if (*outcome) throw boost::system::system_error{*outcome, "handshake"};
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
  websocket::stream<tcp::socket> stream_{context_};
  beast::flat_buffer incoming_;
  std::string subprotocol_;
  bool reading_ = false;
  std::optional<error_code> heard_;
};

WsClient::WsClient(std::uint16_t port, const Wish& wish)
    : socket_{std::make_unique<Socket>(port, wish)} {}
WsClient::~WsClient() = default;
WsClient::WsClient(WsClient&&) noexcept = default;
WsClient& WsClient::operator=(WsClient&&) noexcept = default;

const std::string& WsClient::subprotocol() const { return socket_->subprotocol(); }
bool WsClient::say(std::string_view text) { return socket_->say(text); }
WsClient::Received WsClient::hear(std::chrono::milliseconds within) {
  return socket_->hear(within);
}
Closed WsClient::close() { return socket_->close(); }
void WsClient::drop() { socket_->drop(); }

}  // namespace flagrank::test

#include "client/text/connection.hpp"

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/ssl/error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/error.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/field.hpp>
#include <boost/beast/websocket.hpp>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <deque>
#include <string_view>
#include <system_error>
#include <utility>

#include "client/text/clean.hpp"
#include "client/text/dial.hpp"
#include "common/protocol/close_code.hpp"
#include "common/wire/wire.hpp"

namespace flagrank::text {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
namespace websocket = boost::beast::websocket;
using boost::system::error_code;
using protocol::Advice;
using protocol::CloseCode;
using namespace std::chrono_literals;

constexpr std::string_view subprotocol = "flagrank.v1";
constexpr std::size_t largest_message = 4 * 1024 * 1024;

Ending final(const std::string& sentence) {
  return {.status = ExitStatus::lost, .sentence = sentence};
}

/// What `Retry-After` asks for; nothing sensible is nothing.
std::chrono::seconds asked_to_wait(const websocket::response_type& response) {
  constexpr unsigned most = 300;
  const std::string_view text{response[http::field::retry_after].data(),
                              response[http::field::retry_after].size()};
  unsigned seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (error != std::errc{} || end != text.data() + text.size()) return {};
  return std::chrono::seconds{std::min(seconds, most)};
}

/// Why the server did not agree to talk.
Ending declined(const Address& server, const error_code& why,
                const websocket::response_type& response) {
  const std::string place = server.host_and_port();
  if (why == beast::error::timeout) return passing(place + " does not answer");
  if (why.category() == asio::error::get_system_category() || why == asio::error::eof ||
      why == http::error::end_of_stream || why == http::error::partial_message) {
    return passing(place + " hung up at once: " + why.message());
  }
  if (why.category() == asio::error::get_ssl_category() ||
      why == asio::ssl::error::stream_truncated) {
    return passing(place + " hung up at once");
  }
  if (why != websocket::error::upgrade_declined) {
    return final(place + " is no Flagrank server: " + why.message());
  }
  const unsigned status = response.result_int();
  if (status == 429 || status == 503) {
    return {.status = ExitStatus::refused,
            .sentence = place + " is too busy; try again later",
            .advice = Advice::retry_later,
            .at_least = asked_to_wait(response)};
  }
  if (status == 400 && response.body().find("tls_required") != std::string::npos) {
    return final(place + " speaks TLS only; a URL for it begins with wss://");
  }
  if (status == 400) {
    return final(place + " speaks another version of the protocol than this program");
  }
  const std::string sentence =
      place + " is no Flagrank server: it answers HTTP " + std::to_string(status);
  // A proxy, perhaps, whose server is away.
  return status >= 500 ? passing(sentence) : final(sentence);
}

/// Who is too much for the server was refused; for the rest the connection is just lost.
ExitStatus status_of(CloseCode code) {
  const bool too_much = code == CloseCode::too_busy || code == CloseCode::rate_limit;
  return too_much ? ExitStatus::refused : ExitStatus::lost;
}

std::string in_words(CloseCode code, const websocket::close_reason& told) {
  switch (code) {
    case CloseCode::too_busy:
      return "the server is too busy; try again later";
    case CloseCode::rate_limit:
      return "the server hung up: too many messages; try again later";
    case CloseCode::replaced:
      return "your seat is now played from another connection";
    case CloseCode::room_closed:
      return "the room was closed";
    case CloseCode::server_restarting:
      return "the server is being restarted";
    case CloseCode::idle:
      return "the server hung up: nothing was said in time";
    case CloseCode::slow_reader:
      return "the server hung up: this end was too slow";
    default:
      break;
  }
  const std::string reason = clean({told.reason.data(), told.reason.size()}, {}, 100);
  return "the server hung up" + (reason.empty() ? std::string{} : ": " + reason);
}

Ending closed_by_server(const websocket::close_reason& told) {
  const auto code = static_cast<CloseCode>(told.code);
  return {.status = status_of(code),
          .sentence = in_words(code, told),
          .advice = protocol::advice(code)};
}

}  // namespace

struct Connection::State : std::enable_shared_from_this<State> {
  explicit State(const asio::any_io_executor& executor) : stream{executor}, drained{executor} {
    // Cancelled when the outbox is empty: an event, not a clock.
    drained.expires_at(asio::steady_timer::time_point::max());
  }

  void write_next() {
    stream.async_write(asio::buffer(outbox.front()),
                       [self = shared_from_this()](const error_code& failed, std::size_t) {
                         self->written(failed);
                       });
  }

  void written(const error_code& failed) {
    outbox.pop_front();
    if (failed) outbox.clear();
    if (outbox.empty()) {
      drained.cancel();
    } else {
      write_next();
    }
  }

  /// The lowest layer goes, and with it whatever still waits for the other end.
  void cut() {
    stream.next_layer().close();
    drained.cancel();
  }

  websocket::stream<wire::Wire> stream;
  beast::flat_buffer inbox;
  std::deque<std::string> outbox;  ///< the first is being written
  asio::steady_timer drained;
};

Connection::Connection(const asio::any_io_executor& executor)
    : state_{std::make_shared<State>(executor)} {}

Connection::~Connection() { state_->cut(); }

asio::awaitable<boost::system::result<void, Ending>> Connection::open(Address server) {
  const auto state = state_;
  auto dialling = dial(state->stream.next_layer(), server);
  const auto dialled = co_await std::move(dialling);
  if (!dialled) co_return dialled.error();

  error_code failed;
  auto token = asio::redirect_error(asio::use_awaitable, failed);
  state->stream.set_option(websocket::stream_base::timeout{
      .handshake_timeout = patience, .idle_timeout = 40s, .keep_alive_pings = true});
  state->stream.set_option(websocket::stream_base::decorator{[](websocket::request_type& request) {
    request.set(http::field::sec_websocket_protocol, subprotocol);
    request.set(http::field::user_agent, "flagrank/" FLAGRANK_VERSION);
  }});
  state->stream.read_message_max(largest_message);
  state->stream.text(true);
  websocket::response_type response;
  const std::string host = server.host_and_port();
  co_await state->stream.async_handshake(response, host, server.path, token);
  if (failed) co_return declined(server, failed, response);
  if (response[http::field::sec_websocket_protocol] != subprotocol) {
    co_return final(host + " speaks another protocol than this program");
  }
  co_return boost::system::result<void, Ending>{};
}

asio::awaitable<boost::system::result<std::string, Ending>> Connection::read() {
  const auto state = state_;
  error_code failed;
  auto token = asio::redirect_error(asio::use_awaitable, failed);
  co_await state->stream.async_read(state->inbox, token);
  if (failed == websocket::error::closed) co_return closed_by_server(state->stream.reason());
  if (failed == beast::error::timeout) {
    co_return passing("the connection is dead: nothing was heard for 40 s");
  }
  if (failed == websocket::error::message_too_big) {
    co_return final("the server sent more than 4 MiB in one message");
  }
  if (failed == asio::error::eof || failed == asio::ssl::error::stream_truncated) {
    co_return passing("the connection was lost: the server is gone");
  }
  if (failed) co_return passing("the connection was lost: " + failed.message());
  if (!state->stream.got_text()) {
    co_return final("the server speaks another protocol than this program");
  }
  std::string frame = beast::buffers_to_string(state->inbox.cdata());
  state->inbox.clear();
  co_return frame;
}

void Connection::send(std::string frame) {
  if (!state_->stream.is_open()) return;
  state_->outbox.push_back(std::move(frame));
  if (state_->outbox.size() == 1) state_->write_next();
}

asio::awaitable<void> Connection::close() {
  const auto state = state_;
  error_code ignored;
  auto token = asio::redirect_error(asio::use_awaitable, ignored);
  asio::steady_timer deadline{state->stream.get_executor(), 2s};
  deadline.async_wait([state](const error_code& cancelled) {
    if (!cancelled) state->cut();
  });
  if (!state->outbox.empty()) co_await state->drained.async_wait(token);
  const websocket::close_reason goodbye{websocket::close_code::normal};
  if (state->stream.is_open()) co_await state->stream.async_close(goodbye, token);
}

}  // namespace flagrank::text

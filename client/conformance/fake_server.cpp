#include "client/conformance/fake_server.hpp"

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <chrono>
#include <csignal>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace flagrank::conformance {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
namespace websocket = boost::beast::websocket;
using asio::ip::tcp;
using boost::system::error_code;
using namespace std::chrono_literals;

namespace {

using Request = http::request<http::string_body>;
using Response = http::response<http::string_body>;

constexpr std::size_t message_bytes = 8192;

[[nodiscard]] bool offers_ours(const Request& request) {
  const http::token_list offered{request[http::field::sec_websocket_protocol]};
  return std::any_of(offered.begin(), offered.end(),
                     [](const auto& one) { return one == "flagrank.v1"; });
}

/// Why that is no handshake of ours, and the answer to it; nothing where it is one.
[[nodiscard]] std::optional<std::pair<std::string, Response>> refusal(const Request& request) {
  const auto refused = [&](http::status status, const std::string& why, const std::string& body) {
    Response response{status, request.version()};
    response.set(http::field::content_type, "application/json");
    response.body() = body;
    response.keep_alive(false);
    response.prepare_payload();
    return std::pair{why, response};
  };
  const std::string target{request.target()};
  if (target != "/v1/ws") {
    return refused(http::status::not_found, "it asked for " + target.substr(0, 80),
                   R"({"error":"not_found","message":"There is only /v1/ws here."})");
  }
  if (!websocket::is_upgrade(request)) {
    return refused(http::status::upgrade_required, "it asked for no WebSocket",
                   R"({"error":"no_websocket","message":"This is for WebSockets only."})");
  }
  if (offers_ours(request)) return std::nullopt;
  return refused(http::status::bad_request, "it did not offer the subprotocol flagrank.v1",
                 R"({"error":"no_subprotocol","message":"Offer flagrank.v1.",)"
                 R"("served":["flagrank.v1"]})");
}

}  // namespace

/// One connection. Kept alive by what it waits for.
class FakeServer::Session : public std::enable_shared_from_this<Session> {
 public:
  Session(FakeServer& server, tcp::socket socket, int number)
      : server_{server}, stream_{std::move(socket)}, number_{number} {}

  void begin() {
    error_code ignored;
    transport().socket().set_option(tcp::no_delay{true}, ignored);
    transport().expires_after(10s);
    http::async_read(transport(), incoming_, request_,
                     [self = shared_from_this()](error_code failed, std::size_t) {
                       if (!failed) self->answer();
                     });
  }

  void tell(std::string frame) {
    if (end_) return;
    outbox_.push_back(std::move(frame));
    if (outbox_.size() == 1) write_next();
  }

  void close(protocol::CloseCode code) {
    end_with([this, code] {
      const websocket::close_reason reason{static_cast<websocket::close_code>(code),
                                           protocol::reason(code)};
      stream_.async_close(reason, [self = shared_from_this()](error_code) {});
    });
  }

  void drop() {
    end_with([this] {
      error_code ignored;
      transport().socket().close(ignored);
    });
  }

 private:
  beast::tcp_stream& transport() { return stream_.next_layer(); }

  void answer() {
    auto refused = refusal(request_);
    if (!refused) return shake_hands();
    server_.take(server_.rehearsal_.declined(refused->first, now()));
    response_ = std::move(refused->second);
    http::async_write(transport(), response_, [self = shared_from_this()](error_code, std::size_t) {
      error_code ignored;
      self->transport().socket().shutdown(tcp::socket::shutdown_send, ignored);
    });
  }

  void shake_hands() {
    transport().expires_never();
    stream_.set_option(websocket::stream_base::timeout{
        .handshake_timeout = 10s, .idle_timeout = 30s, .keep_alive_pings = true});
    stream_.set_option(websocket::stream_base::decorator{[](websocket::response_type& response) {
      response.set(http::field::sec_websocket_protocol, "flagrank.v1");
    }});
    stream_.read_message_max(message_bytes);
    stream_.text(true);
    stream_.async_accept(request_, [self = shared_from_this()](error_code failed) {
      if (failed) return;
      self->server_.take(self->server_.rehearsal_.connected(self->number_, now()));
      self->read_next();
    });
  }

  void read_next() {
    stream_.async_read(incoming_, [self = shared_from_this()](error_code failed, std::size_t) {
      failed ? self->ended(failed) : self->heard();
    });
  }

  void heard() {
    const std::string frame = beast::buffers_to_string(incoming_.cdata());
    incoming_.clear();
    if (end_) return read_next();
    if (stream_.got_text()) {
      server_.take(server_.rehearsal_.heard(number_, frame, now()));
    } else {
      server_.take(server_.rehearsal_.heard_nonsense(number_, "it sent a binary frame", now()));
      close(protocol::CloseCode::binary);
    }
    read_next();
  }

  void ended(error_code failed) {
    if (end_) return;
    if (failed == websocket::error::message_too_big) {
      server_.take(server_.rehearsal_.heard_nonsense(
          number_, "it sent a frame longer than limits.message_bytes", now()));
    }
    const bool closed = failed == websocket::error::closed;
    constexpr std::uint16_t broken_off = 1006;
    server_.take(server_.rehearsal_.gone(
        number_, closed ? static_cast<std::uint16_t>(stream_.reason().code) : broken_off, now()));
  }

  void write_next() {
    stream_.async_write(asio::buffer(outbox_.front()),
                        [self = shared_from_this()](error_code failed, std::size_t) {
                          self->outbox_.pop_front();
                          if (failed) self->outbox_.clear();
                          if (!self->outbox_.empty()) return self->write_next();
                          if (self->end_) self->end_();
                        });
  }

  /// Once all has been told.
  void end_with(std::function<void()> end) {
    if (end_) return;
    end_ = std::move(end);
    if (outbox_.empty()) end_();
  }

  FakeServer& server_;
  websocket::stream<beast::tcp_stream> stream_;
  int number_;
  beast::flat_buffer incoming_;
  Request request_;
  Response response_;
  std::deque<std::string> outbox_;  ///< the first is being written
  std::function<void()> end_;       ///< set once we have done with it
};

FakeServer::FakeServer(tcp::endpoint place, Rehearsal& rehearsal, Report& report)
    : place_{std::move(place)}, rehearsal_{rehearsal}, report_{report} {
  // Before anybody can be told that it listens, or an early signal would end it without a report.
  signals_.add(SIGINT);
  signals_.add(SIGTERM);
}

FakeServer::~FakeServer() = default;

error_code FakeServer::listen() {
  error_code failed;
  acceptor_.open(place_.protocol(), failed);
  if (!failed) acceptor_.set_option(tcp::acceptor::reuse_address{true}, failed);
  if (!failed) acceptor_.bind(place_, failed);
  if (!failed) acceptor_.listen(asio::socket_base::max_listen_connections, failed);
  if (failed) return failed;
  place_ = acceptor_.local_endpoint();
  accept();
  return {};
}

void FakeServer::run() {
  signals_.async_wait([this](error_code failed, int) {
    if (!failed) take(rehearsal_.stopped("the trial was interrupted"));
  });
  take(rehearsal_.tick(now()));
  context_.run();
}

void FakeServer::accept() {
  acceptor_.async_accept([this](error_code failed, tcp::socket socket) {
    if (!acceptor_.is_open()) return;
    if (!failed) {
      const auto session = std::make_shared<Session>(*this, std::move(socket), ++last_);
      sessions_[last_] = session;
      session->begin();
    }
    accept();
  });
}

void FakeServer::take(const Actions& actions) {
  for (const Action& action : actions) perform(action);
  if (!ended_) set_clock();
}

void FakeServer::perform(const Action& action) {
  const auto session = [this](int connection) { return sessions_[connection].lock(); };
  if (const auto* tell = std::get_if<act::Tell>(&action)) {
    if (const auto to = session(tell->connection)) to->tell(tell->frame);
  } else if (const auto* close = std::get_if<act::Close>(&action)) {
    if (const auto to = session(close->connection)) to->close(close->code);
  } else if (const auto* drop = std::get_if<act::Drop>(&action)) {
    if (const auto to = session(drop->connection)) to->drop();
  } else if (const auto* away = std::get_if<act::BeAway>(&action)) {
    be_away(away->time);
  } else if (const auto* note = std::get_if<act::Note>(&action)) {
    report_.add(note->finding);
  } else {
    end();
  }
}

void FakeServer::be_away(view::Milliseconds time) {
  error_code ignored;
  acceptor_.close(ignored);
  away_.expires_after(time);
  away_.async_wait([this](error_code cancelled) {
    if (cancelled || !listen()) return;
    report_.stop("another program has taken the port meanwhile");
    end();
  });
}

/// Asks the rehearsal again when it has something to do.
void FakeServer::set_clock() {
  const auto next = rehearsal_.next_tick();
  if (!next) return;
  clock_.expires_after(std::max(*next - now(), view::Milliseconds{0}));
  clock_.async_wait([this](error_code cancelled) {
    if (!cancelled) take(rehearsal_.tick(now()));
  });
}

/// Leaves a moment for what is being told.
void FakeServer::end() {
  ended_ = true;
  error_code ignored;
  acceptor_.close(ignored);
  away_.cancel();
  signals_.cancel(ignored);
  clock_.expires_after(500ms);
  clock_.async_wait([this](error_code) { context_.stop(); });
}

view::Instant FakeServer::now() {
  return std::chrono::time_point_cast<view::Milliseconds>(std::chrono::system_clock::now());
}

}  // namespace flagrank::conformance

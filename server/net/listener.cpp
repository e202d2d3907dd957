#include "server/net/listener.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <spdlog/spdlog.h>
#include <sys/socket.h>

#include <atomic>
#include <boost/asio/error.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <exception>
#include <string_view>
#include <utility>

#include "common/wire/wire.hpp"
#include "server/net/address.hpp"
#include "server/net/forwarded.hpp"
#include "server/net/http.hpp"
#include "server/net/reserve.hpp"
#include "server/net/session.hpp"
#include "server/net/tls.hpp"

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace flagrank::net {
namespace {

using namespace std::chrono_literals;

constexpr auto pause_when_short = 50ms;
constexpr auto pause_between_warnings = 10s;
constexpr int most_turned_away = 64;  // at a time, with a word; more are closed without one
constexpr auto time_to_go = 1s;
constexpr int receive_buffer_bytes = 64 * 1024;

/// Without regard to failures: none of this is worth losing a connection for.
void set_up(tcp::socket& socket, const config::Limits& limits) {
  error_code ignored;
  socket.set_option(tcp::no_delay{true}, ignored);
  socket.set_option(tcp::socket::send_buffer_size{static_cast<int>(limits.send_buffer_bytes)},
                    ignored);
  // By itself the kernel takes megabytes from a peer that we do not read from any more.
  socket.set_option(tcp::socket::receive_buffer_size{receive_buffer_bytes}, ignored);
  // How long the kernel keeps trying to reach a peer that is silent.
  const auto silence = static_cast<unsigned>(limits.write.count());
  setsockopt(socket.native_handle(), IPPROTO_TCP, TCP_USER_TIMEOUT, &silence, sizeof silence);
}

bool out_of_descriptors(const error_code& error) {
  return error == asio::error::no_descriptors ||
         error == boost::system::errc::too_many_files_open_in_system;
}

}  // namespace

error_code open(tcp::acceptor& acceptor, const tcp::endpoint& endpoint, int backlog) {
  error_code error;
  if (acceptor.open(endpoint.protocol(), error)) return error;
  if (acceptor.set_option(tcp::acceptor::reuse_address{true}, error)) return error;
  // [::] serves IPv4 too, whatever the machine's default is.
  if (endpoint.address().is_v6()) acceptor.set_option(asio::ip::v6_only{false}, error);
  if (acceptor.bind(endpoint, error)) return error;
  acceptor.listen(backlog, error);
  return error;
}

struct Listener::State {
  State(async::Executors each, std::shared_ptr<House> shared)
      : executors{each}, acceptor{executors.make()}, house{std::move(shared)} {}

  static asio::awaitable<void> accept(std::shared_ptr<State> self);
  static asio::awaitable<void> turn_away(std::shared_ptr<State> self, tcp::socket socket);
  static void receive(const std::shared_ptr<State>& self, tcp::socket socket,
                      const tcp::endpoint& from);
  void complain(std::string_view reason);

  const async::Executors executors;
  tcp::acceptor acceptor;
  const std::shared_ptr<House> house;
  Reserve reserve;
  std::atomic<int> turned_away = 0;
  Time last_warning;
};

Listener::Listener(async::Executors executors, std::shared_ptr<House> house)
    : state_{std::make_shared<State>(executors, std::move(house))} {}

Listener::~Listener() = default;

error_code Listener::listen(const tcp::endpoint& endpoint) {
  auto& acceptor = state_->acceptor;
  const error_code error = open(acceptor, endpoint, tcp::acceptor::max_listen_connections);
  if (error) return error;
  state_->house->sessions.spawn(acceptor.get_executor(), "the listener", State::accept(state_));
  return {};
}

tcp::endpoint Listener::endpoint() const { return state_->acceptor.local_endpoint(); }

void Listener::stop() {
  const auto close = [state = state_] {
    error_code ignored;
    state->acceptor.close(ignored);
  };
  asio::post(state_->acceptor.get_executor(), close);
}

asio::awaitable<void> Listener::State::accept(std::shared_ptr<State> self) {
  asio::steady_timer pause{self->acceptor.get_executor()};
  while (self->acceptor.is_open()) {
    tcp::socket socket{self->executors.make()};
    tcp::endpoint from;
    error_code error;
    co_await self->acceptor.async_accept(socket, from,
                                         asio::redirect_error(asio::use_awaitable, error));
    if (!error) {
      receive(self, std::move(socket), from);
      continue;
    }
    if (!self->acceptor.is_open()) break;
    if (error == asio::error::connection_aborted) continue;
    if (out_of_descriptors(error)) self->reserve.shed(self->acceptor.native_handle());
    self->complain(error.message());
    pause.expires_after(pause_when_short);
    co_await pause.async_wait(asio::redirect_error(asio::use_awaitable, error));
  }
}

void Listener::State::receive(const std::shared_ptr<State>& self, tcp::socket socket,
                              const tcp::endpoint& from) try {
  House& house = *self->house;
  const auto executor = socket.get_executor();
  set_up(socket, house.limits);
  if (auto place = trusted(from.address(), house.proxies)
                       ? house.gate.admit_unknown()
                       : house.gate.admit(limited_as(from.address()))) {
    auto session = std::make_shared<Session>(self->house, std::move(socket), *std::move(place));
    house.sessions.spawn(executor, "a connection", Session::run(std::move(session)));
    return;
  }
  house.counts.turned_away.add();
  if (self->turned_away < most_turned_away) {
    ++self->turned_away;
    house.sessions.spawn(executor, "a refusal", turn_away(self, std::move(socket)));
  }
} catch (const std::exception& failure) {
  // Whatever cannot be had for this connection may be there for the next.
  self->complain(failure.what());
}

/// Says why before it closes, to who takes it within a moment.
asio::awaitable<void> Listener::State::turn_away(std::shared_ptr<State> self, tcp::socket socket) {
  const auto wire = std::make_shared<wire::Wire>(std::move(socket));
  asio::steady_timer moment{wire->get_executor(), time_to_go};
  moment.async_wait([wire](error_code) { wire->close(); });
  auto secured = Secured::not_tls;
  if (self->house->certificate) {
    secured = co_await secure(*wire, *self->house->certificate);
  }
  if (secured != Secured::lost) {
    auto giving = give_answer(*wire, too_busy());
    co_await std::move(giving);
  }
  --self->turned_away;
}

/// So seldom that no flood fills the log.
void Listener::State::complain(std::string_view reason) {
  const Time now = Clock::now();
  if (last_warning != Time{} && now < last_warning + pause_between_warnings) return;
  last_warning = now;
  spdlog::warn("cannot take connections: {}", reason);
}

}  // namespace flagrank::net

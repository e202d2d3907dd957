#include "client/text/dial.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/ssl/stream_base.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <string>

#include "client/text/look_up.hpp"
#include "client/text/trust.hpp"

namespace flagrank::text {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using Dialled = boost::system::result<void, Ending>;

std::string not_found(const Address& server, const error_code& why) {
  if (why == asio::error::timed_out) return "nobody says where " + server.host + " is";
  return "there is no host named " + server.host;
}

std::string unreachable(const Address& server, const error_code& why) {
  const std::string place = server.host_and_port();
  if (why == asio::error::connection_refused) return "nothing listens on " + place;
  return "cannot reach " + place + ": " + why.message();
}

asio::awaitable<Dialled> agree_on_tls(wire::Wire& wire, const Address& server) {
  if (const auto complaint = prepare_tls(wire, server)) {
    co_return Ending{.status = ExitStatus::usage, .sentence = complaint->sentence};
  }
  error_code failed;
  const Deadline deadline{wire, patience};
  co_await wire.async_shake_hands(asio::ssl::stream_base::client,
                                  asio::redirect_error(asio::use_awaitable, failed));
  if (!failed) co_return Dialled{};
  if (deadline.passed()) co_return passing(server.host_and_port() + " does not answer");
  const TlsFailure failure = tls_failure(wire, server, failed);
  if (failure.may_pass) co_return passing(failure.sentence);
  co_return Ending{.status = ExitStatus::lost, .sentence = failure.sentence};
}

}  // namespace

struct Deadline::State {
  State(wire::Wire& one, std::chrono::seconds time) : wire{one}, timer{one.get_executor(), time} {}

  wire::Wire& wire;
  asio::steady_timer timer;
  bool passed = false;
};

Deadline::Deadline(wire::Wire& wire, std::chrono::seconds time)
    : state_{std::make_shared<State>(wire, time)} {
  state_->timer.async_wait([weak = std::weak_ptr{state_}](const error_code& cancelled) {
    const auto state = weak.lock();
    if (cancelled || !state) return;
    state->passed = true;
    state->wire.close();
  });
}

Deadline::~Deadline() = default;

bool Deadline::passed() const { return state_->passed; }

asio::awaitable<Dialled> dial(wire::Wire& wire, const Address& server) {
  const auto places = co_await look_up(server.host, server.port, patience);
  if (!places) co_return passing(not_found(server, places.error()));

  error_code failed;
  auto token = asio::redirect_error(asio::use_awaitable, failed);
  for (const tcp::endpoint& place : *places) {
    const Deadline deadline{wire, patience};
    wire.close();
    co_await wire.socket().async_connect(place, token);
    if (deadline.passed()) co_return passing(server.host_and_port() + " does not answer");
    if (!failed) break;
  }
  if (failed) co_return passing(unreachable(server, failed));
  wire.socket().set_option(tcp::no_delay{true}, failed);
  if (!server.tls) co_return Dialled{};
  auto agreeing = agree_on_tls(wire, server);
  const auto agreed = co_await std::move(agreeing);
  co_return agreed;
}

}  // namespace flagrank::text

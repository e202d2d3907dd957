#include "server/ops/admin.hpp"

#include <boost/asio/dispatch.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <cstddef>
#include <deque>
#include <utility>
#include <variant>

#include "common/wire/wire.hpp"
#include "server/async/tasks.hpp"
#include "server/net/http.hpp"
#include "server/net/listener.hpp"

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace flagrank::ops {
namespace {

constexpr std::size_t header_bytes = 8 * 1024;
constexpr std::size_t most_at_once = 16;
constexpr std::chrono::seconds time_for_one{5};
constexpr std::chrono::milliseconds pause_when_short{50};

net::Answer plain(unsigned status, std::string body) {
  return {.status = status, .body = std::move(body), .json = false, .for_pages = false};
}

void hang_up(const std::shared_ptr<wire::Wire>& peer) {
  if (peer) asio::dispatch(peer->get_executor(), [peer] { peer->close(); });
}

}  // namespace

net::Answer answer_to(const net::Request& request, const Vital& vital) {
  if (request.method != "GET") {
    auto answer = plain(405, request.method == "HEAD" ? "" : "Only GET is served.\n");
    answer.fields = {{"Allow", "GET"}};
    return answer;
  }
  if (request.target == "/healthz") return plain(200, "ok\n");
  if (request.target == "/readyz") {
    const std::string trouble = vital.trouble();
    return trouble.empty() ? plain(200, "ready\n") : plain(503, trouble + '\n');
  }
  if (request.target == "/metrics") {
    auto answer = plain(200, vital.metrics());
    answer.fields = {{"Content-Type", "text/plain; version=0.0.4; charset=utf-8"}};
    return answer;
  }
  return plain(404, "There are /healthz, /readyz and /metrics.\n");
}

struct Admin::State {
  State(asio::io_context& context, Vital told)
      : io{context}, acceptor{asio::make_strand(context)}, vital{std::move(told)} {}

  static asio::awaitable<void> accept(std::shared_ptr<State> self);
  static asio::awaitable<void> serve(std::shared_ptr<State> self, std::shared_ptr<wire::Wire> peer);

  asio::io_context& io;
  tcp::acceptor acceptor;
  const Vital vital;
};

asio::awaitable<void> Admin::State::accept(std::shared_ptr<State> self) {
  asio::steady_timer pause{self->acceptor.get_executor()};
  std::deque<std::weak_ptr<wire::Wire>> served;  // who came first is in front
  while (self->acceptor.is_open()) {
    tcp::socket socket{asio::make_strand(self->io)};
    error_code error;
    co_await self->acceptor.async_accept(socket, asio::redirect_error(asio::use_awaitable, error));
    if (error) {
      // Out of descriptors, most likely, which the other port is warned of.
      pause.expires_after(pause_when_short);
      co_await pause.async_wait(asio::redirect_error(asio::use_awaitable, error));
      continue;
    }
    std::erase_if(served, [](const auto& one) { return one.expired(); });
    // A request is answered as soon as it is here: whoever has been served for longest says
    // nothing, or has gone unnoticed, and nobody is to be turned away for it.
    if (served.size() == most_at_once) {
      hang_up(served.front().lock());
      served.pop_front();
    }
    const auto peer = std::make_shared<wire::Wire>(std::move(socket));
    served.push_back(peer);
    async::spawn(peer->get_executor(), "a request to the admin port", serve(self, peer));
  }
}

asio::awaitable<void> Admin::State::serve(std::shared_ptr<State> self,
                                          std::shared_ptr<wire::Wire> peer) {
  asio::steady_timer deadline{peer->get_executor(), time_for_one};
  deadline.async_wait([weak = std::weak_ptr{peer}](error_code over) {
    const auto late = weak.lock();
    if (!over && late) late->close();
  });
  const auto head = co_await net::read_request(*peer, header_bytes);
  if (std::holds_alternative<net::Lost>(head)) co_return;
  const auto* request = std::get_if<net::Request>(&head);
  net::Answer answer =
      request != nullptr ? answer_to(*request, self->vital) : std::get<net::Answer>(head);
  auto giving = net::give_answer(*peer, std::move(answer));
  co_await std::move(giving);
}

Admin::Admin(asio::io_context& io, Vital vital)
    : state_{std::make_shared<State>(io, std::move(vital))} {}

Admin::~Admin() = default;

error_code Admin::listen(const tcp::endpoint& endpoint) {
  auto& acceptor = state_->acceptor;
  const error_code error = net::open(acceptor, endpoint, static_cast<int>(most_at_once));
  if (!error) async::spawn(acceptor.get_executor(), "the admin port", State::accept(state_));
  return error;
}

tcp::endpoint Admin::endpoint() const { return state_->acceptor.local_endpoint(); }

}  // namespace flagrank::ops

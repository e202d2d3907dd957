#include "server/net/server.hpp"

#include <spdlog/spdlog.h>

#include <boost/asio/ip/address.hpp>
#include <utility>

#include "common/protocol/close_code.hpp"
#include "server/net/session.hpp"

namespace asio = boost::asio;

namespace flagrank::net {

Server::Server(asio::io_context& io, const config::Settings& settings,
               std::shared_ptr<room::Lobby> lobby, std::shared_ptr<const Certificate> certificate,
               const std::optional<std::string>& access_key)
    : wanted_{asio::ip::make_address(settings.listen.host), settings.listen.port},
      house_{std::make_shared<House>(io.get_executor(), settings, std::move(lobby),
                                     std::move(certificate), access_key)},
      listener_{async::Executors{io, settings.io_threads}, house_} {}

boost::system::error_code Server::listen() { return listener_.listen(wanted_); }

asio::ip::tcp::endpoint Server::endpoint() const { return listener_.endpoint(); }

std::size_t Server::connections() const { return house_->gate.connections(); }

std::uint64_t Server::connections_so_far() const { return house_->next_connection - 1; }

const Counts& Server::counts() const { return house_->counts; }

asio::awaitable<void> Server::stop() {
  house_->ready = false;
  listener_.stop();
  co_await house_->lobby->stop();
  send_off_all();
  co_await house_->sessions.all_ended();
}

void Server::send_off_all() {
  const auto guests = house_->roster.all();
  spdlog::info("telling {} connections to come back", guests.size());
  for (const auto& guest : guests) guest->send_off(protocol::CloseCode::server_restarting);
}

void Server::cut_all() {
  const auto guests = house_->roster.all();
  if (!guests.empty()) spdlog::warn("cutting off {} connections", guests.size());
  for (const auto& guest : guests) guest->cut();
}

}  // namespace flagrank::net

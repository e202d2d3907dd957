#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/system/error_code.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "server/config/settings.hpp"
#include "server/net/counts.hpp"
#include "server/net/house.hpp"
#include "server/net/listener.hpp"
#include "server/room/lobby.hpp"

namespace flagrank::net {

/// Everything that has to do with connections, as one thing to start and to stop.
class Server {
 public:
  /// `io` is run by as many threads as `settings.io_threads` says. With a certificate nothing but
  /// TLS is spoken, with an access key the server is private.
  Server(boost::asio::io_context& io, const config::Settings& settings,
         std::shared_ptr<room::Lobby> lobby,
         std::shared_ptr<const Certificate> certificate = nullptr,
         const std::optional<std::string>& access_key = std::nullopt);

  [[nodiscard]] boost::system::error_code listen();

  [[nodiscard]] boost::asio::ip::tcp::endpoint endpoint() const;

  [[nodiscard]] std::size_t connections() const;  ///< how many there are now

  [[nodiscard]] std::uint64_t connections_so_far() const;
  [[nodiscard]] const Counts& counts() const;
  /// Gives a private server another access key. From any thread.
  void change_access_key(std::string_view key) { house_->access.change(key); }

  /// Stops in phases: says that it is not ready, takes no more connections, lets the rooms finish,
  /// tells everybody to come back, and returns when all have left. Must run on `io`, once.
  boost::asio::awaitable<void> stop();

  /// Cuts off whoever is still there, whereupon `stop` returns soon. From any thread.
  void cut_all();

 private:
  void send_off_all();

  const boost::asio::ip::tcp::endpoint wanted_;
  const std::shared_ptr<House> house_;
  Listener listener_;
};

}  // namespace flagrank::net

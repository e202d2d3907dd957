#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/system/error_code.hpp>
#include <memory>

#include "server/async/executors.hpp"
#include "server/net/house.hpp"

namespace flagrank::net {

/// Opens a socket and lets peers queue up for it, at most `backlog` of them. At [::] those of IPv4
/// are served too.
[[nodiscard]] boost::system::error_code open(boost::asio::ip::tcp::acceptor& acceptor,
                                             const boost::asio::ip::tcp::endpoint& endpoint,
                                             int backlog);

/// Takes connections and makes a session of each. Never gives up by itself: where the machine has
/// nothing left to serve one with, it waits a little and goes on.
class Listener {
 public:
  Listener(async::Executors executors, std::shared_ptr<House> house);
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  /// Opens the socket and begins. To be called once.
  [[nodiscard]] boost::system::error_code listen(const boost::asio::ip::tcp::endpoint& endpoint);

  /// Where it listens; the port is the real one where any was asked for.
  [[nodiscard]] boost::asio::ip::tcp::endpoint endpoint() const;

  /// Takes no more connections. From any thread.
  void stop();

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace flagrank::net

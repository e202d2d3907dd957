#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/system/error_code.hpp>
#include <functional>
#include <memory>

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
  /// Gives the executor for the next connection, on which one thing happens at a time.
  using Executors = std::function<boost::asio::any_io_executor()>;

  /// `executor` runs one thing at a time and is the listener's own.
  Listener(const boost::asio::any_io_executor& executor, std::shared_ptr<House> house,
           Executors executors);
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

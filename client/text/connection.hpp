#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/system/result.hpp>
#include <memory>
#include <string>

#include "client/text/address.hpp"
#include "client/text/ending.hpp"

namespace flagrank::text {

/// One WebSocket connection to a server, from `open` to its end. Answers pings, notices within
/// 40 s that the other end is dead, and takes no message over 4 MiB. All of it runs on the
/// executor, which must be a single thread's.
class Connection {
 public:
  explicit Connection(const boost::asio::any_io_executor& executor);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// Finds the host, connects, checks who answers where the address is one for TLS, and agrees on
  /// the protocol; gives up after 10 s a step. Once only.
  boost::asio::awaitable<boost::system::result<void, Ending>> open(Address server);

  /// The next text frame. One reader at a time, after `open` succeeded.
  boost::asio::awaitable<boost::system::result<std::string, Ending>> read();

  /// Sends the frame after those before it. A failure shows in `read`.
  void send(std::string frame);

  /// Sends what is waiting and says goodbye; returns after 2 s at the latest.
  boost::asio::awaitable<void> close();

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace flagrank::text

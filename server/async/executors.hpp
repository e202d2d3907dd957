#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/io_context.hpp>

namespace flagrank::async {

/// Gives executors of one context, on each of which one thing happens at a time. Where the context
/// has one thread that is so anyway: then all are the same one, since a strand for every room and
/// connection costs a sixth of the instructions of a move.
class Executors {
 public:
  /// `threads` is how many will run `io`, which outlives this.
  Executors(boost::asio::io_context& io, unsigned threads) : io_{&io}, alone_{threads == 1} {}

  /// What a context is to be made with that so many threads will run: where there is one, sockets
  /// need no locks.
  [[nodiscard]] static int concurrency_hint(unsigned threads) noexcept;

  /// One for whoever must not do two things at a time.
  [[nodiscard]] boost::asio::any_io_executor make() const;

  /// Whether it is one that others have as well, as all do where there is one thread.
  [[nodiscard]] static bool shared(const boost::asio::any_io_executor& executor) noexcept;

 private:
  boost::asio::io_context* io_;
  bool alone_;
};

}  // namespace flagrank::async

#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <functional>

namespace flagrank::ops {

/// Listens for SIGTERM and SIGINT. The first asks to stop; the second ends the process at once, for
/// whoever has no more patience.
class StopSignals {
 public:
  /// `stop` is called once, on `io`.
  StopSignals(boost::asio::io_context& io, std::function<void()> stop);

 private:
  void wait_for_second();

  boost::asio::signal_set signals_;
};

}  // namespace flagrank::ops

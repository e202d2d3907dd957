#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <functional>
#include <vector>

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

/// Listens for SIGHUP, which asks to read again what lies in files. Without one of these it ends
/// the process, as it does by itself.
class ReloadSignal {
 public:
  /// Each of `readers` is called at every signal, on `io`, in their order.
  ReloadSignal(boost::asio::io_context& io, std::vector<std::function<void()>> readers);

 private:
  void wait();

  boost::asio::signal_set signals_;
  const std::vector<std::function<void()>> readers_;
};

}  // namespace flagrank::ops

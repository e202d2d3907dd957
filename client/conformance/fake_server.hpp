#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/system/error_code.hpp>
#include <cstdint>
#include <map>
#include <memory>

#include "client/conformance/rehearsal.hpp"
#include "client/conformance/report.hpp"

namespace flagrank::conformance {

/// The sockets and the clock of a rehearsal.
class FakeServer {
 public:
  FakeServer(boost::asio::ip::tcp::endpoint place, Rehearsal& rehearsal, Report& report);
  ~FakeServer();
  FakeServer(const FakeServer&) = delete;
  FakeServer& operator=(const FakeServer&) = delete;

  /// Opens the port; an error where that cannot be.
  [[nodiscard]] boost::system::error_code listen();
  [[nodiscard]] boost::asio::ip::tcp::endpoint place() const { return place_; }
  /// Serves until the rehearsal has ended, or somebody interrupts the program.
  void run();

 private:
  class Session;

  void accept();
  void take(const Actions& actions);
  void perform(const Action& action);
  void be_away(view::Milliseconds time);
  void set_clock();
  void end();
  [[nodiscard]] static view::Instant now();

  boost::asio::io_context context_{1};
  boost::asio::ip::tcp::endpoint place_;
  boost::asio::ip::tcp::acceptor acceptor_{context_};
  boost::asio::steady_timer clock_{context_};
  boost::asio::steady_timer away_{context_};
  boost::asio::signal_set signals_{context_};
  Rehearsal& rehearsal_;
  Report& report_;
  std::map<int, std::weak_ptr<Session>> sessions_;
  int last_ = 0;  ///< connection
  bool ended_ = false;
};

}  // namespace flagrank::conformance

#include "server/ops/signals.hpp"

#include <spdlog/spdlog.h>

#include <boost/system/error_code.hpp>
#include <csignal>
#include <cstdlib>
#include <utility>

using boost::system::error_code;

namespace flagrank::ops {

StopSignals::StopSignals(boost::asio::io_context& io, std::function<void()> stop)
    : signals_{io, SIGTERM, SIGINT} {
  signals_.async_wait([this, stop = std::move(stop)](error_code error, int) {
    if (error) return;
    wait_for_second();
    stop();
  });
}

void StopSignals::wait_for_second() {
  signals_.async_wait([](error_code error, int number) {
    if (error) return;
    spdlog::warn("a second signal: ending at once");
    std::_Exit(128 + number);
  });
}

ReloadSignal::ReloadSignal(boost::asio::io_context& io, std::vector<std::function<void()>> readers)
    : signals_{io}, readers_{std::move(readers)} {
  if (readers_.empty()) return;
  signals_.add(SIGHUP);
  wait();
}

void ReloadSignal::wait() {
  signals_.async_wait([this](error_code error, int) {
    if (error) return;
    for (const auto& read : readers_) read();
    wait();
  });
}

}  // namespace flagrank::ops

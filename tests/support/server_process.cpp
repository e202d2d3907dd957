#include "tests/support/server_process.hpp"

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <string_view>

namespace flagrank::test {
namespace {

std::vector<std::string> all_flags(const std::vector<std::string>& asked) {
  const auto says = [&asked](std::string_view flag) {
    return std::ranges::find(asked, flag) != asked.end();
  };
  std::vector<std::string> flags;
  if (!says("--listen")) flags.insert(flags.end(), {"--listen", "127.0.0.1:0"});
  if (!says("--admin")) flags.insert(flags.end(), {"--admin", "127.0.0.1:0"});
  if (const char* threads = std::getenv("FLAGRANK_TEST_IO_THREADS")) {
    flags.insert(flags.end(), {"--io-threads", threads});
  }
  if (!says("--data")) flags.emplace_back("--ephemeral");
  flags.insert(flags.end(), asked.begin(), asked.end());
  return flags;
}

std::uint16_t port_at_the_end_of(const std::string& line) {
  std::uint16_t port = 0;
  std::from_chars(line.data() + line.rfind(':') + 1, line.data() + line.size(), port);
  return port;
}

}  // namespace

ServerProcess::ServerProcess(const std::string& program, const std::vector<std::string>& flags)
    : process_{program, all_flags(flags)} {
  const auto line = process_.expect(Process::Stream::out, "127.0.0.1:");
  if (line) port_ = port_at_the_end_of(*line);
  if (port_ == 0) throw std::runtime_error{"the server does not listen: " + log()};
}

std::uint16_t ServerProcess::admin_port() {
  if (admin_port_ != 0) return admin_port_;
  const auto line = process_.expect(Process::Stream::out, "Health:");
  const std::string before = "http://127.0.0.1:";
  const auto place = line.value_or("").find(before);
  if (place == std::string::npos) throw std::runtime_error{"no admin port: " + log()};
  admin_port_ = static_cast<std::uint16_t>(std::stoul(line->substr(place + before.size())));
  return admin_port_;
}

std::optional<int> ServerProcess::stop() {
  process_.signal(SIGTERM);
  return process_.wait();
}

std::string ServerProcess::log() const {
  return process_.said(Process::Stream::out) + process_.said(Process::Stream::err);
}

std::vector<std::string> generous_limits() {
  return {"--messages-per-second",
          "100000",
          "--message-burst",
          "100000",
          "--failed-joins-per-minute",
          "100000",
          "--rooms-per-address",
          "10000",
          "--chats-per-minute",
          "100000",
          "--outbox-frames",
          "4096",
          "--outbox-bytes",
          "4194304"};
}

}  // namespace flagrank::test

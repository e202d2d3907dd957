#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/process.hpp"

namespace flagrank::test {

/// The real server as a process of its own, on a free port of loopback unless the flags
/// say `--listen`. Takes the number of its
/// I/O threads from the environment variable FLAGRANK_TEST_IO_THREADS where it is set. Keeps games
/// in memory unless the flags say `--data`.
class ServerProcess {
 public:
  /// Starts the program at that path and returns when it listens; throws, with what it said, where
  /// it does not.
  ServerProcess(const std::string& program, const std::vector<std::string>& flags);

  [[nodiscard]] std::uint16_t port() const { return port_; }
  /// Of health and metrics; a free one unless the flags say `--admin`. Throws where it is not told.
  [[nodiscard]] std::uint16_t admin_port();
  [[nodiscard]] Process& process() { return process_; }

  /// SIGTERM, then the exit status; nothing where it goes on.
  [[nodiscard]] std::optional<int> stop();
  /// All that it has written to its standard output and error.
  [[nodiscard]] std::string log() const;

 private:
  Process process_;
  std::uint16_t port_ = 0;
  std::uint16_t admin_port_ = 0;  ///< once it was asked for
};

/// Flags for tests that say a great deal in a short time.
[[nodiscard]] std::vector<std::string> generous_limits();

}  // namespace flagrank::test

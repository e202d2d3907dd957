#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <list>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "tests/support/frame_stream.hpp"

namespace flagrank::test {

/// A bad line between clients and a server on loopback: passes bytes on, and breaks connections, or
/// tells clients something else than the server does.
class Proxy {
 public:
  /// The first connection is broken off, without a word, once so many bytes have passed in both
  /// directions together, the next after the next number, and so on; those after the last number
  /// are left alone.
  Proxy(std::uint16_t server, std::vector<std::size_t> bytes_until_the_break)
      : Proxy{server, std::move(bytes_until_the_break), nullptr} {}
  /// All that the server tells is tampered with, on whatever connection; from a thread of the
  /// proxy.
  Proxy(std::uint16_t server, Tamper tamper) : Proxy{server, {}, std::move(tamper)} {}
  ~Proxy();
  Proxy(const Proxy&) = delete;
  Proxy& operator=(const Proxy&) = delete;

  /// Where clients connect to.
  [[nodiscard]] std::uint16_t port() const noexcept { return port_; }
  /// How many connections have been broken so far.
  [[nodiscard]] std::size_t broken() const noexcept { return broken_; }

 private:
  struct Line {
    int client = -1;
    int server = -1;
    std::size_t bytes_left = 0;
    std::optional<FrameStream> told;  ///< where it is tampered with
  };

  Proxy(std::uint16_t server, std::vector<std::size_t> bytes_until_the_break, Tamper tamper);

  void run();
  void accept();
  /// Passes on what there is from one end to the other; false where the line is at its end.
  bool pass(Line& line, int from, int to);

  std::uint16_t server_;
  std::vector<std::size_t> bytes_;
  Tamper tamper_;
  std::size_t accepted_ = 0;
  std::atomic<std::size_t> broken_ = 0;
  int listener_ = -1;
  int stop_ = -1;  ///< an eventfd
  std::uint16_t port_ = 0;
  std::list<Line> lines_;
  std::thread thread_;
};

}  // namespace flagrank::test

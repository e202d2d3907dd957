#include <sys/random.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <span>
#include <string>
#include <system_error>

#include "server/match/hex.hpp"
#include "server/room/lobby.hpp"

namespace flagrank::room {

namespace {

void fill(std::span<std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t got = getrandom(bytes.data(), bytes.size(), 0);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw std::system_error{errno, std::generic_category(), "getrandom"};
    bytes = bytes.subspan(static_cast<std::size_t>(got));
  }
}

std::uint32_t random_number() {
  std::uint32_t number = 0;
  fill(std::as_writable_bytes(std::span{&number, 1}));
  return number;
}

std::uint32_t roll(std::uint32_t bound) {
  // The numbers below 2^32 mod bound would make small results likelier; they are drawn again.
  const std::uint32_t unfair = (0U - bound) % bound;
  std::uint32_t number = random_number();
  while (number < unfair) number = random_number();
  return number % bound;
}

std::string random_bits() {
  std::array<std::byte, 16> bytes{};
  fill(bytes);
  return match::hex(bytes);
}

}  // namespace

match::Instant server_now() {
  using std::chrono::steady_clock;
  using std::chrono::system_clock;
  struct Start {
    system_clock::time_point system = system_clock::now();
    steady_clock::time_point steady = steady_clock::now();
  };
  static const Start start;
  const auto since = steady_clock::now() - start.steady;
  return std::chrono::floor<match::Milliseconds>(
      start.system + std::chrono::duration_cast<system_clock::duration>(since));
}

World real_world() { return {.now = server_now, .dice = roll, .new_token = random_bits}; }

}  // namespace flagrank::room

#include "tests/support/proxy.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <iterator>
#include <limits>
#include <string>
#include <system_error>
#include <utility>

namespace flagrank::test {
namespace {

sockaddr_in loopback(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

int new_socket() { return ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0); }

/// A descriptor, or -1.
int connected(std::uint16_t port) {
  const int socket = new_socket();
  const sockaddr_in address = loopback(port);
  if (::connect(socket, std::bit_cast<const sockaddr*>(&address), sizeof address) == 0) {
    return socket;
  }
  ::close(socket);
  return -1;
}

void at_once(int socket) {
  const int on = 1;
  ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

bool send_all(int socket, const char* bytes, std::size_t count) {
  while (count > 0) {
    const ssize_t sent = ::send(socket, bytes, count, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    bytes += sent;
    count -= static_cast<std::size_t>(sent);
  }
  return true;
}

}  // namespace

Proxy::Proxy(std::uint16_t server, std::vector<std::size_t> bytes_until_the_break, Tamper tamper)
    : server_{server},
      bytes_{std::move(bytes_until_the_break)},
      tamper_{std::move(tamper)},
      listener_{new_socket()},
      stop_{::eventfd(0, EFD_CLOEXEC)} {
  sockaddr_in address = loopback(0);
  socklen_t size = sizeof address;
  auto* generic = std::bit_cast<sockaddr*>(&address);
  if (::bind(listener_, generic, size) != 0 || ::listen(listener_, 16) != 0 ||
      ::getsockname(listener_, generic, &size) != 0) {
    throw std::system_error{errno, std::generic_category(), "proxy"};
  }
  port_ = ntohs(address.sin_port);
  thread_ = std::thread{&Proxy::run, this};
}

Proxy::~Proxy() {
  const std::uint64_t one = 1;
  while (::write(stop_, &one, sizeof one) < 0 && errno == EINTR) {
  }
  thread_.join();
  for (const Line& line : lines_) {
    ::close(line.client);
    ::close(line.server);
  }
  ::close(listener_);
  ::close(stop_);
}

void Proxy::run() {
  while (true) {
    std::vector<pollfd> waiting{{stop_, POLLIN, 0}, {listener_, POLLIN, 0}};
    for (const Line& line : lines_) {
      waiting.push_back({line.client, POLLIN, 0});
      waiting.push_back({line.server, POLLIN, 0});
    }
    if (::poll(waiting.data(), waiting.size(), -1) < 0) continue;
    if (waiting[0].revents != 0) return;
    auto ready = std::next(waiting.begin(), 2);
    for (auto at = lines_.begin(); at != lines_.end(); std::advance(ready, 2)) {
      Line& line = *at;
      const bool goes_on = (ready[0].revents == 0 || pass(line, line.client, line.server)) &&
                           (ready[1].revents == 0 || pass(line, line.server, line.client));
      if (!goes_on) {
        ::close(line.client);
        ::close(line.server);
      }
      at = goes_on ? std::next(at) : lines_.erase(at);
    }
    if (waiting[1].revents != 0) accept();
  }
}

void Proxy::accept() {
  const int client = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
  if (client < 0) return;
  const int server = connected(server_);
  if (server < 0) {
    ::close(client);
    return;
  }
  at_once(client);
  at_once(server);
  const std::size_t number = accepted_++;
  Line& line = lines_.emplace_back();
  line.client = client;
  line.server = server;
  line.bytes_left =
      number < bytes_.size() ? bytes_[number] : std::numeric_limits<std::size_t>::max();
  if (tamper_) line.told.emplace(tamper_);
}

bool Proxy::pass(Line& line, int from, int to) {
  std::array<char, 4096> bytes{};
  const ssize_t got = ::recv(from, bytes.data(), std::min(bytes.size(), line.bytes_left), 0);
  if (got <= 0) return false;
  std::string passed{bytes.data(), static_cast<std::size_t>(got)};
  if (line.told && from == line.server) passed = line.told->pass(passed);
  if (!send_all(to, passed.data(), passed.size())) return false;
  line.bytes_left -= static_cast<std::size_t>(got);
  if (line.bytes_left > 0) return true;
  ++broken_;
  return false;
}

}  // namespace flagrank::test

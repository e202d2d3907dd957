#include "tests/bench/load/line.hpp"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <cerrno>
#include <stdexcept>
#include <system_error>

namespace flagrank::bench {
namespace {

constexpr std::size_t mask_size = 4;
constexpr unsigned two_byte_length = 126;
constexpr char final_text = '\x81';
constexpr char final_ping = '\x89';
constexpr char final_pong = '\x8a';

[[noreturn]] void fail(const char* what) {
  throw std::system_error{errno, std::generic_category(), what};
}

std::uint8_t byte_at(std::string_view bytes, std::size_t place) {
  return static_cast<std::uint8_t>(bytes[place]);
}

/// The head of a frame from a client, masked with zeros: that is allowed, and leaves the text as it
/// is.
void append_head(std::string& out, char kind, std::size_t length) {
  constexpr std::uint8_t masked = 0x80;
  out += kind;
  if (length < two_byte_length) {
    out += static_cast<char>(masked | length);
  } else {
    out += static_cast<char>(masked | two_byte_length);
    out += static_cast<char>(length >> 8U);
    out += static_cast<char>(length & 0xffU);
  }
  out.append(mask_size, '\0');
}

}  // namespace

Line::Line(std::uint16_t port) {
  try {
    connect(port);
    upgrade();
  } catch (...) {
    if (descriptor_ >= 0) ::close(descriptor_);
    throw;
  }
}

Line::~Line() { ::close(descriptor_); }

void Line::connect(std::uint16_t port) {
  descriptor_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor_ < 0) fail("socket");
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const auto* generic = std::bit_cast<const sockaddr*>(&address);
  if (::connect(descriptor_, generic, sizeof address) != 0) fail("connect");
  const int on = 1;
  ::setsockopt(descriptor_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

void Line::upgrade() {
  send(
      "GET /v1/ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
      "Sec-WebSocket-Protocol: flagrank.v1\r\n\r\n");
  constexpr std::string_view end = "\r\n\r\n";
  while (heard_.find(end) == std::string::npos) read();
  if (!heard_.starts_with("HTTP/1.1 101 ")) throw std::runtime_error{"no upgrade: " + heard_};
  read_ = heard_.find(end) + end.size();
  if (::fcntl(descriptor_, F_SETFL, O_NONBLOCK) != 0) fail("fcntl");
}

void Line::say(std::string_view text) {
  frame_.clear();
  append_head(frame_, final_text, text.size());
  frame_ += text;
  send(frame_);
}

void Line::send(std::string_view bytes) {
  const ssize_t sent = ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
  if (sent != static_cast<ssize_t>(bytes.size())) fail("send");
}

void Line::read() {
  heard_.erase(0, read_);
  read_ = 0;
  std::array<char, 16384> bytes;
  const ssize_t got = ::recv(descriptor_, bytes.data(), bytes.size(), 0);
  if (got == 0) throw std::runtime_error{"the server has closed the connection"};
  if (got < 0 && errno != EAGAIN) fail("recv");
  if (got > 0) heard_.append(bytes.data(), static_cast<std::size_t>(got));
}

std::string_view Line::hear() {
  while (true) {
    std::string_view rest{heard_};
    rest.remove_prefix(read_);
    constexpr std::size_t short_head = 2;
    constexpr std::size_t long_head = 4;
    if (rest.size() < short_head) return {};
    std::size_t length = byte_at(rest, 1);
    std::size_t head = short_head;
    if (length == two_byte_length) {
      if (rest.size() < long_head) return {};
      length = static_cast<std::size_t>(byte_at(rest, 2)) << 8U | byte_at(rest, 3);
      head = long_head;
    }
    if (rest.size() < head + length) return {};
    read_ += head + length;
    const std::string_view body = rest.substr(head, length);
    if (rest.front() == final_text) return body;
    if (rest.front() != final_ping) throw std::runtime_error{"an unexpected frame"};
    frame_.clear();
    append_head(frame_, final_pong, body.size());
    frame_ += body;
    send(frame_);
  }
}

}  // namespace flagrank::bench

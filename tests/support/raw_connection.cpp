#include "tests/support/raw_connection.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <cerrno>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace flagrank::test {
namespace {

constexpr std::uint8_t byte_at(std::string_view bytes, std::size_t place) {
  return static_cast<std::uint8_t>(bytes[place]);
}

void append_number(std::string& bytes, std::uint64_t number, int width) {
  for (int shift = (width - 1) * 8; shift >= 0; shift -= 8) {
    bytes.push_back(static_cast<char>((number >> static_cast<unsigned>(shift)) & 0xffU));
  }
}

std::uint64_t number_in(std::string_view bytes) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) number = number << 8U | byte_at(bytes, i);
  return number;
}

}  // namespace

RawConnection::RawConnection(std::uint16_t port, std::optional<int> receive_buffer)
    : descriptor_{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)} {
  if (receive_buffer) {
    ::setsockopt(descriptor_, SOL_SOCKET, SO_RCVBUF, &*receive_buffer, sizeof *receive_buffer);
  }
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const auto* generic = std::bit_cast<const sockaddr*>(&address);
  if (descriptor_ < 0 || ::connect(descriptor_, generic, sizeof address) != 0) {
    const int error = errno;
    if (descriptor_ >= 0) ::close(descriptor_);
    throw std::system_error{error, std::generic_category(), "connect"};
  }
}

RawConnection::~RawConnection() { ::close(descriptor_); }

bool RawConnection::say(std::string_view bytes) {
  const auto until = deadline();
  while (!bytes.empty()) {
    pollfd waiting{descriptor_, POLLOUT, 0};
    if (::poll(&waiting, 1, milliseconds_until(until)) == 0) return false;
    const ssize_t sent =
        ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno != EINTR && errno != EAGAIN) return false;
    if (sent > 0) bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

void RawConnection::finish() { ::shutdown(descriptor_, SHUT_WR); }

RawConnection::Took RawConnection::take(Clock::time_point until) {
  pollfd waiting{descriptor_, POLLIN, 0};
  if (::poll(&waiting, 1, milliseconds_until(until)) <= 0) return Took::silence;
  std::array<char, 4096> bytes{};
  const ssize_t got = ::recv(descriptor_, bytes.data(), bytes.size(), 0);
  if (got <= 0) return Took::end;
  heard_.append(bytes.data(), static_cast<std::size_t>(got));
  return Took::bytes;
}

std::optional<std::string> RawConnection::hear_until(std::string_view end) {
  const auto until = deadline();
  while (heard_.find(end) == std::string::npos) {
    if (take(until) != Took::bytes) return std::nullopt;
  }
  return hear(heard_.find(end) + end.size());
}

std::optional<std::string> RawConnection::hear(std::size_t bytes) {
  const auto until = deadline();
  while (heard_.size() < bytes) {
    if (take(until) != Took::bytes) return std::nullopt;
  }
  std::string result = heard_.substr(0, bytes);
  heard_.erase(0, bytes);
  return result;
}

std::optional<std::string> RawConnection::hear_to_the_end() {
  const auto until = deadline();
  for (;;) {
    const Took took = take(until);
    if (took == Took::silence) return std::nullopt;
    if (took == Took::end) return std::exchange(heard_, {});
  }
}

void RawConnection::upgrade() {
  say("GET /v1/ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
      "Sec-WebSocket-Protocol: flagrank.v1\r\n\r\n");
  const auto head = hear_until("\r\n\r\n");
  if (!head || !head->starts_with("HTTP/1.1 101 ")) {
    throw std::runtime_error{"no upgrade: " + head.value_or("no answer")};
  }
}

std::string RawFrame::bytes() const {
  static constexpr std::array<char, 4> mask{'f', 'l', 'a', 'g'};
  const std::uint64_t length = claims_length.value_or(payload.size());
  const unsigned mask_bit = masked ? 0x80U : 0U;
  std::string bytes;
  append_number(bytes, (final ? 0x80U : 0U) | unsigned{reserved} << 4U | opcode, 1);
  if (length < 126) {
    append_number(bytes, mask_bit | length, 1);
  } else if (length <= 0xffff) {
    append_number(bytes, mask_bit | 126U, 1);
    append_number(bytes, length, 2);
  } else {
    append_number(bytes, mask_bit | 127U, 1);
    append_number(bytes, length, 8);
  }
  if (masked) bytes.append(mask.data(), mask.size());
  for (std::size_t i = 0; i < payload.size(); ++i) {
    const int covered = payload[i] ^ (masked ? mask[i % mask.size()] : '\0');
    bytes.push_back(static_cast<char>(covered));
  }
  return bytes;
}

std::optional<HeardFrame> hear_frame(RawConnection& connection) {
  const auto head = connection.hear(2);
  if (!head) return std::nullopt;
  std::uint64_t length = byte_at(*head, 1);
  if (length >= 126) {
    const auto longer = connection.hear(length == 126 ? 2 : 8);
    if (!longer) return std::nullopt;
    length = number_in(*longer);
  }
  auto payload = connection.hear(length);
  if (!payload) return std::nullopt;
  return HeardFrame{.opcode = static_cast<std::uint8_t>(byte_at(*head, 0) & 0x0fU),
                    .payload = *std::move(payload)};
}

std::optional<std::uint16_t> hear_close_code(RawConnection& connection) {
  for (auto frame = hear_frame(connection); frame; frame = hear_frame(connection)) {
    if (frame->opcode != 8) continue;
    if (frame->payload.size() < 2) return std::uint16_t{1005};
    return static_cast<std::uint16_t>(number_in(frame->payload.substr(0, 2)));
  }
  return std::nullopt;
}

}  // namespace flagrank::test

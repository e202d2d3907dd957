#include "server/net/reading.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <array>
#include <boost/asio/error.hpp>
#include <boost/system/error_code.hpp>
#include <cerrno>
#include <cstring>

namespace asio = boost::asio;

namespace flagrank::net {
namespace {

using Left = Arrival::Left;

/// The kernel counts an end of the stream that has come as a byte (tcp_inq_hint in net/ipv4/tcp.c),
/// and a fault not at all.
Left left_after(msghdr& message) {
  for (const cmsghdr* told = CMSG_FIRSTHDR(&message); told != nullptr;
       told = CMSG_NXTHDR(&message, const_cast<cmsghdr*>(told))) {
    if (told->cmsg_level != IPPROTO_TCP || told->cmsg_type != TCP_CM_INQ) continue;
    int bytes = 0;
    std::memcpy(&bytes, CMSG_DATA(told), sizeof bytes);
    return bytes == 0 ? Left::nothing : Left::unknown;
  }
  return Left::unknown;
}

}  // namespace

void tell_what_is_left(asio::ip::tcp::socket& socket) {
  const int on = 1;
  static_cast<void>(setsockopt(socket.native_handle(), IPPROTO_TCP, TCP_INQ, &on, sizeof on));
}

Arrival take(int socket, asio::mutable_buffer into) {
  iovec piece{.iov_base = into.data(), .iov_len = into.size()};
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): the kernel fills it
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> told;
  msghdr message{};
  message.msg_iov = &piece;
  message.msg_iovlen = 1;
  message.msg_control = told.data();
  message.msg_controllen = told.size();

  ssize_t got = recvmsg(socket, &message, 0);
  while (got < 0 && errno == EINTR) got = recvmsg(socket, &message, 0);
  if (got > 0) return {.bytes = static_cast<std::size_t>(got), .left = left_after(message)};
  if (got == 0) return {.error = asio::error::eof};
  if (errno == EAGAIN) return {.awaited = true};
  return {.error = {errno, boost::system::system_category()}};
}

}  // namespace flagrank::net

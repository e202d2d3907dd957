#pragma once

#include <array>
#include <boost/asio/ip/address.hpp>
#include <cstddef>

namespace flagrank::net {

/// What one household or host is limited by: an IPv4 address, or the /64 network of an IPv6
/// address, since whoever has one address there has them all. An IPv4 address inside IPv6 counts as
/// IPv4.
struct Address {
  std::array<unsigned char, 8> bytes{};
  bool v6 = false;
  friend bool operator==(const Address&, const Address&) = default;
};

[[nodiscard]] Address limited_as(const boost::asio::ip::address& address);

struct AddressHash {
  std::size_t operator()(const Address& address) const noexcept;
};

}  // namespace flagrank::net

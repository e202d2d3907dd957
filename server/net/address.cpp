#include "server/net/address.hpp"

#include <algorithm>
#include <boost/asio/ip/address_v4.hpp>
#include <boost/asio/ip/address_v6.hpp>
#include <cstdint>
#include <cstring>
#include <functional>

namespace asio = boost::asio;

namespace flagrank::net {
namespace {

Address limited_as(const asio::ip::address_v4& address) {
  Address limited;
  std::ranges::copy(address.to_bytes(), limited.bytes.begin());
  return limited;
}

}  // namespace

Address limited_as(const asio::ip::address& address) {
  if (address.is_v4()) return limited_as(address.to_v4());
  const auto v6 = address.to_v6();
  if (v6.is_v4_mapped()) return limited_as(asio::ip::make_address_v4(asio::ip::v4_mapped, v6));

  Address limited{.v6 = true};
  std::copy_n(v6.to_bytes().begin(), limited.bytes.size(), limited.bytes.begin());
  return limited;
}

std::size_t AddressHash::operator()(const Address& address) const noexcept {
  std::uint64_t bits = 0;
  std::memcpy(&bits, address.bytes.data(), sizeof bits);
  return std::hash<std::uint64_t>{}(bits ^ static_cast<std::uint64_t>(address.v6));
}

}  // namespace flagrank::net

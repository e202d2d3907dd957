#include "server/net/forwarded.hpp"

#include <algorithm>
#include <boost/asio/ip/address_v6.hpp>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

namespace asio = boost::asio;
using asio::ip::address;

namespace flagrank::net {
namespace {

/// An address, perhaps with a port, as some proxies write it: "192.0.2.1:4711",
/// "[2001:db8::1]:4711".
std::optional<address> read_address(std::string_view text) {
  if (text.starts_with('[')) {
    const auto bracket = text.find(']');
    if (bracket == std::string_view::npos) return std::nullopt;
    text = text.substr(1, bracket - 1);
  } else if (std::ranges::count(text, ':') == 1) {
    text = text.substr(0, text.find(':'));
  }
  boost::system::error_code none;
  const auto read = asio::ip::make_address(std::string{text}, none);
  return none ? std::nullopt : std::optional{read};
}

}  // namespace

bool trusted(const address& one, std::span<const config::Network> proxies) {
  const auto v6 =
      one.is_v6() ? one.to_v6() : asio::ip::make_address_v6(asio::ip::v4_mapped, one.to_v4());
  const config::Network::Bytes bytes = v6.to_bytes();
  return std::ranges::any_of(
      proxies, [&bytes](const config::Network& network) { return network.contains(bytes); });
}

address forwarded_for(const Request& request, const address& proxy,
                      std::span<const config::Network> proxies) {
  address believed = proxy;
  const auto all = listed(request, "X-Forwarded-For");
  for (const std::string_view text : std::views::reverse(all)) {
    const auto before = read_address(text);
    if (!before) break;
    believed = *before;
    if (!trusted(believed, proxies)) break;
  }
  return believed;
}

}  // namespace flagrank::net

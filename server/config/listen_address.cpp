#include "server/config/listen_address.hpp"

#include <arpa/inet.h>

#include <array>
#include <charconv>
#include <system_error>

namespace flagrank::config {
namespace {

std::optional<std::uint16_t> read_port(std::string_view text) {
  std::uint16_t port = 0;
  const auto [rest, fault] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (fault != std::errc{} || rest != text.data() + text.size()) return std::nullopt;
  return port;
}

bool numeric(const std::string& host, int family) {
  std::array<unsigned char, sizeof(in6_addr)> bytes{};
  return inet_pton(family, host.c_str(), bytes.data()) == 1;
}

}  // namespace

std::optional<ListenAddress> read_listen_address(std::string_view text) {
  const auto colon = text.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto port = read_port(text.substr(colon + 1));
  if (!port) return std::nullopt;

  std::string host{text.substr(0, colon)};
  if (numeric(host, AF_INET)) return ListenAddress{host, *port};
  if (host.size() < 2 || host.front() != '[' || host.back() != ']') return std::nullopt;
  host = host.substr(1, host.size() - 2);
  if (!numeric(host, AF_INET6)) return std::nullopt;
  return ListenAddress{host, *port};
}

std::string spell(const ListenAddress& address) {
  const bool v6 = address.host.find(':') != std::string::npos;
  const std::string host = v6 ? "[" + address.host + "]" : address.host;
  return host + ":" + std::to_string(address.port);
}

}  // namespace flagrank::config

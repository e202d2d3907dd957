#include "server/config/network.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <system_error>

namespace flagrank::config {
namespace {

constexpr std::array<unsigned char, 12> before_v4{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
constexpr unsigned bits_before_v4 = 96;

std::optional<unsigned> read_bits(std::string_view text, unsigned most) {
  unsigned bits = 0;
  const auto [rest, fault] = std::from_chars(text.data(), text.data() + text.size(), bits);
  if (fault != std::errc{} || rest != text.data() + text.size() || bits > most) return std::nullopt;
  return bits;
}

}  // namespace

bool Network::contains(const Bytes& other) const {
  constexpr unsigned byte = 8;
  const std::size_t whole = bits / byte;
  if (!std::equal(address.begin(), address.begin() + whole, other.begin())) return false;
  const unsigned rest = bits % byte;
  if (rest == 0) return true;
  const auto differing = static_cast<unsigned>(address[whole] ^ other[whole]);
  return differing >> (byte - rest) == 0;
}

std::optional<Network> read_network(std::string_view text) {
  const auto slash = text.find('/');
  const std::string address{text.substr(0, slash)};
  Network network;
  unsigned before = 0;
  if (inet_pton(AF_INET, address.c_str(), network.address.data() + before_v4.size()) == 1) {
    std::ranges::copy(before_v4, network.address.begin());
    before = bits_before_v4;
  } else if (inet_pton(AF_INET6, address.c_str(), network.address.data()) != 1) {
    return std::nullopt;
  }
  if (slash == std::string_view::npos) return network;
  const auto bits = read_bits(text.substr(slash + 1), network.bits - before);
  if (!bits) return std::nullopt;
  network.bits = before + *bits;
  return network;
}

std::vector<Network> read_networks(const std::vector<std::string>& texts) {
  std::vector<Network> all;
  for (const std::string& text : texts) all.push_back(read_network(text).value());
  return all;
}

}  // namespace flagrank::config

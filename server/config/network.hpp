#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace flagrank::config {

/// Addresses that begin alike. IPv4 is counted as the part of IPv6 that holds it (::ffff:0:0/96),
/// so that ::/0 is everybody.
struct Network {
  using Bytes = std::array<unsigned char, 16>;

  Bytes address{};
  unsigned bits = 128;  ///< how many of the address count

  [[nodiscard]] bool contains(const Bytes& other) const;
};

/// Reads "10.0.0.0/8", "2001:db8::/32", or one address.
[[nodiscard]] std::optional<Network> read_network(std::string_view text);

/// The same of several, each of which must be one.
[[nodiscard]] std::vector<Network> read_networks(const std::vector<std::string>& texts);

}  // namespace flagrank::config

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace flagrank::config {

struct ListenAddress {
  std::string host;  ///< a numeric address, without brackets
  std::uint16_t port = 0;
  friend bool operator==(const ListenAddress&, const ListenAddress&) = default;
};

/// Splits `ADDR:PORT`: a numeric address, IPv6 in brackets, no names. Nothing where it is anything
/// else.
[[nodiscard]] std::optional<ListenAddress> read_listen_address(std::string_view text);

/// The same the other way round, brackets and all.
[[nodiscard]] std::string spell(const ListenAddress& address);

}  // namespace flagrank::config

#pragma once

#include <boost/system/result.hpp>
#include <string>
#include <string_view>

#include "client/text/complaint.hpp"

namespace flagrank::text {

/// Where a server listens.
struct Address {
  std::string host;  ///< a name or an address, IPv6 without its brackets
  std::string port;
  std::string path;  ///< "/v1/ws" unless the URL names another

  /// The value of the `Host` header, "example.org:8080".
  [[nodiscard]] std::string host_and_port() const;
  /// Can only programs on this very machine reach it?
  [[nodiscard]] bool loopback() const;
  friend bool operator==(const Address&, const Address&) = default;
};

/// Reads "ws://HOST[:PORT][/PATH]", "ws://" may be missing. Without a port it is 80, as for any
/// such URL.
[[nodiscard]] boost::system::result<Address, Complaint> parse_address(std::string_view url);

/// Does it begin with http:// or https://? Capital letters are as good.
[[nodiscard]] bool is_record_url(std::string_view text) noexcept;

/// Where a record is fetched from: "http://HOST[:PORT]/PATH", or the record of that id of a game
/// server. HTTPS is not spoken yet, and a complaint says so.
[[nodiscard]] boost::system::result<Address, Complaint> parse_record_url(std::string_view url);
[[nodiscard]] Address record_address(const Address& server, std::string_view id);

}  // namespace flagrank::text

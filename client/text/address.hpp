#pragma once

#include <boost/system/result.hpp>
#include <string>
#include <string_view>

#include "client/text/complaint.hpp"

namespace flagrank::text {

/// Where a server listens, and how to speak to it.
struct Address {
  std::string host;  ///< a name or an address, IPv6 without its brackets
  std::string port;
  std::string path;              ///< "/v1/ws" unless the URL names another
  bool tls = false;              ///< wss:// or https://
  std::string authorities = {};  ///< file of certificates to trust (PEM); empty = the system's

  /// The value of the `Host` header, "example.org:8080".
  [[nodiscard]] std::string host_and_port() const;
  /// Can only programs on this very machine reach it?
  [[nodiscard]] bool loopback() const;
  friend bool operator==(const Address&, const Address&) = default;
};

/// Does it begin with that scheme, such as "ws://"? Without regard to capital letters, as RFC 3986
/// has it; `scheme` has none.
[[nodiscard]] bool has_scheme(std::string_view url, std::string_view scheme) noexcept;

/// Reads "ws://HOST[:PORT][/PATH]", "ws://" may be missing, or the same with wss://. Without a port
/// it is 80 or 443, as for any such URL.
[[nodiscard]] boost::system::result<Address, Complaint> parse_address(std::string_view url);

/// Where TLS is spoken, trusts those in this file alone, if one is named. A complaint where it is
/// not.
[[nodiscard]] boost::system::result<Address, Complaint> trusting(Address address,
                                                                 const std::string& authorities);

/// Does it begin with http:// or https://? Capital letters are as good.
[[nodiscard]] bool is_record_url(std::string_view text) noexcept;

/// Where a record is fetched from: "http://HOST[:PORT]/PATH" or the same with https://, or the
/// record of that id of a game server.
/// `url` is one by `is_record_url`.
[[nodiscard]] boost::system::result<Address, Complaint> parse_record_url(std::string_view url);
[[nodiscard]] Address record_address(const Address& server, std::string_view id);

}  // namespace flagrank::text

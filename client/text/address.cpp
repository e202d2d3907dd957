#include "client/text/address.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>

namespace flagrank::text {
namespace {

bool port_number(std::string_view text) {
  unsigned value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() && value > 0 && value <= 65535;
}

/// Characters that stand for themselves in a URL's host or path; anything else could smuggle a line
/// end into the HTTP request.
bool harmless(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c > ' ' && c <= '~'; });
}

}  // namespace

bool has_scheme(std::string_view url, std::string_view scheme) noexcept {
  const auto same = [](char given, char small) {
    return given == small || (given >= 'A' && given <= 'Z' && given - 'A' + 'a' == small);
  };
  return url.size() >= scheme.size() &&
         std::ranges::equal(url.substr(0, scheme.size()), scheme, same);
}

namespace {

/// What stands behind the scheme.
boost::system::result<Address, Complaint> parse_place(std::string_view rest, bool tls,
                                                      const std::string& shown) {
  Address address{.host = {}, .port = tls ? "443" : "80", .path = "/v1/ws", .tls = tls};
  const std::size_t path_start = std::min(rest.find('/'), rest.size());
  if (rest.size() - path_start > 1) address.path = rest.substr(path_start);
  std::string_view place = rest.substr(0, path_start);

  std::size_t host_end = place.rfind(':');
  if (place.starts_with('[')) {
    const std::size_t bracket = place.find(']');
    if (bracket == std::string_view::npos) return Complaint{"a ] is missing in " + shown};
    address.host = place.substr(1, bracket - 1);
    host_end = bracket + 1;
  } else {
    address.host = place.substr(0, host_end);
    host_end = std::min(host_end, place.size());
  }
  place.remove_prefix(host_end);
  if (!place.empty()) {
    if (!place.starts_with(':') || !port_number(place.substr(1))) {
      return Complaint{"a port is a number from 1 to 65535, in " + shown};
    }
    address.port = place.substr(1);
  }
  if (address.host.empty()) return Complaint{"a server is named like ws://HOST:PORT, not " + shown};
  if (!harmless(address.host) || !harmless(address.path)) {
    return Complaint{"the server's name holds characters that no address has"};
  }
  return address;
}

}  // namespace

std::string Address::host_and_port() const {
  const bool ipv6 = host.find(':') != std::string::npos;
  return (ipv6 ? "[" + host + "]" : host) + ":" + port;
}

bool Address::loopback() const {
  return host == "localhost" || host == "::1" || host.starts_with("127.");
}

boost::system::result<Address, Complaint> parse_address(std::string_view url) {
  const std::string shown{url};
  const bool tls = has_scheme(url, "wss://");
  const std::size_t scheme_end = url.find("://");
  if (scheme_end != std::string_view::npos) {
    if (!tls && !has_scheme(url, "ws://")) {
      return Complaint{"a server is named like ws://HOST:PORT, not " + shown};
    }
    url.remove_prefix(scheme_end + 3);
  }
  return parse_place(url, tls, shown);
}

boost::system::result<Address, Complaint> trusting(Address address,
                                                   const std::string& authorities) {
  if (!authorities.empty() && !address.tls) {
    return Complaint{"--ca is for TLS, which wss:// and https:// stand for"};
  }
  address.authorities = authorities;
  return address;
}

bool is_record_url(std::string_view text) noexcept {
  return has_scheme(text, "http://") || has_scheme(text, "https://");
}

boost::system::result<Address, Complaint> parse_record_url(std::string_view url) {
  const std::string shown{url};
  const bool tls = has_scheme(url, "https://");
  url.remove_prefix(url.find("://") + 3);
  const std::size_t path = url.find('/');
  if (path == std::string_view::npos || path + 1 == url.size()) {
    return Complaint{"a record is named like http://HOST:PORT/v1/records/ID"};
  }
  return parse_place(url, tls, shown);
}

Address record_address(const Address& server, std::string_view id) {
  constexpr std::string_view play = "/ws";
  Address address = server;
  if (address.path.ends_with(play)) address.path.resize(address.path.size() - play.size());
  address.path += "/records/";
  address.path += id;
  return address;
}

}  // namespace flagrank::text

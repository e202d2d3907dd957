#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "server/net/freight.hpp"

namespace flagrank::net {

/// The head of an HTTP request, as it was sent.
struct Request {
  std::string method;
  std::string target;
  unsigned version = 11;  ///< 10 or 11
  std::vector<std::pair<std::string, std::string>> fields;
};

/// A whole answer, after which the connection is closed.
struct Answer {
  unsigned status = 200;
  std::string body;                                         ///< empty: there is none, of any length
  bool json = true;                                         ///< otherwise plain text
  std::vector<std::pair<std::string, std::string>> fields;  ///< besides type, length, Connection
  bool for_pages = true;                                    ///< whatever site they are of
  Freight::Load load{};  ///< what its body counts as, for as long as it is being given
  friend bool operator==(const Answer&, const Answer&) = default;
};

/// The request becomes a WebSocket. Holds what the handshake needs.
struct Upgrade {
  std::string host;
  std::string key;  ///< Sec-WebSocket-Key
  friend bool operator==(const Upgrade&, const Upgrade&) = default;
};

/// The request is for something that has to be looked up.
struct Ask {
  enum class About : std::uint8_t { info, rooms, room, record };
  About about = About::info;
  std::string name{};                       ///< of the one room or record
  std::optional<std::string> access_key{};  ///< that was presented
  friend bool operator==(const Ask&, const Ask&) = default;
};

/// All items of a field that is a list, which may be spread over several lines, without blanks
/// around them. They live as long as the request.
[[nodiscard]] std::vector<std::string_view> listed(const Request& request, std::string_view name);

using Verdict = std::variant<Answer, Upgrade, Ask>;

inline constexpr std::string_view subprotocol = "flagrank.v1";

/// What becomes of a request (proto/: "Connecting"). `ready` is false while the server stops.
///
/// Everything but a GET without a body is refused before anything else is looked at: Beast's parser
/// is older than the attacks that hide a second request in a body.
///
/// A page of another origin than `origins`, if there are any, is refused all below /v1/: whatever a
/// browser sends with `Origin`. Programs send none, and are let in.
[[nodiscard]] Verdict judge(const Request& request, bool ready,
                            const std::vector<std::string>& origins = {});

/// The answer where something is refused: a word for programs, a sentence for people, and how long
/// to wait, where waiting helps.
[[nodiscard]] Answer refusal(unsigned status, std::string_view error, std::string_view message,
                             std::optional<std::chrono::seconds> retry_after = std::nullopt);

/// The answer to bytes that are no request, and to more of them than allowed.
[[nodiscard]] Answer bad_request();
[[nodiscard]] Answer header_too_big();

/// The answer, without TLS, to who speaks TLS where it is not spoken, and to who does not where it
/// is.
[[nodiscard]] Answer no_tls();
[[nodiscard]] Answer tls_required();

/// The answer where connections are too many.
[[nodiscard]] Answer too_busy();

}  // namespace flagrank::net

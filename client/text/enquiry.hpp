#pragma once

#include <optional>
#include <string>
#include <variant>

#include "client/text/address.hpp"
#include "client/text/exit_status.hpp"
#include "client/text/style.hpp"
#include "common/protocol/server_message.hpp"

/// `flagrank rules` and `flagrank rooms`: ask a server one thing, print the answer and end.
namespace flagrank::text {

/// What can be played?
struct AboutRules {
  std::string preset;  ///< empty = all of them, and the switches
};
/// Where can it be played with whoever comes?
struct AboutRooms {};

struct Enquiry {
  std::variant<AboutRules, AboutRooms> question;
  Address server;
  bool ascii = false;
  std::optional<std::string> access_key{};  ///< for a server that is private
};

/// What there is to print, or to complain of.
struct Findings {
  std::string text;
  ExitStatus status = ExitStatus::finished;
  friend bool operator==(const Findings&, const Findings&) = default;
};

/// What the answer to `list_rulesets` means to who asks.
[[nodiscard]] Findings findings(const protocol::ServerBody& answer, const AboutRules& question,
                                Style style);
/// The same of the answer to `list_rooms`.
[[nodiscard]] Findings findings(const protocol::ServerBody& answer, const AboutRooms& question,
                                Style style);

/// Connects, asks, prints; returns what the program ends with.
[[nodiscard]] ExitStatus enquire(const Enquiry& enquiry);

}  // namespace flagrank::text

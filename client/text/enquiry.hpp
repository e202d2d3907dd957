#pragma once

#include <optional>
#include <string>

#include "client/text/address.hpp"
#include "client/text/exit_status.hpp"
#include "client/text/style.hpp"
#include "common/protocol/server_message.hpp"

/// `flagrank rules`: asks a server what can be played there, prints it and ends.
namespace flagrank::text {

struct Enquiry {
  std::string preset;  ///< empty = all of them, and the switches
  Address server;
  bool ascii = false;
};

/// What there is to print, or to complain of.
struct Findings {
  std::string text;
  ExitStatus status = ExitStatus::finished;
  friend bool operator==(const Findings&, const Findings&) = default;
};

/// What the answer to `list_rulesets` means to who asks.
[[nodiscard]] Findings findings(const protocol::ServerBody& answer, const std::string& preset,
                                Style style);

/// Connects, asks, prints; returns what the program ends with.
[[nodiscard]] ExitStatus enquire(const Enquiry& enquiry);

}  // namespace flagrank::text

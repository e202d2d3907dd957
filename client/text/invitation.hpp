#pragma once

#include <boost/system/result.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "client/text/complaint.hpp"
#include "common/protocol/error_code.hpp"

namespace flagrank::text {

/// What a player gives to a friend, as one string (proto/invitations.md):
/// "flagrank://HOST[:PORT][/PATH]/CODE/SECRET", or "flagrank+ws://…" where nothing is encrypted.
struct Invitation {
  std::string server;  ///< as `parse_address` reads it
  std::string room;
  std::string secret;
  friend bool operator==(const Invitation&, const Invitation&) = default;
};

/// Is it meant to be one? Capital letters are as good.
[[nodiscard]] bool is_invitation(std::string_view text) noexcept;

/// What the string means. Whether the server's name makes sense is for `parse_address` to say.
[[nodiscard]] boost::system::result<Invitation, Complaint> read_invitation(std::string_view text);

/// The string. Nothing where a part is of a kind that it cannot hold, as only a server that plays
/// tricks would tell.
[[nodiscard]] std::optional<std::string> spell(const Invitation& invitation);

/// What a player can do about a refusal, as another sentence with a blank before it; empty where
/// that has nothing to do with keys and invitations.
[[nodiscard]] std::string entry_advice(protocol::ErrorCode code);

/// The access key in a text, without the blanks around it; nothing where there is none that could
/// be said.
[[nodiscard]] std::optional<std::string> valid_access_key(std::string_view text);

}  // namespace flagrank::text

#include "client/text/invitation.hpp"

#include <algorithm>
#include <cstddef>

#include "client/text/address.hpp"
#include "client/text/blanks.hpp"
#include "common/protocol/limits.hpp"

namespace flagrank::text {
namespace {

constexpr std::string_view encrypted = "flagrank://";
constexpr std::string_view plain = "flagrank+ws://";
constexpr std::string_view usual_path = "/v1/ws";

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool is_name(std::string_view text, std::size_t most) {
  return !text.empty() && text.size() <= most && std::ranges::all_of(text, [](char c) {
    return is_letter_or_digit(c) || c == '_' || c == '-';
  });
}

/// A host, a port, a path. Nothing that a shell would make something of, for it is pasted into one,
/// and a server may have chosen it.
bool is_place(std::string_view text) {
  constexpr std::string_view signs = ".-_~:/%[]";
  return !text.empty() && std::ranges::all_of(text, [signs](char c) {
    return is_letter_or_digit(c) || signs.find(c) != std::string_view::npos;
  });
}

bool makes_sense(std::string_view room, std::string_view secret) {
  return is_name(room, protocol::max_room_bytes) && is_name(secret, protocol::max_key_bytes);
}

/// Cuts off what stands behind the last slash, and the slash.
std::string_view take_last(std::string_view& text) {
  const std::size_t slash = text.rfind('/');
  if (slash == std::string_view::npos) return {};
  const std::string_view last = text.substr(slash + 1);
  text = text.substr(0, slash);
  return last;
}

}  // namespace

bool is_invitation(std::string_view text) noexcept {
  return has_scheme(trimmed(text), encrypted) || has_scheme(trimmed(text), plain);
}

boost::system::result<Invitation, Complaint> read_invitation(std::string_view text) {
  std::string_view rest = trimmed(text);
  const bool tls = has_scheme(rest, encrypted);
  rest.remove_prefix(tls ? encrypted.size() : has_scheme(rest, plain) ? plain.size() : 0);
  const std::string_view secret = take_last(rest);
  const std::string_view room = take_last(rest);
  if (rest.empty() || !makes_sense(room, secret)) {
    return Complaint{
        "an invitation is one string such as flagrank://HOST/CODE/SECRET; "
        "this one is not whole"};
  }
  return Invitation{.server = (tls ? "wss://" : "ws://") + std::string{rest},
                    .room = std::string{room},
                    .secret = std::string{secret}};
}

std::optional<std::string> spell(const Invitation& invitation) {
  if (!makes_sense(invitation.room, invitation.secret)) return std::nullopt;
  std::string_view place = invitation.server;
  const bool tls = has_scheme(place, "wss://");
  const std::size_t scheme = place.find("://");
  if (scheme != std::string_view::npos) place.remove_prefix(scheme + 3);
  if (place.ends_with('/')) place.remove_suffix(1);
  if (place.ends_with(usual_path)) place.remove_suffix(usual_path.size());
  if (!is_place(place)) return std::nullopt;
  return std::string{tls ? encrypted : plain} + std::string{place} + "/" + invitation.room + "/" +
         invitation.secret;
}

std::string entry_advice(protocol::ErrorCode code) {
  switch (code) {
    case protocol::ErrorCode::access_key_needed:
      return " Give it with --access-key-file FILE or in FLAGRANK_ACCESS_KEY, or join by an "
             "invitation.";
    case protocol::ErrorCode::invitation_needed:
      return " Ask for it: flagrank join takes it in place of the code.";
    default:
      return {};
  }
}

std::optional<std::string> valid_access_key(std::string_view text) {
  const std::string_view key = trimmed(text);
  const bool fits = !key.empty() && key.size() <= protocol::max_key_bytes &&
                    std::ranges::all_of(key, [](char c) { return c > ' ' && c <= '~'; });
  return fits ? std::optional<std::string>{key} : std::nullopt;
}

}  // namespace flagrank::text

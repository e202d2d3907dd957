#include "server/net/door.hpp"

namespace flagrank::net {

using protocol::ErrorCode;

std::optional<TurnedAway> turned_away(House& house, const Address& from,
                                      const std::optional<std::string>& access_key) {
  const Time now = Clock::now();
  if (const auto wait = house.gate.may_join(from, now)) {
    return TurnedAway{.why = ErrorCode::too_many_attempts, .wait = wait};
  }
  const auto why = house.access.refusal(access_key);
  if (!why) return std::nullopt;
  if (*why == ErrorCode::wrong_access_key) house.gate.failed_join(from, now);
  return TurnedAway{.why = *why, .wait = {}};
}

}  // namespace flagrank::net

#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "common/protocol/error_code.hpp"
#include "server/net/address.hpp"
#include "server/net/house.hpp"

/// What is looked at before somebody may know which rooms there are.
namespace flagrank::net {

struct TurnedAway {
  protocol::ErrorCode why;
  std::optional<std::chrono::milliseconds> wait;  ///< where waiting helps
};

/// Why whoever comes from there with that access key, or none, is not let near the rooms; nothing
/// where the way is free. A wrong key counts as a wrong code does: who has tried too many of either
/// has to wait, whatever comes next.
[[nodiscard]] std::optional<TurnedAway> turned_away(House& house, const Address& from,
                                                    const std::optional<std::string>& access_key);

}  // namespace flagrank::net

#pragma once

#include <cstdint>

#include "common/protocol/server_message.hpp"
#include "server/net/house.hpp"

namespace flagrank::net {

/// The first frame on every connection.
[[nodiscard]] protocol::Hello hello(const House& house);

/// Milliseconds since 1970.
[[nodiscard]] std::uint64_t server_time_ms();

}  // namespace flagrank::net

#pragma once

#include <string>

#include "server/net/server.hpp"
#include "server/ops/loop_lag.hpp"
#include "server/room/lobby.hpp"

namespace flagrank::ops {

/// Where things are counted. All of it outlives whoever reads it.
struct Counted {
  const net::Server& server;
  room::Lobby& lobby;
  const LoopLag& loop_lag;
};

/// What has been counted until now, in Prometheus' text format. Nothing in it names a room, a
/// player or an address. From any thread.
[[nodiscard]] std::string metrics_of(const Counted& counted);

}  // namespace flagrank::ops

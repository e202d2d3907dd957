#pragma once

#include <atomic>
#include <boost/asio/any_io_executor.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "server/async/tasks.hpp"
#include "server/config/settings.hpp"
#include "server/net/freight.hpp"
#include "server/net/gate.hpp"
#include "server/net/roster.hpp"
#include "server/room/lobby.hpp"

namespace flagrank::net {

/// Of records that are being given out: a dozen of the longest games.
inline constexpr std::size_t most_record_bytes_held = std::size_t{16} << 20U;

/// What all connections share. Lives as long as the last of them.
struct House {
  House(const boost::asio::any_io_executor& executor, const config::Limits& all_limits,
        std::shared_ptr<room::Lobby> rooms)
      : limits{all_limits}, lobby{std::move(rooms)}, gate{limits}, sessions{executor} {}

  const config::Limits limits;
  const std::shared_ptr<room::Lobby> lobby;
  Gate gate;
  Roster roster;
  const Freight records{most_record_bytes_held};
  async::TaskGroup sessions;
  std::atomic<bool> ready = true;                  ///< false once the server stops
  std::atomic<std::uint64_t> next_connection = 1;  ///< names connections in the log
};

}  // namespace flagrank::net

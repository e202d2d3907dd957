#pragma once

#include <atomic>
#include <boost/asio/any_io_executor.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/async/tasks.hpp"
#include "server/config/network.hpp"
#include "server/config/settings.hpp"
#include "server/net/access.hpp"
#include "server/net/counts.hpp"
#include "server/net/freight.hpp"
#include "server/net/gate.hpp"
#include "server/net/roster.hpp"
#include "server/net/tls.hpp"
#include "server/room/lobby.hpp"

namespace flagrank::net {

/// Of records that are being given out: a dozen of the longest games.
inline constexpr std::size_t most_record_bytes_held = std::size_t{16} << 20U;

/// What all connections share. Lives as long as the last of them.
struct House {
  House(const boost::asio::any_io_executor& executor, const config::Settings& settings,
        std::shared_ptr<room::Lobby> rooms, std::shared_ptr<const Certificate> shown,
        const std::optional<std::string>& access_key)
      : limits{settings.limits},
        proxies{config::read_networks(settings.trusted_proxy)},
        origins{settings.allowed_origins},
        certificate{std::move(shown)},
        public_url{settings.public_url},
        lobby{std::move(rooms)},
        access{access_key},
        gate{limits},
        sessions{executor} {}

  const config::Limits limits;
  const std::vector<config::Network> proxies;
  const std::vector<std::string> origins;
  const std::shared_ptr<const Certificate> certificate;  ///< none: TLS is not spoken
  const std::optional<std::string> public_url;           ///< what players reach the server by
  const std::shared_ptr<room::Lobby> lobby;
  Access access;
  Gate gate;
  Roster roster;
  Counts counts;
  const Freight records{most_record_bytes_held};
  async::TaskGroup sessions;
  std::atomic<bool> ready = true;                  ///< false once the server stops
  std::atomic<std::uint64_t> next_connection = 1;  ///< names connections in the log
};

}  // namespace flagrank::net

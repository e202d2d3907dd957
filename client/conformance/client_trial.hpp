#pragma once

#include <chrono>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "client/conformance/report.hpp"
#include "client/conformance/scenario.hpp"

/// Part (b): a client is taken through a game by a fake server.
namespace flagrank::conformance {

struct ClientTrial {
  std::string host = "127.0.0.1";  ///< an address of this machine
  std::uint16_t port = 8081;       ///< 0 = any that is free
  std::vector<Scenario> scenarios{all_scenarios.begin(), all_scenarios.end()};
  std::chrono::seconds patience{30};  ///< for a reaction that is needed
  std::chrono::seconds wait{600};     ///< for the client to come
  std::string preset = "classic";     ///< of the room that a client can join
  std::uint64_t seed = 1;             ///< of what the computer does
};

/// Every scenario, with what the client has to do.
void list_scenarios(std::ostream& out);

/// Writes where it listens, then its report as it goes.
ExitStatus run(const ClientTrial& trial, std::ostream& out);

}  // namespace flagrank::conformance

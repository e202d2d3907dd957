#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/protocol/rulesets.hpp"
#include "common/rules/side.hpp"
#include "common/view/player_view.hpp"
#include "common/view/timing.hpp"

/// What a room shows of itself to those who are not in it.
namespace flagrank::protocol {

struct RoomTold {
  std::string room;  ///< its code
  std::string host;  ///< the name of the host, or of the guest where the host has left
  bool is_public = false;
  view::Phase phase = view::Phase::waiting;
  std::uint32_t seats_free = 0;          ///< that can be taken by whoever joins
  std::optional<rules::Side> free_side;  ///< that whoever joins will play
  std::string preset;
  std::string variant;              ///< board and army
  std::vector<SwitchSet> switches;  ///< that are not as in the preset
  view::Timing timing;
  bool spectators = false;
  bool return_match = false;
  friend bool operator==(const RoomTold&, const RoomTold&) = default;
};

/// Answer to `list_rooms`.
struct Rooms {
  std::vector<RoomTold> rooms;  ///< those with a free seat first, newest first
  bool more = false;            ///< there are others, which are not in it
  friend bool operator==(const Rooms&, const Rooms&) = default;
};

}  // namespace flagrank::protocol

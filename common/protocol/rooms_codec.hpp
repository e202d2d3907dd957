#pragma once

#include <string_view>
#include <vector>

#include "common/protocol/fields.hpp"
#include "common/protocol/game_fields.hpp"
#include "common/protocol/rooms.hpp"
#include "common/protocol/rulesets_codec.hpp"

/// How `rooms` is said.
namespace flagrank::protocol::wire {

/// Switches as an object with a field for each. Those that are not known here are passed over when
/// it is read.
void write(Writer& out, const std::vector<SwitchSet>& switches);
void read(const Cursor& at, std::vector<SwitchSet>& switches);

template <>
struct Described<RoomTold> {
  static void fields(auto& field, auto& room) {
    field("room", room.room);
    field("host", room.host);
    field("public", room.is_public);
    field("phase", room.phase);
    field("seats_free", room.seats_free);
    field("free_side", room.free_side);
    field("preset", room.preset);
    field("variant", room.variant);
    field("switches", room.switches);
    field("timing", room.timing);
    field("spectators", room.spectators);
    field("return_match", room.return_match);
  }
};

template <>
struct Described<Rooms> {
  static constexpr std::string_view type = "rooms";
  static void fields(auto& field, auto& m) {
    field("rooms", m.rooms);
    field("more", m.more);
  }
};

}  // namespace flagrank::protocol::wire

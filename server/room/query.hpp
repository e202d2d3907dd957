#pragma once

#include <optional>

#include "common/protocol/client_message.hpp"
#include "common/protocol/server_message.hpp"
#include "common/view/seat.hpp"
#include "server/match/match.hpp"
#include "server/room/lobby.hpp"

namespace flagrank::room {

/// Answers what asks only, and what has no place in a room; nothing where it is a deed. Nothing of
/// it is journalled, since nothing happens.
[[nodiscard]] std::optional<protocol::ServerBody> answer_query(const protocol::ClientBody& body,
                                                               view::Seat seat,
                                                               const match::Match& match,
                                                               const store::RoomKey& code,
                                                               const World& world);

/// As whoever is on that seat sees it, or as a spectator does.
[[nodiscard]] protocol::SnapshotTold snapshot(std::optional<view::Seat> seat,
                                              const match::Match& match,
                                              const store::RoomKey& code);

}  // namespace flagrank::room

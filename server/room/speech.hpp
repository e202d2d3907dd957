#pragma once

#include <optional>

#include "common/protocol/client_message.hpp"
#include "common/protocol/server_message.hpp"
#include "server/match/match.hpp"

/// Between what clients say and what a match understands. Pure.
namespace flagrank::room {

/// What a match is to do for that message; nothing where it is not for a match.
[[nodiscard]] std::optional<match::Deed> deed_of(const protocol::ClientBody& body);

/// A refusal as it is told.
[[nodiscard]] protocol::Error error_of(const match::Refused& refused);

/// An error with its usual sentence.
[[nodiscard]] protocol::Error error_of(protocol::ErrorCode code);

}  // namespace flagrank::room

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "common/rules/move.hpp"

namespace flagrank::protocol {

/// Why a command was refused; spelt as on the wire. Codes are stable: within v1 none changes its
/// meaning and none goes away. proto/errors.md says of each when it is told and what to do.
enum class ErrorCode : std::uint8_t {
  // The bytes make no sense.
  bad_json,
  bad_message,  ///< not an object, or `type` or `id` is missing or wrong
  unknown_type,
  missing_field,
  unknown_field,
  bad_value,  ///< wrong JSON type, or a value outside what the field allows
  too_deep,
  // The command does not fit where the connection or the room is.
  not_in_room,
  already_in_room,
  no_such_room,       ///< also for a wrong token, which must not be told apart
  access_key_needed,  ///< the server is private, and none was given
  wrong_access_key,
  invitation_needed,  ///< the code alone takes no seat there
  wrong_invitation,   ///< or one that has been used
  room_full,
  wrong_phase,
  stale,      ///< decided at another game or ply; carries the present ones
  id_reused,  ///< this id was used for a different command
  already_locked,
  bad_formation,  ///< carries the faults
  no_offer,       ///< of a draw or a rematch
  offer_open,     ///< an own offer is open, or the other side's, which can be accepted
  not_seated,     ///< a spectator cannot do that
  no_spectators,
  no_absence_limit,  ///< the room has none, so that no win can be claimed
  opponent_present,
  too_early,    ///< the opponent is not absent for long enough; carries the time to wait
  bad_ruleset,  ///< switches that make no sense together
  // The move is against the rules.
  game_over,
  not_your_turn,
  not_your_piece,
  immovable,
  not_straight,
  too_far,
  lake,
  own_piece,
  blocked,
  no_strike,
  two_squares,
  chase,
  rescue_pending,
  no_rescue,
  scout_cannot_rescue,
  not_captured,
  not_own_half,
  occupied,
  // The server cannot or will not now.
  rate_limited,
  chat_limited,
  too_many_rooms,
  too_many_spectators,
  too_many_attempts,
  server_stopping,
  internal
};

[[nodiscard]] std::string_view name(ErrorCode code) noexcept;
[[nodiscard]] std::optional<ErrorCode> error_code(std::string_view name) noexcept;
[[nodiscard]] ErrorCode error_code(rules::Rejection rejection) noexcept;

/// A sentence for a person, without a final word on what to do.
[[nodiscard]] std::string_view sentence(ErrorCode code) noexcept;

}  // namespace flagrank::protocol

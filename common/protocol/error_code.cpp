#include "common/protocol/error_code.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace flagrank::protocol {

namespace {

struct Row {
  ErrorCode code;
  std::string_view name;
  std::string_view sentence;
};

using enum ErrorCode;

/// In the order of the enumerators, so that a code is its own index.
constexpr std::array rows{
    Row{bad_json, "bad_json", "This is not JSON."},
    Row{bad_message, "bad_message",
        "This is not a message: it must be an object with type and id."},
    Row{unknown_type, "unknown_type", "There is no such message type."},
    Row{missing_field, "missing_field", "A field is missing."},
    Row{unknown_field, "unknown_field", "There is no such field in this message."},
    Row{bad_value, "bad_value", "A field has a value that it cannot have."},
    Row{too_deep, "too_deep", "The message is nested too deeply."},
    Row{not_in_room, "not_in_room", "You are not in a room."},
    Row{already_in_room, "already_in_room", "You are in a room already."},
    Row{no_such_room, "no_such_room", "There is no such room."},
    Row{access_key_needed, "access_key_needed",
        "This server is private: its access key is needed."},
    Row{wrong_access_key, "wrong_access_key", "This is not the access key of this server."},
    Row{invitation_needed, "invitation_needed", "This room can be joined by invitation only."},
    Row{wrong_invitation, "wrong_invitation",
        "This invitation is wrong, has been used, or its room is gone."},
    Row{room_full, "room_full", "Both seats of this room are taken."},
    Row{wrong_phase, "wrong_phase", "This cannot be done in this phase of the room."},
    Row{stale, "stale", "The game has moved on since this was decided."},
    Row{id_reused, "id_reused", "This id has been used for a different command."},
    Row{already_locked, "already_locked", "Your formation is locked and final."},
    Row{bad_formation, "bad_formation", "This formation is not a complete army in its own area."},
    Row{no_offer, "no_offer", "There is no such offer to answer."},
    Row{offer_open, "offer_open", "That has been offered already."},
    Row{not_seated, "not_seated", "You watch this room and do not play in it."},
    Row{no_spectators, "no_spectators", "This room is not open to spectators."},
    Row{no_absence_limit, "no_absence_limit", "This room has no limit on absence."},
    Row{opponent_present, "opponent_present", "The other player is connected."},
    Row{too_early, "too_early", "The other player has not been absent for long enough."},
    Row{bad_ruleset, "bad_ruleset", "These rules make no sense together."},
    Row{game_over, "game_over", "The game is over."},
    Row{not_your_turn, "not_your_turn", "The other side is to move."},
    Row{not_your_piece, "not_your_piece", "No piece of yours stands there."},
    Row{immovable, "immovable", "Bombs and flags never move."},
    Row{not_straight, "not_straight", "A piece moves straight along a file or a row."},
    Row{too_far, "too_far", "Only a scout moves more than one square."},
    Row{lake, "lake", "Nothing enters or crosses a lake."},
    Row{own_piece, "own_piece", "A piece of yours stands there."},
    Row{blocked, "blocked", "Something stands in between."},
    Row{no_strike, "no_strike", "In this game a scout attacks neighbours only."},
    Row{two_squares, "two_squares", "This piece may not go to and fro any longer."},
    Row{chase, "chase", "This chase may not go on that way."},
    Row{rescue_pending, "rescue_pending",
        "The turn is not over: a captured piece may be brought back."},
    Row{no_rescue, "no_rescue", "There is no rescue to decide on."},
    Row{scout_cannot_rescue, "scout_cannot_rescue", "A scout brings nobody back."},
    Row{not_captured, "not_captured", "No such piece of yours is there to bring back."},
    Row{not_own_half, "not_own_half", "A piece comes back to its own half of the board."},
    Row{occupied, "occupied", "A piece stands on that square."},
    Row{rate_limited, "rate_limited", "You are sending too fast."},
    Row{chat_limited, "chat_limited", "You are chatting too much."},
    Row{too_many_rooms, "too_many_rooms", "There are too many rooms."},
    Row{too_many_spectators, "too_many_spectators", "Too many are watching this room already."},
    Row{too_many_attempts, "too_many_attempts", "There have been too many attempts from here."},
    Row{server_stopping, "server_stopping", "The server is stopping."},
    Row{internal, "internal", "Something went wrong on the server."},
};

[[nodiscard]] constexpr std::size_t index(ErrorCode code) noexcept {
  return static_cast<std::size_t>(code);
}

[[nodiscard]] consteval bool rows_in_order() {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (index(rows[i].code) != i) return false;
  }
  return rows.back().code == internal;
}
static_assert(rows_in_order());

}  // namespace

std::string_view name(ErrorCode code) noexcept { return rows[index(code)].name; }

std::string_view sentence(ErrorCode code) noexcept { return rows[index(code)].sentence; }

std::optional<ErrorCode> error_code(std::string_view name) noexcept {
  const auto* const found = std::ranges::find(rows, name, &Row::name);
  if (found == rows.end()) return std::nullopt;
  return found->code;
}

ErrorCode error_code(rules::Rejection rejection) noexcept {
  switch (rejection) {
    case rules::Rejection::game_over:
      return game_over;
    case rules::Rejection::not_your_turn:
      return not_your_turn;
    case rules::Rejection::not_your_piece:
      return not_your_piece;
    case rules::Rejection::immovable:
      return immovable;
    case rules::Rejection::not_straight:
      return not_straight;
    case rules::Rejection::too_far:
      return too_far;
    case rules::Rejection::lake:
      return lake;
    case rules::Rejection::own_piece:
      return own_piece;
    case rules::Rejection::blocked:
      return blocked;
    case rules::Rejection::no_strike:
      return no_strike;
    case rules::Rejection::two_squares:
      return two_squares;
    case rules::Rejection::chase:
      return chase;
    case rules::Rejection::rescue_pending:
      return rescue_pending;
    case rules::Rejection::no_rescue:
      return no_rescue;
    case rules::Rejection::scout_cannot_rescue:
      return scout_cannot_rescue;
    case rules::Rejection::not_captured:
      return not_captured;
    case rules::Rejection::not_own_half:
      return not_own_half;
    case rules::Rejection::occupied:
      return occupied;
  }
  return internal;
}

}  // namespace flagrank::protocol

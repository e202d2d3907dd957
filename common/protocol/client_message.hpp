#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "common/rules/formation.hpp"
#include "common/rules/move.hpp"
#include "common/rules/ruleset.hpp"
#include "common/rules/side.hpp"
#include "common/view/timing.hpp"

/// What a client says. Each type here is one message type of proto/client, under the same name in
/// snake_case. Clients *say*, the server *tells*.
namespace flagrank::protocol {

/// Chosen by the client, unique for its seat: 1 to 36 of `A-Z a-z 0-9 _ -`.
using CommandId = std::string;

struct CreateRoom {
  std::string name;                 ///< the player's
  std::optional<rules::Side> side;  ///< absent = random
  rules::Ruleset ruleset;           ///< preset with overrides already applied
  view::Timing timing;
  bool spectators = false;                  ///< whether others may watch
  bool is_public = false;                   ///< whether everybody finds it with `list_rooms`
  bool return_match = false;                ///< two games, with colours swapped
  bool by_invitation = false;               ///< whether nobody can join by the code alone
  std::optional<std::string> access_key{};  ///< of the server, where it is private
  friend bool operator==(const CreateRoom&, const CreateRoom&) = default;
};
struct JoinRoom {
  std::string room;  ///< as typed; the server forgives case, spaces and dashes
  std::string name;
  /// Chosen at random and kept secret. Whoever joins again with it, since the answer was lost, gets
  /// the seat that the first one took.
  std::optional<std::string> retry_key;
  std::optional<std::string> invitation{};  ///< stands in for the access key, once
  std::optional<std::string> access_key{};
  friend bool operator==(const JoinRoom&, const JoinRoom&) = default;
};
struct Resume {
  std::string room;
  std::string token;
  friend bool operator==(const Resume&, const Resume&) = default;
};
/// Wants to see what a spectator may.
struct WatchRoom {
  std::string room;
  std::optional<std::string> access_key{};
  friend bool operator==(const WatchRoom&, const WatchRoom&) = default;
};
struct LeaveRoom {
  friend bool operator==(const LeaveRoom&, const LeaveRoom&) = default;
};

struct SuggestFormation {
  std::string style = "default";  ///< a name of `rules::formation_styles`
  friend bool operator==(const SuggestFormation&, const SuggestFormation&) = default;
};
struct LockFormation {
  std::uint32_t game = 1;
  std::vector<rules::Placement> formation;
  friend bool operator==(const LockFormation&, const LockFormation&) = default;
};

/// The position at which a command was decided.
struct DecidedAt {
  std::uint32_t game = 1;
  std::uint32_t ply = 0;
  friend bool operator==(const DecidedAt&, const DecidedAt&) = default;
};
struct Move {
  DecidedAt at;
  rules::Move move;
  friend bool operator==(const Move&, const Move&) = default;
};
/// Brings a captured piece back, after the move that allows it.
struct Rescue {
  DecidedAt at;
  rules::Rescue rescue;
  friend bool operator==(const Rescue&, const Rescue&) = default;
};
struct DeclineRescue {
  DecidedAt at;
  friend bool operator==(const DeclineRescue&, const DeclineRescue&) = default;
};
struct LegalMoves {
  friend bool operator==(const LegalMoves&, const LegalMoves&) = default;
};
struct OfferDraw {
  DecidedAt at;
  friend bool operator==(const OfferDraw&, const OfferDraw&) = default;
};
struct AcceptDraw {
  DecidedAt at;
  friend bool operator==(const AcceptDraw&, const AcceptDraw&) = default;
};
struct DeclineDraw {
  DecidedAt at;
  friend bool operator==(const DeclineDraw&, const DeclineDraw&) = default;
};
struct Resign {
  std::uint32_t game = 1;
  friend bool operator==(const Resign&, const Resign&) = default;
};
struct Snapshot {
  friend bool operator==(const Snapshot&, const Snapshot&) = default;
};
struct Chat {
  std::string text;
  friend bool operator==(const Chat&, const Chat&) = default;
};
/// The opponent has been absent for longer than the room allows.
struct ClaimWin {
  std::uint32_t game = 1;
  friend bool operator==(const ClaimWin&, const ClaimWin&) = default;
};
/// Would like to play again, after the match that ended with this game.
struct OfferRematch {
  std::uint32_t game = 1;
  friend bool operator==(const OfferRematch&, const OfferRematch&) = default;
};
struct AcceptRematch {
  std::uint32_t game = 1;
  friend bool operator==(const AcceptRematch&, const AcceptRematch&) = default;
};
/// What is there to play?
struct ListRulesets {
  friend bool operator==(const ListRulesets&, const ListRulesets&) = default;
};
/// Which public rooms are there?
struct ListRooms {
  std::optional<std::string> access_key{};
  friend bool operator==(const ListRooms&, const ListRooms&) = default;
};
struct Ping {
  friend bool operator==(const Ping&, const Ping&) = default;
};

using ClientBody =
    std::variant<CreateRoom, JoinRoom, WatchRoom, Resume, LeaveRoom, SuggestFormation,
                 LockFormation, Move, Rescue, DeclineRescue, LegalMoves, OfferDraw, AcceptDraw,
                 DeclineDraw, Resign, ClaimWin, OfferRematch, AcceptRematch, Snapshot, Chat,
                 ListRulesets, ListRooms, Ping>;

struct ClientMessage {
  CommandId id;
  ClientBody body;
  friend bool operator==(const ClientMessage&, const ClientMessage&) = default;
};

}  // namespace flagrank::protocol

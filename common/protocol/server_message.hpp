#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "common/protocol/client_message.hpp"
#include "common/protocol/error_code.hpp"
#include "common/protocol/rooms.hpp"
#include "common/protocol/rulesets.hpp"
#include "common/rules/formation.hpp"
#include "common/view/player_view.hpp"
#include "common/view/seat.hpp"
#include "common/view/seen.hpp"

/// What the server tells. Nothing here can hold a full fact: events are `view::Seen`, a position is
/// a `view::PlayerView`.
namespace flagrank::protocol {

/// What of the server's settings a client can meet. Times are in milliseconds.
struct Limits {
  // One connection.
  std::size_t message_bytes = 0;
  std::uint32_t messages_per_second = 0;
  std::uint32_t message_burst = 0;
  std::uint32_t refusals_before_close = 0;  ///< messages over the rate, one after another
  std::size_t outbox_frames = 0;            ///< that wait to be read
  std::size_t outbox_bytes = 0;
  std::size_t header_bytes = 0;  ///< of the HTTP request
  std::size_t json_depth = 0;    ///< of a message
  // All connections.
  std::size_t connections = 0;
  std::size_t connections_per_address = 0;
  // Rooms.
  std::size_t rooms = 0;
  std::size_t rooms_per_address = 0;  ///< made within an hour
  std::uint32_t failed_joins_per_minute = 0;
  std::size_t room_inbox = 0;
  std::size_t chat_bytes = 0;
  std::uint32_t chats_per_minute = 0;
  std::uint32_t spectators_per_room = 0;
  // Deadlines.
  std::uint64_t handshake_ms = 0;
  std::uint64_t first_command_ms = 0;  ///< say something within this
  std::uint64_t ping_interval_ms = 0;
  std::uint64_t silence_ms = 0;
  std::uint64_t write_ms = 0;  ///< to take one frame
  std::uint64_t close_ms = 0;
  // How long a room stays when nobody is connected.
  std::uint64_t empty_room_ms = 0;
  std::uint64_t unfinished_setup_ms = 0;
  std::uint64_t silent_game_ms = 0;
  std::uint64_t finished_room_ms = 0;
  // Finished games.
  std::size_t records = 0;
  std::uint64_t keep_records_ms = 0;
  friend bool operator==(const Limits&, const Limits&) = default;
};

/// The first frame on every connection.
struct Hello {
  std::uint32_t protocol = 1;
  std::string server;  ///< "flagrankd 0.1.0"
  std::vector<std::string> features;
  Limits limits;
  std::uint64_t time_ms = 0;         ///< server time, since 1970
  std::optional<std::string> url{};  ///< what others reach it by, where it was told that
  friend bool operator==(const Hello&, const Hello&) = default;
};

struct Error {
  ErrorCode code = ErrorCode::internal;
  std::string message;                          ///< a sentence for a person
  std::optional<std::string> pointer;           ///< JSON pointer to the culprit
  std::optional<DecidedAt> now;                 ///< with stale: the present game and ply
  std::vector<rules::FormationFault> faults;    ///< with bad_formation
  std::optional<std::uint64_t> retry_after_ms;  ///< where waiting helps
  friend bool operator==(const Error&, const Error&) = default;
};

/// Answer to `create_room` and `join_room`; a snapshot follows.
struct Seated {
  std::string room;
  view::Seat seat = view::Seat::host;
  std::string token;  ///< gives the seat back, alone; keep it secret
  /// Told to whoever has made the room: takes the other seat, once.
  std::optional<std::string> invitation{};
  friend bool operator==(const Seated&, const Seated&) = default;
};

/// Answer to `leave_room`: the connection is outside again.
struct LeftRoom {
  friend bool operator==(const LeftRoom&, const LeftRoom&) = default;
};

/// Answer to `suggest_formation`: a formation for the asking seat. It is not locked.
struct FormationSuggested {
  std::vector<rules::Placement> formation;
  friend bool operator==(const FormationSuggested&, const FormationSuggested&) = default;
};

/// Answer to `legal_moves`: those of the asking seat now; none while the other side is to move.
struct LegalMovesTold {
  DecidedAt at;
  std::vector<rules::Move> moves;
  friend bool operator==(const LegalMovesTold&, const LegalMovesTold&) = default;
};

struct Pong {
  std::uint64_t time_ms = 0;
  friend bool operator==(const Pong&, const Pong&) = default;
};

struct LastCommand {
  CommandId id;
  std::uint64_t seq = 0;  ///< of the event it caused
  friend bool operator==(const LastCommand&, const LastCommand&) = default;
};

/// All that this viewer may know. Replaces what the client had.
struct SnapshotTold {
  std::string room;
  std::optional<view::Seat> seat;           ///< none for a spectator
  std::optional<LastCommand> last_command;  ///< of this seat
  view::PlayerView view;
  friend bool operator==(const SnapshotTold&, const SnapshotTold&) = default;
};

/// Something that happened in the room.
struct Event {
  std::uint64_t seq = 0;  ///< contiguous in a room, the same for everybody
  view::Instant at;
  view::Seen seen;
  friend bool operator==(const Event&, const Event&) = default;
};

/// A type that this version does not know; a client passes over it.
struct Unknown {
  std::string type;
  std::optional<std::uint64_t> seq;  ///< present where it is an event, so that it counts
  friend bool operator==(const Unknown&, const Unknown&) = default;
};

using ServerBody = std::variant<Hello, Error, Seated, LeftRoom, FormationSuggested, LegalMovesTold,
                                Rulesets, Rooms, Pong, SnapshotTold, Event, Unknown>;

struct ServerMessage {
  std::optional<CommandId> re;  ///< the command that this answers
  ServerBody body;
  friend bool operator==(const ServerMessage&, const ServerMessage&) = default;
};

}  // namespace flagrank::protocol

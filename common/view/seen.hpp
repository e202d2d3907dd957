#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "common/rules/event.hpp"
#include "common/rules/formation.hpp"
#include "common/view/seat.hpp"
#include "common/view/timing.hpp"

/// What happened in a room, as one viewer may see it. Only these and `PlayerView` can be encoded;
/// each is one event on the wire, under the same name in snake_case.
namespace flagrank::view {

struct PlayerJoined {
  Seat seat = Seat::host;
  std::string name;
  rules::Side side = rules::Side::red;
  friend bool operator==(const PlayerJoined&, const PlayerJoined&) = default;
};

/// A player gave up the seat for good. It is free again while the room waits or sets up; a running
/// game ends by resignation first.
struct PlayerLeft {
  Seat seat = Seat::host;
  friend bool operator==(const PlayerLeft&, const PlayerLeft&) = default;
};

/// Whether anybody is connected on that seat.
struct Presence {
  Seat seat = Seat::host;
  bool present = false;
  friend bool operator==(const Presence&, const Presence&) = default;
};

/// A side is ready. Its owner sees the formation, nobody else does.
struct FormationLocked {
  rules::Side side = rules::Side::red;
  std::optional<std::vector<rules::Placement>> formation;
  friend bool operator==(const FormationLocked&, const FormationLocked&) = default;
};

/// Both are ready; everybody sees which squares are taken.
struct GameStarted {
  std::uint32_t game = 1;                             ///< number of the game in this room
  std::array<std::vector<rules::Square>, 2> squares;  ///< by `index(side)`, ascending
  friend bool operator==(const GameStarted&, const GameStarted&) = default;
};

/// A fight. A rank that it did not reveal to this viewer is absent.
struct Fight {
  std::uint32_t ply = 0;                ///< of the move that made it
  rules::Side side = rules::Side::red;  ///< the attacker's
  rules::PieceId attacker;
  rules::PieceId defender;
  std::optional<rules::Rank> attacker_rank;
  std::optional<rules::Rank> defender_rank;
  rules::BattleResult result = rules::BattleResult::both_lost;
  friend bool operator==(const Fight&, const Fight&) = default;
};

struct Moved {
  std::uint32_t game = 1;
  std::uint32_t ply = 0;  ///< how many moves the game has had, this one included
  rules::Side side = rules::Side::red;
  rules::PieceId piece;
  rules::Move move;
  std::optional<rules::Rank> rank;  ///< what the move itself gave away: scout for a run
  std::optional<Fight> combat;
  /// The turn goes on: its side has still to say whether it brings a captured piece back.
  bool rescue_pending = false;
  friend bool operator==(const Moved&, const Moved&) = default;
};

/// A captured piece came back, which ended the turn of the move before it.
struct Rescued {
  std::uint32_t game = 1;
  std::uint32_t ply = 0;  ///< of that move
  rules::Side side = rules::Side::red;
  rules::PieceId piece;  ///< its new identity
  rules::Square square;
  std::optional<rules::Rank> rank;  ///< for its owner's eyes
  friend bool operator==(const Rescued&, const Rescued&) = default;
};

/// A side brings nobody back, which ended the turn of the move before.
struct RescueDeclined {
  rules::Side side = rules::Side::red;
  friend bool operator==(const RescueDeclined&, const RescueDeclined&) = default;
};

/// The game is drawn after so many more moves without a fight.
struct DrawNear {
  std::uint32_t left = 0;
  friend bool operator==(const DrawNear&, const DrawNear&) = default;
};

struct DrawOffered {
  rules::Side side = rules::Side::red;  ///< who offers
  friend bool operator==(const DrawOffered&, const DrawOffered&) = default;
};

struct DrawDeclined {
  rules::Side side = rules::Side::red;  ///< who declines
  friend bool operator==(const DrawDeclined&, const DrawDeclined&) = default;
};

/// The end of a game, with both whole formations as they were at its start.
struct GameOver {
  std::uint32_t game = 1;
  rules::Ended ended;
  std::array<std::vector<rules::Placement>, 2> formations;  ///< by `index(side)`
  /// What came back, in that order, by `index(side)`.
  std::array<std::vector<rules::Rank>, 2> rescued;
  std::optional<std::string> record;  ///< under which id the whole game can be had, where it can
  friend bool operator==(const GameOver&, const GameOver&) = default;
};

/// A player would like to play again in this room.
struct RematchOffered {
  Seat seat = Seat::host;
  friend bool operator==(const RematchOffered&, const RematchOffered&) = default;
};

/// Another game begins with new formations and colours swapped: the second one of a return match,
/// or the first one of a rematch.
struct NextGame {
  std::uint32_t game = 1;              ///< its number in this room
  std::uint32_t match = 1;             ///< of which match in this room
  std::array<rules::Side, 2> sides{};  ///< by `index(seat)`
  friend bool operator==(const NextGame&, const NextGame&) = default;
};

struct Chat {
  Seat seat = Seat::host;
  std::string text;
  friend bool operator==(const Chat&, const Chat&) = default;
};

/// The server was away. Nobody is charged for that: all that was running stood still for so long,
/// and whoever was present is absent since the end of it. A room says this to itself before it lets
/// anybody in, so nobody sees it happen; it only counts.
struct Restarted {
  Instant down_from;
  Milliseconds down{};
  friend bool operator==(const Restarted&, const Restarted&) = default;
};

/// The room is gone; its connections are outside again.
struct RoomClosed {
  friend bool operator==(const RoomClosed&, const RoomClosed&) = default;
};

using Seen = std::variant<PlayerJoined, PlayerLeft, Presence, FormationLocked, GameStarted, Moved,
                          Rescued, RescueDeclined, DrawNear, DrawOffered, DrawDeclined, GameOver,
                          RematchOffered, NextGame, Chat, Restarted, RoomClosed>;

}  // namespace flagrank::view

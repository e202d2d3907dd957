#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "common/rules/event.hpp"
#include "common/rules/formation.hpp"
#include "common/view/seen.hpp"

/// What happened in a room, the full truth. It has no road to text: only `redact` turns a fact into
/// something that can be shown.
namespace flagrank::view {

namespace truth {

struct FormationLocked {
  rules::Formation formation;
  friend bool operator==(const FormationLocked&, const FormationLocked&) = default;
};

struct GameStarted {
  std::uint32_t game = 1;
  rules::Formation red;
  rules::Formation blue;
  friend bool operator==(const GameStarted&, const GameStarted&) = default;
};

struct Moved {
  std::uint32_t game = 1;
  rules::Moved moved;
  friend bool operator==(const Moved&, const Moved&) = default;
};

struct Rescued {
  std::uint32_t game = 1;
  rules::Rescued rescued;
  friend bool operator==(const Rescued&, const Rescued&) = default;
};

struct Fight {
  std::uint32_t ply = 0;
  rules::Side side = rules::Side::red;  ///< the attacker's
  rules::PieceId attacker;
  rules::Combat combat;
  friend bool operator==(const Fight&, const Fight&) = default;
};

/// The moves, fights and rescues of one game, kept small: two bytes a move, and the rest are few.
struct History {
  std::vector<rules::Move> moves;
  std::vector<Fight> fights;
  std::vector<rules::Rescued> rescues;

  void add(const rules::Moved& moved);
  friend bool operator==(const History&, const History&) = default;
};

}  // namespace truth

/// Facts in which nothing is hidden from anybody are their own seen form.
using Fact =
    std::variant<PlayerJoined, PlayerLeft, Presence, truth::FormationLocked, truth::GameStarted,
                 truth::Moved, truth::Rescued, RescueDeclined, DrawNear, DrawOffered, DrawDeclined,
                 GameOver, RematchOffered, NextGame, Chat, Restarted, RoomClosed>;

}  // namespace flagrank::view

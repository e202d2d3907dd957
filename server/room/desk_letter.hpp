#pragma once

#include <optional>
#include <string>
#include <variant>

#include "server/async/question.hpp"
#include "server/match/match.hpp"
#include "server/room/board.hpp"
#include "server/room/letter.hpp"
#include "server/room/lobby.hpp"
#include "server/room/room.hpp"

/// What the desk, the one coroutine of the lobby that knows all rooms, hears of.
namespace flagrank::room::desk_letter {

struct Make {
  match::Settings settings;
  letter::Join first;
};
struct Forward {
  std::string typed_code;
  Letter petition;
};
struct Gone {
  store::RoomKey code;
  std::optional<Sleep> sleep;  ///< where the journal has it still
};
struct PutUp {
  Notice notice;
};
struct List {
  async::Reply<Listing> reply;
};
struct LookUp {
  std::string typed_code;
  async::Reply<Sight> reply;
};
struct Sweep {};
struct Stop {};

using DeskLetter = std::variant<Make, Forward, Gone, PutUp, List, LookUp, Sweep, Stop>;

}  // namespace flagrank::room::desk_letter

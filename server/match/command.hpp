#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "common/rules/formation.hpp"
#include "common/rules/move.hpp"
#include "common/view/seat.hpp"
#include "common/view/timing.hpp"

/// What can be asked of a match. Everything that a match depends on is in here, so that the
/// accepted commands, replayed, give the same match again.
namespace flagrank::match {

using view::Instant;
using view::Milliseconds;

/// SHA-256 of a secret: of a seat token, of an invitation. The secret itself is known to its holder
/// only.
using TokenHash = std::array<std::byte, 32>;

/// Takes the same time whether and wherever the two differ.
[[nodiscard]] bool equal_in_constant_time(const TokenHash& a, const TokenHash& b) noexcept;

/// The position at which a command was decided.
struct DecidedAt {
  std::uint32_t game = 1;
  std::uint32_t ply = 0;
  friend bool operator==(const DecidedAt&, const DecidedAt&) = default;
};

/// Takes a free seat. The seat is the command's.
struct Join {
  std::string name;
  TokenHash token{};
  /// Of the secret that was presented.
  std::optional<TokenHash> invitation{};  // NOLINT(readability-redundant-member-init)
  friend bool operator==(const Join&, const Join&) = default;
};
/// Gives the seat up for good; a running game is resigned first.
struct Leave {
  friend bool operator==(const Leave&, const Leave&) = default;
};
/// Somebody is, or nobody is any more, connected on the seat.
struct Attend {
  bool present = false;
  friend bool operator==(const Attend&, const Attend&) = default;
};
struct LockFormation {
  std::uint32_t game = 1;
  std::vector<rules::Placement> formation;
  friend bool operator==(const LockFormation&, const LockFormation&) = default;
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
struct Chat {
  std::string text;
  friend bool operator==(const Chat&, const Chat&) = default;
};
/// Takes the win over an opponent who has been absent for longer than the room allows.
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
/// Time has passed: whoever's clock has run out loses. Nobody's seat.
struct Elapse {
  friend bool operator==(const Elapse&, const Elapse&) = default;
};
/// The server was away from then on, for so long. Nobody's seat.
struct Restart {
  Instant down_from;
  Milliseconds down{};
  friend bool operator==(const Restart&, const Restart&) = default;
};

using Deed = std::variant<Join, Leave, Attend, LockFormation, Move, OfferDraw, AcceptDraw,
                          DeclineDraw, Resign, Chat, ClaimWin, Elapse, Restart, Rescue,
                          DeclineRescue, OfferRematch, AcceptRematch>;

/// A deed of one seat, or of nobody's. Deeds that a client said carry the id it chose; those of the
/// server itself carry none and are not remembered for retries. The server itself attends, locks
/// for whoever has not by the end of the set-up time, and says what time has brought.
struct Command {
  view::Seat seat = view::Seat::host;
  std::string id;
  Deed deed;
  friend bool operator==(const Command&, const Command&) = default;
};

}  // namespace flagrank::match

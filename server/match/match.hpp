#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "common/rules/formation.hpp"
#include "common/rules/game.hpp"
#include "common/rules/ruleset.hpp"
#include "common/view/fact.hpp"
#include "common/view/player_view.hpp"
#include "common/view/redact.hpp"
#include "server/match/command.hpp"

namespace flagrank::match {

/// Why a command is refused, where the rules of the game have nothing to say.
enum class Refusal : std::uint8_t {
  room_full,
  wrong_phase,
  stale,
  id_reused,
  already_locked,
  bad_formation,
  no_offer,
  offer_open
};

struct Refused {
  std::variant<Refusal, rules::Rejection> why;
  std::vector<rules::FormationFault> faults;  ///< with bad_formation
  DecidedAt now;                              ///< the present game and ply
  friend bool operator==(const Refused&, const Refused&) = default;
};

/// The command took effect: what happened, in order, the first with number `first_seq`. The first
/// one is the answer to the command. Must be journalled before anybody is told.
struct Accepted {
  std::uint64_t first_seq = 0;
  std::vector<view::Fact> facts;
  friend bool operator==(const Accepted&, const Accepted&) = default;
};

/// The command took effect earlier; this is what it did then. Nothing has changed now.
struct Repeated {
  std::uint64_t seq = 0;
  view::Fact fact;
  friend bool operator==(const Repeated&, const Repeated&) = default;
};

/// A deed that changes nothing, such as attending a seat that is attended already.
struct Nothing {
  friend bool operator==(const Nothing&, const Nothing&) = default;
};

using Outcome = std::variant<Accepted, Repeated, Refused, Nothing>;

/// What a match is made with, all of it chosen before it begins.
struct Settings {
  rules::Ruleset ruleset;
  rules::Side host_side = rules::Side::red;
  friend bool operator==(const Settings&, const Settings&) = default;
};

struct LastCommand {
  std::string id;
  std::uint64_t seq = 0;
  friend bool operator==(const LastCommand&, const LastCommand&) = default;
};

/// One room's life as a state machine: who sits where, set-up, the game, offers, the end. Pure: the
/// same commands at the same moments give the same match, byte for byte. Knows no socket, no disk
/// and no clock.
class Match {
 public:
  explicit Match(Settings settings);

  /// Decides and, unless refused, does. On `Refused`, `Repeated` and `Nothing` the match is as it
  /// was.
  [[nodiscard]] Outcome handle(const Command& command, Instant now);

  [[nodiscard]] const Settings& settings() const noexcept;
  [[nodiscard]] view::Phase phase() const noexcept;
  [[nodiscard]] DecidedAt now() const noexcept;          ///< present game and ply
  [[nodiscard]] std::uint64_t seq() const noexcept;      ///< of the last fact; 0 = none yet
  [[nodiscard]] rules::Side side(view::Seat seat) const noexcept;
  [[nodiscard]] bool taken(view::Seat seat) const noexcept;
  [[nodiscard]] bool present(view::Seat seat) const noexcept;
  /// The seat whose token has this hash; compared in constant time.
  [[nodiscard]] std::optional<view::Seat> seat_of(const TokenHash& token) const noexcept;
  /// The moment of the last thing that happened; what expiry counts from.
  [[nodiscard]] Instant last_change() const noexcept;

  /// What the viewer may know of the whole.
  [[nodiscard]] view::PlayerView view(view::Viewer viewer) const;
  /// Legal moves of that seat at this moment; empty while it is not to move.
  [[nodiscard]] rules::MoveList legal_moves(view::Seat seat) const;
  [[nodiscard]] std::optional<LastCommand> last_command(view::Seat seat) const;

  /// Re-derives what is redundant and says what disagrees; nothing when all is well.
  [[nodiscard]] std::optional<std::string> broken_invariant() const;
};

}  // namespace flagrank::match

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "common/rules/formation.hpp"
#include "common/rules/game.hpp"
#include "common/rules/ruleset.hpp"
#include "common/view/fact.hpp"
#include "common/view/player_view.hpp"
#include "common/view/redact.hpp"
#include "common/view/timing.hpp"
#include "server/match/command.hpp"
#include "server/match/retries.hpp"

namespace flagrank::match {

/// Why a command is refused, where the rules of the game have nothing to say.
enum class Refusal : std::uint8_t {
  invitation_needed,  ///< none was presented
  wrong_invitation,   ///< or one that has been used
  room_full,          ///< the seat is taken
  wrong_phase,        ///< also for a deed on a free seat
  stale,              ///< decided at another game or ply
  id_reused,          ///< a command with this id took effect, and it was a different one
  already_locked,     ///< a locked formation is final
  bad_formation,      ///< with its faults
  no_offer,           ///< the other side has no such offer open
  offer_open,         ///< an offer is open, or one of this side was declined at this very ply
  no_absence_limit,   ///< the room has none, so that there is no win to be claimed
  opponent_present,
  too_early  ///< the opponent is absent, but not for long enough; with `retry_after`
};

struct Refused {
  std::variant<Refusal, rules::Rejection> why;
  std::vector<rules::FormationFault> faults;  ///< with bad_formation
  DecidedAt now;                              ///< the present game and ply
  std::optional<Milliseconds> retry_after;    ///< with too_early
  friend bool operator==(const Refused&, const Refused&) = default;
};

/// The command took effect: what happened at that moment, in order, the first with number
/// `first_seq`. The first one is the answer to the command. Must be journalled before anybody is
/// told.
struct Accepted {
  std::uint64_t first_seq = 0;
  Instant at;
  std::vector<view::Fact> facts;
  friend bool operator==(const Accepted&, const Accepted&) = default;
};

/// The command took effect earlier; this is what it did then. Nothing has changed now.
struct Repeated {
  std::uint64_t seq = 0;
  Instant at;
  rules::Side side = rules::Side::red;  ///< that its seat played then
  view::Fact fact;
  friend bool operator==(const Repeated&, const Repeated&) = default;
};

/// A deed that changes nothing, such as attending a seat that is attended already.
struct Nothing {
  friend bool operator==(const Nothing&, const Nothing&) = default;
};

using Outcome = std::variant<Accepted, Repeated, Refused, Nothing>;

/// A game of more moves has no record: it would be megabytes, and nobody's reading. More than any
/// game that is played to be won; without the rules against repetition one can go on for ever.
inline constexpr std::uint32_t most_recorded_plies = 20'000;

/// What a match is made with, all of it chosen before it begins.
struct Settings {
  rules::Ruleset ruleset;
  rules::Side host_side = rules::Side::red;
  view::Timing timing;
  bool spectators = false;    ///< whether others may watch
  bool is_public = false;     ///< whether it is listed for everybody
  bool return_match = false;  ///< two games, with colours swapped
  /// What the ids of the records of its games are made from: chosen by chance and told to nobody,
  /// so that nobody finds one who was not told. None where no records are kept.
  std::optional<std::string> record_key{};  // NOLINT(readability-redundant-member-init)
  /// What the invitation to the other seat hashes to. None where nobody was given one.
  std::optional<TokenHash> invitation{};  // NOLINT(readability-redundant-member-init)
  bool by_invitation = false;             ///< whether nobody else takes that seat
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
  [[nodiscard]] DecidedAt now() const noexcept;      ///< present game and ply
  [[nodiscard]] std::uint64_t seq() const noexcept;  ///< of the last fact; 0 = none yet
  /// In the present game: colours swap from game to game.
  [[nodiscard]] rules::Side side(view::Seat seat) const noexcept;
  [[nodiscard]] bool taken(view::Seat seat) const noexcept;
  [[nodiscard]] bool present(view::Seat seat) const noexcept;
  [[nodiscard]] bool locked(view::Seat seat) const noexcept;
  /// Does whoever has the code get a seat? Not where only the invitation gives it.
  [[nodiscard]] bool open_to_all() const noexcept;
  /// Would the first free seat be given to who joins so?
  [[nodiscard]] bool would_let_in(const Join& deed) const noexcept;
  /// The seat whose token has this hash; compared in constant time.
  [[nodiscard]] std::optional<view::Seat> seat_of(const TokenHash& token) const noexcept;
  /// The moment of the last thing that happened.
  [[nodiscard]] Instant last_change() const noexcept;

  /// When time alone will bring something about: a clock runs out, which `Elapse` then ends the
  /// game for, or the set-up time is over, when the server locks for whoever has not.
  [[nodiscard]] std::optional<Instant> deadline() const noexcept;

  /// What is the same for all who look.
  [[nodiscard]] const view::Table& table() const noexcept;
  /// What the viewer may know of the whole.
  [[nodiscard]] view::PlayerView view(view::Viewer viewer) const;
  /// Legal moves of that seat at this moment; empty while it is not to move.
  [[nodiscard]] rules::MoveList legal_moves(view::Seat seat) const;
  [[nodiscard]] std::optional<LastCommand> last_command(view::Seat seat) const;
  /// Would a command of that id be a retry of one that took effect?
  [[nodiscard]] bool remembers(view::Seat seat, std::string_view id) const noexcept;

  /// Re-derives what is redundant and says what disagrees; nothing when all is well.
  [[nodiscard]] std::optional<std::string> broken_invariant() const;

 private:
  /// What belongs to a seat apart from the game, and is not for everybody to see.
  struct Sitter {
    TokenHash token{};
    Retries retries;
    std::optional<LastCommand> last;
  };

  [[nodiscard]] std::optional<Outcome> earlier(const Command& command) const;
  void remember(const Command& command, rules::Side side, const Accepted& accepted);

  // One for each deed; `seat` is taken in all but Join and those that are nobody's.
  [[nodiscard]] Outcome act(view::Seat seat, const Join& deed, Instant now);
  [[nodiscard]] Outcome act(view::Seat seat, const Leave& deed, Instant now);
  [[nodiscard]] Outcome act(view::Seat seat, const Attend& deed, Instant now);
  [[nodiscard]] Outcome act(view::Seat seat, const LockFormation& deed, Instant now);
  [[nodiscard]] Outcome act(view::Seat seat, const Move& deed, Instant now);
  [[nodiscard]] Outcome act(view::Seat seat, const Rescue& deed, Instant now);
  [[nodiscard]] Outcome act(view::Seat seat, const DeclineRescue& deed, Instant now);
  [[nodiscard]] Outcome act(view::Seat seat, const OfferRematch& deed, Instant now);
  [[nodiscard]] Outcome act(view::Seat seat, const AcceptRematch& deed, Instant now);
  [[nodiscard]] Outcome act(view::Seat seat, const OfferDraw& deed, Instant now);
  [[nodiscard]] Outcome act(view::Seat seat, const AcceptDraw& deed, Instant now);
  [[nodiscard]] Outcome act(view::Seat seat, const DeclineDraw& deed, Instant now);
  [[nodiscard]] Outcome act(view::Seat seat, const Resign& deed, Instant now);
  [[nodiscard]] Outcome act(view::Seat seat, const Chat& deed, Instant now);
  [[nodiscard]] Outcome act(view::Seat seat, const ClaimWin& deed, Instant now);
  [[nodiscard]] Outcome act(view::Seat seat, const Elapse& deed, Instant now);
  [[nodiscard]] Outcome act(view::Seat seat, const Restart& deed, Instant now);

  /// Nothing has happened yet; `emit` adds what does.
  [[nodiscard]] Accepted accepted_at(Instant now) const;
  [[nodiscard]] Refused refused(std::variant<Refusal, rules::Rejection> why) const;
  /// Why a deed of that game cannot be done in another phase than that.
  [[nodiscard]] std::optional<Refusal> out_of_place(std::uint32_t game, view::Phase phase) const;
  /// Why a deed that was decided at that position cannot be done now.
  [[nodiscard]] std::optional<Refusal> out_of_place(DecidedAt at) const;
  [[nodiscard]] bool offered_to(rules::Side side) const noexcept;
  /// Why a seat is not to be had by that invitation, or by none.
  [[nodiscard]] std::optional<Refusal> uninvited(const Join& deed) const noexcept;
  /// Is the game that this was decided in over?
  [[nodiscard]] bool ended(DecidedAt at) const noexcept;
  /// Is a later game of the room being set up?
  [[nodiscard]] bool between_games() const noexcept;

  /// Numbers the fact and takes it in: the one place where what everybody sees changes.
  void emit(Accepted& accepted, view::Fact fact);
  // What a fact changes out of everybody's sight.
  void keep(const view::truth::FormationLocked& fact);
  void keep(const view::truth::GameStarted& fact);
  void keep(const view::truth::Moved& fact);
  void keep(const view::truth::Rescued& fact);
  void keep(const view::RescueDeclined& fact);
  void keep(const view::NextGame& fact);
  void keep(const view::DrawDeclined& fact);
  void keep(const view::PlayerLeft& fact);
  template <class Open>
  void keep(const Open& /*fact*/) {}
  /// Ends the game for a reason that lies outside the board.
  void end(Accepted& accepted, rules::EndReason reason, std::optional<rules::Side> winner);
  /// Tells the end of the game, after which, in a return match, the second one comes.
  void conclude(Accepted& accepted);
  void emit_next_game(Accepted& accepted, std::uint32_t match);
  /// Tells that the game is about to be drawn by quiet moves, where it is.
  void warn_of_draw(Accepted& accepted);
  [[nodiscard]] view::GameOver game_over() const;
  [[nodiscard]] std::optional<Refusal> no_rematch(std::uint32_t game) const;
  [[nodiscard]] std::optional<std::string> broken_in_game() const;

  Settings settings_;
  view::Table table_;
  std::array<Sitter, 2> sitters_;  ///< by `index(seat)`
  bool invitation_used_ = false;
  std::uint64_t seq_ = 0;
  Instant last_change_;

  // Of the present game, by `index(side)`.
  std::array<std::optional<rules::Formation>, 2> formations_;
  std::optional<rules::Game> game_;
  view::truth::History history_;
  std::array<std::optional<std::uint32_t>, 2> declined_at_;  ///< ply at which an offer was declined
};

}  // namespace flagrank::match

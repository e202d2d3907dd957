#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/rules/ruleset.hpp"
#include "common/view/seen.hpp"
#include "common/view/timing.hpp"
#include "common/view/viewer.hpp"

namespace flagrank::view {

/// Where a room is in its life.
enum class Phase : std::uint8_t {
  waiting,  ///< one seat is free
  setup,    ///< both are taken; formations are being made
  playing,
  over  ///< the game has ended; both formations are open
};

struct SeatView {
  std::string name;
  rules::Side side = rules::Side::red;
  bool present = false;
  /// While nobody is connected: since when, or since the other one came back to see it.
  std::optional<Instant> absent_since;
  bool locked = false;  ///< this seat's formation is locked
  friend bool operator==(const SeatView&, const SeatView&) = default;
};

/// How the games of a match ended: a win counts one point, a draw half a point for each.
struct Score {
  std::array<std::uint32_t, 2> wins{};  ///< by `index(seat)`
  std::uint32_t draws = 0;

  [[nodiscard]] std::uint32_t games() const noexcept { return wins[0] + wins[1] + draws; }
  friend bool operator==(const Score&, const Score&) = default;
};

/// The part of a room that is the same for all who look.
struct Table {
  rules::Ruleset ruleset;
  Timing timing;
  bool spectators = false;    ///< whether others may watch
  bool is_public = false;     ///< whether it is listed for everybody
  bool return_match = false;  ///< a match is two games, with colours swapped
  Phase phase = Phase::waiting;
  std::array<std::optional<SeatView>, 2> seats;  ///< by `index(seat)`; empty = free
  std::uint32_t game = 1;                        ///< number of the present game, in the room
  std::uint32_t match = 1;                       ///< number of the present match
  Score score;                                   ///< of the present match
  std::optional<Instant> setup_ends;             ///< in phase setup, where that has a limit
  std::optional<Clocks> clocks;                  ///< of a game, where the room has them
  std::optional<rules::Side> draw_offer;         ///< who has an offer open
  std::optional<Seat> rematch_offer;             ///< in phase over
  std::optional<GameOver> result;                ///< of the last game, until another one starts

  [[nodiscard]] std::optional<Seat> seat_of(rules::Side side) const noexcept;

  /// Whether a game of the present match is still to come, none being played.
  [[nodiscard]] bool second_to_come() const noexcept { return return_match && score.games() == 1; }

  /// Takes in what the next event, which happened `at` that moment, changes here. That is the same
  /// whoever sees it; so a match and every view of it share this. False, and nothing changed, where
  /// the event cannot follow.
  bool follow(const Seen& event, Instant at);

  friend bool operator==(const Table&, const Table&) = default;
};

/// A piece on the board, or one lost from it.
struct PieceView {
  rules::PieceId piece;
  rules::Side side = rules::Side::red;
  rules::Square square;
  bool moved = false;
  std::optional<rules::Rank> rank;   ///< absent where this viewer is not shown it
  std::optional<rules::Rank> known;  ///< what a fight or a run has told everybody at some time
  friend bool operator==(const PieceView&, const PieceView&) = default;
};

struct Loss {
  rules::PieceId piece;
  rules::Side side = rules::Side::red;  ///< whose piece it was
  std::optional<rules::Rank> rank;      ///< absent where this viewer may not know it
  std::optional<rules::Rank> known;     ///< what everybody knows
  std::uint32_t ply = 0;                ///< of the move that took it
  friend bool operator==(const Loss&, const Loss&) = default;
};

/// A piece that came back.
struct Rescue {
  std::uint32_t ply = 0;  ///< of the move that it followed
  rules::Side side = rules::Side::red;
  rules::PieceId piece;  ///< its new identity
  rules::Square square;
  std::optional<rules::Rank> rank;  ///< absent where this viewer may not know it
  friend bool operator==(const Rescue&, const Rescue&) = default;
};

/// Everything that one viewer may know of a room: what a snapshot says, and what folding the
/// events one by one arrives at.
struct PlayerView {
  Viewer viewer = Viewer::spectator();
  std::uint64_t seq = 0;  ///< of the last event contained
  Table table;
  std::optional<std::vector<rules::Placement>> formation;  ///< the viewer's own, once locked
  std::uint32_t ply = 0;                                   ///< moves played in this game
  std::optional<rules::Side> to_move;                      ///< while playing
  bool rescue_pending = false;     ///< … and it has only to say whether it brings a piece back
  std::uint32_t quiet_moves = 0;   ///< plies since the last fight
  std::vector<PieceView> pieces;   ///< on the board, by square
  std::vector<Loss> losses;        ///< in the order they fell
  std::vector<rules::Move> moves;  ///< all of this game
  std::vector<Fight> fights;       ///< all of this game
  std::vector<Rescue> rescues;     ///< all of this game

  /// Takes in the next event, which happened `at` that moment. From `GameOver` on every rank is
  /// known. An event that cannot follow here (a gap is the caller's to notice) leaves all but `seq`
  /// as it is.
  void apply(std::uint64_t event_seq, Instant at, const Seen& event);

  /// How many pieces of each rank that `side` began with nobody but itself can point to: neither
  /// known to have fallen nor standing where everybody knows them. From public facts alone, so the
  /// same for all who look. What came back has a new identity and is not among them.
  [[nodiscard]] rules::Inventory unaccounted(rules::Side side) const;

  /// How many pieces of each rank the viewer has lost that a rescue could bring back.
  [[nodiscard]] rules::Inventory rescuable() const;

  friend bool operator==(const PlayerView&, const PlayerView&) = default;
};

}  // namespace flagrank::view

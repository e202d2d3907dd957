#include "common/view/player_view.hpp"

namespace flagrank::view {

namespace {

bool both_seated(const Table& table) { return table.seats[0] && table.seats[1]; }

/// One overload for each event that the table takes part in; each says whether the event could
/// follow, and changes nothing where it could not.
struct Follow {
  Table& table;
  Instant at;

  bool operator()(const PlayerJoined& event) const {
    auto& seat = table.seats[index(event.seat)];
    if (seat || table.phase != Phase::waiting) return false;
    seat = SeatView{.name = event.name,
                    .side = event.side,
                    .present = true,
                    .absent_since = std::nullopt,
                    .locked = false};
    witness(other(event.seat));
    if (!both_seated(table)) return true;
    table.phase = Phase::setup;
    if (table.timing.setup_limit) table.setup_ends = at + *table.timing.setup_limit;
    return true;
  }

  bool operator()(const PlayerLeft& event) const {
    auto& seat = table.seats[index(event.seat)];
    if (!seat || table.phase == Phase::playing) return false;
    seat.reset();
    table.rematch_offer.reset();
    table.setup_ends.reset();
    if (table.game == 1 && table.phase == Phase::setup) table.phase = Phase::waiting;
    if (table.phase == Phase::waiting) return true;
    // A later game is nobody else's to join; whoever leaves in the middle of a match loses the
    // rest.
    table.phase = Phase::over;
    if (table.second_to_come()) ++table.score.wins[index(other(event.seat))];
    return true;
  }

  bool operator()(const Presence& event) const {
    auto& seat = table.seats[index(event.seat)];
    if (!seat) return false;
    seat->present = event.present;
    seat->absent_since = event.present ? std::nullopt : std::optional{at};
    if (!event.present) {
      // Who is away cannot begin another game.
      if (table.rematch_offer == event.seat) table.rematch_offer.reset();
      return true;
    }
    witness(other(event.seat));
    // The time for set-up can have run out only while nobody was there: it begins anew.
    if (table.setup_ends && *table.setup_ends <= at) {
      table.setup_ends = at + *table.timing.setup_limit;
    }
    return true;
  }

  bool operator()(const FormationLocked& event) const {
    const auto seat = table.seat_of(event.side);
    if (!seat || (table.phase != Phase::waiting && table.phase != Phase::setup)) return false;
    table.seats[index(*seat)]->locked = true;
    return true;
  }

  bool operator()(const GameStarted& event) const {
    if (table.phase != Phase::setup) return false;
    table.game = event.game;
    table.phase = Phase::playing;
    table.setup_ends.reset();
    table.result.reset();
    table.clocks = started(table.timing, at);
    // Nobody is absent from a game that has not begun.
    for (auto& seat : table.seats) {
      if (seat && seat->absent_since) seat->absent_since = at;
    }
    return true;
  }

  bool operator()(const Moved& event) const {
    if (table.phase != Phase::playing) return false;
    // An offer lapses when its recipient moves; the offerer's own move leaves it open.
    if (table.draw_offer == rules::opponent(event.side)) table.draw_offer.reset();
    if (!event.rescue_pending) hand_over(event.side);
    return true;
  }

  bool operator()(const Rescued& event) const { return end_turn(event.side); }
  bool operator()(const RescueDeclined& event) const { return end_turn(event.side); }
  bool operator()(const DrawNear& /*event*/) const { return table.phase == Phase::playing; }

  bool operator()(const DrawOffered& event) const {
    if (table.phase != Phase::playing) return false;
    table.draw_offer = event.side;
    return true;
  }

  bool operator()(const DrawDeclined& /*event*/) const {
    if (table.phase != Phase::playing) return false;
    table.draw_offer.reset();
    return true;
  }

  bool operator()(const GameOver& event) const {
    if (table.phase != Phase::playing) return false;
    table.phase = Phase::over;
    table.draw_offer.reset();
    table.result = event;
    if (table.clocks) table.clocks = stopped(*table.clocks, at);
    const auto winner = event.ended.winner ? table.seat_of(*event.ended.winner) : std::nullopt;
    ++(winner ? table.score.wins[index(*winner)] : table.score.draws);
    return true;
  }

  bool operator()(const RematchOffered& event) const {
    if (table.phase != Phase::over) return false;
    table.rematch_offer = event.seat;
    return true;
  }

  bool operator()(const NextGame& event) const {
    if (table.phase != Phase::over || !both_seated(table)) return false;
    if (event.match != table.match) table.score = {};
    table.phase = Phase::setup;
    table.game = event.game;
    table.match = event.match;
    table.rematch_offer.reset();
    table.clocks.reset();
    if (table.timing.setup_limit) table.setup_ends = at + *table.timing.setup_limit;
    for (const Seat seat : all_seats) {
      table.seats[index(seat)]->side = event.sides[index(seat)];
      table.seats[index(seat)]->locked = false;
    }
    return true;
  }

  bool operator()(const Restarted& event) const {
    for (auto& seat : table.seats) {
      if (!seat) continue;
      seat->absent_since = seat->absent_since.value_or(event.down_from) + event.down;
      seat->present = false;
    }
    if (table.setup_ends) *table.setup_ends += event.down;
    if (table.clocks) table.clocks->since += event.down;
    return true;
  }

  void hand_over(rules::Side side) const {
    if (table.clocks) table.clocks = handed_over(table.timing, *table.clocks, side, at);
  }

  [[nodiscard]] bool end_turn(rules::Side side) const {
    if (table.phase != Phase::playing) return false;
    // An offer was made at another position, or its recipient has made use of the turn.
    table.draw_offer.reset();
    hand_over(side);
    return true;
  }

  /// An absence counts while the other is there to see it: else whoever comes back first, after
  /// both were cut off, could claim the win at once.
  void witness(Seat absent) const {
    auto& seat = table.seats[index(absent)];
    if (seat && !seat->present) seat->absent_since = at;
  }

  bool operator()(const Chat& /*event*/) const { return true; }
  bool operator()(const RoomClosed& /*event*/) const { return true; }
};

}  // namespace

std::optional<Seat> Table::seat_of(rules::Side side) const noexcept {
  for (const Seat seat : all_seats) {
    const auto& sitting = seats[index(seat)];
    if (sitting && sitting->side == side) return seat;
  }
  return std::nullopt;
}

bool Table::follow(const Seen& event, Instant at) { return std::visit(Follow{*this, at}, event); }

}  // namespace flagrank::view

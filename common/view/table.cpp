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
    if (table.phase != Phase::setup) return true;
    table.phase = Phase::waiting;
    table.setup_ends.reset();
    return true;
  }

  bool operator()(const Presence& event) const {
    auto& seat = table.seats[index(event.seat)];
    if (!seat) return false;
    seat->present = event.present;
    seat->absent_since = event.present ? std::nullopt : std::optional{at};
    if (event.present) witness(other(event.seat));
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
    table.clocks = started(table.timing, at);
    return true;
  }

  bool operator()(const Moved& event) const {
    if (table.phase != Phase::playing) return false;
    // An offer lapses when its recipient moves; the offerer's own move leaves it open.
    if (table.draw_offer == rules::opponent(event.side)) table.draw_offer.reset();
    if (table.clocks) table.clocks = handed_over(table.timing, *table.clocks, event.side, at);
    return true;
  }

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

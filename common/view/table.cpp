#include "common/view/player_view.hpp"

namespace flagrank::view {

namespace {

bool both_seated(const Table& table) { return table.seats[0] && table.seats[1]; }

/// One overload for each event that the table takes part in; each says whether the event could
/// follow, and changes nothing where it could not.
struct Follow {
  Table& table;

  bool operator()(const PlayerJoined& event) const {
    auto& seat = table.seats[index(event.seat)];
    if (seat || table.phase != Phase::waiting) return false;
    seat = SeatView{.name = event.name, .side = event.side, .present = true, .locked = false};
    if (both_seated(table)) table.phase = Phase::setup;
    return true;
  }

  bool operator()(const PlayerLeft& event) const {
    auto& seat = table.seats[index(event.seat)];
    if (!seat || table.phase == Phase::playing) return false;
    seat.reset();
    if (table.phase == Phase::setup) table.phase = Phase::waiting;
    return true;
  }

  bool operator()(const Presence& event) const {
    auto& seat = table.seats[index(event.seat)];
    if (!seat) return false;
    seat->present = event.present;
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
    return true;
  }

  bool operator()(const Moved& event) const {
    if (table.phase != Phase::playing) return false;
    // An offer lapses when its recipient moves; the offerer's own move leaves it open.
    if (table.draw_offer == rules::opponent(event.side)) table.draw_offer.reset();
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
    return true;
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

bool Table::follow(const Seen& event) { return std::visit(Follow{*this}, event); }

}  // namespace flagrank::view

#include "client/text/stage.hpp"

namespace flagrank::text {

bool begun(const view::PlayerView& view) noexcept { return !view.pieces.empty(); }

bool match_over(const view::Table& table) noexcept {
  return table.phase == view::Phase::over && !table.second_to_come();
}

bool rematch_possible(const view::Table& table) noexcept {
  return match_over(table) && table.seats[0] && table.seats[1];
}

bool own_rescue(const view::PlayerView& view) noexcept {
  return view.rescue_pending && view.to_move && view.viewer.plays(*view.to_move);
}

view::Seat seat_playing(const view::Table& table, rules::Side side) noexcept {
  if (const auto seat = table.seat_of(side)) return *seat;
  const auto opponent = table.seat_of(rules::opponent(side));
  return opponent ? view::other(*opponent) : view::Seat::host;
}

bool is_run(rules::Move move) noexcept { return !rules::neighbours(move.from, move.to); }

rules::Side mover(std::uint32_t ply) noexcept {
  return ply % 2 == 1 ? rules::Side::red : rules::Side::blue;
}

}  // namespace flagrank::text

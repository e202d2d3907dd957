#include "tests/bench/load/table.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "common/rules/names.hpp"
#include "common/rules/square.hpp"

namespace flagrank::bench {

using rules::Side;
using view::Seat;

namespace {

/// The value of a text field of a frame of ours.
std::string_view text_in(std::string_view frame, std::string_view field) {
  const std::string before = fmt::format(R"("{}":")", field);
  const std::size_t begin = frame.find(before) + before.size();
  return frame.substr(begin, frame.find('"', begin) - begin);
}

std::string_view type_of(std::string_view frame) {
  constexpr std::string_view before = R"({"type":")";
  frame.remove_prefix(before.size());
  return frame.substr(0, frame.find('"'));
}

std::string in_json(const std::vector<rules::Placement>& army) {
  std::string all;
  for (const rules::Placement& placement : army) {
    all += fmt::format(R"({}{{"square":"{}","rank":"{}"}})", all.empty() ? "" : ",",
                       placement.square.text(), rules::name(placement.rank));
  }
  return all;
}

}  // namespace

Table::Table(std::uint16_t port, Kind kind, std::span<const Script> scripts, std::size_t first,
             Tally& tally)
    : kind_{kind},
      scripts_{scripts},
      script_{first},
      tally_{tally},
      lines_{Line{port}, Line{port}} {}

void Table::begin() {
  if (kind_ == Kind::relay) {
    tally_.ready(*this);
  } else {
    say(Seat::host, "create_room", R"("name":"Host","side":"red")");
  }
}

void Table::move(Clock::time_point due) {
  const Side side = ply_ % 2 == 0 ? Side::red : Side::blue;
  const rules::Move move = script().moves[ply_];
  mover_ = seat_of(side);
  due_ = due;
  say(mover_, "move",
      fmt::format(R"("game":{},"ply":{},"from":"{}","to":"{}")", game_, ply_, move.from.text(),
                  move.to.text()));
}

void Table::read(Seat seat) {
  line(seat).read();
  for (auto text = line(seat).hear(); !text.empty(); text = line(seat).hear()) hear(seat, text);
}

void Table::hear(Seat seat, std::string_view text) {
  const std::string_view type = type_of(text);
  if (type == "moved") {
    moved(seat, text.size());
  } else if (type == "seated" && seat == Seat::host) {
    say(Seat::guest, "join_room",
        fmt::format(R"("name":"Guest","room":"{}")", text_in(text, "room")));
  } else if (type == "player_joined") {
    lock();
  } else if (type == "game_started") {
    if (started_.told()) tally_.ready(*this);
  } else if (type == "game_over") {
    over();
  } else if (type == "rematch_offered" && seat == Seat::guest) {
    say(Seat::guest, "accept_rematch", fmt::format(R"("game":{})", game_));
  } else if (type == "next_game") {
    next_game();
  } else if (type == "error") {
    throw std::runtime_error{"the server refuses: " + std::string{text}};
  }
}

void Table::lock() {
  for (const Seat seat : view::all_seats) {
    const Side side = seat == Seat::host ? host_side_ : opponent(host_side_);
    say(seat, "lock_formation",
        fmt::format(R"("game":{},"formation":[{}])", game_, in_json(script().army(side))));
  }
}

void Table::moved(Seat seat, std::size_t bytes) {
  bytes_ += bytes;
  ++frames_;
  if (seat != mover_) tally_.arrived(due_);
  if (!moved_.told()) return;
  ++ply_;
  const bool last = ply_ == script().moves.size();
  if (last && kind_ == Kind::relay) ply_ = 0;
  tally_.played(*this, last && kind_ == Kind::room);
}

void Table::over() {
  if (over_.told()) say(Seat::host, "offer_rematch", fmt::format(R"("game":{})", game_));
}

void Table::next_game() {
  if (!next_.told()) return;
  host_side_ = opponent(host_side_);
  ++game_;
  ++script_;
  ply_ = 0;
  lock();
}

void Table::say(Seat seat, std::string_view type, std::string_view rest) {
  line(seat).say(fmt::format(R"({{"type":"{}","id":"{}",{}}})", type, ++said_, rest));
}

Seat Table::seat_of(Side side) const { return side == host_side_ ? Seat::host : Seat::guest; }

}  // namespace flagrank::bench

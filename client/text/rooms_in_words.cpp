#include "client/text/rooms_in_words.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <variant>

#include "client/text/clean.hpp"
#include "client/text/durations.hpp"
#include "client/text/wrap.hpp"
#include "common/protocol/limits.hpp"

namespace flagrank::text {
namespace {

constexpr std::size_t longest_told = protocol::max_name_bytes;

std::string value_in_words(const protocol::Setting& value, Style style) {
  if (const auto* on = std::get_if<bool>(&value)) return *on ? "true" : "false";
  if (const auto* number = std::get_if<std::uint64_t>(&value)) return std::to_string(*number);
  return clean(std::get<std::string>(value), style, longest_told);
}

std::string clock_in_words(const std::variant<view::GameClock, view::MoveClock>& clock) {
  if (const auto* move = std::get_if<view::MoveClock>(&clock)) {
    return duration_in_words(move->per_move) + " for each move";
  }
  const auto& game = std::get<view::GameClock>(clock);
  const std::string time = duration_in_words(game.initial) + " a side";
  if (game.increment == view::Milliseconds::zero()) return time;
  return time + " and " + duration_in_words(game.increment) + " more with each move";
}

std::string state_in_words(const protocol::RoomTold& room) {
  if (room.free_side) return *room.free_side == rules::Side::red ? "you play Red" : "you play Blue";
  switch (room.phase) {
    case view::Phase::waiting:
      return "by invitation";
    case view::Phase::setup:
      return "being set up";
    case view::Phase::playing:
      return "being played";
    case view::Phase::over:
      break;
  }
  return "over";
}

/// One room in a line, or in some.
std::string line(const protocol::RoomTold& room, Style style) {
  const std::string code = "  " + clean_code(room.room) + "  ";
  std::string text = code + clean(room.host, style, longest_told) + ": ";
  text += clean(room.preset, style, longest_told);
  for (const protocol::SwitchSet& one : room.switches) {
    text += ", " + one.name + "=" + value_in_words(one.value, style);
  }
  if (room.return_match) text += ", two games";
  if (room.timing.clock) text += ", " + clock_in_words(*room.timing.clock);
  text += ", " + state_in_words(room);
  if (room.spectators) text += ", open to spectators";
  return wrapped(text, code.size()) + "\n";
}

}  // namespace

std::string rooms_in_words(const protocol::Rooms& rooms, Style style) {
  std::string joinable;
  std::string others;
  for (const protocol::RoomTold& room : rooms.rooms) {
    (room.seats_free > 0 ? joinable : others) += line(room, style);
  }
  std::string text;
  if (!joinable.empty()) text += "To be joined with flagrank join CODE:\n\n" + joinable;
  if (!joinable.empty() && !others.empty()) text += "\n";
  if (!others.empty()) {
    text += "Not to be joined; flagrank watch CODE shows those that are open to spectators:\n\n" +
            others;
  }
  if (text.empty()) text = "There is no public room. flagrank create --public makes one.\n";
  if (rooms.more) text += "\nThere are more.\n";
  return text;
}

}  // namespace flagrank::text

#include "client/text/timekeeping.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <variant>

#include "client/text/durations.hpp"
#include "client/text/words.hpp"

namespace flagrank::text {
namespace {

using namespace std::chrono_literals;
using rules::Side;
using view::Instant;
using view::Milliseconds;

constexpr std::array<std::pair<Milliseconds, std::string_view>, 2> short_times{
    {{1min, "One minute"}, {10s, "10 seconds"}}};

Milliseconds since_start(LocalTime now) {
  return std::chrono::duration_cast<Milliseconds>(now.time_since_epoch());
}

/// That the time until `end` runs short, for each shortness that comes after `begin`.
void add_shortness(std::vector<Reminder>& all, Instant begin, Instant end,
                   const std::string& of_what) {
  for (const auto& [length, words] : short_times) {
    if (end - length > begin) all.push_back({end - length, std::string{words} + " " + of_what});
  }
}

std::string count(Milliseconds time) { return std::to_string(time.count()); }

}  // namespace

void ServerTime::greeted(Instant told, LocalTime now) noexcept {
  ahead_ = told.time_since_epoch() - since_start(now);
}

void ServerTime::heard(Instant told, LocalTime now) noexcept {
  ahead_ = std::max(ahead_, told.time_since_epoch() - since_start(now));
}

Instant ServerTime::at(LocalTime now) const noexcept { return Instant{since_start(now) + ahead_}; }

LocalTime ServerTime::local(Instant moment) const noexcept {
  return LocalTime{moment.time_since_epoch() - ahead_};
}

std::optional<Milliseconds> time_left(const view::Table& table, Side side, Instant now) {
  if (!table.clocks) return std::nullopt;
  const Milliseconds left = table.clocks->left[rules::index(side)];
  if (table.clocks->running != side) return left;
  return std::max(Milliseconds{0}, left - std::max(Milliseconds{0}, now - table.clocks->since));
}

std::optional<Instant> claimable_from(const view::PlayerView& view) {
  const auto own = view.viewer.side();
  if (!own || view.table.phase != view::Phase::playing) return std::nullopt;
  const auto seat = view.table.seat_of(rules::opponent(*own));
  if (!seat || !view.table.timing.absence_limit) return std::nullopt;
  const auto since = view.table.seats[view::index(*seat)]->absent_since;
  return since ? std::optional{*since + *view.table.timing.absence_limit} : std::nullopt;
}

std::vector<Reminder> reminders(const view::PlayerView& view, Style style) {
  std::vector<Reminder> all;
  const auto own = view.viewer.side();
  if (!own) return all;
  const view::Table& table = view.table;
  if (table.clocks && table.clocks->running == own) {
    add_shortness(all, table.clocks->since, *table.clocks->deadline(), "left on your clock.");
  }
  if (table.setup_ends && !view.formation) {
    add_shortness(all, *table.setup_ends - table.timing.setup_limit.value_or(0ms),
                  *table.setup_ends, "left to arrange your army and lock it.");
  }
  if (const auto from = claimable_from(view)) {
    const view::Seat seat = *table.seat_of(rules::opponent(*own));
    all.push_back({*from, player_name(view, seat, style) + " has been away for " +
                              duration_in_words(*table.timing.absence_limit) +
                              ": type claim to win the game."});
  }
  return all;
}

std::string limits_in_words(const view::Table& table) {
  const view::Timing& timing = table.timing;
  std::string text;
  if (timing.clock) {
    if (const auto* game = std::get_if<view::GameClock>(&*timing.clock)) {
      text += "Clock: " + duration_in_words(game->initial) + " a side";
      if (game->increment > 0ms) {
        text += ", and " + duration_in_words(game->increment) + " more with each move";
      }
    } else {
      text += "Clock: " + duration_in_words(std::get<view::MoveClock>(*timing.clock).per_move) +
              " for each move";
    }
    text += ".\n";
  }
  if (timing.setup_limit) {
    text += "Set-up: " + duration_in_words(*timing.setup_limit) +
            ". Who has not locked by then gets an army made by chance.\n";
  }
  if (timing.absence_limit) {
    text += "Absence: who is away for " + duration_in_words(*timing.absence_limit) +
            " during the game may lose it.\n";
  }
  if (table.spectators) text += "Others may watch this game.\n";
  return text;
}

std::string limits_in_lines(const view::Table& table) {
  const view::Timing& timing = table.timing;
  std::string text;
  if (timing.clock) {
    if (const auto* game = std::get_if<view::GameClock>(&*timing.clock)) {
      text += "limit clock " + count(game->initial) + " " + count(game->increment) + "\n";
    } else {
      text += "limit move " + count(std::get<view::MoveClock>(*timing.clock).per_move) + "\n";
    }
  }
  if (timing.setup_limit) text += "limit setup " + count(*timing.setup_limit) + "\n";
  if (timing.absence_limit) text += "limit absence " + count(*timing.absence_limit) + "\n";
  return text;
}

std::string times_in_words(const view::PlayerView& view, Instant now) {
  const view::Table& table = view.table;
  std::string text = limits_in_words(table);
  if (text.empty()) text = "Nothing is limited in this room.\n";
  if (table.clocks) {
    const auto face = [&](Side side) { return clock_face(*time_left(table, side, now)); };
    text += "Red has " + face(Side::red) + " left, Blue " + face(Side::blue) + ".\n";
  }
  if (table.setup_ends) {
    text += "Set-up ends in " + clock_face(*table.setup_ends - now) + ".\n";
  }
  if (const auto from = claimable_from(view)) {
    text += *from <= now ? "You may claim the game: type claim.\n"
                         : "You may claim the game in " + clock_face(*from - now) + ".\n";
  }
  return text;
}

}  // namespace flagrank::text

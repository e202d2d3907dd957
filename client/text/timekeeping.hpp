#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "client/text/style.hpp"
#include "common/rules/side.hpp"
#include "common/view/player_view.hpp"
#include "common/view/timing.hpp"

/// What the server's clock shows, how much time there is, and when a player wants to hear of it.
namespace flagrank::text {

using LocalTime = std::chrono::steady_clock::time_point;

/// The server's clock as far as its messages tell: one that came without delay tells it exactly,
/// and none comes early.
class ServerTime {
 public:
  /// On each new connection; what was believed before may be wrong by now.
  void greeted(view::Instant told, LocalTime now) noexcept;
  void heard(view::Instant told, LocalTime now) noexcept;

  [[nodiscard]] view::Instant at(LocalTime now) const noexcept;
  /// When it will be that late here.
  [[nodiscard]] LocalTime local(view::Instant moment) const noexcept;

 private:
  view::Milliseconds ahead_{0};
};

/// What is left on a side's clock; nothing in a game without clocks.
[[nodiscard]] std::optional<view::Milliseconds> time_left(const view::Table& table,
                                                          rules::Side side, view::Instant now);

/// When the viewer may claim the game since the other player is away; nothing where that is not to
/// be.
[[nodiscard]] std::optional<view::Instant> claimable_from(const view::PlayerView& view);

/// Something to be said to a player at its moment, unless things change before.
struct Reminder {
  view::Instant when;
  std::string sentence;
  friend bool operator==(const Reminder&, const Reminder&) = default;
};

/// What is to be said as things stand: that time runs short, that a game may be claimed.
[[nodiscard]] std::vector<Reminder> reminders(const view::PlayerView& view, Style style);

/// The limits of a room, a line for each; empty where there are none.
[[nodiscard]] std::string limits_in_words(const view::Table& table);
[[nodiscard]] std::string limits_in_lines(const view::Table& table);

/// The limits, and what is left of them.
[[nodiscard]] std::string times_in_words(const view::PlayerView& view, view::Instant now);

}  // namespace flagrank::text

#pragma once

#include <array>
#include <chrono>
#include <optional>
#include <variant>

#include "common/rules/side.hpp"

/// How long players may take. Pure: moments come in, and are those of the server's clock.
namespace flagrank::view {

using Milliseconds = std::chrono::milliseconds;

/// A moment, in milliseconds since 1970 by the server's clock. Handed in, never taken.
using Instant = std::chrono::sys_time<Milliseconds>;

/// A time for all of a side's moves together, and what each move adds to it.
struct GameClock {
  Milliseconds initial{};
  Milliseconds increment{};
  friend bool operator==(const GameClock&, const GameClock&) = default;
};

/// The same time for each move anew.
struct MoveClock {
  Milliseconds per_move{};
  friend bool operator==(const MoveClock&, const MoveClock&) = default;
};

/// Chosen when a room is made; what is absent has no limit.
struct Timing {
  std::optional<std::variant<GameClock, MoveClock>> clock;
  std::optional<Milliseconds> setup_limit;    ///< for both formations, from the time both sit
  std::optional<Milliseconds> absence_limit;  ///< after which the other may claim the win
  friend bool operator==(const Timing&, const Timing&) = default;
};

/// The two clocks of a game, as they stood at `since`.
struct Clocks {
  std::array<Milliseconds, 2> left{};  ///< by `index(side)`
  std::optional<rules::Side> running;  ///< none once the game is over
  Instant since;

  /// When the running one has run out; nothing where none runs.
  [[nodiscard]] std::optional<Instant> deadline() const noexcept;

  friend bool operator==(const Clocks&, const Clocks&) = default;
};

/// At the start of a game that began `at` that moment: Red's clock runs. Nothing without a clock.
[[nodiscard]] std::optional<Clocks> started(const Timing& timing, Instant at);
/// After a move of `side`: its clock stops, the other's runs.
[[nodiscard]] Clocks handed_over(const Timing& timing, Clocks clocks, rules::Side side, Instant at);
/// After the end of the game: both stand.
[[nodiscard]] Clocks stopped(Clocks clocks, Instant at);

}  // namespace flagrank::view

#include "common/view/timing.hpp"

#include <algorithm>

namespace flagrank::view {

namespace {

/// What is left on the running clock at that moment; never below nothing.
void charge(Clocks& clocks, Instant at) {
  if (!clocks.running) return;
  Milliseconds& left = clocks.left[rules::index(*clocks.running)];
  left = std::max(Milliseconds::zero(), left - (at - clocks.since));
}

}  // namespace

std::optional<Instant> Clocks::deadline() const noexcept {
  if (!running) return std::nullopt;
  return since + left[rules::index(*running)];
}

std::optional<Clocks> started(const Timing& timing, Instant at) {
  if (!timing.clock) return std::nullopt;
  const auto* game = std::get_if<GameClock>(&*timing.clock);
  const Milliseconds each = game ? game->initial : std::get<MoveClock>(*timing.clock).per_move;
  return Clocks{.left = {each, each}, .running = rules::Side::red, .since = at};
}

Clocks handed_over(const Timing& timing, Clocks clocks, rules::Side side, Instant at) {
  charge(clocks, at);
  Milliseconds& left = clocks.left[rules::index(side)];
  if (const auto* game = std::get_if<GameClock>(&*timing.clock)) {
    left += game->increment;
  } else {
    left = std::get<MoveClock>(*timing.clock).per_move;
  }
  clocks.running = rules::opponent(side);
  clocks.since = at;
  return clocks;
}

Clocks stopped(Clocks clocks, Instant at) {
  charge(clocks, at);
  clocks.running.reset();
  clocks.since = at;
  return clocks;
}

}  // namespace flagrank::view

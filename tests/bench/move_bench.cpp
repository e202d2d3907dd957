#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/move_walk.hpp"

/// How long a move takes in one process: from a client's frame to the frames for two players and a
/// spectator, with a journal in memory. It must not take longer late in a long game.
namespace flagrank::test {
namespace {

constexpr std::array<std::uint32_t, 3> plies{30, 300, 3000};
constexpr std::uint32_t moves = 32;  ///< timed from each of them on

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

/// Each round plays one game to its end and looks at all plies of it: whatever else runs on the
/// machine slows them all alike, and the ratios of their medians can be trusted.
void move_walk(benchmark::State& state) {
  using Clock = std::chrono::steady_clock;
  std::array<std::vector<double>, plies.size()> took;
  std::uint64_t seed = 0;
  for (auto _ : state) {
    state.PauseTiming();
    MoveWalk walk{quiet_game(plies.back() + moves, ++seed)};
    state.ResumeTiming();
    for (std::size_t i = 0; i < plies.size(); ++i) {
      walk.play_to(plies[i]);
      const auto began = Clock::now();
      walk.play_to(plies[i] + moves);
      const std::chrono::duration<double, std::nano> time = Clock::now() - began;
      took[i].push_back(time.count() / moves);
    }
  }
  for (std::size_t i = 0; i < plies.size(); ++i) {
    const std::string ply = std::to_string(plies[i]);
    state.counters["ns_at_" + ply] = median(took[i]);
    if (i > 0) state.counters["ratio_" + ply] = median(took[i]) / median(took[0]);
  }
  state.counters["moves"] =
      benchmark::Counter(static_cast<double>(state.iterations()) * (plies.back() + moves),
                         benchmark::Counter::kIsRate);
}
BENCHMARK(move_walk)->Unit(benchmark::kMillisecond)->UseRealTime()->Iterations(20);

}  // namespace
}  // namespace flagrank::test

BENCHMARK_MAIN();

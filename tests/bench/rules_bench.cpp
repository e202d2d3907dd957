#include <benchmark/benchmark.h>

#include <cstdint>
#include <vector>

#include "common/rules/game.hpp"
#include "tests/support/random.hpp"

/// How fast the rules are: classic, all rules on, one core.
namespace flagrank::rules {
namespace {

using test::Random;

/// Whole random games, each move drawn from all legal ones: moves a second.
void random_playout(benchmark::State& state) {
  Random random{1};
  std::vector<Game> starts;
  for (int i = 0; i < 256; ++i) starts.push_back(test::shuffled_game({}, random));
  std::int64_t moves = 0;
  std::size_t next = 0;
  for (auto _ : state) {
    Game game = starts[next++ % starts.size()];
    while (!game.ended()) {
      const MoveList legal = game.legal_moves();
      const Move move = legal[random(static_cast<std::uint32_t>(legal.size()))];
      benchmark::DoNotOptimize(game.apply(game.to_move(), move));
    }
    moves += game.ply();
  }
  state.counters["moves"] =
      benchmark::Counter(static_cast<double>(moves), benchmark::Counter::kIsRate);
}
BENCHMARK(random_playout)->Unit(benchmark::kMicrosecond);

/// Positions from random games, every twentieth: legal moves generated a second.
void legal_moves(benchmark::State& state) {
  Random random{2};
  std::vector<Game> positions;
  while (positions.size() < 1024) {
    Game game = test::shuffled_game({}, random);
    while (!game.ended()) {
      if (game.ply() % 20 == 0) positions.push_back(game);
      (void)game.apply(game.to_move(), test::random_move(game, random));
    }
  }
  std::int64_t generated = 0;
  std::size_t next = 0;
  for (auto _ : state) {
    const MoveList moves = positions[next++ % positions.size()].legal_moves();
    benchmark::DoNotOptimize(moves);
    generated += static_cast<std::int64_t>(moves.size());
  }
  state.counters["moves"] =
      benchmark::Counter(static_cast<double>(generated), benchmark::Counter::kIsRate);
}
BENCHMARK(legal_moves);

/// Random moves without a fight, as a game can go on.
std::vector<Move> quiet_moves(Game game, std::size_t count) {
  Random random{3};
  std::vector<Move> moves;
  while (moves.size() < count) {
    const Move move = test::random_move(game, random);
    if (game.at(move.to) != nullptr) continue;
    (void)game.apply(game.to_move(), move);
    moves.push_back(move);
  }
  return moves;
}

/// A game of that many moves without a fight, all eighty pieces still there.
Game quiet_game(std::uint32_t plies) {
  Random random{3};
  Game game = test::shuffled_game({}, random);
  for (const Move move : quiet_moves(game, plies)) (void)game.apply(game.to_move(), move);
  return game;
}

/// Moves of a game without a fight, from so many plies on: all legal ones found, and one played. It
/// must not matter from how many, but that there is a little more choice when armies have mixed.
void long_game(benchmark::State& state) {
  const Game start = quiet_game(static_cast<std::uint32_t>(state.range(0)));
  const std::vector<Move> played = quiet_moves(start, 256);
  std::int64_t moves = 0;
  std::size_t offered = 0;
  for (auto _ : state) {
    Game game = start;
    for (const Move move : played) {
      const MoveList legal = game.legal_moves();
      benchmark::DoNotOptimize(legal);
      offered += legal.size();
      benchmark::DoNotOptimize(game.apply(game.to_move(), move));
    }
    moves += static_cast<std::int64_t>(played.size());
  }
  state.counters["moves"] =
      benchmark::Counter(static_cast<double>(moves), benchmark::Counter::kIsRate);
  state.counters["choice"] = static_cast<double>(offered) / static_cast<double>(moves);
}
BENCHMARK(long_game)->ArgName("ply")->Arg(30)->Arg(500)->Arg(3000);

/// Is this move legal? Answers a second after so many plies: it must not matter after how many.
void legality(benchmark::State& state) {
  const Game game = quiet_game(static_cast<std::uint32_t>(state.range(0)));
  const MoveList moves = game.legal_moves();
  std::int64_t answers = 0;
  for (auto _ : state) {
    for (const Move move : moves) benchmark::DoNotOptimize(game.check(game.to_move(), move));
    answers += static_cast<std::int64_t>(moves.size());
  }
  state.counters["answers"] =
      benchmark::Counter(static_cast<double>(answers), benchmark::Counter::kIsRate);
}
BENCHMARK(legality)->ArgName("ply")->Arg(30)->Arg(3000);

}  // namespace
}  // namespace flagrank::rules

BENCHMARK_MAIN();

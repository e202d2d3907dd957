#include "tests/bench/load/script.hpp"

#include <algorithm>

#include "common/rules/game.hpp"
#include "tests/support/random.hpp"

namespace flagrank::bench {

using rules::Side;
using test::Random;

namespace {

rules::Move lively_move(const rules::Game& game, Random& random) {
  std::vector<rules::Move> fights;
  std::ranges::copy_if(game.legal_moves(), std::back_inserter(fights),
                       [&](rules::Move move) { return game.at(move.to) != nullptr; });
  const bool fight = !fights.empty() && random(3) == 0;
  return fight ? fights[random(static_cast<std::uint32_t>(fights.size()))]
               : test::random_move(game, random);
}

Script script(Random& random) {
  const rules::Ruleset classic;
  const auto red = test::shuffled_formation(*classic.variant, Side::red, random);
  const auto blue = test::shuffled_formation(*classic.variant, Side::blue, random);
  Script script{.red = red.placements(), .blue = blue.placements(), .moves = {}};
  auto game = rules::Game::start(classic, red, blue);
  while (!game.ended()) {
    const rules::Move move = lively_move(game, random);
    script.moves.push_back(move);
    (void)game.apply(game.to_move(), move);
  }
  return script;
}

}  // namespace

std::vector<Script> scripts(std::size_t how_many, std::uint64_t seed) {
  constexpr std::size_t shortest = 20;  // an army without a way out has lost at once
  Random random{seed};
  std::vector<Script> all;
  while (all.size() < how_many) {
    Script one = script(random);
    if (one.moves.size() >= shortest) all.push_back(std::move(one));
  }
  return all;
}

}  // namespace flagrank::bench

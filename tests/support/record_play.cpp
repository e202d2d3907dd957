#include "tests/support/record_play.hpp"

#include <array>
#include <string>
#include <utility>

#include "tests/support/armies.hpp"
#include "tests/support/positions.hpp"

namespace flagrank::test {
namespace {

using rules::Side;

std::string random_name(Random& random) {
  constexpr std::array names{"", "Ada", "Bob \"the\" miner", "Zoë", "<&'>", "back\\slash"};
  return names[random(names.size())];
}

std::optional<std::int64_t> random_moment(Random& random) {
  if (random(4) == 0) return std::nullopt;
  return 1'767'225'600'000 + random(1'000'000);
}

/// How a game that is not over may end all the same.
rules::Ended random_ending(Random& random) {
  using rules::EndReason;
  constexpr std::array reasons{EndReason::resignation, EndReason::agreement, EndReason::time,
                               EndReason::abandonment};
  const EndReason reason = reasons[random(reasons.size())];
  if (reason == EndReason::agreement) return {reason, std::nullopt};
  return {reason, random.coin() ? Side::red : Side::blue};
}

/// What one side does: a move, and a rescue where one can be and the dice want it.
record::Turn play_turn(rules::Game& game, Random& random) {
  const Side side = game.to_move();
  record::Turn turn{
      .move = random_move(game, random), .rescue = std::nullopt, .at_ms = random_moment(random)};
  (void)*game.apply(side, turn.move);
  if (!game.rescue_pending()) return turn;
  if (random.coin()) turn.rescue = random_rescue(game, random);
  if (turn.rescue) {
    (void)*game.rescue(side, *turn.rescue);
  } else {
    (void)*game.decline_rescue(side);
  }
  return turn;
}

}  // namespace

record::Game short_record() {
  const Armies& armies = short_game_armies();
  const rules::Ruleset ruleset;
  const auto formation = [&](Side side) {
    return *rules::Formation::check(*ruleset.variant, side, armies[index(side)]);
  };
  constexpr std::int64_t start = 1'767'225'600'000;
  record::Game game{.ruleset = ruleset,
                    .names = {"Ada", "Bob"},
                    .started_ms = start,
                    .ended_ms = std::nullopt,
                    .formations = {formation(Side::red), formation(Side::blue)},
                    .turns = {},
                    .result = {rules::EndReason::flag_captured, Side::red}};
  for (const rules::Move move : parse_moves(short_game)) {
    const auto at = start + (5'000 * static_cast<std::int64_t>(game.turns.size() + 1));
    game.turns.push_back({.move = move, .rescue = std::nullopt, .at_ms = at});
    game.ended_ms = at;
  }
  return game;
}

record::Game random_record(const rules::Ruleset& ruleset, std::uint32_t longest, Random& random) {
  const rules::Variant& variant = *ruleset.variant;
  std::string red = random_name(random);
  std::string blue = random_name(random);
  record::Game record{.ruleset = ruleset,
                      .names = {std::move(red), std::move(blue)},
                      .started_ms = random_moment(random),
                      .ended_ms = random_moment(random),
                      .formations = {shuffled_formation(variant, Side::red, random),
                                     shuffled_formation(variant, Side::blue, random)},
                      .turns = {},
                      .result = {}};
  rules::Game game = rules::Game::start(ruleset, record.formations[0], record.formations[1]);
  const std::uint32_t last = random(longest + 1);
  while (!game.ended() && game.ply() < last) record.turns.push_back(play_turn(game, random));
  record.result = game.ended().value_or(random_ending(random));
  return record;
}

}  // namespace flagrank::test

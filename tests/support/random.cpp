#include "tests/support/random.hpp"

#include <array>
#include <utility>
#include <vector>

namespace flagrank::test {

using rules::Side;
using rules::Square;

rules::Formation shuffled_formation(const rules::Variant& variant, Side side, Random& random) {
  std::vector<Square> squares;
  variant.set_up_area(side).for_each([&](Square square) { squares.push_back(square); });
  std::vector<rules::Placement> placements;
  for (const rules::Rank rank : rules::all_ranks) {
    for (int i = 0; i < variant.inventory[index(rank)]; ++i) {
      const std::size_t taken = placements.size();
      std::swap(squares[taken],
                squares[taken + random(static_cast<std::uint32_t>(squares.size() - taken))]);
      placements.push_back({squares[taken], rank});
    }
  }
  return *rules::Formation::check(variant, side, placements);
}

rules::Game shuffled_game(const rules::Ruleset& ruleset, Random& random) {
  const auto red = shuffled_formation(*ruleset.variant, Side::red, random);
  const auto blue = shuffled_formation(*ruleset.variant, Side::blue, random);
  return rules::Game::start(ruleset, red, blue);
}

rules::Ruleset random_ruleset(Random& random) {
  constexpr std::array chase_rules{rules::ChaseRule::isf, rules::ChaseRule::three_squares,
                                   rules::ChaseRule::off};
  constexpr std::array quiet_limits{0, 10, 30, 100, 200};
  const auto variants = rules::variants();
  const std::uint32_t hiding = random(3);
  return {.variant = &variants[random(static_cast<std::uint32_t>(variants.size()))],
          .scout_strike = random.coin(),
          .aggressor_advantage = random.coin(),
          .silent_defense = hiding == 1,
          .visible_survivors = hiding == 2,
          .rescue = random.coin(),
          .two_squares = random.coin(),
          .chase = chase_rules[random(3)],
          .draw_after_quiet_moves = static_cast<std::uint16_t>(quiet_limits[random(5)]),
          .mutual_immobility =
              random.coin() ? rules::MutualImmobility::draw : rules::MutualImmobility::loss};
}

rules::Position random_skirmish(std::uint32_t movers, Random& random) {
  rules::Position position;
  position.pieces.push_back({Side::red, {Square::at(0, 0), rules::Rank::flag}});
  position.pieces.push_back({Side::blue, {Square::at(9, 9), rules::Rank::flag}});
  rules::SquareSet taken = rules::classic().lakes;
  for (std::uint32_t i = 0; i < 2 * movers;) {
    // Drawn one after the other: compilers differ in which argument they evaluate first.
    const int row = static_cast<int>(1 + random(5));
    const int file = static_cast<int>(2 + random(4));
    const auto square = Square::at(file, row);
    const rules::Rank rank = random(3) == 0 ? rules::Rank::scout : rules::all_ranks[1 + random(10)];
    if (taken.contains(square)) continue;
    taken.insert(square);
    position.pieces.push_back({i % 2 == 0 ? Side::red : Side::blue, {square, rank}});
    ++i;
  }
  return position;
}

rules::Move random_move(const rules::Game& game, Random& random) {
  const rules::MoveList moves = game.legal_moves();
  return moves[random(static_cast<std::uint32_t>(moves.size()))];
}

rules::Move random_move(std::span<const rules::Move> moves, Side side,
                        const rules::Ruleset& ruleset, Random& random) {
  std::vector<rules::Move> forward;
  if (ruleset.rescue && random.coin()) {
    for (const rules::Move move : moves) {
      const int rows = move.to.row() - move.from.row();
      if ((side == Side::red ? rows : -rows) > 0) forward.push_back(move);
    }
  }
  const std::span<const rules::Move> choices = forward.empty() ? moves : forward;
  return choices[random(static_cast<std::uint32_t>(choices.size()))];
}

std::optional<rules::Rescue> random_rescue(const rules::Game& game, Random& random) {
  const rules::Inventory captured = game.rescuable(game.to_move());
  std::vector<rules::Rescue> choices;
  for (const rules::Rank rank : rules::all_ranks) {
    if (captured[index(rank)] == 0) continue;
    game.rescue_squares(game.to_move()).for_each([&](Square square) {
      choices.push_back({rank, square});
    });
  }
  if (choices.empty() || game.check_rescue(game.to_move(), choices.front())) return std::nullopt;
  return choices[random(static_cast<std::uint32_t>(choices.size()))];
}

Step random_step(rules::Game& game, Random& random) {
  const Side side = game.to_move();
  if (!game.rescue_pending()) {
    const rules::MoveList moves = game.legal_moves();
    const std::span<const rules::Move> all{moves.begin(), moves.size()};
    return *game.apply(side, random_move(all, side, game.ruleset(), random));
  }
  const auto rescue = random_rescue(game, random);
  if (rescue && random.coin()) return *game.rescue(side, *rescue);
  return *game.decline_rescue(side);
}

}  // namespace flagrank::test

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <vector>

#include "common/rules/game.hpp"
#include "tests/support/positions.hpp"
#include "tests/support/random.hpp"

/// Laws that hold in every game by any rules: random games under random rulesets.
namespace flagrank::rules {
namespace {

using test::Random;

constexpr std::uint32_t longest = 3000;

/// Everything that follows is drawn from this, so that a failure names one number.
Random random_source() {
  return Random{*rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint64_t>())};
}

/// Whole armies, or few pieces that meet all the time.
Game random_start(const Ruleset& ruleset, Random& random) {
  if (random.coin()) return test::shuffled_game(ruleset, random);
  return test::game_at(test::random_skirmish(1 + random(4), random), ruleset);
}

std::vector<Move> all_accepted(const Game& game) {
  std::vector<Move> accepted;
  for (int from = 0; from < Square::count; ++from) {
    for (int to = 0; to < Square::count; ++to) {
      const Move move{Square::from_index(from), Square::from_index(to)};
      if (!game.check(game.to_move(), move)) accepted.push_back(move);
    }
  }
  return accepted;
}

std::vector<Move> in_order(const MoveList& moves) {
  std::vector<Move> sorted{moves.begin(), moves.end()};
  std::ranges::sort(sorted, {}, [](Move move) { return std::pair{move.from, move.to}; });
  return sorted;
}

/// How many living pieces a side has.
std::ptrdiff_t living(const Game& game, Side side) {
  return std::ranges::count_if(game.pieces(side), [](const Piece& piece) { return piece.alive; });
}

RC_GTEST_PROP(Playout, keeps_every_invariant, ()) {
  Random random = random_source();
  Game game = random_start(test::random_ruleset(random), random);
  RC_ASSERT(game.broken_invariant() == std::nullopt);
  while (!game.ended() && game.ply() < longest) {
    const Side side = game.to_move();
    const std::ptrdiff_t before = living(game, side);
    const std::uint32_t ply = game.ply();
    const test::Step step = test::random_step(game, random);
    RC_ASSERT(game.broken_invariant() == std::nullopt);
    RC_ASSERT(game.to_move() == (game.rescue_pending() ? side : opponent(side)));
    if (const auto* turn = std::get_if<Turn>(&step)) {
      RC_ASSERT(turn->ended == game.ended());
      RC_ASSERT(turn->moved.ply == ply + 1);
      RC_ASSERT(game.ply() == ply + 1);
      RC_ASSERT(turn->moved.rescue_pending == game.rescue_pending());
    } else {
      const auto& answer = std::get<RescueTurn>(step);
      RC_ASSERT(answer.ended == game.ended());
      RC_ASSERT(game.ply() == ply);
      RC_ASSERT(!game.rescue_pending());
      RC_ASSERT(living(game, side) == before + (answer.rescued ? 1 : 0));
    }
  }
}

TEST(Playout, brings_pieces_back_where_rescues_are_played) {
  Random random{7};
  int rescues = 0;
  int declined = 0;
  for (int i = 0; i < 100; ++i) {
    Ruleset ruleset = test::random_ruleset(random);
    ruleset.rescue = true;
    Game game = random_start(ruleset, random);
    while (!game.ended() && game.ply() < longest) {
      const test::Step step = test::random_step(game, random);
      const auto* answer = std::get_if<RescueTurn>(&step);
      if (answer != nullptr) ++(answer->rescued ? rescues : declined);
    }
    for (const Side side : {Side::red, Side::blue}) {
      const auto back = std::ranges::count_if(
          game.pieces(side), [](const Piece& piece) { return piece.id.rescued(); });
      EXPECT_LE(back, 2);
    }
  }
  EXPECT_GT(rescues, 20);
  EXPECT_GT(declined, 20);
}

RC_GTEST_PROP(LegalMoves, are_all_the_moves_that_check_accepts, ()) {
  Random random = random_source();
  Game game = random_start(test::random_ruleset(random), random);
  while (!game.ended() && game.ply() < longest) {
    if (random(50) == 0) {
      RC_ASSERT(in_order(game.legal_moves()) == all_accepted(game));
      if (!game.rescue_pending()) {
        RC_ASSERT(game.has_legal_move(game.to_move()) == !game.legal_moves().empty());
      }
    }
    (void)test::random_step(game, random);
  }
  RC_ASSERT(game.legal_moves().empty() == (game.ended() || game.rescue_pending()));
}

RC_GTEST_PROP(Refusal, changes_nothing, ()) {
  Random random = random_source();
  Game game = random_start(test::random_ruleset(random), random);
  while (!game.ended() && game.ply() < longest) {
    const Side side = random(4) == 0 ? opponent(game.to_move()) : game.to_move();
    const Move move{Square::from_index(static_cast<int>(random(Square::count))),
                    Square::from_index(static_cast<int>(random(Square::count)))};
    const auto rejection = game.check(side, move);
    const Game before = game;
    const auto turn = game.apply(side, move);
    RC_ASSERT(turn.has_value() == !rejection);
    if (rejection) {
      RC_ASSERT(turn.error() == *rejection);
      RC_ASSERT(game == before);
      (void)test::random_step(game, random);
    }
  }
}

RC_GTEST_PROP(RefusalOfARescue, changes_nothing, ()) {
  Random random = random_source();
  Ruleset ruleset = test::random_ruleset(random);
  ruleset.rescue = true;
  Game game = random_start(ruleset, random);
  while (!game.ended() && game.ply() < longest) {
    const Side side = random(4) == 0 ? opponent(game.to_move()) : game.to_move();
    const Rescue rescue{all_ranks[random(all_ranks.size())],
                        Square::from_index(static_cast<int>(random(Square::count)))};
    const auto rejection = game.check_rescue(side, rescue);
    const Game before = game;
    if (!game.rescue_pending() || side != game.to_move()) {
      RC_ASSERT(rejection.has_value());
      RC_ASSERT(game.decline_rescue(side).error() == *rejection);
      RC_ASSERT(game == before);
    }
    const auto turn = game.rescue(side, rescue);
    RC_ASSERT(turn.has_value() == !rejection);
    if (rejection) {
      RC_ASSERT(turn.error() == *rejection);
      RC_ASSERT(game == before);
      (void)test::random_step(game, random);
    }
  }
}

RC_GTEST_PROP(Game, follows_from_its_start_and_its_moves_alone, ()) {
  Random random = random_source();
  const Game start = random_start(test::random_ruleset(random), random);
  Game game = start;
  std::vector<test::Step> steps;
  while (!game.ended() && game.ply() < longest) steps.push_back(test::random_step(game, random));
  Game again = start;
  for (const test::Step& step : steps) {
    if (const auto* turn = std::get_if<Turn>(&step)) {
      RC_ASSERT(*again.apply(turn->moved.side, turn->moved.move) == *turn);
      continue;
    }
    const auto& answer = std::get<RescueTurn>(step);
    const Side side = again.to_move();
    const auto same = answer.rescued
                          ? again.rescue(side, {answer.rescued->rank, answer.rescued->square})
                          : again.decline_rescue(side);
    RC_ASSERT(*same == answer);
  }
  RC_ASSERT(again == game);
}

RC_GTEST_PROP(Game, comes_to_an_end_where_quiet_moves_draw, ()) {
  Random random = random_source();
  Ruleset ruleset = test::random_ruleset(random);
  ruleset.draw_after_quiet_moves = 100;
  Game game = random_start(ruleset, random);
  // Each fight takes at least one of at most eighty pieces and four that came back.
  while (!game.ended() && game.ply() <= 100 * 84) (void)test::random_step(game, random);
  RC_ASSERT(game.ended().has_value());
}

}  // namespace
}  // namespace flagrank::rules

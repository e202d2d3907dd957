#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include "common/rules/game.hpp"
#include "tests/support/random.hpp"
#include "tests/support/sanitized.hpp"

/// A check that random games are what they should be. With both armies shuffled uniformly (whether
/// they can move or not), no repetition rules, no draw by quiet moves, uniform random moves and an
/// end after 3,000 plies, two independent engines agree on the figures below.
namespace flagrank::rules {
namespace {

constexpr std::uint32_t cap = 3000;

/// What the other engines find, and how exactly they say it.
struct Figure {
  double value;
  double exact_to;
};
constexpr Figure mean_length{818, 5};
constexpr Figure mean_choice{22.6, 0.05};
constexpr Figure red_among_winners{0.5, 0};
constexpr Figure draws_at_the_cap{0.0015, 0.00005};

/// The ratio of two sums over games, and how far chance moves it.
class Ratio {
 public:
  explicit Ratio(Figure expected) noexcept : expected_{expected} {}
  void add(double part, double whole) noexcept {
    part_ += part;
    whole_ += whole;
    const double excess = part - expected_.value * whole;
    squares_ += excess * excess;
  }

  /// The seed is fixed: what agrees today always will. Where games are played as they were, but in
  /// another order, one run in some thousands would not.
  [[nodiscard]] testing::AssertionResult agrees() const {
    const double found = part_ / whole_;
    const double error = std::sqrt(squares_) / whole_;
    if (std::abs(found - expected_.value) <= expected_.exact_to + 4 * error) {
      return testing::AssertionSuccess();
    }
    return testing::AssertionFailure()
           << found << ", with a standard error of " << error << ", is not " << expected_.value;
  }

 private:
  Figure expected_;
  double part_ = 0;
  double whole_ = 0;
  double squares_ = 0;
};

TEST(RandomGames, have_the_length_the_choice_and_the_winners_that_other_engines_find) {
  // One standard error is 3.4 plies, 0.019 moves, 0.25 % of the winners and 0.02 % of draws; what
  // is allowed grows by itself where games are fewer.
  constexpr int games = test::sanitized ? 1000 : 40'000;
  const Ruleset ruleset{.two_squares = false, .chase = ChaseRule::off, .draw_after_quiet_moves = 0};
  test::Random random{818};
  Ratio length{mean_length};
  Ratio choice{mean_choice};
  Ratio red{red_among_winners};
  Ratio draws{draws_at_the_cap};
  for (int i = 0; i < games; ++i) {
    Game game = test::shuffled_game(ruleset, random);
    double offered = 0;
    while (!game.ended() && game.ply() < cap) {
      const MoveList moves = game.legal_moves();
      offered += static_cast<double>(moves.size());
      (void)game.apply(game.to_move(), moves[random(static_cast<std::uint32_t>(moves.size()))]);
    }
    length.add(game.ply(), 1);
    choice.add(offered, game.ply());
    draws.add(game.ended() ? 0 : 1, 1);
    if (game.ended()) red.add(game.ended()->winner == Side::red ? 1 : 0, 1);
  }
  EXPECT_TRUE(length.agrees());
  EXPECT_TRUE(choice.agrees());
  EXPECT_TRUE(red.agrees());
  EXPECT_TRUE(draws.agrees());
}

}  // namespace
}  // namespace flagrank::rules

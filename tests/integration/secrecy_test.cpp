#include <gmock/gmock.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client/conformance/transcript.hpp"
#include "tests/integration/with_server.hpp"
#include "tests/support/positions.hpp"
#include "tests/support/random.hpp"

/// What a player is told depends on what that player may know, and on nothing else.
namespace flagrank::test {
namespace {

using rules::Formation;
using rules::Game;
using rules::Placement;
using rules::Side;

/// A move, and what its side did where it could bring a piece back.
struct Step {
  rules::Move move;
  bool pending = false;
  std::optional<rules::Rescue> rescue;
};

struct Played {
  std::vector<Placement> red;
  std::vector<Placement> blue;
  std::vector<Step> steps;  ///< none of them ends the game
};

struct Row {
  const char* name = "";
  rules::Ruleset ruleset;
  std::uint64_t seed = 0;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name << " from " << row.seed; }

std::optional<rules::Rescue> any_rescue(const Game& game, Random& random) {
  const Side side = game.to_move();
  std::vector<rules::Rescue> all;
  const rules::Inventory ranks = game.rescuable(side);
  game.rescue_squares(side).for_each([&](rules::Square square) {
    for (const rules::Rank rank : rules::all_ranks) {
      const rules::Rescue rescue{rank, square};
      if (ranks[rules::index(rank)] > 0 && !game.check_rescue(side, rescue)) all.push_back(rescue);
    }
  });
  if (all.empty()) return std::nullopt;
  return all[random(static_cast<std::uint32_t>(all.size()))];
}

Played random_play(const rules::Ruleset& ruleset, Random& random) {
  constexpr std::uint32_t longest = 240;
  const Formation red = shuffled_formation(*ruleset.variant, Side::red, random);
  const Formation blue = shuffled_formation(*ruleset.variant, Side::blue, random);
  Game game = Game::start(ruleset, red, blue);
  Played played{red.placements(), blue.placements(), {}};
  while (game.ply() < longest) {
    Step step{random_move(game, random), false, std::nullopt};
    if (game.apply(game.to_move(), step.move)->ended) break;
    step.pending = game.rescue_pending();
    if (step.pending) {
      step.rescue = any_rescue(game, random);
      const Side side = game.to_move();
      const auto turn = step.rescue ? game.rescue(side, *step.rescue) : game.decline_rescue(side);
      if (turn->ended) break;
    }
    played.steps.push_back(step);
  }
  return played;
}

/// May nobody but Blue see any difference? By the rules' own words, and not by what is sent: both
/// can be played, fights end alike and show the same ranks of Blue.
class Alike {
 public:
  Alike(const rules::Ruleset& ruleset, const Played& one, const Played& other)
      : ruleset_{ruleset}, one_{start(ruleset, one)}, other_{start(ruleset, other)} {}

  bool step(const Step& a, const Step& b) {
    const Side side = one_.to_move();
    const auto turn = one_.apply(side, a.move);
    const auto same = other_.apply(side, b.move);
    if (!same || same->ended || !fights_alike(turn->moved, same->moved)) return false;
    // This may never depend on what only Blue knows.
    EXPECT_EQ(same->moved.rescue_pending, turn->moved.rescue_pending);
    if (!a.pending) return true;
    const auto first = a.rescue ? one_.rescue(side, *a.rescue) : one_.decline_rescue(side);
    const auto second = b.rescue ? other_.rescue(side, *b.rescue) : other_.decline_rescue(side);
    return first && second && !second->ended;
  }

 private:
  static Game start(const rules::Ruleset& ruleset, const Played& played) {
    return Game::start(ruleset, *Formation::check(*ruleset.variant, Side::red, played.red),
                       *Formation::check(*ruleset.variant, Side::blue, played.blue));
  }

  [[nodiscard]] bool fights_alike(const rules::Moved& a, const rules::Moved& b) const {
    if (!a.combat) return true;
    if (a.combat->result != b.combat->result) return false;
    if (a.side == Side::blue) return a.rank == b.rank;
    const bool silent = ruleset_.silent_defense && a.rank != rules::Rank::scout;
    return silent || a.combat->defender_rank == b.combat->defender_rank;
  }

  const rules::Ruleset& ruleset_;
  Game one_;
  Game other_;
};

bool alike(const rules::Ruleset& ruleset, const Played& one, const Played& other) {
  Alike both{ruleset, one, other};
  for (std::size_t i = 0; i < one.steps.size(); ++i) {
    if (!both.step(one.steps[i], other.steps[i])) return false;
  }
  return true;
}

/// The same game with as much of Blue's secrets changed as chance finds.
Played twin_of(const Played& played, const rules::Ruleset& ruleset, Random& random) {
  Played twin = played;
  const auto attempt = [&](auto change) {
    Played changed = twin;
    change(changed);
    if (alike(ruleset, played, changed)) twin = std::move(changed);
  };
  const auto size = static_cast<std::uint32_t>(played.blue.size());
  for (int i = 0; i < 200; ++i) {
    const std::size_t a = random(size);
    const std::size_t b = random(size);
    attempt([&](Played& changed) { std::swap(changed.blue[a].rank, changed.blue[b].rank); });
  }
  for (std::size_t i = 1; i < played.steps.size(); i += 2) {
    if (!played.steps[i].rescue) continue;
    for (const rules::Rank rank : rules::all_ranks) {
      attempt([&](Played& changed) { changed.steps[i].rescue->rank = rank; });
    }
  }
  return twin;
}

/// A game and its twin.
struct Twins {
  Played first;
  Played second;
};

/// Did Blue bring something back that was another piece in the twin?
bool rescues_differ(const Twins& twins) {
  return !std::ranges::equal(twins.first.steps, twins.second.steps, {}, &Step::rescue,
                             &Step::rescue);
}

/// Twins that differ in what their rules are about: in who came back, or else in the army.
std::optional<Twins> telling_twins(const rules::Ruleset& ruleset, Random& random) {
  for (int tries = 0; tries < 20000; ++tries) {
    const Played first = random_play(ruleset, random);
    const Twins twins{first, twin_of(first, ruleset, random)};
    const bool differ =
        ruleset.rescue ? rescues_differ(twins) : twins.first.blue != twins.second.blue;
    if (differ) return twins;
  }
  return std::nullopt;
}

class Secrecy : public WithServer, public testing::WithParamInterface<Row> {
 protected:
  /// All that Red and a spectator are told while the game is played, with everything else that can
  /// be asked. In its middle Red comes back with the token, and the spectator from outside.
  std::vector<std::string> told(const Played& played) {
    conformance::Placeholders placeholders;
    std::vector<std::string> told;
    const auto keep = [&](const Player& player) {
      for (const std::string& frame : player.frames()) {
        told.push_back(placeholders.hide("listener", frame));
      }
    };
    Pair pair = sit_down(GetParam().ruleset);
    auto spectator = std::make_unique<Player>(port());
    spectator->watch(pair.red.room());
    blunder(pair.blue);
    pair.blue.refusal(protocol::LockFormation{1, {}});
    pair.lock(played.red, played.blue);
    for (const Step& step : played.steps) {
      ask_everything(pair);
      pair.play(step.move);
      if (step.pending) decide(pair, step);
      spectator->check_view();
      if (pair.red.view().ply != played.steps.size() / 2) continue;
      keep(pair.red);
      keep(*spectator);
      come_back(pair);
      spectator = std::make_unique<Player>(port());
      spectator->watch(pair.red.room());
    }
    ask_everything(pair);
    spectator->follow_to(pair.red.view().seq);
    keep(pair.red);
    keep(*spectator);
    return told;
  }

 private:
  static void blunder(Player& player) {
    player.say_text("{}", std::nullopt);
    player.refusal(protocol::Resign{7});
    player.say(protocol::LegalMoves{});
    if (player.view().table.phase != view::Phase::playing) return;
    player.refusal(protocol::Rescue{player.at(), {rules::Rank::flag, rules::Square{}}});
  }

  static void decide(Pair& pair, const Step& step) {
    ask_everything(pair);
    const Side side = pair.red.view().to_move.value();
    Player& mover = pair.of(side);
    if (step.rescue) {
      mover.say(protocol::Rescue{mover.at(), *step.rescue});
    } else {
      mover.say(protocol::DeclineRescue{mover.at()});
    }
    pair.of(opponent(side)).follow_to(mover.view().seq);
  }

  static void ask_everything(Pair& pair) {
    pair.red.say(protocol::LegalMoves{});
    pair.red.say(protocol::Snapshot{});
    pair.red.refusal(protocol::Move{pair.red.at(), {}});
    blunder(pair.blue);
  }

  void come_back(Pair& pair) {
    Player again{port()};
    again.resume(pair.red.room(), pair.red.token());
    pair.red.expect_close();
    pair.red = std::move(again);
  }
};

TEST_P(Secrecy, armies_that_differ_in_hidden_ranks_only_sound_the_same_to_everybody_else) {
  const auto& [name, ruleset, seed] = GetParam();
  Random random{seed};
  const auto twins = telling_twins(ruleset, random);
  ASSERT_TRUE(twins);

  const auto first_told = told(twins->first);
  const auto second_told = told(twins->second);
  ASSERT_EQ(first_told.size(), second_told.size());
  for (std::size_t i = 0; i < first_told.size(); ++i) {
    ASSERT_EQ(first_told[i], second_told[i]) << "frame " << i;
  }
}

/// The ruleset on another board.
rules::Ruleset on(std::string_view variant, rules::Ruleset ruleset) {
  ruleset.variant = rules::find_variant(variant);
  return ruleset;
}

INSTANTIATE_TEST_SUITE_P(
    RandomGames, Secrecy,
    testing::Values(Row{"classic", {}, 1},
                    Row{"classic_with_visible_survivors", {.visible_survivors = true}, 2},
                    Row{"classic_in_silence", {.silent_defense = true}, 3},
                    Row{"training_in_silence_with_rescue",
                        on("training", {.silent_defense = true, .rescue = true}), 4},
                    Row{"duel_with_visible_survivors_and_rescue",
                        on("duel", {.visible_survivors = true, .rescue = true}), 5},
                    Row{"duel_with_rescue_and_no_strike",
                        on("duel", {.scout_strike = false, .rescue = true}), 6},
                    Row{"barrage_in_silence_for_the_aggressor",
                        on("barrage", {.aggressor_advantage = true, .silent_defense = true}), 7}),
    [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace flagrank::test

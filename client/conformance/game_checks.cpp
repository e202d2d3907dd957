#include <array>
#include <concepts>
#include <cstdint>
#include <functional>
#include <string>

#include "client/conformance/chance.hpp"
#include "client/conformance/checks.hpp"
#include "client/conformance/comparison.hpp"
#include "common/protocol/encode.hpp"
#include "common/view/fact.hpp"
#include "common/view/redact.hpp"

namespace flagrank::conformance {
namespace {

using rules::Side;
using text::Address;
using view::Viewer;

/// A whole game by chance, with both sides and somebody who watches. What the server tells of it
/// is known beforehand: the armies are ours, and so are the rules.
class WholeGame {
 public:
  WholeGame(const Address& server, const rules::Ruleset& ruleset, std::uint64_t seed)
      : chance_{seed},
        pair_{sit_down(server, ruleset)},
        watcher_{server},
        formations_{rules::random_formation(*ruleset.variant, Side::red, std::ref(chance_)),
                    rules::random_formation(*ruleset.variant, Side::blue, std::ref(chance_))},
        game_{rules::Game::start(ruleset, formations_[0], formations_[1])} {
    watcher_.watch(pair_.red.room());
  }

  void play() {
    pair_.lock(formations_[0].placements(), formations_[1].placements());
    watcher_.follow_to(pair_.red.view().seq);
    while (!game_.ended()) game_.rescue_pending() ? decide() : move();
    expect_end();
    pair_.check_views();
    watcher_.check_view();
  }

 private:
  void move() {
    const Side side = game_.to_move();
    const rules::Move move = chance_.move(game_);
    pair_.of(side).put({pair_.of(side).new_id(), protocol::Move{pair_.of(side).at(), move}});
    const rules::Turn turn = *game_.apply(side, move);
    history_.add(turn.moved);
    expect<view::Moved>(view::truth::Moved{.game = 1, .moved = turn.moved});
  }

  void decide() {
    const Side side = game_.to_move();
    const auto rescue = chance_.rescue(game_);
    Player& player = pair_.of(side);
    if (!rescue) {
      player.put({player.new_id(), protocol::DeclineRescue{player.at()}});
      game_.decline_rescue(side);
      return expect<view::RescueDeclined>(view::RescueDeclined{side});
    }
    player.put({player.new_id(), protocol::Rescue{player.at(), *rescue}});
    const rules::RescueTurn turn = *game_.rescue(side, *rescue);
    history_.rescues.push_back(*turn.rescued);
    expect<view::Rescued>(view::truth::Rescued{.game = 1, .rescued = *turn.rescued});
  }

  void expect_end() {
    view::GameOver over{.game = 1, .ended = *game_.ended(), .formations = {}, .rescued = {}};
    for (const Side side : {Side::red, Side::blue}) {
      over.formations[index(side)] = formations_[index(side)].placements();
    }
    for (const rules::Rescued& rescued : history_.rescues) {
      over.rescued[index(rescued.side)].push_back(rescued.rank);
    }
    expect<view::GameOver>(over);
  }

  /// All three are told this next, each as much of it as it may know.
  template <class Seen>
  void expect(const view::Fact& fact) {
    expect_of<Seen>(pair_.red, fact, Viewer::player(Side::red));
    expect_of<Seen>(pair_.blue, fact, Viewer::player(Side::blue));
    expect_of<Seen>(watcher_, fact, Viewer::spectator());
  }

  template <class Seen>
  static void expect_of(Player& player, const view::Fact& fact, Viewer viewer) {
    const view::Seen seen = view::redact(fact, viewer);
    Seen heard = player.expect<Seen>();
    // Under which id a record is kept, or that none is, only the server knows.
    if constexpr (std::same_as<Seen, view::GameOver>) heard.record.reset();
    const view::Seen told = heard;
    if (told == seen) return;
    const auto frame = [&player](const view::Seen& event) {
      return protocol::encode({.body = protocol::Event{player.view().seq, {}, event}});
    };
    const auto found = difference(frame(seen), frame(told));
    throw Broken{found.value_or("the order of a list is not") +
                 ", as the rules say: " + frame(told)};
  }

  Chance chance_;
  Pair pair_;
  Player watcher_;
  std::array<rules::Formation, 2> formations_;  ///< by `index(side)`
  rules::Game game_;
  view::truth::History history_;
};

// Of 162 moves, with three rescues.
void barrage_with_rescues(const Address& server) {
  rules::Ruleset ruleset{.variant = rules::find_variant("barrage")};
  ruleset.rescue = true;
  ruleset.draw_after_quiet_moves = 100;
  WholeGame{server, ruleset, 2}.play();
}

// Of 114 moves, with five fights that do not tell the defender.
void duel_in_silence(const Address& server) {
  rules::Ruleset ruleset{.variant = rules::find_variant("duel")};
  ruleset.silent_defense = true;
  ruleset.draw_after_quiet_moves = 100;
  WholeGame{server, ruleset, 2}.play();
}

constexpr std::array all_game_checks{
    Check{"whole-game", "barrage with rescues: both sides and a spectator see what the rules say",
          barrage_with_rescues},
    Check{"whole-silent-game", "duel with silent_defense: and nothing more than that",
          duel_in_silence},
};

}  // namespace

std::span<const Check> game_checks() noexcept { return all_game_checks; }

}  // namespace flagrank::conformance

#include <gmock/gmock.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "tests/integration/with_server.hpp"
#include "tests/support/positions.hpp"
#include "tests/support/random.hpp"
#include "tests/support/transcript.hpp"

/// What a player is told depends on what that player may know, and on nothing else.
namespace flagrank::test {
namespace {

using rules::Formation;
using rules::Game;
using rules::Piece;
using rules::Placement;
using rules::Rank;
using rules::Side;

struct Played {
  std::vector<Placement> red;
  std::vector<Placement> blue;
  std::vector<rules::Move> moves;  ///< none of them ends the game
};

/// A random game, and in `blue_other` Blue's army with all ranks permuted that Red has not seen.
struct Twins {
  Played first;
  std::vector<Placement> blue_other;
};

struct Traces {
  bool revealed = false;
  bool moved = false;
};

void note(std::vector<Traces>& traces, const rules::Moved& moved) {
  const auto of = [&traces](rules::PieceId piece) -> Traces& {
    return traces[static_cast<std::size_t>(piece.index())];
  };
  of(moved.piece).moved = true;
  if (moved.ran) of(moved.piece).revealed = true;
  if (!moved.combat) return;
  of(moved.piece).revealed = true;
  of(moved.combat->defender).revealed = true;
}

/// The army with the ranks of those squares passed round among them.
void pass_round(std::vector<Placement>& army, const std::vector<std::size_t>& places) {
  for (std::size_t i = 1; i < places.size(); ++i) {
    std::swap(army[places[i - 1]].rank, army[places[i]].rank);
  }
}

std::vector<Placement> other_army(const std::vector<Placement>& army,
                                  const std::vector<Traces>& traces) {
  std::vector<std::size_t> movers;
  std::vector<std::size_t> sitters;
  for (std::size_t i = 0; i < army.size(); ++i) {
    const Traces& trace = traces[static_cast<std::size_t>(army[i].square.index())];
    if (!trace.revealed) (trace.moved ? movers : sitters).push_back(i);
  }
  std::vector<Placement> other = army;
  pass_round(other, movers);
  pass_round(other, sitters);
  return other;
}

Twins random_twins(std::uint64_t seed) {
  constexpr std::uint32_t longest = 80;
  Random random{seed};
  const rules::Ruleset ruleset;
  const Formation red = shuffled_formation(*ruleset.variant, Side::red, random);
  const Formation blue = shuffled_formation(*ruleset.variant, Side::blue, random);
  Game game = Game::start(ruleset, red, blue);
  std::vector<Traces> traces(rules::Square::count);
  Twins twins{{red.placements(), blue.placements(), {}}, {}};
  while (!game.ended() && game.ply() < longest) {
    const rules::Move move = random_move(game, random);
    const auto turn = game.apply(game.to_move(), move);
    if (turn->ended) break;
    note(traces, turn->moved);
    twins.first.moves.push_back(move);
  }
  twins.blue_other = other_army(twins.first.blue, traces);
  return twins;
}

class Secrecy : public WithServer, public testing::WithParamInterface<std::uint64_t> {
 protected:
  /// All that Red and a spectator are told while the game is played, with everything else that can
  /// be asked. In its middle Red comes back with the token, and the spectator from outside.
  std::vector<std::string> told(const Played& played) {
    Placeholders placeholders;
    std::vector<std::string> told;
    const auto keep = [&](const Player& player) {
      for (const std::string& frame : player.frames()) {
        told.push_back(placeholders.hide("listener", frame));
      }
    };
    Pair pair = sit_down();
    auto spectator = std::make_unique<Player>(port());
    spectator->watch(pair.red.room());
    blunder(pair.blue);
    pair.blue.refusal(protocol::LockFormation{1, {}});
    pair.lock(played.red, played.blue);
    for (const rules::Move move : played.moves) {
      ask_everything(pair);
      pair.play(move);
      spectator->check_view();
      if (pair.red.view().ply != played.moves.size() / 2) continue;
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
  }

  static void ask_everything(Pair& pair) {
    pair.red.say(protocol::LegalMoves{});
    pair.red.say(protocol::Snapshot{});
    pair.red.refusal(protocol::Move{pair.red.at(), parse_move("e8-e7")});
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
  Twins twins = random_twins(GetParam());
  ASSERT_NE(twins.blue_other, twins.first.blue);
  Played second = twins.first;
  second.blue = twins.blue_other;

  const auto first_told = told(twins.first);
  const auto second_told = told(second);
  ASSERT_EQ(first_told.size(), second_told.size());
  for (std::size_t i = 0; i < first_told.size(); ++i) {
    ASSERT_EQ(first_told[i], second_told[i]) << "frame " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(RandomGames, Secrecy, testing::Values(1U, 2U, 3U));

}  // namespace
}  // namespace flagrank::test

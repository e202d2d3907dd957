#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "common/rules/game.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/positions.hpp"
#include "tests/support/random.hpp"

/// The rules in one number: a hash over everything that happens in some hundred games. It changes
/// when, and only when, the rules do something else than before in one of them.
namespace flagrank::rules {
namespace {

using test::Random;

const auto file_name = test::source_dir() / "tests/data/rules_signature.txt";

class Signature {
 public:
  void add(std::uint64_t value) noexcept {
    value_ = (value_ ^ value) * 0x9e3779b97f4a7c15;
    value_ ^= value_ >> 32U;
  }
  void add(const Turn& turn) noexcept {
    const Moved& moved = turn.moved;
    add(moved.ply);
    add(index(moved.side));
    add(static_cast<std::uint64_t>(moved.piece.index()));
    add(index(moved.rank));
    add(static_cast<std::uint64_t>(moved.move.from.index()));
    add(static_cast<std::uint64_t>(moved.move.to.index()));
    add((moved.ran ? 1U : 0U) + (moved.rescue_pending ? 2U : 0U));
    if (moved.combat) add(*moved.combat);
    if (turn.ended) add(*turn.ended);
  }
  void add(const Combat& combat) noexcept {
    add(static_cast<std::uint64_t>(combat.defender.index()));
    add(index(combat.attacker_rank));
    add(index(combat.defender_rank));
    add(static_cast<std::uint64_t>(combat.result));
    add((combat.attacker_revealed ? 2U : 0U) + (combat.defender_revealed ? 1U : 0U));
  }
  void add(const RescueTurn& turn) noexcept {
    add(turn.rescued ? 1 : 0);
    if (turn.rescued) {
      add(static_cast<std::uint64_t>(turn.rescued->piece.index()));
      add(static_cast<std::uint64_t>(turn.rescued->square.index()));
      add(index(turn.rescued->rank));
    }
    if (turn.ended) add(*turn.ended);
  }
  void add(const Ended& ended) noexcept {
    add(static_cast<std::uint64_t>(ended.reason));
    add(ended.winner ? 1 + index(*ended.winner) : 0);
  }
  [[nodiscard]] std::string text() const {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (int shift = 60; shift >= 0; shift -= 4) text += digits[(value_ >> shift) & 0xfU];
    return text;
  }

 private:
  std::uint64_t value_ = 0;
};

/// Moves in the order of squares, so that the order in which the engine finds them does not matter.
std::vector<Move> ordered_moves(const Game& game) {
  const MoveList list = game.legal_moves();
  std::vector<Move> moves{list.begin(), list.end()};
  std::ranges::sort(moves, {}, [](Move move) { return std::pair{move.from, move.to}; });
  return moves;
}

void add_game(Signature& signature, Game game, Random& random, std::uint32_t longest) {
  while (!game.ended() && game.ply() < longest) {
    if (game.rescue_pending()) {
      std::visit([&](const auto& turn) { signature.add(turn); }, test::random_step(game, random));
      continue;
    }
    const auto moves = ordered_moves(game);
    signature.add(moves.size());
    const Move move = test::random_move(moves, game.to_move(), game.ruleset(), random);
    signature.add(*game.apply(game.to_move(), move));
  }
}

std::string signature() {
  constexpr int games = 200;
  Signature signature;
  Random random{1};
  for (int i = 0; i < games; ++i) {
    // The default rules as often as all the others.
    const Ruleset ruleset = i % 2 == 0 ? Ruleset{} : test::random_ruleset(random);
    add_game(signature, test::shuffled_game(ruleset, random), random, 3000);
    add_game(signature, test::game_at(test::random_skirmish(1 + random(4), random), ruleset),
             random, 500);
  }
  return signature.text();
}

TEST(RulesSignature, is_the_one_on_record) {
  std::ifstream file{file_name};
  std::string on_record;
  file >> on_record;
  const std::string now = signature();
  EXPECT_EQ(now, on_record)
      << "The rules do something else than before in at least one of these games.\n"
         "If you did not mean that, it is a fault. If you did, own up to it: write\n"
      << now << "\ninto " << file_name
      << "\nand say in the commit's message which rule changed and why.";
}

}  // namespace
}  // namespace flagrank::rules

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "common/rules/game.hpp"
#include "common/rules/names.hpp"
#include "tests/support/positions.hpp"
#include "tests/support/random.hpp"

/// The repetition rules once more, as slowly and as literally as the specification has them
/// ("rules", "Repetition"): the whole history is kept and gone through anew for every question. The
/// engine must say the same of every move in many games of few pieces, where chases abound.
namespace flagrank::rules {
namespace {

using test::Random;
using Where = std::map<PieceId, Square>;  // where each piece stands, by public identity
using Border = std::pair<Square, Square>;

struct Ply {
  Side side;
  PieceId piece;
  Move move;
  bool attack;
  std::array<Where, 2> after;  // by side
};

std::set<Border> borders_crossed(Move move) {
  std::set<Border> borders;
  int file = move.from.file();
  int row = move.from.row();
  const auto sign = [](int value) { return (value > 0) - (value < 0); };
  while (Square::at(file, row) != move.to) {
    const Square left = Square::at(file, row);
    file += sign(move.to.file() - file);
    row += sign(move.to.row() - row);
    const Square reached = Square::at(file, row);
    borders.insert({std::min(left, reached), std::max(left, reached)});
  }
  return borders;
}

bool next_to_any(Square square, const Where& pieces) {
  for (const auto& [piece, where] : pieces) {
    if (neighbours(square, where)) return true;
  }
  return false;
}

class SlowRules {
 public:
  explicit SlowRules(const Game& start) : start_{standing(start)} {}

  void record(const Game& after, const Moved& moved) {
    history_.push_back(
        {moved.side, moved.piece, moved.move, moved.combat.has_value(), standing(after)});
  }

  /// A rescue belongs to the turn of the move before it: the position is the one that it leads to.
  void record_rescue(const Game& after) { history_.back().after = standing(after); }

  [[nodiscard]] bool two_squares(Side side, PieceId piece, Move candidate) const {
    const auto own = own_plies(side);
    if (own.size() < 3) return false;
    std::set<Border> shared = borders_crossed(candidate);
    for (std::size_t i = own.size() - 3; i < own.size(); ++i) {
      if (own[i]->piece != piece) return false;
      const auto crossed = borders_crossed(own[i]->move);
      std::erase_if(shared, [&](const Border& border) { return !crossed.contains(border); });
    }
    return !shared.empty();
  }

  [[nodiscard]] bool isf(Side side, PieceId piece, Move candidate) const {
    if (attacks(side, candidate)) return false;
    const auto [length, evaders] = chase_of(side);
    if (length == 0) return false;
    const Move last = own_plies(side).back()->move;
    if (candidate.from == last.to && candidate.to == last.from) return false;
    Where evading;
    for (const PieceId evader : evaders) {
      evading.emplace(evader, present()[index(opponent(side))].at(evader));
    }
    if (!next_to_any(candidate.to, evading)) return false;

    std::array<Where, 2> position = present();
    position[index(side)][piece] = candidate.to;
    for (std::size_t back = 1; back < length; ++back) {
      if (history_[history_.size() - 1 - back].after == position) return true;
    }
    return false;
  }

  [[nodiscard]] bool three_squares(Side side, PieceId piece, Move candidate) const {
    if (attacks(side, candidate)) return false;
    const auto own = own_plies(side);
    if (own.size() < 5) return false;
    std::set<Square> squares;
    for (std::size_t i = own.size() - 5; i < own.size(); ++i) {
      if (own[i]->piece != piece || own[i]->attack) return false;
      squares.insert({own[i]->move.from, own[i]->move.to});
    }
    return squares.size() <= 3 && squares.contains(candidate.to);
  }

 private:
  struct ChaseState {
    std::size_t length = 0;
    std::set<PieceId> evaders;
  };

  [[nodiscard]] static std::array<Where, 2> standing(const Game& game) {
    std::array<Where, 2> where;
    for (const Side side : {Side::red, Side::blue}) {
      for (const Piece& piece : game.pieces(side)) {
        if (piece.alive) where[index(side)].emplace(piece.id, piece.square);
      }
    }
    return where;
  }

  [[nodiscard]] const std::array<Where, 2>& present() const {
    return history_.empty() ? start_ : history_.back().after;
  }

  [[nodiscard]] bool attacks(Side side, Move candidate) const {
    const auto& enemies = present()[index(opponent(side))];
    return std::ranges::any_of(enemies,
                               [&](const auto& enemy) { return enemy.second == candidate.to; });
  }

  [[nodiscard]] std::vector<const Ply*> own_plies(Side side) const {
    std::vector<const Ply*> own;
    for (const Ply& ply : history_) {
      if (ply.side == side) own.push_back(&ply);
    }
    return own;
  }

  /// The bookkeeping after each move, from the first one on.
  [[nodiscard]] ChaseState chase_of(Side side) const {
    std::array<ChaseState, 2> chases;
    std::array<std::optional<Move>, 2> last;
    for (const Ply& ply : history_) {
      ChaseState& p = chases[index(ply.side)];
      ChaseState& o = chases[index(opponent(ply.side))];
      const auto& last_of_o = last[index(opponent(ply.side))];
      if (last_of_o && neighbours(ply.move.from, last_of_o->to)) {
        ++o.length;
        o.evaders.insert(ply.piece);
      } else {
        o = {};
      }
      if (ply.attack) {
        p = {};
        o = {};
      }
      if (next_to_any(ply.move.to, ply.after[index(opponent(ply.side))])) {
        ++p.length;
      } else {
        p = {};
      }
      last[index(ply.side)] = ply.move;
    }
    return chases[index(side)];
  }

  std::array<Where, 2> start_;
  std::vector<Ply> history_;
};

/// What the slow rules say of a move that pieces can make.
std::optional<Rejection> slow_verdict(const SlowRules& slow, const Ruleset& ruleset, Side side,
                                      PieceId piece, Move move) {
  if (ruleset.two_squares && slow.two_squares(side, piece, move)) return Rejection::two_squares;
  if (ruleset.chase == ChaseRule::isf && slow.isf(side, piece, move)) return Rejection::chase;
  if (ruleset.chase == ChaseRule::three_squares && slow.three_squares(side, piece, move)) {
    return Rejection::chase;
  }
  return std::nullopt;
}

struct Verdicts {
  int all = 0;
  int two_squares = 0;
  int chase = 0;
  int chase_after_rescue = 0;
  int rescues = 0;
};

/// Compares every move that only these rules could refuse.
void compare(const Game& game, const SlowRules& slow, Verdicts& verdicts) {
  const Side side = game.to_move();
  for (const Piece& piece : game.pieces(side)) {
    if (!piece.alive) continue;
    for (int to = 0; to < Square::count; ++to) {
      const Move move{piece.square, Square::from_index(to)};
      const auto verdict = game.check(side, move);
      const bool refused = verdict == Rejection::two_squares || verdict == Rejection::chase;
      if (verdict && !refused) continue;
      ASSERT_EQ(verdict, slow_verdict(slow, game.ruleset(), side, piece.id, move))
          << "at ply " << game.ply() << ": " << test::text(move);
      ++verdicts.all;
      verdicts.two_squares += verdict == Rejection::two_squares ? 1 : 0;
      verdicts.chase += verdict == Rejection::chase ? 1 : 0;
      const bool after_rescue = game.pieces(side).back().id.rescued();
      verdicts.chase_after_rescue += verdict == Rejection::chase && after_rescue ? 1 : 0;
    }
  }
}

bool next_to_enemy(const Game& game, Square square) {
  const auto enemies = game.pieces(opponent(game.to_move()));
  return std::ranges::any_of(
      enemies, [&](const Piece& enemy) { return enemy.alive && neighbours(enemy.square, square); });
}

int distance_to_enemy(const Game& game, Square square) {
  int nearest = Square::files + Square::rows;
  for (const Piece& enemy : game.pieces(opponent(game.to_move()))) {
    const int distance =
        std::abs(enemy.square.file() - square.file()) + std::abs(enemy.square.row() - square.row());
    if (enemy.alive && movable(enemy.rank)) nearest = std::min(nearest, distance);
  }
  return nearest;
}

/// Red moves next to the enemy or towards it, and Blue moves away from where it is threatened;
/// nobody attacks. Blue tends to leave a square the same way each time, and so to run in circles.
/// Now and then both do as they please.
Move chasing_move(const Game& game, Random& random) {
  if (random(16) == 0) return test::random_move(game, random);
  std::vector<Move> good;
  for (const Move move : game.legal_moves()) {
    const bool chases = game.to_move() == Side::red &&
                        (next_to_enemy(game, move.to) ||
                         distance_to_enemy(game, move.to) < distance_to_enemy(game, move.from));
    const bool evades = game.to_move() == Side::blue && next_to_enemy(game, move.from) &&
                        !next_to_enemy(game, move.to);
    if (game.at(move.to) == nullptr && (chases || evades)) good.push_back(move);
  }
  if (good.empty()) return test::random_move(game, random);
  const auto choices = static_cast<std::uint32_t>(good.size());
  const auto habit = static_cast<std::uint32_t>(good.front().from.index() * 7);
  const bool circles = game.to_move() == Side::blue && random(8) != 0;
  return good[circles ? habit % choices : random(choices)];
}

/// The same pieces before Blue's back row, which Red's may enter there.
Position before_the_back_row(Position position) {
  constexpr int up = 4;
  for (Position::Entry& entry : position.pieces) {
    const Square square = entry.placement.square;
    if (movable(entry.placement.rank)) {
      entry.placement.square = Square::at(square.file(), square.row() + up);
    }
  }
  std::erase_if(position.pieces, [](const Position::Entry& entry) {
    return classic().lakes.contains(entry.placement.square);
  });
  return position;
}

Verdicts compare_games(const Ruleset& ruleset, int games, std::uint32_t longest) {
  Random random{2024};
  Verdicts verdicts;
  for (int i = 0; i < games && !testing::Test::HasFailure(); ++i) {
    const Position start = test::random_skirmish(1 + random(ruleset.rescue ? 4U : 2U), random);
    Game game = test::game_at(ruleset.rescue ? before_the_back_row(start) : start, ruleset);
    SlowRules slow{game};
    while (!game.ended() && game.ply() < longest) {
      if (game.rescue_pending()) {
        const auto step = std::get<RescueTurn>(test::random_step(game, random));
        if (step.rescued) slow.record_rescue(game);
        verdicts.rescues += step.rescued ? 1 : 0;
        continue;
      }
      compare(game, slow, verdicts);
      const auto turn = game.apply(game.to_move(), chasing_move(game, random));
      slow.record(game, turn->moved);
    }
  }
  return verdicts;
}

TEST(Repetition, with_isf_is_what_the_slow_rules_say) {
  const Verdicts verdicts = compare_games({}, 300, 200);
  EXPECT_GT(verdicts.two_squares, 100);
  EXPECT_GT(verdicts.chase, 100);
}

TEST(Repetition, with_isf_alone_is_what_the_slow_rules_say) {
  const Verdicts verdicts = compare_games({.two_squares = false}, 300, 200);
  EXPECT_EQ(verdicts.two_squares, 0);
  EXPECT_GT(verdicts.chase, 100);
}

TEST(Repetition, with_rescues_is_what_the_slow_rules_say) {
  const Verdicts verdicts = compare_games({.rescue = true}, 1000, 200);
  EXPECT_GT(verdicts.rescues, 50);
  EXPECT_GT(verdicts.two_squares, 100);
  EXPECT_GT(verdicts.chase_after_rescue, 5);
}

TEST(Repetition, with_three_squares_is_what_the_slow_rules_say) {
  const Verdicts verdicts = compare_games({.chase = ChaseRule::three_squares}, 300, 200);
  EXPECT_GT(verdicts.two_squares, 100);
  EXPECT_GT(verdicts.chase, 100);
}

TEST(Repetition, switched_off_refuses_nothing) {
  const Verdicts verdicts = compare_games({.two_squares = false, .chase = ChaseRule::off}, 50, 300);
  EXPECT_EQ(verdicts.two_squares + verdicts.chase, 0);
}

}  // namespace
}  // namespace flagrank::rules

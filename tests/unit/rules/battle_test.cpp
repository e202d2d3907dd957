#include "common/rules/battle.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <tuple>

#include "common/rules/names.hpp"
#include "tests/support/positions.hpp"

namespace flagrank::rules {
namespace {

/// One attacker against all twelve, in the order of `all_ranks` (flag spy 2 3 4 5 6 7 8 9 marshal
/// bomb): `+` it wins, `-` it is lost, `=` both are of equal rank.
struct Row {
  Rank attacker;
  std::string_view results;
};

class Battle : public testing::TestWithParam<std::tuple<Row, bool>> {
 protected:
  [[nodiscard]] static BattleResult expected(char sign) {
    if (sign == '+') return BattleResult::attacker_won;
    if (sign == '-') return BattleResult::defender_won;
    return std::get<1>(GetParam()) ? BattleResult::attacker_won : BattleResult::both_lost;
  }

  /// The attacker on e4 moves to e5, where the defender stands; another piece each, far away.
  [[nodiscard]] static Game fight(Rank attacker, Rank defender) {
    const auto at = test::parse_square;
    return test::game_at({.pieces = {{Side::red, {at("e4"), attacker}},
                                     {Side::blue, {at("e5"), defender}},
                                     {Side::red, {at("a1"), Rank::miner}},
                                     {Side::blue, {at("j10"), Rank::miner}}}},
                         {.aggressor_advantage = std::get<1>(GetParam())});
  }
};

TEST_P(Battle, ends_as_the_table_says_and_leaves_on_the_board_who_won) {
  const auto& [row, aggressor_advantage] = GetParam();
  const Square from = test::parse_square("e4");
  const Square to = test::parse_square("e5");
  for (const Rank defender : all_ranks) {
    const BattleResult result = expected(row.results[index(defender)]);
    EXPECT_EQ(battle(row.attacker, defender, aggressor_advantage), result) << name(defender);

    Game game = fight(row.attacker, defender);
    const auto turn = game.apply(Side::red, {from, to});
    ASSERT_TRUE(turn) << name(defender);
    const Combat combat{.defender = PieceId{to},
                        .attacker_rank = row.attacker,
                        .defender_rank = defender,
                        .result = result,
                        .attacker_revealed = true,
                        .defender_revealed = true};
    EXPECT_EQ(turn->moved.combat, combat) << name(defender);
    EXPECT_EQ(game.at(from), nullptr) << name(defender);
    const Piece* standing = game.at(to);
    ASSERT_EQ(standing == nullptr, result == BattleResult::both_lost) << name(defender);
    if (standing == nullptr) continue;
    EXPECT_EQ(standing->side, result == BattleResult::attacker_won ? Side::red : Side::blue);
    EXPECT_EQ(standing->moved, result == BattleResult::attacker_won);
  }
}

std::string test_name(const testing::TestParamInfo<std::tuple<Row, bool>>& parameter) {
  const auto& [row, aggressor_advantage] = parameter.param;
  return std::string{name(row.attacker)} + (aggressor_advantage ? "_with_advantage" : "");
}

INSTANTIATE_TEST_SUITE_P(All, Battle,
                         testing::Combine(testing::Values(Row{Rank::spy, "+=--------+-"},         //
                                                          Row{Rank::scout, "++=---------"},       //
                                                          Row{Rank::miner, "+++=-------+"},       //
                                                          Row{Rank::sergeant, "++++=-------"},    //
                                                          Row{Rank::lieutenant, "+++++=------"},  //
                                                          Row{Rank::captain, "++++++=-----"},     //
                                                          Row{Rank::major, "+++++++=----"},       //
                                                          Row{Rank::colonel, "++++++++=---"},     //
                                                          Row{Rank::general, "+++++++++=--"},     //
                                                          Row{Rank::marshal, "++++++++++=-"}),
                                          testing::Bool()),
                         test_name);

TEST(Game, a_spy_that_attacks_the_marshal_takes_it) {
  EXPECT_EQ(battle(Rank::spy, Rank::marshal, false), BattleResult::attacker_won);
}

TEST(Game, a_spy_that_the_marshal_attacks_is_lost) {
  EXPECT_EQ(battle(Rank::marshal, Rank::spy, false), BattleResult::attacker_won);
}

TEST(Game, a_lost_piece_is_remembered_where_it_stood_before_the_fight) {
  Game game = test::game_at(test::drawn(R"(
      .........f
      ..........
      .........n
      ..........
      ..~~..~~..
      ..~~m.~~..
      ....T.....
      ..........
      N.........
      F.........)"));
  test::play(game, "e4-e5");
  const Piece attacker{.id = *PieceId::parse("e4"),
                       .side = Side::red,
                       .rank = Rank::sergeant,
                       .square = test::parse_square("e4"),
                       .moved = true,
                       .alive = false,
                       .known = true};
  EXPECT_EQ(game.pieces(Side::red).back(), attacker);
  EXPECT_EQ(game.at(test::parse_square("e5"))->rank, Rank::marshal);
}

}  // namespace
}  // namespace flagrank::rules

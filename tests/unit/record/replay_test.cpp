#include "common/record/replay.hpp"

#include <gtest/gtest.h>

#include "tests/support/positions.hpp"
#include "tests/support/record_play.hpp"

namespace flagrank::record {
namespace {

using rules::EndReason;
using rules::Side;

Turn turn(std::string_view move) {
  return {.move = test::parse_move(move), .rescue = std::nullopt, .at_ms = std::nullopt};
}

TEST(Replay, says_what_followed_from_a_turn) {
  const Game game = test::short_record();
  Replay replay{game.ruleset, game.formations};
  const auto played = replay.play(game.turns[0]);
  ASSERT_TRUE(played);
  EXPECT_EQ(played->moved.ply, 1U);
  ASSERT_TRUE(played->moved.combat);
  EXPECT_EQ(played->moved.combat->result, rules::BattleResult::both_lost);
  EXPECT_EQ(played->rescued, std::nullopt);
}

TEST(Replay, changes_nothing_when_it_refuses) {
  const Game game = test::short_record();
  Replay replay{game.ruleset, game.formations};
  const rules::Game before = replay.game();
  EXPECT_FALSE(replay.play(turn("b4-b6")));
  EXPECT_FALSE(replay.play(turn("a7-a6")));
  EXPECT_FALSE(
      replay.play({test::parse_move("a4-a5"),
                   rules::Rescue{rules::Rank::spy, test::parse_square("a5")}, std::nullopt}));
  EXPECT_EQ(replay.game(), before);
}

TEST(Replay, ends_as_it_is_said_where_the_board_does_not_decide) {
  const Game game = test::short_record();
  for (const EndReason reason : {EndReason::time, EndReason::abandonment}) {
    for (const std::optional<Side> winner : {std::optional{Side::blue}, std::optional<Side>{}}) {
      Replay replay{game.ruleset, game.formations};
      EXPECT_EQ(replay.finish({reason, winner}), std::nullopt);
      EXPECT_EQ(replay.game().ended(), (rules::Ended{reason, winner}));
    }
  }
  Replay replay{game.ruleset, game.formations};
  EXPECT_NE(replay.finish({EndReason::no_legal_move, Side::blue}), std::nullopt);
}

}  // namespace
}  // namespace flagrank::record

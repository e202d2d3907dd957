#include <gmock/gmock.h>

#include "tests/integration/with_server.hpp"
#include "tests/support/armies.hpp"
#include "tests/support/positions.hpp"

namespace flagrank::test {
namespace {

using rules::Ended;
using rules::EndReason;
using rules::Side;
using view::Phase;

class WholeGame : public WithServer {};

TEST_F(WholeGame, is_played_to_the_flag_while_both_views_stay_true) {
  const Armies& armies = short_game_armies();
  Pair pair = sit_down();
  pair.check_views();
  pair.lock(armies[0], armies[1]);
  pair.check_views();
  for (const rules::Move move : parse_moves(short_game)) {
    pair.play(move);
    pair.check_views();
  }

  for (Player* player : {&pair.red, &pair.blue}) {
    EXPECT_EQ(player->view().table.phase, Phase::over);
    EXPECT_EQ(player->view().table.result->ended, (Ended{EndReason::flag_captured, Side::red}));
    EXPECT_EQ(player->view().fights.size(), 4U);
    player->expect_no_debts();
  }
}

TEST_F(WholeGame, shows_both_formations_to_both_when_it_is_over) {
  Pair pair = begin_game();
  pair.red.say(protocol::Resign{.game = 1});
  pair.blue.follow_to(pair.red.view().seq);

  for (Player* player : {&pair.red, &pair.blue}) {
    const view::GameOver over = player->view().table.result.value();
    for (const Side side : {Side::red, Side::blue}) {
      EXPECT_THAT(over.formations[index(side)],
                  testing::UnorderedElementsAreArray(classic_armies()[index(side)]));
    }
  }
}

TEST_F(WholeGame, tells_neither_player_the_other_ones_ranks_before_they_fight) {
  Pair pair = begin_game();
  pair.play(parse_move("a4-a7"));

  for (Player* player : {&pair.red, &pair.blue}) {
    const Side own = player->view().viewer.side().value();
    for (const view::PieceView& piece : player->view().pieces) {
      EXPECT_EQ(piece.rank.has_value(), piece.side == own) << piece.square.text();
    }
  }
}

}  // namespace
}  // namespace flagrank::test

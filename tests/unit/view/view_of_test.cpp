#include <gtest/gtest.h>

#include "common/view/redact.hpp"
#include "tests/support/match_play.hpp"

namespace flagrank::view {
namespace {

using rules::PieceId;
using rules::Rank;
using rules::Side;
using test::parse_square;

constexpr Viewer red = Viewer::player(Side::red);
constexpr Viewer blue = Viewer::player(Side::blue);
constexpr Viewer spectator = Viewer::spectator();

PieceId piece(std::string_view start) { return PieceId{parse_square(start)}; }

Table table(Phase phase) {
  Table table;
  table.phase = phase;
  table.seats = {SeatView{.name = "Ann", .side = Side::red, .present = true, .locked = true},
                 SeatView{.name = "Bob", .side = Side::blue, .present = true, .locked = true}};
  return table;
}

/// A game of few pieces in which Red's captain has beaten Blue's miner, and Blue has lost a
/// sergeant to the captain by its own attack.
class ViewOf : public testing::Test {
 protected:
  explicit ViewOf(const rules::Ruleset& ruleset = {}) : game_{test::game_at(board(), ruleset)} {
    play("e5-e6");
    play("d7-e7");
    play("a1-a2");
    play("e7-e6");
  }

  [[nodiscard]] PlayerView seen_by(Viewer viewer) const {
    return view_of(
        {.table = table_, .seq = 9, .game = &game_, .formations = {}, .history = history_}, viewer);
  }

  /// What a viewer sees who knows the ranks of these sides.
  [[nodiscard]] PlayerView expected(Viewer viewer, bool knows_red, bool knows_blue) const {
    PlayerView view{.viewer = viewer, .seq = 9, .table = table_};
    view.ply = 4;
    if (!game_.ended()) view.to_move = Side::red;
    const auto known = [](bool knows, Rank rank) {
      return knows ? std::optional{rank} : std::nullopt;
    };
    const auto at = [](const char* square) { return parse_square(square); };
    view.pieces = {
        {piece("a1"), Side::red, at("a2"), true, known(knows_red, Rank::scout)},
        {piece("e5"), Side::red, at("e6"), true, known(knows_red, Rank::captain), Rank::captain},
        {piece("j10"), Side::blue, at("j10"), false, known(knows_blue, Rank::flag)}};
    view.losses = {{piece("e6"), Side::blue, Rank::miner, Rank::miner, 1},
                   {piece("d7"), Side::blue, Rank::sergeant, Rank::sergeant, 4}};
    view.moves = test::parse_moves("e5-e6 d7-e7 a1-a2 e7-e6");
    view.fights = {{1, Side::red, piece("e5"), piece("e6"), Rank::captain, Rank::miner,
                    rules::BattleResult::attacker_won},
                   {4, Side::blue, piece("d7"), piece("e5"), Rank::sergeant, Rank::captain,
                    rules::BattleResult::defender_won}};
    return view;
  }

  Table table_ = table(Phase::playing);
  void end() {
    game_.end(rules::EndReason::agreement, std::nullopt);
    table_.phase = Phase::over;
  }

  rules::Game game_;
  truth::History history_;

 private:
  static rules::Position board() {
    return test::drawn(R"(
      .........f
      ..........
      ..........
      ...t......
      ..~~n.~~..
      ..~~P.~~..
      ..........
      ..........
      ..........
      O.........)");
  }
  void play(std::string_view move) { history_.add(test::play(game_, move).moved); }
};

TEST_F(ViewOf, a_player_knows_the_own_ranks_and_those_of_the_fallen_who_fought) {
  EXPECT_EQ(seen_by(red), expected(red, true, false));
  EXPECT_EQ(seen_by(blue), expected(blue, false, true));
}

TEST_F(ViewOf, a_spectator_knows_what_is_public_to_both) {
  EXPECT_EQ(seen_by(spectator), expected(spectator, false, false));
}

TEST_F(ViewOf, nothing_is_hidden_when_the_game_is_over) {
  end();
  for (const Viewer viewer : {red, blue, spectator}) {
    EXPECT_EQ(seen_by(viewer), expected(viewer, true, true));
  }
}

class ViewOfSilence : public ViewOf {
 protected:
  ViewOfSilence() : ViewOf{{.silent_defense = true}} {}
};

TEST_F(ViewOfSilence, a_rank_that_no_fight_revealed_stays_unknown_among_the_losses_until_the_end) {
  EXPECT_EQ(seen_by(red).losses[0].rank, std::nullopt);
  EXPECT_EQ(seen_by(red).fights[0].defender_rank, std::nullopt);
  EXPECT_EQ(seen_by(blue).losses[0].rank, Rank::miner);
  EXPECT_EQ(seen_by(blue).losses[0].known, std::nullopt);
  end();
  PlayerView over = expected(red, true, true);
  over.losses[0].known.reset();
  EXPECT_EQ(seen_by(red), over);
}

TEST(ViewOfSetUp, there_is_no_board_before_the_start_and_a_formation_for_its_owner_alone) {
  const Table before = table(Phase::setup);
  const truth::History history;
  const auto army = test::formation(test::skirmish(), test::skirmish_board(), Side::red);
  const Truth truth{.table = before,
                    .seq = 4,
                    .game = nullptr,
                    .formations = {&army, nullptr},
                    .history = history};
  PlayerView expected{.viewer = red, .seq = 4, .table = before};
  expected.formation = army.placements();
  EXPECT_EQ(view_of(truth, red), expected);
  EXPECT_EQ(view_of(truth, blue), (PlayerView{.viewer = blue, .seq = 4, .table = before}));
  EXPECT_EQ(view_of(truth, spectator),
            (PlayerView{.viewer = spectator, .seq = 4, .table = before}));
}

}  // namespace
}  // namespace flagrank::view

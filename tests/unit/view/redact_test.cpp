#include "common/view/redact.hpp"

#include <gtest/gtest.h>

#include "tests/support/match_play.hpp"

namespace flagrank::view {
namespace {

using rules::PieceId;
using rules::Rank;
using rules::Side;
using test::parse_move;
using test::parse_square;

constexpr Viewer red = Viewer::player(Side::red);
constexpr Viewer blue = Viewer::player(Side::blue);
constexpr Viewer spectator = Viewer::spectator();

PieceId piece(std::string_view start) { return PieceId{parse_square(start)}; }

rules::Formation army(Side side) {
  return test::formation(test::skirmish(), test::skirmish_board(), side);
}

truth::Moved quiet_move() {
  return {.game = 1,
          .moved = {.ply = 7,
                    .side = Side::red,
                    .piece = piece("e4"),
                    .rank = Rank::marshal,
                    .move = parse_move("e5-e6"),
                    .ran = false,
                    .combat = std::nullopt}};
}

/// What everybody sees of that move.
Moved seen_quiet_move() {
  return {.game = 1,
          .ply = 7,
          .side = Side::red,
          .piece = piece("e4"),
          .move = parse_move("e5-e6"),
          .rank = std::nullopt,
          .combat = std::nullopt};
}

truth::Moved fight(bool attacker_revealed, bool defender_revealed) {
  truth::Moved fact = quiet_move();
  fact.moved.combat = rules::Combat{.defender = piece("e7"),
                                    .attacker_rank = Rank::marshal,
                                    .defender_rank = Rank::general,
                                    .result = rules::BattleResult::attacker_won,
                                    .attacker_revealed = attacker_revealed,
                                    .defender_revealed = defender_revealed};
  return fact;
}

Moved seen_fight(std::optional<Rank> attacker, std::optional<Rank> defender) {
  Moved seen = seen_quiet_move();
  seen.combat = Fight{.ply = 7,
                      .side = Side::red,
                      .attacker = piece("e4"),
                      .defender = piece("e7"),
                      .attacker_rank = attacker,
                      .defender_rank = defender,
                      .result = rules::BattleResult::attacker_won};
  return seen;
}

TEST(Redact, a_locked_formation_is_for_its_owner_alone) {
  const Fact fact = truth::FormationLocked{army(Side::red)};
  EXPECT_EQ(redact(fact, red),
            Seen(FormationLocked{.side = Side::red, .formation = army(Side::red).placements()}));
  const Seen others = FormationLocked{.side = Side::red, .formation = std::nullopt};
  EXPECT_EQ(redact(fact, blue), others);
  EXPECT_EQ(redact(fact, spectator), others);
}

TEST(Redact, the_start_shows_which_squares_are_taken_and_no_rank_to_anybody) {
  const Fact fact = truth::GameStarted{.game = 3, .red = army(Side::red), .blue = army(Side::blue)};
  GameStarted seen{.game = 3, .squares = {}};
  for (const Side side : {Side::red, Side::blue}) {
    const rules::Formation formation = army(side);
    for (const rules::Placement& placement : formation.placements()) {
      seen.squares[index(side)].push_back(placement.square);
    }
  }
  for (const Viewer viewer : {red, blue, spectator}) EXPECT_EQ(redact(fact, viewer), Seen{seen});
}

TEST(Redact, a_step_shows_no_rank_not_even_to_its_player) {
  for (const Viewer viewer : {red, blue, spectator}) {
    EXPECT_EQ(redact(quiet_move(), viewer), Seen{seen_quiet_move()});
  }
}

TEST(Redact, a_run_shows_a_scout_to_everybody) {
  truth::Moved run = quiet_move();
  run.moved.rank = Rank::scout;
  run.moved.ran = true;
  Moved seen = seen_quiet_move();
  seen.rank = Rank::scout;
  for (const Viewer viewer : {red, blue, spectator}) {
    EXPECT_EQ(redact(run, viewer), Seen{seen});
  }
}

TEST(Redact, a_scouts_single_step_does_not_show_it) {
  truth::Moved step = quiet_move();
  step.moved.rank = Rank::scout;
  for (const Viewer viewer : {red, blue, spectator}) {
    EXPECT_EQ(redact(step, viewer), Seen{seen_quiet_move()});
  }
}

TEST(Redact, a_fight_shows_the_ranks_that_it_reveals_to_everybody) {
  for (const Viewer viewer : {red, blue, spectator}) {
    EXPECT_EQ(redact(fight(true, true), viewer), Seen{seen_fight(Rank::marshal, Rank::general)});
  }
}

TEST(Redact, a_rank_that_a_fight_does_not_reveal_is_for_its_owner_alone) {
  EXPECT_EQ(redact(fight(true, false), red), Seen{seen_fight(Rank::marshal, std::nullopt)});
  EXPECT_EQ(redact(fight(true, false), blue), Seen{seen_fight(Rank::marshal, Rank::general)});
  EXPECT_EQ(redact(fight(true, false), spectator), Seen{seen_fight(Rank::marshal, std::nullopt)});
  EXPECT_EQ(redact(fight(false, true), red), Seen{seen_fight(Rank::marshal, Rank::general)});
  EXPECT_EQ(redact(fight(false, true), blue), Seen{seen_fight(std::nullopt, Rank::general)});
  EXPECT_EQ(redact(fight(false, false), spectator), Seen{seen_fight(std::nullopt, std::nullopt)});
}

TEST(Redact, what_hides_nothing_is_seen_as_it_is) {
  const std::vector<std::pair<Fact, Seen>> open{
      {PlayerJoined{.seat = Seat::host, .name = "Ann", .side = Side::red},
       PlayerJoined{.seat = Seat::host, .name = "Ann", .side = Side::red}},
      {PlayerLeft{Seat::guest}, PlayerLeft{Seat::guest}},
      {Presence{.seat = Seat::guest, .present = true},
       Presence{.seat = Seat::guest, .present = true}},
      {DrawOffered{Side::blue}, DrawOffered{Side::blue}},
      {DrawDeclined{Side::blue}, DrawDeclined{Side::blue}},
      {GameOver{.game = 1,
                .ended = {},
                .formations = {army(Side::red).placements(), army(Side::blue).placements()}},
       GameOver{.game = 1,
                .ended = {},
                .formations = {army(Side::red).placements(), army(Side::blue).placements()}}},
      {Chat{.seat = Seat::host, .text = "hello"}, Chat{.seat = Seat::host, .text = "hello"}},
      {RoomClosed{}, RoomClosed{}}};
  for (const auto& [fact, seen] : open) {
    for (const Viewer viewer : {red, blue, spectator}) EXPECT_EQ(redact(fact, viewer), seen);
  }
}

}  // namespace
}  // namespace flagrank::view

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/match_play.hpp"

namespace flagrank::match {
namespace {

using rules::FormationFault;
using rules::Side;
using test::accept;
using test::guest;
using test::host;
using test::noon;
using test::token;
using view::Phase;
using view::Seat;

rules::Formation army(Side side) {
  return test::formation(test::skirmish(), test::skirmish_board(), side);
}

LockFormation lock(Side side, std::uint32_t game = 1) {
  return {.game = game, .formation = test::placements(test::skirmish_board(), side)};
}

Outcome refused(Refusal why) { return Refused{.why = why, .faults = {}, .now = {}}; }

TEST(MatchSetUp, a_locked_formation_is_a_fact) {
  Match match = test::seated_match();
  EXPECT_EQ(
      match.handle(host("1", lock(Side::red)), noon),
      (Outcome{Accepted{
          .first_seq = 3, .at = noon, .facts = {view::truth::FormationLocked{army(Side::red)}}}}));
  EXPECT_EQ(match.phase(), Phase::setup);
}

TEST(MatchSetUp, the_second_lock_starts_the_game) {
  Match match = test::seated_match();
  accept(match, guest("1", lock(Side::blue)));
  EXPECT_EQ(match.handle(host("1", lock(Side::red)), noon),
            (Outcome{Accepted{
                .first_seq = 4,
                .at = noon,
                .facts = {view::truth::FormationLocked{army(Side::red)},
                          view::truth::GameStarted{
                              .game = 1, .red = army(Side::red), .blue = army(Side::blue)}}}}));
  EXPECT_EQ(match.phase(), Phase::playing);
  EXPECT_EQ(match.now(), (DecidedAt{.game = 1, .ply = 0}));
}

TEST(MatchSetUp, the_order_in_which_pieces_were_placed_is_forgotten) {
  Match match = test::seated_match();
  LockFormation backwards = lock(Side::red);
  std::ranges::reverse(backwards.formation);
  EXPECT_EQ(accept(match, host("1", backwards)).facts,
            (std::vector<view::Fact>{view::truth::FormationLocked{army(Side::red)}}));
}

TEST(MatchSetUp, a_host_may_lock_before_anybody_has_come) {
  Match match{test::skirmish_settings()};
  accept(match, host("1", Join{.name = "Ann", .token = token(1)}));
  accept(match, host("2", lock(Side::red)));
  EXPECT_EQ(match.phase(), Phase::waiting);
  accept(match, guest("1", Join{.name = "Bob", .token = token(2)}));
  EXPECT_EQ(match.phase(), Phase::setup);
  EXPECT_EQ(accept(match, guest("2", lock(Side::blue))).facts.size(), 2U);
  EXPECT_EQ(match.phase(), Phase::playing);
}

TEST(MatchSetUp, a_lock_is_final) {
  Match match = test::seated_match();
  accept(match, host("1", lock(Side::red)));
  EXPECT_EQ(match.handle(host("2", lock(Side::red)), noon), refused(Refusal::already_locked));
}

TEST(MatchSetUp, a_lock_for_another_game_is_stale) {
  Match match = test::seated_match();
  EXPECT_EQ(match.handle(host("1", lock(Side::red, 2)), noon), refused(Refusal::stale));
}

TEST(MatchSetUp, a_formation_for_the_wrong_side_is_refused_with_its_faults) {
  Match match = test::seated_match();
  const Outcome outcome = match.handle(host("1", lock(Side::blue)), noon);
  Refused expected{.why = Refusal::bad_formation, .faults = {}, .now = {}};
  const rules::Formation blue = army(Side::blue);
  for (const rules::Placement& placement : blue.placements()) {
    expected.faults.push_back({.kind = FormationFault::Kind::outside,
                               .rank = {},
                               .square = placement.square,
                               .count = 0});
  }
  EXPECT_EQ(outcome, Outcome{expected});
}

TEST(MatchSetUp, a_refused_formation_can_be_mended_under_a_new_id) {
  Match match = test::seated_match();
  LockFormation short_by_one = lock(Side::red);
  short_by_one.formation.pop_back();
  EXPECT_TRUE(std::holds_alternative<Refused>(match.handle(host("1", short_by_one), noon)));
  accept(match, host("2", lock(Side::red)));
}

TEST(MatchSetUp, nobody_locks_during_a_game) {
  Match match = test::running_match();
  EXPECT_EQ(match.handle(host("2", lock(Side::red)), noon), refused(Refusal::wrong_phase));
}

TEST(MatchSetUp, leaving_undoes_the_own_lock_and_not_the_others) {
  Match match = test::seated_match();
  accept(match, host("1", lock(Side::red)));
  accept(match, guest("2", Leave{}));
  EXPECT_EQ(match.handle(host("2", lock(Side::red)), noon), refused(Refusal::already_locked));
  accept(match, host("3", Leave{}));
  accept(match, host("1", Join{.name = "Cid", .token = token(3)}));
  accept(match, host("2", lock(Side::red)));
}

TEST(MatchSetUp, a_newcomer_does_not_see_the_formation_of_who_sat_there_before) {
  Match match = test::seated_match();
  accept(match, host("1", lock(Side::red)));
  accept(match, host("2", Leave{}));
  accept(match, host("1", Join{.name = "Cid", .token = token(3)}));
  EXPECT_EQ(match.view(view::Viewer::player(Side::red)).formation, std::nullopt);
}

TEST(MatchSetUp, a_game_in_which_red_cannot_move_is_over_at_once) {
  static const rules::Variant two_squares{
      .name = "two_squares",
      .summary = "For tests.",
      .lakes = {rules::Square::at(1, 0), rules::Square::at(0, 1)},
      .set_up_areas = {rules::SquareSet{rules::Square::at(0, 0), rules::Square::at(9, 9)},
                       rules::SquareSet::of_rows(6, 8)},
      .inventory = {1, 0, 0, 1},
      .formations = {}};
  Match match = test::seated_match({.ruleset = {.variant = &two_squares}, .host_side = Side::red});
  const std::vector<rules::Placement> red{{rules::Square::at(0, 0), rules::Rank::miner},
                                          {rules::Square::at(9, 9), rules::Rank::flag}};
  const std::vector<rules::Placement> blue{{rules::Square::at(4, 6), rules::Rank::flag},
                                           {rules::Square::at(4, 7), rules::Rank::miner}};
  accept(match, host("1", LockFormation{.game = 1, .formation = red}));
  const Accepted accepted = accept(match, guest("1", LockFormation{.game = 1, .formation = blue}));
  const view::Fact over =
      view::GameOver{.game = 1,
                     .ended = {.reason = rules::EndReason::no_legal_move, .winner = Side::blue},
                     .formations = {red, blue}};
  ASSERT_EQ(accepted.facts.size(), 3U);
  EXPECT_EQ(accepted.facts.back(), over);
  EXPECT_EQ(match.phase(), Phase::over);
}

}  // namespace
}  // namespace flagrank::match

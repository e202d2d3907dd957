#include <gtest/gtest.h>

#include "tests/support/match_play.hpp"

namespace flagrank::match {
namespace {

using rules::Side;
using test::accept;
using test::guest;
using test::host;
using test::noon;
using view::Phase;

DecidedAt at(std::uint32_t ply) { return {.game = 1, .ply = ply}; }

Outcome refused(Refusal why, std::uint32_t ply = 0) {
  return Refused{.why = why, .faults = {}, .now = at(ply)};
}

std::optional<Side> open_offer(const Match& match) {
  return match.view(view::Viewer::spectator()).table.draw_offer;
}

/// A running game in which Red, to move first, has offered a draw.
Match offered_match() {
  Match match = test::running_match();
  accept(match, host("offer", OfferDraw{at(0)}));
  return match;
}

TEST(MatchDraw, an_offer_stays_open_for_all_to_see) {
  Match match = test::running_match();
  EXPECT_EQ(
      match.handle(host("o", OfferDraw{at(0)}), noon),
      (Outcome{Accepted{.first_seq = 6, .at = noon, .facts = {view::DrawOffered{Side::red}}}}));
  EXPECT_EQ(open_offer(match), Side::red);
}

TEST(MatchDraw, either_side_may_offer_at_any_turn) {
  Match match = test::running_match();
  accept(match, guest("o", OfferDraw{at(0)}));
  EXPECT_EQ(open_offer(match), Side::blue);
}

TEST(MatchDraw, there_is_one_offer_at_a_time) {
  Match match = offered_match();
  EXPECT_EQ(match.handle(host("2", OfferDraw{at(0)}), noon), refused(Refusal::offer_open));
  EXPECT_EQ(match.handle(guest("2", OfferDraw{at(0)}), noon), refused(Refusal::offer_open));
}

TEST(MatchDraw, accepting_ends_the_game_without_a_winner) {
  Match match = offered_match();
  const Accepted accepted = accept(match, guest("a", AcceptDraw{at(0)}));
  ASSERT_EQ(accepted.facts.size(), 1U);
  EXPECT_EQ(std::get<view::GameOver>(accepted.facts[0]).ended,
            (rules::Ended{.reason = rules::EndReason::agreement, .winner = std::nullopt}));
  EXPECT_EQ(match.phase(), Phase::over);
  EXPECT_EQ(open_offer(match), std::nullopt);
}

TEST(MatchDraw, only_the_other_side_can_answer) {
  Match match = offered_match();
  EXPECT_EQ(match.handle(host("a", AcceptDraw{at(0)}), noon), refused(Refusal::no_offer));
  EXPECT_EQ(match.handle(host("d", DeclineDraw{at(0)}), noon), refused(Refusal::no_offer));
}

TEST(MatchDraw, nothing_is_accepted_or_declined_where_nothing_was_offered) {
  Match match = test::running_match();
  EXPECT_EQ(match.handle(guest("a", AcceptDraw{at(0)}), noon), refused(Refusal::no_offer));
  EXPECT_EQ(match.handle(guest("d", DeclineDraw{at(0)}), noon), refused(Refusal::no_offer));
}

TEST(MatchDraw, declining_closes_the_offer) {
  Match match = offered_match();
  EXPECT_EQ(
      match.handle(guest("d", DeclineDraw{at(0)}), noon),
      (Outcome{Accepted{.first_seq = 7, .at = noon, .facts = {view::DrawDeclined{Side::blue}}}}));
  EXPECT_EQ(open_offer(match), std::nullopt);
}

TEST(MatchDraw, who_was_declined_must_wait_for_another_position) {
  Match match = offered_match();
  accept(match, guest("d", DeclineDraw{at(0)}));
  EXPECT_EQ(match.handle(host("2", OfferDraw{at(0)}), noon), refused(Refusal::offer_open));
  test::play(match, "e4-e5");
  accept(match, host("3", OfferDraw{at(1)}));
}

TEST(MatchDraw, who_declined_may_offer_at_once_and_neither_twice) {
  Match match = offered_match();
  accept(match, guest("d", DeclineDraw{at(0)}));
  accept(match, guest("o", OfferDraw{at(0)}));
  accept(match, host("d", DeclineDraw{at(0)}));
  EXPECT_EQ(match.handle(host("2", OfferDraw{at(0)}), noon), refused(Refusal::offer_open));
  EXPECT_EQ(match.handle(guest("2", OfferDraw{at(0)}), noon), refused(Refusal::offer_open));
}

TEST(MatchDraw, an_offer_outlives_the_offerers_own_move) {
  Match match = offered_match();
  test::play(match, "e4-e5");
  EXPECT_EQ(open_offer(match), Side::red);
  accept(match, guest("a", AcceptDraw{at(1)}));
}

TEST(MatchDraw, an_offer_lapses_when_its_recipient_moves) {
  Match match = offered_match();
  test::play(match, "e4-e5 e7-e6");
  EXPECT_EQ(open_offer(match), std::nullopt);
  EXPECT_EQ(match.handle(guest("a", AcceptDraw{at(2)}), noon), refused(Refusal::no_offer, 2));
}

TEST(MatchDraw, offers_and_answers_for_another_position_are_stale) {
  Match match = offered_match();
  test::play(match, "e4-e5");
  EXPECT_EQ(match.handle(guest("a", AcceptDraw{at(0)}), noon), refused(Refusal::stale, 1));
  EXPECT_EQ(match.handle(guest("d", DeclineDraw{at(0)}), noon), refused(Refusal::stale, 1));
  EXPECT_EQ(match.handle(guest("o", OfferDraw{at(2)}), noon), refused(Refusal::stale, 1));
}

TEST(MatchDraw, there_are_no_draws_outside_play) {
  Match match = test::seated_match();
  EXPECT_EQ(match.handle(host("o", OfferDraw{at(0)}), noon), refused(Refusal::wrong_phase));
  EXPECT_EQ(match.handle(host("a", AcceptDraw{at(0)}), noon), refused(Refusal::wrong_phase));
  match = offered_match();
  accept(match, host("r", Resign{1}));
  EXPECT_EQ(match.handle(guest("a", AcceptDraw{at(0)}), noon), refused(Refusal::wrong_phase));
  EXPECT_EQ(match.handle(guest("d", DeclineDraw{at(0)}), noon), refused(Refusal::wrong_phase));
}

}  // namespace
}  // namespace flagrank::match

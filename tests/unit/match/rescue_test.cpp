#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <ostream>
#include <vector>

#include "tests/support/match_play.hpp"

/// A rescue as a second step of a turn, and the warnings before a draw by quiet moves.
namespace flagrank::match {
namespace {

using namespace std::chrono_literals;
using rules::PieceId;
using rules::Rank;
using rules::Rejection;
using rules::Side;
using test::accept;
using test::guest;
using test::host;
using test::noon;
using test::parse_square;
using view::Phase;
using view::Seat;
using view::Viewer;

Settings with_rescue() {
  Settings settings = test::skirmish_settings();
  settings.ruleset.rescue = true;
  return settings;
}

/// Scouts fall on a7; then Red's miner walks to b10, where it takes a bomb.
constexpr std::string_view into_the_row =
    "a4-a7 j8-i8 b3-b4 i8-h8 b4-b5 h8-g8 b5-b6 g8-g9 b6-b7 g9-h9 b7-b8 h9-i9 b8-b9 i9-j9 b9-b10";
constexpr DecidedAt here{.game = 1, .ply = 15};

/// Red has to say whether it brings its scout back.
Match pending_match(const Settings& settings = with_rescue()) {
  Match match = test::running_match(settings);
  test::play(match, into_the_row);
  return match;
}

Rescue scout_to(std::string_view square, DecidedAt at = here) {
  return {.at = at, .rescue = {.rank = Rank::scout, .square = parse_square(square)}};
}

Outcome refused(std::variant<Refusal, Rejection> why, DecidedAt now = here) {
  return Refused{.why = why, .faults = {}, .now = now, .retry_after = std::nullopt};
}

view::truth::Rescued rescued_to(std::string_view square) {
  return {.game = 1,
          .rescued = {.ply = 15,
                      .side = Side::red,
                      .piece = PieceId::of_rescued(Side::red, 0),
                      .square = parse_square(square),
                      .rank = Rank::scout}};
}

TEST(MatchRescue, is_a_fact_and_ends_the_turn) {
  Match match = pending_match();
  const std::uint64_t seq = match.seq();
  EXPECT_EQ(match.handle(host("r", scout_to("a5")), noon),
            (Outcome{Accepted{.first_seq = seq + 1, .at = noon, .facts = {rescued_to("a5")}}}));
  EXPECT_EQ(match.now(), here);
  EXPECT_FALSE(match.legal_moves(Seat::guest).empty());
}

TEST(MatchRescue, declined_is_a_fact_and_ends_the_turn) {
  Match match = pending_match();
  EXPECT_EQ(accept(match, host("r", DeclineRescue{here})).facts,
            (std::vector<view::Fact>{view::RescueDeclined{Side::red}}));
  EXPECT_FALSE(match.legal_moves(Seat::guest).empty());
}

TEST(MatchRescue, pending_leaves_nobody_a_move) {
  Match match = pending_match();
  EXPECT_TRUE(match.legal_moves(Seat::host).empty());
  EXPECT_TRUE(match.legal_moves(Seat::guest).empty());
  const auto move = [](std::string_view text) {
    return Move{.at = here, .move = test::parse_move(text)};
  };
  EXPECT_EQ(match.handle(host("m", move("e4-e5")), noon), refused(Rejection::rescue_pending));
  EXPECT_EQ(match.handle(guest("m", move("e7-e6")), noon), refused(Rejection::not_your_turn));
}

TEST(MatchRescue, is_refused_by_the_rules_and_for_its_place) {
  Match match = pending_match();
  EXPECT_EQ(match.handle(host("r", scout_to("a6")), noon), refused(Rejection::not_own_half));
  EXPECT_EQ(match.handle(guest("r", scout_to("a6")), noon), refused(Rejection::not_your_turn));
  EXPECT_EQ(match.handle(guest("r", DeclineRescue{here}), noon), refused(Rejection::not_your_turn));
  EXPECT_EQ(match.handle(host("r", scout_to("a5", {.game = 1, .ply = 14})), noon),
            refused(Refusal::stale));
  EXPECT_EQ(match.handle(host("r", DeclineRescue{{.game = 2, .ply = 15}}), noon),
            refused(Refusal::stale));
}

TEST(MatchRescue, needs_one_to_decide_and_a_game) {
  Match seated = test::seated_match(with_rescue());
  const DecidedAt start{.game = 1, .ply = 0};
  EXPECT_EQ(seated.handle(host("r", DeclineRescue{start}), noon),
            refused(Refusal::wrong_phase, start));
  Match running = test::running_match(with_rescue());
  EXPECT_EQ(running.handle(host("r", scout_to("a5", start)), noon),
            refused(Rejection::no_rescue, start));
  EXPECT_EQ(running.handle(host("r", DeclineRescue{start}), noon),
            refused(Rejection::no_rescue, start));
  Match over = pending_match();
  accept(over, guest("q", Resign{1}));
  EXPECT_EQ(over.handle(host("r", scout_to("a5")), noon), refused(Rejection::game_over));
  EXPECT_EQ(over.handle(host("r", DeclineRescue{here}), noon), refused(Rejection::game_over));
}

TEST(MatchRescue, said_again_is_answered_again_and_done_once) {
  for (const Deed& deed : {Deed{scout_to("a5")}, Deed{DeclineRescue{here}}}) {
    Match match = pending_match();
    const Accepted first = accept(match, host("r", deed));
    const test::Asked before = test::asked(match);
    EXPECT_EQ(
        match.handle(host("r", deed), noon),
        (Outcome{Repeated{
            .seq = first.first_seq, .at = noon, .side = Side::red, .fact = first.facts.front()}}));
    EXPECT_EQ(test::asked(match), before);
    EXPECT_EQ(match.handle(host("r", scout_to("b5")), noon), refused(Refusal::id_reused));
  }
}

TEST(MatchRescue, shows_its_rank_when_the_game_is_over) {
  Match match = pending_match();
  accept(match, host("r", scout_to("a5")));
  const Accepted accepted = accept(match, guest("q", Resign{1}));
  const auto& over = std::get<view::GameOver>(accepted.facts.at(0));
  EXPECT_EQ(over.rescued[index(Side::red)], std::vector{Rank::scout});
  EXPECT_TRUE(over.rescued[index(Side::blue)].empty());
  EXPECT_EQ(match.view(Viewer::spectator()).rescues.at(0).rank, Rank::scout);
}

/// As far as Red's next move takes its miner into the row without a fight, the seventeenth of the
/// game and the sixteenth since the scouts fell.
constexpr std::string_view before_a_quiet_entry =
    "a4-a7 j8-i8 b3-b4 i8-h8 b4-b5 h8-g8 b5-b6 g8-g9 b6-b7 g9-h9 b7-b8 h9-i9 b8-b9 i9-j9 b9-c9 "
    "j9-j8";

Accepted enter_quietly(Match& match) {
  test::play(match, before_a_quiet_entry);
  return accept(match, host("m", Move{.at = match.now(), .move = test::parse_move("c9-c10")}));
}

TEST(MatchRescue, is_not_asked_for_when_the_game_is_drawn_by_quiet_moves) {
  Settings settings = with_rescue();
  settings.ruleset.draw_after_quiet_moves = 16;
  Match match = test::running_match(settings);
  const Accepted accepted = enter_quietly(match);
  ASSERT_EQ(accepted.facts.size(), 2U);
  EXPECT_FALSE(std::get<view::truth::Moved>(accepted.facts[0]).moved.rescue_pending);
  EXPECT_EQ(std::get<view::GameOver>(accepted.facts[1]).ended,
            (rules::Ended{.reason = rules::EndReason::quiet_moves, .winner = std::nullopt}));
}

TEST(MatchRescue, is_still_to_be_decided_when_a_draw_is_warned_of) {
  Settings settings = with_rescue();
  settings.ruleset.draw_after_quiet_moves = 26;
  Match match = test::running_match(settings);
  const Accepted accepted = enter_quietly(match);
  ASSERT_EQ(accepted.facts.size(), 2U);
  EXPECT_TRUE(std::get<view::truth::Moved>(accepted.facts[0]).moved.rescue_pending);
  EXPECT_EQ(accepted.facts[1], view::Fact{view::DrawNear{10}});
  EXPECT_EQ(accept(match, host("r", DeclineRescue{match.now()})).facts.size(), 1U);
}

TEST(MatchRescue, leaves_the_clock_with_who_has_to_decide) {
  Settings settings = with_rescue();
  settings.timing.clock = view::GameClock{.initial = 60s, .increment = 5s};
  Match match = pending_match(settings);
  const auto clocks = [&] { return *match.view(Viewer::spectator()).table.clocks; };
  EXPECT_EQ(clocks().running, Side::red);
  EXPECT_EQ(clocks().left, (std::array<Milliseconds, 2>{95s, 95s})) << "no increment as yet";
  accept(match, host("r", DeclineRescue{here}), noon + 10s);
  EXPECT_EQ(clocks().running, Side::blue);
  EXPECT_EQ(clocks().left, (std::array<Milliseconds, 2>{90s, 95s})) << "one for the turn";
}

TEST(MatchRescue, that_nobody_decides_in_time_loses) {
  Settings settings = with_rescue();
  settings.timing.clock = view::MoveClock{.per_move = 30s};
  Match match = pending_match(settings);
  EXPECT_EQ(match.deadline(), noon + 30s);
  const Accepted accepted =
      accept(match, {.seat = Seat::host, .id = {}, .deed = Elapse{}}, noon + 30s);
  EXPECT_EQ(std::get<view::GameOver>(accepted.facts.at(0)).ended,
            (rules::Ended{.reason = rules::EndReason::time, .winner = Side::blue}));
  EXPECT_FALSE(match.view(Viewer::spectator()).rescue_pending);
}

TEST(MatchRescue, pending_lets_either_side_resign_leave_or_agree_on_a_draw) {
  Match resigned = pending_match();
  accept(resigned, host("q", Resign{1}));
  EXPECT_EQ(resigned.phase(), Phase::over);
  Match left = pending_match();
  accept(left, guest("q", Leave{}));
  EXPECT_EQ(left.phase(), Phase::over);
  Match drawn = pending_match();
  accept(drawn, host("o", OfferDraw{here}));
  accept(drawn, guest("a", AcceptDraw{here}));
  EXPECT_EQ(drawn.phase(), Phase::over);
}

TEST(MatchRescue, ends_whatever_offer_was_made_before_it_was_decided) {
  for (const Seat seat : view::all_seats) {
    for (const bool brings : {true, false}) {
      Match match = pending_match();
      accept(match, {.seat = seat, .id = "o", .deed = OfferDraw{here}});
      accept(match, host("r", brings ? Deed{scout_to("a5")} : Deed{DeclineRescue{here}}));
      EXPECT_EQ(match.view(Viewer::spectator()).table.draw_offer, std::nullopt);
      EXPECT_EQ(match.handle({.seat = other(seat), .id = "a", .deed = AcceptDraw{here}}, noon),
                refused(Refusal::no_offer, here));
    }
  }
}

TEST(MatchRescue, lets_a_draw_be_offered_anew_that_was_declined_before_it) {
  Match match = pending_match();
  accept(match, host("o", OfferDraw{here}));
  accept(match, guest("d", DeclineDraw{here}));
  accept(match, host("r", scout_to("a5")));
  accept(match, host("o2", OfferDraw{here}));
}

TEST(MatchRescue, of_a_miner_under_silent_defence_shows_the_bomb_that_fell_to_nobody) {
  Settings settings = with_rescue();
  settings.ruleset.silent_defense = true;
  const Match match = pending_match(settings);
  const view::PlayerView red = match.view(Viewer::player(Side::red));
  EXPECT_TRUE(red.rescue_pending);
  EXPECT_EQ(red.losses.back().rank, std::nullopt);
  EXPECT_EQ(red.losses.at(1).rank, Rank::scout) << "which a scout has shown";
}

// ── Quiet moves

/// Plays that many moves without a fight: two generals walk to and fro, and two scouts in between.
std::vector<std::vector<view::Fact>> quiet(Match& match, int moves) {
  std::vector<std::vector<view::Fact>> facts;
  constexpr std::array<std::string_view, 8> round{"e3-d3", "j8-i8", "d3-d2", "i8-i9",
                                                  "d2-e2", "i9-j9", "e2-e3", "j9-j8"};
  for (int i = 0; i < moves; ++i) {
    const DecidedAt at = match.now();
    const Seat seat = at.ply % 2 == 0 ? Seat::host : Seat::guest;
    facts.push_back(
        accept(match, {.seat = seat,
                       .id = "q" + std::to_string(at.ply),
                       .deed = Move{.at = at, .move = test::parse_move(round.at(at.ply % 8))}})
            .facts);
  }
  return facts;
}

struct Limit {
  const char* name;
  std::uint16_t limit;
  std::vector<int> warned;  ///< after which of the quiet moves, from 1
};

void PrintTo(const Limit& row, std::ostream* out) { *out << row.name; }

class QuietMoves : public testing::TestWithParam<Limit> {};

TEST_P(QuietMoves, are_warned_of_with_twenty_and_ten_to_go_and_draw_in_the_end) {
  Settings settings = test::skirmish_settings();
  settings.ruleset.draw_after_quiet_moves = GetParam().limit;
  Match match = test::running_match(settings);
  const auto facts = quiet(match, GetParam().limit);
  std::vector<int> warned;
  for (std::size_t i = 0; i < facts.size(); ++i) {
    for (const view::Fact& fact : facts[i]) {
      const auto* near = std::get_if<view::DrawNear>(&fact);
      if (near == nullptr) continue;
      warned.push_back(static_cast<int>(i) + 1);
      EXPECT_EQ(near->left + i + 1, GetParam().limit);
      EXPECT_EQ(&fact, &facts[i].back()) << "it follows the move";
    }
  }
  EXPECT_EQ(warned, GetParam().warned);
  const auto& over = std::get<view::GameOver>(facts.back().back());
  EXPECT_EQ(over.ended, (rules::Ended{rules::EndReason::quiet_moves, std::nullopt}));
}

INSTANTIATE_TEST_SUITE_P(Match, QuietMoves,
                         testing::Values(Limit{"of_thirty", 30, {10, 20}},
                                         Limit{"of_twenty", 20, {10}}, Limit{"of_twelve", 12, {2}},
                                         Limit{"of_ten", 10, {}}, Limit{"of_one", 1, {}}),
                         [](const auto& row) { return row.param.name; });

TEST(QuietMoves, are_warned_of_anew_after_a_fight) {
  Settings settings = test::skirmish_settings();
  settings.ruleset.draw_after_quiet_moves = 12;
  Match match = test::running_match(settings);
  EXPECT_EQ(quiet(match, 2).back().size(), 2U);
  test::play(match, "a4-a7");
  EXPECT_EQ(match.view(Viewer::spectator()).quiet_moves, 0U);
  const Accepted one =
      accept(match, guest("x", Move{.at = match.now(), .move = test::parse_move("i8-i9")}));
  EXPECT_EQ(one.facts.size(), 1U);
  const Accepted two =
      accept(match, host("x", Move{.at = match.now(), .move = test::parse_move("d3-d2")}));
  EXPECT_EQ(two.facts.back(), view::Fact{view::DrawNear{10}});
}

}  // namespace
}  // namespace flagrank::match

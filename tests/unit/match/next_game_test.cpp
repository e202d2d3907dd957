#include <gtest/gtest.h>

#include <chrono>
#include <ostream>

#include "common/view/redact.hpp"
#include "tests/support/match_play.hpp"

/// The second game of a return match, and rematches.
namespace flagrank::match {
namespace {

using namespace std::chrono_literals;
using rules::EndReason;
using rules::Rejection;
using rules::Side;
using test::accept;
using test::guest;
using test::host;
using test::noon;
using test::parse_move;
using view::Phase;
using view::Score;
using view::Seat;
using view::Viewer;

Settings return_match(Side host_side = Side::red) {
  Settings settings = test::skirmish_settings();
  settings.return_match = true;
  settings.host_side = host_side;
  return settings;
}

view::Table table(const Match& match) { return match.view(Viewer::spectator()).table; }
Score score(const Match& match) { return table(match).score; }

Outcome refused(const Match& match, std::variant<Refusal, Rejection> why) {
  return Refused{.why = why, .faults = {}, .now = match.now(), .retry_after = std::nullopt};
}

view::Fact next(std::uint32_t game, std::uint32_t number, Side host_side) {
  return view::NextGame{
      .game = game, .match = number, .sides = {host_side, rules::opponent(host_side)}};
}

LockFormation lock(Side side, std::uint32_t game) {
  return {.game = game, .formation = test::placements(test::skirmish_board(), side)};
}

/// The host, Red, has lost the first game; the second is being set up.
Match second_set_up(Settings settings = return_match()) {
  Match match = test::running_match(settings);
  accept(match, host("resign 1", Resign{1}));
  return match;
}
Match second_running(Settings settings = return_match()) {
  Match match = second_set_up(settings);
  test::lock_both(match);
  return match;
}
Match single_over() {
  Match match = test::running_match();
  accept(match, host("resign 1", Resign{1}));
  return match;
}

// ── The second game of a return match

TEST(ReturnMatch, swaps_colours_and_begins_to_set_up_as_the_first_game_ends) {
  Match match = test::running_match(return_match());
  const Accepted accepted = accept(match, host("r", Resign{1}));
  ASSERT_EQ(accepted.facts.size(), 2U);
  const auto& over = std::get<view::GameOver>(accepted.facts[0]);
  EXPECT_EQ(over.ended, (rules::Ended{.reason = EndReason::resignation, .winner = Side::blue}));
  EXPECT_EQ(accepted.facts[1], next(2, 1, Side::blue));
  EXPECT_EQ(match.phase(), Phase::setup);
  EXPECT_EQ(match.now(), (DecidedAt{.game = 2, .ply = 0}));
  EXPECT_EQ(match.side(Seat::host), Side::blue);
  EXPECT_EQ(match.side(Seat::guest), Side::red);
  EXPECT_FALSE(match.locked(Seat::host));
  EXPECT_EQ(score(match), (Score{.wins = {0, 1}, .draws = 0}));
  EXPECT_EQ(table(match).result, over) << "the last game's, until the next one starts";
}

TEST(ReturnMatch, forgets_the_board_and_the_formations_of_the_first_game) {
  Match match = test::running_match(return_match());
  test::play(match, "a4-a7 e7-e6");
  accept(match, host("r", Resign{1}));
  for (const Viewer viewer :
       {Viewer::player(Side::red), Viewer::player(Side::blue), Viewer::spectator()}) {
    view::PlayerView expected{.viewer = viewer, .seq = match.seq(), .table = table(match)};
    EXPECT_EQ(match.view(viewer), expected);
  }
}

TEST(ReturnMatch, plays_its_second_game_with_red_first_whoever_that_is) {
  Match match = second_running();
  EXPECT_EQ(match.phase(), Phase::playing);
  EXPECT_EQ(table(match).result, std::nullopt);
  EXPECT_TRUE(match.legal_moves(Seat::host).empty());
  EXPECT_FALSE(match.legal_moves(Seat::guest).empty());
  test::play(match, "e4-e5 e7-e6");
  EXPECT_EQ(match.now(), (DecidedAt{.game = 2, .ply = 2}));
}

TEST(ReturnMatch, is_over_after_two_games_and_waits_for_a_rematch) {
  Match match = second_running();
  const Accepted accepted = accept(match, host("resign 2", Resign{2}));
  EXPECT_EQ(accepted.facts.size(), 1U);
  EXPECT_EQ(match.phase(), Phase::over);
  EXPECT_EQ(score(match), (Score{.wins = {0, 2}, .draws = 0}));
}

TEST(ReturnMatch, counts_a_draw_for_both) {
  Match match = test::running_match(return_match());
  accept(match, host("o", OfferDraw{match.now()}));
  accept(match, guest("a", AcceptDraw{match.now()}));
  EXPECT_EQ(score(match), (Score{.wins = {0, 0}, .draws = 1}));
  test::lock_both(match);
  accept(match, guest("resign 2", Resign{2}));
  EXPECT_EQ(score(match), (Score{.wins = {1, 0}, .draws = 1}));
}

TEST(ReturnMatch, goes_on_after_every_way_to_end_a_game) {
  Settings settings = return_match();
  settings.timing = {.clock = view::MoveClock{30s}, .absence_limit = 10s};
  Match timed_out = test::running_match(settings);
  const Accepted late =
      accept(timed_out, {.seat = Seat::host, .id = {}, .deed = Elapse{}}, noon + 30s);
  EXPECT_EQ(late.facts.back(), next(2, 1, Side::blue));
  EXPECT_EQ(timed_out.deadline(), std::nullopt) << "no clock runs while formations are made";

  Match abandoned = test::running_match(settings);
  accept(abandoned, {.seat = Seat::guest, .id = {}, .deed = Attend{false}});
  const Accepted claimed = accept(abandoned, host("c", ClaimWin{1}), noon + 10s);
  EXPECT_EQ(claimed.facts.back(), next(2, 1, Side::blue));

  settings.ruleset.draw_after_quiet_moves = 1;
  Match quiet = test::running_match(settings);
  const Accepted drawn =
      accept(quiet, host("m", Move{.at = quiet.now(), .move = parse_move("e4-e5")}));
  ASSERT_EQ(drawn.facts.size(), 3U);
  EXPECT_EQ(drawn.facts.back(), next(2, 1, Side::blue));
}

TEST(ReturnMatch, goes_on_after_a_first_game_in_which_red_could_not_move) {
  // Red's only mover stands in a corner behind lakes.
  static const rules::Variant walled_in{
      .name = "walled_in",
      .lakes = {test::parse_square("b1"), test::parse_square("a2")},
      .set_up_areas = {rules::SquareSet{test::parse_square("a1"), test::parse_square("j10")},
                       rules::SquareSet::of_rows(6, 8)},
      .inventory = {1, 0, 0, 1}};
  const LockFormation red{.game = 1,
                          .formation = {{test::parse_square("a1"), rules::Rank::miner},
                                        {test::parse_square("j10"), rules::Rank::flag}}};
  const LockFormation blue{.game = 1,
                           .formation = {{test::parse_square("e7"), rules::Rank::flag},
                                         {test::parse_square("e8"), rules::Rank::miner}}};
  Settings settings = return_match();
  settings.ruleset.variant = &walled_in;
  Match match = test::seated_match(settings);
  accept(match, host("l", red));
  const Accepted accepted = accept(match, guest("l", blue));
  ASSERT_EQ(accepted.facts.size(), 4U);
  EXPECT_EQ(accepted.facts.back(), next(2, 1, Side::blue));
  EXPECT_EQ(score(match), (Score{.wins = {0, 1}, .draws = 0}));
}

TEST(ReturnMatch, gives_the_host_the_other_side_than_the_one_chosen) {
  Match match = test::running_match(return_match(Side::blue));
  EXPECT_EQ(accept(match, host("r", Resign{1})).facts.back(), next(2, 1, Side::red));
  EXPECT_EQ(match.side(Seat::host), Side::red);
}

TEST(ReturnMatch, limits_the_second_set_up_anew) {
  Settings settings = return_match();
  settings.timing.setup_limit = 3min;
  Match match = test::running_match(settings);
  EXPECT_EQ(match.deadline(), std::nullopt);
  accept(match, host("r", Resign{1}), noon + 1h);
  EXPECT_EQ(match.deadline(), noon + 1h + 3min);
  for (const Seat seat : view::all_seats) {
    accept(match, {.seat = seat, .id = {}, .deed = lock(match.side(seat), 2)}, noon + 1h + 3min);
  }
  EXPECT_EQ(match.phase(), Phase::playing);
  EXPECT_EQ(match.deadline(), std::nullopt);
}

TEST(ReturnMatch, starts_its_clocks_anew) {
  Settings settings = return_match();
  settings.timing.clock = view::GameClock{.initial = 60s, .increment = 0s};
  Match match = test::running_match(settings);
  accept(match, host("r", Resign{1}), noon + 40s);
  EXPECT_EQ(table(match).clocks, std::nullopt);
  for (const Seat seat : view::all_seats) {
    accept(match, {.seat = seat, .id = "l2", .deed = lock(match.side(seat), 2)}, noon + 1h);
  }
  EXPECT_EQ(table(match).clocks,
            (view::Clocks{.left = {60s, 60s}, .running = Side::red, .since = noon + 1h}));
}

// ── What was meant for another game

struct Stale {
  const char* name;
  Match (*match)();
  Deed deed;
  std::variant<Refusal, Rejection> why;
};

void PrintTo(const Stale& row, std::ostream* out) { *out << row.name; }

class OfTheFirstGame : public testing::TestWithParam<Stale> {};

TEST_P(OfTheFirstGame, a_command_is_refused_in_the_second) {
  for (const Seat seat : view::all_seats) {
    Match match = GetParam().match();
    const test::Asked before = test::asked(match);
    EXPECT_EQ(match.handle({.seat = seat, .id = "late", .deed = GetParam().deed}, noon),
              refused(match, GetParam().why));
    EXPECT_EQ(test::asked(match), before);
  }
}

constexpr DecidedAt first_start{.game = 1, .ply = 0};

Match setting_up() { return second_set_up(); }
Match running() { return second_running(); }
Match over() {
  Match match = second_running();
  accept(match, host("resign 2", Resign{2}));
  return match;
}

INSTANTIATE_TEST_SUITE_P(
    Match, OfTheFirstGame,
    testing::Values(Stale{"lock_in_set_up", setting_up, lock(Side::red, 1), Refusal::stale},
                    Stale{"lock_in_play", running, lock(Side::red, 1), Refusal::stale},
                    Stale{"move_in_set_up", setting_up,
                          Move{.at = first_start, .move = parse_move("e4-e5")}, Refusal::stale},
                    Stale{"move_in_play", running,
                          Move{.at = first_start, .move = parse_move("e4-e5")}, Refusal::stale},
                    Stale{"rescue", running,
                          Rescue{.at = first_start,
                                 .rescue = {.rank = rules::Rank::spy,
                                            .square = test::parse_square("a5")}},
                          Refusal::stale},
                    Stale{"decline_rescue", running, DeclineRescue{first_start}, Refusal::stale},
                    Stale{"offer_draw", running, OfferDraw{first_start}, Refusal::stale},
                    Stale{"accept_draw", running, AcceptDraw{first_start}, Refusal::stale},
                    Stale{"decline_draw", running, DeclineDraw{first_start}, Refusal::stale},
                    Stale{"resign_in_set_up", setting_up, Resign{1}, Refusal::stale},
                    Stale{"resign_in_play", running, Resign{1}, Refusal::stale},
                    Stale{"claim_win", running, ClaimWin{1}, Refusal::stale},
                    Stale{"offer_rematch_in_set_up", setting_up, OfferRematch{1}, Refusal::stale},
                    Stale{"offer_rematch_in_play", running, OfferRematch{1}, Refusal::stale},
                    Stale{"offer_rematch_afterwards", over, OfferRematch{1}, Refusal::stale},
                    Stale{"accept_rematch_afterwards", over, AcceptRematch{1}, Refusal::stale}),
    [](const auto& row) { return row.param.name; });

TEST(ReturnMatch, answers_a_retry_of_the_first_game_as_it_was_then) {
  Match match = test::running_match(return_match());
  const Command move = host("m", Move{.at = match.now(), .move = parse_move("a4-a7")});
  const Accepted moved = accept(match, move);
  const Command resign = guest("q", Resign{1});
  const Accepted resigned = accept(match, resign);
  const Command lock_1 = host("lock", lock(Side::red, 1));
  test::lock_both(match);
  EXPECT_EQ(
      match.handle(move, noon),
      (Outcome{Repeated{
          .seq = moved.first_seq, .at = noon, .side = Side::red, .fact = moved.facts.front()}}));
  EXPECT_EQ(match.handle(resign, noon), (Outcome{Repeated{.seq = resigned.first_seq,
                                                          .at = noon,
                                                          .side = Side::blue,
                                                          .fact = resigned.facts.front()}}));
  const view::truth::FormationLocked locked{
      test::formation(test::skirmish(), test::skirmish_board(), Side::red)};
  EXPECT_EQ(match.handle(lock_1, noon),
            (Outcome{Repeated{.seq = 3, .at = noon, .side = Side::red, .fact = locked}}))
      << "though its seat plays Blue now";
}

// ── Leaving

struct Left {
  const char* name;
  Match (*match)();
  Seat seat;
  std::size_t facts;
  Score score;
};

void PrintTo(const Left& row, std::ostream* out) { *out << row.name; }

class Leaving : public testing::TestWithParam<Left> {};

TEST_P(Leaving, a_match_ends_it_and_gives_the_rest_to_who_stays) {
  Match match = GetParam().match();
  const Accepted accepted =
      accept(match, {.seat = GetParam().seat, .id = "leave", .deed = Leave{}});
  EXPECT_EQ(accepted.facts.size(), GetParam().facts);
  EXPECT_EQ(accepted.facts.back(), view::Fact{view::PlayerLeft{GetParam().seat}});
  EXPECT_EQ(match.phase(), Phase::over);
  EXPECT_EQ(score(match), GetParam().score);
  // What happens afterwards changes no score, and nobody plays here again.
  const Seat stays = view::other(GetParam().seat);
  const Join join{.name = "Cid", .token = test::token(3)};
  EXPECT_EQ(match.handle({.seat = GetParam().seat, .id = "join", .deed = join}, noon),
            refused(match, Refusal::wrong_phase));
  EXPECT_EQ(
      match.handle({.seat = stays, .id = "again", .deed = OfferRematch{match.now().game}}, noon),
      refused(match, Refusal::wrong_phase));
  accept(match, {.seat = stays, .id = "leave", .deed = Leave{}});
  EXPECT_EQ(score(match), GetParam().score);
  EXPECT_EQ(match.phase(), Phase::over);
}

Match first_running() { return test::running_match(return_match()); }
Match rematch_set_up() {
  Match match = over();
  accept(match, host("o", OfferRematch{2}));
  accept(match, guest("a", AcceptRematch{2}));
  return match;
}
Match single_rematch_set_up() {
  Match match = single_over();
  accept(match, host("o", OfferRematch{1}));
  accept(match, guest("a", AcceptRematch{1}));
  return match;
}

INSTANTIATE_TEST_SUITE_P(
    Match, Leaving,
    testing::Values(
        Left{"in_the_first_game", first_running, Seat::host, 2, {.wins = {0, 2}, .draws = 0}},
        Left{"in_the_second_set_up_as_the_loser",
             setting_up,
             Seat::host,
             1,
             {.wins = {0, 2}, .draws = 0}},
        Left{"in_the_second_set_up_as_the_winner",
             setting_up,
             Seat::guest,
             1,
             {.wins = {1, 1}, .draws = 0}},
        Left{"in_the_second_game", running, Seat::guest, 2, {.wins = {1, 1}, .draws = 0}},
        Left{"after_the_match", over, Seat::guest, 1, {.wins = {0, 2}, .draws = 0}},
        Left{"in_the_set_up_of_a_rematch", rematch_set_up, Seat::guest, 1, {}},
        Left{"after_a_single_game", single_over, Seat::guest, 1, {.wins = {0, 1}, .draws = 0}},
        Left{"in_the_set_up_of_a_single_rematch", single_rematch_set_up, Seat::host, 1, {}}),
    [](const auto& row) { return row.param.name; });

TEST(ReturnMatch, that_was_left_in_the_second_set_up_keeps_the_result_of_the_first_game) {
  Match match = second_set_up();
  const auto before = table(match).result;
  accept(match, host("leave", Leave{}));
  EXPECT_EQ(table(match).result, before);
  EXPECT_EQ(match.handle(guest("r", Resign{2}), noon), refused(match, Refusal::wrong_phase));
}

/// Nobody may be absent for longer than that; the guest is, and the host has lost the first game.
Match left_alone_in_the_second_set_up() {
  Settings settings = return_match();
  settings.timing.absence_limit = 30s;
  Match match = second_set_up(settings);
  accept(match, {.seat = Seat::guest, .id = {}, .deed = Attend{false}});
  return match;
}

TEST(ReturnMatch, is_won_by_who_stays_when_the_other_does_not_come_back_to_set_up) {
  Match match = left_alone_in_the_second_set_up();
  Refused early = std::get<Refused>(refused(match, Refusal::too_early));
  early.retry_after = 1s;
  EXPECT_EQ(match.handle(host("c", ClaimWin{2}), noon + 29s), Outcome{early});
  EXPECT_EQ(accept(match, host("c", ClaimWin{2}), noon + 30s).facts,
            (std::vector<view::Fact>{view::PlayerLeft{Seat::guest}}));
  EXPECT_EQ(match.phase(), Phase::over);
  EXPECT_EQ(score(match), (Score{.wins = {1, 1}, .draws = 0}));
}

TEST(ReturnMatch, answers_a_claim_between_the_games_twice_alike) {
  Match match = left_alone_in_the_second_set_up();
  const Accepted claimed = accept(match, host("c", ClaimWin{2}), noon + 30s);
  EXPECT_EQ(match.handle(host("c", ClaimWin{2}), noon + 40s),
            (Outcome{Repeated{.seq = claimed.first_seq,
                              .at = noon + 30s,
                              .side = Side::blue,
                              .fact = claimed.facts.front()}}));
}

TEST(ReturnMatch, gives_who_comes_back_to_a_set_up_that_ran_out_the_whole_time_again) {
  Settings settings = return_match();
  settings.timing.setup_limit = 90s;
  Match match = second_set_up(settings);
  for (const Seat seat : view::all_seats) {
    accept(match, {.seat = seat, .id = {}, .deed = Attend{false}});
  }
  accept(match, {.seat = Seat::guest, .id = {}, .deed = Attend{true}}, noon + 100s);
  EXPECT_EQ(match.deadline(), noon + 190s);
  accept(match, {.seat = Seat::host, .id = {}, .deed = Attend{true}}, noon + 120s);
  EXPECT_EQ(match.deadline(), noon + 190s) << "which the second one finds as it is";
}

// ── Rematch

TEST(Rematch, offered_lapses_when_who_offers_is_gone) {
  Match match = single_over();
  accept(match, host("o", OfferRematch{1}));
  accept(match, {.seat = Seat::guest, .id = {}, .deed = Attend{false}});
  EXPECT_EQ(table(match).rematch_offer, Seat::host);
  accept(match, {.seat = Seat::host, .id = {}, .deed = Attend{false}});
  EXPECT_EQ(table(match).rematch_offer, std::nullopt);
}

TEST(Rematch, is_offered_for_everybody_to_see_and_accepted_by_the_other) {
  Match match = single_over();
  const std::uint64_t seq = match.seq();
  EXPECT_EQ(match.handle(guest("o", OfferRematch{1}), noon),
            (Outcome{Accepted{
                .first_seq = seq + 1, .at = noon, .facts = {view::RematchOffered{Seat::guest}}}}));
  EXPECT_EQ(table(match).rematch_offer, Seat::guest);
  EXPECT_EQ(
      match.handle(host("a", AcceptRematch{1}), noon),
      (Outcome{Accepted{.first_seq = seq + 2, .at = noon, .facts = {next(2, 2, Side::blue)}}}));
  EXPECT_EQ(match.phase(), Phase::setup);
  EXPECT_EQ(table(match).rematch_offer, std::nullopt);
  EXPECT_EQ(table(match).match, 2U);
  EXPECT_EQ(score(match), Score{});
}

TEST(Rematch, of_a_return_match_has_two_games_again) {
  Match match = rematch_set_up();
  EXPECT_EQ(match.now(), (DecidedAt{.game = 3, .ply = 0}));
  EXPECT_EQ(match.side(Seat::host), Side::red);
  test::lock_both(match);
  EXPECT_EQ(accept(match, host("r3", Resign{3})).facts.back(), next(4, 2, Side::blue));
  test::lock_both(match);
  EXPECT_EQ(accept(match, host("r4", Resign{4})).facts.size(), 1U);
  EXPECT_EQ(match.phase(), Phase::over);
  EXPECT_EQ(score(match), (Score{.wins = {0, 2}, .draws = 0}));
}

TEST(Rematch, is_offered_once) {
  Match match = single_over();
  accept(match, host("o", OfferRematch{1}));
  EXPECT_EQ(match.handle(host("p", OfferRematch{1}), noon), refused(match, Refusal::offer_open));
  EXPECT_EQ(match.handle(guest("p", OfferRematch{1}), noon), refused(match, Refusal::offer_open));
}

TEST(Rematch, is_not_accepted_by_who_offers_nor_where_nobody_has) {
  Match match = single_over();
  EXPECT_EQ(match.handle(guest("a", AcceptRematch{1}), noon), refused(match, Refusal::no_offer));
  accept(match, host("o", OfferRematch{1}));
  EXPECT_EQ(match.handle(host("a", AcceptRematch{1}), noon), refused(match, Refusal::no_offer));
}

TEST(Rematch, is_only_spoken_of_after_the_end_and_of_the_last_game) {
  Match match = test::running_match();
  EXPECT_EQ(match.handle(host("o", OfferRematch{1}), noon), refused(match, Refusal::wrong_phase));
  EXPECT_EQ(match.handle(host("a", AcceptRematch{1}), noon), refused(match, Refusal::wrong_phase));
  match = single_over();
  EXPECT_EQ(match.handle(host("o", OfferRematch{2}), noon), refused(match, Refusal::stale));
  EXPECT_EQ(match.handle(host("a", AcceptRematch{0}), noon), refused(match, Refusal::stale));
}

TEST(Rematch, offered_lapses_when_anybody_leaves) {
  Match match = single_over();
  accept(match, host("o", OfferRematch{1}));
  accept(match, host("leave", Leave{}));
  EXPECT_EQ(table(match).rematch_offer, std::nullopt);
  EXPECT_EQ(match.handle(guest("a", AcceptRematch{1}), noon), refused(match, Refusal::wrong_phase));
}

TEST(Rematch, said_again_is_answered_again_and_done_once) {
  Match match = single_over();
  const Accepted offered = accept(match, host("o", OfferRematch{1}));
  const Accepted accepted = accept(match, guest("a", AcceptRematch{1}));
  EXPECT_EQ(match.handle(host("o", OfferRematch{1}), noon),
            (Outcome{Repeated{.seq = offered.first_seq,
                              .at = noon,
                              .side = Side::red,
                              .fact = offered.facts.front()}}));
  EXPECT_EQ(match.handle(guest("a", AcceptRematch{1}), noon),
            (Outcome{Repeated{.seq = accepted.first_seq,
                              .at = noon,
                              .side = Side::blue,
                              .fact = accepted.facts.front()}}));
  EXPECT_EQ(match.now().game, 2U);
}

// ── Folding

TEST(NextGame, turns_a_players_view_to_the_other_side_of_the_board) {
  Match match = test::running_match(return_match());
  view::PlayerView host_view = match.view(Viewer::player(Side::red));
  view::PlayerView watching = match.view(Viewer::spectator());
  const Accepted accepted = accept(match, host("r", Resign{1}));
  std::uint64_t seq = accepted.first_seq;
  for (const view::Fact& fact : accepted.facts) {
    host_view.apply(seq, noon, view::redact(fact, host_view.viewer));
    watching.apply(seq, noon, view::redact(fact, Viewer::spectator()));
    ++seq;
  }
  EXPECT_EQ(host_view, match.view(Viewer::player(Side::blue)));
  EXPECT_EQ(watching, match.view(Viewer::spectator()));
}

}  // namespace
}  // namespace flagrank::match

#include "server/match/retries.hpp"

#include <gtest/gtest.h>

#include <ostream>

#include "tests/support/match_play.hpp"

namespace flagrank::match {
namespace {

using rules::Side;
using test::accept;
using test::guest;
using test::host;
using test::noon;
using test::parse_move;
using test::token;
using view::Seat;

constexpr DecidedAt start{.game = 1, .ply = 0};

/// One command that is accepted in the match it comes with.
struct Row {
  const char* name;
  Match (*match)();
  Command command;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

Match fresh() { return Match{test::skirmish_settings()}; }
Match invited() {
  Settings settings = test::skirmish_settings();
  settings.invitation = token(9);
  Match match{settings};
  accept(match, host("join", Join{.name = "Ann", .token = token(1)}));
  return match;
}
Match seated() { return test::seated_match(); }
Match running() { return test::running_match(); }
Match offered() {
  Match match = running();
  accept(match, host("offer", OfferDraw{start}));
  return match;
}
Match marshal_meets_general() {
  Match match = running();
  test::play(match, "e4-e5 e7-e6");
  return match;
}

std::vector<rules::Placement> red_army() {
  return test::placements(test::skirmish_board(), Side::red);
}

class Retried : public testing::TestWithParam<Row> {};

TEST_P(Retried, a_command_is_answered_with_what_it_did_and_does_nothing_more) {
  Match match = GetParam().match();
  const Command& command = GetParam().command;
  const Side played = match.side(command.seat);
  const Accepted first = accept(match, command);
  const test::Asked before = test::asked(match);
  const Outcome repeated =
      Repeated{.seq = first.first_seq, .at = noon, .side = played, .fact = first.facts.front()};
  EXPECT_EQ(match.handle(command, noon), repeated);
  EXPECT_EQ(match.handle(command, noon + std::chrono::hours{1}), repeated);
  EXPECT_EQ(test::asked(match), before);
}

TEST_P(Retried, an_id_used_for_another_deed_is_refused) {
  Match match = GetParam().match();
  Command command = GetParam().command;
  accept(match, command);
  const test::Asked before = test::asked(match);
  command.deed = Chat{"something else"};
  EXPECT_EQ(match.handle(command, noon),
            (Outcome{Refused{.why = Refusal::id_reused, .faults = {}, .now = match.now()}}));
  EXPECT_EQ(test::asked(match), before);
}

INSTANTIATE_TEST_SUITE_P(
    Match, Retried,
    testing::Values(Row{"join", fresh, host("x", Join{.name = "Ann", .token = token(1)})},
                    Row{"join_by_invitation", invited,
                        guest("x", Join{.name = "Bob", .token = token(2), .invitation = token(9)})},
                    Row{"leave_during_set_up", seated, host("x", Leave{})},
                    Row{"leave_during_play", running, host("x", Leave{})},
                    Row{"lock_formation", seated,
                        host("x", LockFormation{.game = 1, .formation = red_army()})},
                    Row{"move", running, host("x", Move{.at = start, .move = parse_move("e4-e5")})},
                    Row{"move_with_a_fight", marshal_meets_general,
                        host("x", Move{.at = {.game = 1, .ply = 2}, .move = parse_move("e5-e6")})},
                    Row{"offer_draw", running, guest("x", OfferDraw{start})},
                    Row{"accept_draw", offered, guest("x", AcceptDraw{start})},
                    Row{"decline_draw", offered, guest("x", DeclineDraw{start})},
                    Row{"resign", running, guest("x", Resign{1})},
                    Row{"chat", seated, host("x", Chat{"hello"})}),
    [](const auto& row) { return row.param.name; });

TEST(MatchRetries, a_refused_command_may_be_said_again_under_its_id) {
  Match match = test::running_match();
  const Command early = guest("m", Move{.at = {.game = 1, .ply = 1}, .move = parse_move("e7-e6")});
  EXPECT_TRUE(std::holds_alternative<Refused>(match.handle(early, noon)));
  test::play(match, "e4-e5");
  accept(match, early);
}

TEST(MatchRetries, the_two_seats_do_not_share_their_ids) {
  Match match = test::seated_match();
  accept(match, host("x", Chat{"hello"}));
  accept(match, guest("x", Chat{"hello"}));
}

TEST(MatchRetries, the_last_sixteen_commands_are_remembered) {
  Match match = test::running_match();
  const auto say = [](std::size_t i) { return host("c" + std::to_string(i), Chat{"hello"}); };
  const std::size_t count = Retries::capacity;
  for (std::size_t i = 0; i < count; ++i) accept(match, say(i));
  for (std::size_t i = 0; i < count; ++i) {
    EXPECT_TRUE(std::holds_alternative<Repeated>(match.handle(say(i), noon)));
  }
  accept(match, say(count));
  accept(match, say(0));  // forgotten, and so done again
  EXPECT_TRUE(std::holds_alternative<Repeated>(match.handle(say(2), noon)));
}

TEST(MatchRetries, deeds_of_the_server_itself_are_not_remembered) {
  Match match = test::seated_match();
  accept(match, host("", Attend{false}));
  accept(match, host("", Attend{true}));
  accept(match, host("", Attend{false}));
  EXPECT_EQ(match.last_command(Seat::host), (LastCommand{.id = "join", .seq = 1}));
}

TEST(MatchRetries, the_last_command_is_told_with_the_number_of_its_first_fact) {
  Match match = test::running_match();
  EXPECT_EQ(match.last_command(Seat::guest), (LastCommand{.id = "lock", .seq = 4}));
  test::play(match, "e4-e5");
  EXPECT_EQ(match.last_command(Seat::host), (LastCommand{.id = "ply0", .seq = 6}));
  EXPECT_EQ(match.last_command(Seat::guest), (LastCommand{.id = "lock", .seq = 4}));
}

TEST(MatchRetries, a_newcomer_inherits_nothing_from_who_sat_there_before) {
  Match match = test::seated_match();
  accept(match, guest("c1", Chat{"hello"}));
  accept(match, guest("c2", Leave{}));
  accept(match, guest("c1", Join{.name = "Cid", .token = token(3)}));
  EXPECT_EQ(match.last_command(Seat::guest), (LastCommand{.id = "c1", .seq = 5}));
  accept(match, guest("c2", Chat{"I am new"}));
}

}  // namespace
}  // namespace flagrank::match

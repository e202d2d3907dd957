#include <gtest/gtest.h>

#include "client/text/screen.hpp"
#include "client/text/timekeeping.hpp"
#include "client/text/words.hpp"
#include "tests/unit/text/parlour.hpp"

/// Clocks, limits, absence and spectators, as the client shows them.
namespace flagrank::text {
namespace {

using namespace std::chrono_literals;
using protocol::ErrorCode;
using rules::EndReason;
using rules::Side;
using view::Instant;
using view::Seat;

constexpr view::Timing ten_minutes{.clock = view::GameClock{.initial = 10min, .increment = 5s},
                                   .setup_limit = {},
                                   .absence_limit = {}};
constexpr view::Timing half_a_minute{
    .clock = view::MoveClock{.per_move = 30s}, .setup_limit = {}, .absence_limit = {}};
constexpr view::Timing five_minutes_to_set_up{
    .clock = {}, .setup_limit = 5min, .absence_limit = {}};
constexpr view::Timing two_minutes_away{.clock = {}, .setup_limit = {}, .absence_limit = 2min};

constexpr LocalTime local(LocalTime::duration passed) { return LocalTime{passed}; }
constexpr Instant instant(view::Milliseconds passed) { return Instant{passed}; }

TEST(ServerTime, is_as_told_and_goes_on) {
  ServerTime time;
  time.greeted(instant(1000s), local(5s));
  EXPECT_EQ(time.at(local(5s)), instant(1000s));
  EXPECT_EQ(time.at(local(7s)), instant(1002s));
  EXPECT_EQ(time.local(instant(1002s)), local(7s));
}

TEST(ServerTime, is_never_earlier_than_what_was_heard) {
  ServerTime time;
  time.greeted(instant(1000s), local(5s));
  time.heard(instant(1003s), local(6s));
  EXPECT_EQ(time.at(local(6s)), instant(1003s));
  time.heard(instant(1000s), local(7s));
  EXPECT_EQ(time.at(local(7s)), instant(1004s));
}

TEST(ServerTime, begins_anew_with_each_connection) {
  ServerTime time;
  time.greeted(instant(1000s), local(5s));
  time.greeted(instant(100s), local(6s));
  EXPECT_EQ(time.at(local(6s)), instant(100s));
}

TEST(Clock, of_the_side_to_move_runs) {
  Dealer dealer{Side::red, {}, ten_minutes};
  dealer.run();
  EXPECT_EQ(time_left(dealer.view().table, Side::red, dealer.now() + 3s), 9min + 57s);
  EXPECT_EQ(time_left(dealer.view().table, Side::blue, dealer.now() + 3s), 10min);
  EXPECT_EQ(time_left(dealer.view().table, Side::red, dealer.now() + 1h), 0s);
  EXPECT_EQ(time_left(dealer.view().table, Side::red, dealer.now() - 1h), 10min);
}

TEST(Clock, is_shown_beside_the_board_and_at_the_own_turn) {
  Parlour parlour{Manner::person, {}, Side::red, ten_minutes};
  parlour.start();
  parlour.wait(61s);
  EXPECT_EQ(parlour.type("board"), Actions{print(R"(
     a  b  c  d  e  f  g  h  i  j       Blue: Bob
   +------------------------------+     Clock 10:00
10 | #  #  #  #  #  #  #  #  #  # | 10                M 9 8 7 6 5 4 3 2 S B F
 9 | #  #  #  #  #  #  #  #  #  # |  9  Blue unseen   1 1 2 3 4 4 4 5 8 1 6 1
 8 | #  #  #  #  #  #  #  #  #  # |  8  Blue lost     . . . . . . . . . . . .
 7 | #  #  #  #  #  #  #  #  #  # |  7  You lost      . . . . . . . . . . . .
 6 | .  . ~~~~~~ .  . ~~~~~~ .  . |  6
 5 | .  . ~~~~~~ .  . ~~~~~~ .  . |  5  Moves so far: 0
 4 | 2  6  5  2  7  M  2  6  5  2 |  4
 3 | 4  8  2  S  6  9  7  B  8  2 |  3  # never moved   ? has moved
 2 | 5  2  3  6  4  B  B  3  B  7 |  2  (5) has shown what it is
 1 | 3  4  3  5  B  F  B  4  3  2 |  1
   +------------------------------+     Clock 8:59, running
     a  b  c  d  e  f  g  h  i  j       Red: Ann (you)
Your turn, 8:59 left. Type a move such as a4 a5, or help.
)")});
}

TEST(Clock, is_told_in_full_on_request) {
  Parlour parlour{Manner::person, {}, Side::red, ten_minutes};
  parlour.start();
  parlour.wait(61s);
  EXPECT_EQ(parlour.type("clock"),
            Actions{print("Clock: 10 min a side, and 5 s more with each move.\n"
                          "Red has 8:59 left, Blue 10:00.\n")});
}

TEST(Clock, is_told_to_a_script_with_each_turn) {
  Parlour parlour{Manner::script, {}, Side::red, ten_minutes};
  parlour.start();
  parlour.wait(3s);
  EXPECT_EQ(parlour.hear(parlour.dealer.move("a4-a5")),
            Actions{print("move red a4 a5\nturn blue\nclocks 602000 600000\n")});
}

TEST(Clock, is_told_to_a_script_that_comes_back) {
  Parlour parlour{Manner::script, {}, Side::red, half_a_minute};
  parlour.start();
  (void)parlour.lose({.advice = protocol::Advice::resume}, 0s);
  parlour.wait(4s);
  (void)parlour.hear(parlour.dealer.hello());
  EXPECT_EQ(parlour.hear(parlour.dealer.snapshot("c4")),
            Actions{print("back\nclocks 26000 30000\n")});
}

TEST(Clock, that_runs_short_is_said) {
  Parlour parlour{Manner::person, {}, Side::red, ten_minutes};
  parlour.start();
  EXPECT_EQ(parlour.client.alarm(), local(9min));
  EXPECT_EQ(parlour.client.time_came(), Actions{});
  parlour.wait(9min);
  EXPECT_EQ(parlour.client.time_came(), Actions{print("One minute left on your clock.\n")});
  EXPECT_EQ(parlour.client.time_came(), Actions{});
  EXPECT_EQ(parlour.client.alarm(), local(9min + 50s));
  parlour.wait(50s);
  EXPECT_EQ(parlour.client.time_came(), Actions{print("10 seconds left on your clock.\n")});
  EXPECT_EQ(parlour.client.alarm(), std::nullopt);
}

TEST(Clock, that_runs_short_is_said_even_when_something_else_comes_first) {
  Parlour parlour{Manner::person, {}, Side::red, half_a_minute};
  parlour.start();
  EXPECT_EQ(parlour.client.alarm(), local(20s));
  parlour.wait(21s);
  EXPECT_EQ(parlour.hear(parlour.dealer.chat(Seat::guest, "hurry")),
            Actions{print("10 seconds left on your clock.\nBob: hurry\n")});
  EXPECT_EQ(parlour.client.alarm(), std::nullopt);
}

TEST(Clock, of_the_other_is_not_warned_of) {
  Parlour parlour{Manner::person, {}, Side::blue, ten_minutes};
  parlour.start();
  EXPECT_EQ(parlour.client.alarm(), std::nullopt);
}

TEST(Clock, warns_no_script) {
  Parlour parlour{Manner::script, {}, Side::red, ten_minutes};
  parlour.start();
  EXPECT_EQ(parlour.client.alarm(), std::nullopt);
}

TEST(Clock, that_has_run_out_ends_the_game) {
  Parlour parlour{Manner::script, {}, Side::red, half_a_minute};
  parlour.start();
  parlour.wait(30s);
  (void)parlour.client.input_ended();
  EXPECT_EQ(parlour.hear(parlour.dealer.end(EndReason::time, Side::blue)),
            (Actions{print("over time blue\n"), say("c4", protocol::LeaveRoom{}),
                     action::Forget{kept_seat}, finish(ExitStatus::finished)}));
}

TEST(Limits, are_told_to_a_person_on_arrival) {
  const view::Timing timing{
      .clock = view::MoveClock{.per_move = 30s}, .setup_limit = 5min, .absence_limit = 2min};
  Parlour parlour{Manner::person, {}, Side::red, timing};
  parlour.dealer.let_others_watch();
  (void)parlour.hear(parlour.dealer.hello());
  (void)parlour.hear(parlour.dealer.seated("c1"));
  EXPECT_EQ(parlour.hear(parlour.dealer.snapshot()).at(0),
            print("Clock: 30 s for each move.\n"
                  "Set-up: 5 min. Who has not locked by then gets an army made by chance.\n"
                  "Absence: who is away for 2 min during the game may lose it.\n"
                  "Others may watch this game.\n"));
}

TEST(Limits, are_told_to_a_script_on_arrival) {
  view::Timing timing = ten_minutes;
  timing.setup_limit = 5min;
  timing.absence_limit = 2min;
  Parlour parlour{Manner::script, {}, Side::red, timing};
  (void)parlour.hear(parlour.dealer.hello());
  (void)parlour.hear(parlour.dealer.seated("c1"));
  EXPECT_EQ(parlour.hear(parlour.dealer.snapshot()).at(0),
            print("side red\nlimit clock 600000 5000\nlimit setup 300000\nlimit absence 120000\n"));
}

TEST(Limits, that_are_not_there_are_said_to_be_none) {
  Parlour parlour{Manner::person};
  parlour.start();
  EXPECT_EQ(parlour.type("clock"), Actions{print("Nothing is limited in this room.\n")});
}

TEST(SetUpLimit, is_counted_down) {
  Parlour parlour{Manner::person, {}, Side::red, five_minutes_to_set_up};
  parlour.sit();
  EXPECT_EQ(parlour.client.alarm(), std::nullopt);
  EXPECT_EQ(parlour.hear(parlour.dealer.join()),
            Actions{print("Bob has joined and plays Blue.\n"
                          "Arrange your army, then type lock. 5:00 left.\n")});
  parlour.wait(4min);
  EXPECT_EQ(parlour.client.time_came(),
            Actions{print("One minute left to arrange your army and lock it.\n")});
  EXPECT_EQ(parlour.type("clock"),
            Actions{print("Set-up: 5 min. Who has not locked by then gets an army made by chance.\n"
                          "Set-up ends in 1:00.\n")});
  (void)parlour.type("lock");
  EXPECT_EQ(parlour.hear(parlour.dealer.lock(Side::red, "c3")),
            Actions{print("Your army is locked. Waiting for Blue to be ready. 1:00 left.\n")});
  EXPECT_EQ(parlour.client.alarm(), std::nullopt);
}

rules::Formation army_by_chance(const Dealer& dealer) {
  auto placements = dealer.army(Side::red).placements();
  std::swap(placements[0].rank, placements[1].rank);
  return *rules::Formation::check(*dealer.view().table.ruleset.variant, Side::red, placements);
}

TEST(SetUpLimit, that_is_over_asks_for_nothing_more) {
  Parlour parlour{Manner::person, {}, Side::red, five_minutes_to_set_up};
  parlour.sit();
  (void)parlour.hear(parlour.dealer.join());
  parlour.wait(5min);
  (void)parlour.client.time_came();
  EXPECT_EQ(parlour.hear(parlour.dealer.lock(Side::blue)), Actions{});
}

TEST(SetUpLimit, that_is_over_is_explained) {
  Parlour parlour{Manner::person, {}, Side::red, five_minutes_to_set_up};
  parlour.sit();
  (void)parlour.hear(parlour.dealer.join());
  (void)parlour.hear(parlour.dealer.lock(Side::blue));
  EXPECT_EQ(parlour.hear(parlour.dealer.impose(army_by_chance(parlour.dealer))),
            Actions{print(
                "The time for set-up is over: the server has locked an army made by chance.\n")});
}

TEST(SetUpLimit, that_is_over_is_a_line_for_a_script) {
  Parlour parlour{Manner::script, {}, Side::red, five_minutes_to_set_up};
  parlour.sit();
  (void)parlour.hear(parlour.dealer.join());
  EXPECT_EQ(parlour.hear(parlour.dealer.impose(army_by_chance(parlour.dealer))),
            Actions{print("imposed\nlocked red\n")});
}

TEST(SetUpLimit, that_was_over_meanwhile_is_explained) {
  Parlour parlour{Manner::script, {}, Side::red, five_minutes_to_set_up};
  parlour.sit();
  (void)parlour.hear(parlour.dealer.join());
  (void)parlour.lose({.advice = protocol::Advice::resume}, 0s);
  parlour.dealer.impose(army_by_chance(parlour.dealer));
  (void)parlour.hear(parlour.dealer.hello());
  EXPECT_EQ(parlour.hear(parlour.dealer.snapshot("c3")),
            Actions{print("back\nimposed\nlocked red\n")});
}

TEST(Absence, says_from_when_on_the_game_may_be_claimed) {
  Parlour parlour{Manner::person, {}, Side::red, two_minutes_away};
  parlour.start();
  EXPECT_EQ(parlour.hear(parlour.dealer.tell(view::Presence{Seat::guest, false})),
            Actions{print("Bob has lost the connection. After 2 min you may claim the game.\n")});
  EXPECT_EQ(parlour.client.alarm(), local(2min));
  parlour.wait(80s);
  EXPECT_EQ(parlour.type("clock"),
            Actions{print("Absence: who is away for 2 min during the game may lose it.\n"
                          "You may claim the game in 0:40.\n")});
  parlour.wait(40s);
  EXPECT_EQ(parlour.client.time_came(),
            Actions{print("Bob has been away for 2 min: type claim to win the game.\n")});
  EXPECT_EQ(next_step(parlour.dealer.view(), parlour.dealer.now()),
            "Blue is away too long: type claim to win the game, or wait.");
  EXPECT_EQ(parlour.type("claim"), Actions{say("c4", protocol::ClaimWin{1})});
  const auto over = parlour.dealer.end(EndReason::abandonment, Side::red, "c4");
  EXPECT_EQ(parlour.hear(over), Actions{print(armies_side_by_side + parlour.screen())});
}

TEST(Absence, that_ends_in_time_costs_nothing) {
  Parlour parlour{Manner::person, {}, Side::red, two_minutes_away};
  parlour.start();
  (void)parlour.hear(parlour.dealer.tell(view::Presence{Seat::guest, false}));
  parlour.wait(1min);
  EXPECT_EQ(parlour.hear(parlour.dealer.tell(view::Presence{Seat::guest, true})),
            Actions{print("Bob is back.\n")});
  EXPECT_EQ(parlour.client.alarm(), std::nullopt);
}

TEST(Absence, before_the_game_is_not_counted) {
  Parlour parlour{Manner::person, {}, Side::red, two_minutes_away};
  parlour.sit();
  (void)parlour.hear(parlour.dealer.join());
  EXPECT_EQ(parlour.hear(parlour.dealer.tell(view::Presence{Seat::guest, false})),
            Actions{print("Bob has lost the connection; the seat stays taken.\n")});
  EXPECT_EQ(parlour.client.alarm(), std::nullopt);
}

TEST(Absence, is_waited_for_by_the_claim_of_a_script) {
  Parlour parlour{Manner::script, {}, Side::red, two_minutes_away};
  parlour.start();
  EXPECT_EQ(parlour.type("claim"), Actions{});
  EXPECT_EQ(parlour.hear(parlour.dealer.tell(view::Presence{Seat::guest, false})),
            (Actions{print("away blue\n"), say("c4", protocol::ClaimWin{1})}));
  auto early = Dealer::error(ErrorCode::too_early, "Too early.", "c4");
  std::get<protocol::Error>(early.body).retry_after_ms = 120'000;
  EXPECT_EQ(parlour.hear(early),
            (Actions{action::SayLater{{.id = "c4", .body = protocol::ClaimWin{1}}, 2min}}));
}

TEST(Absence, where_it_has_no_limit_lets_a_script_hear_so) {
  Parlour parlour{Manner::script};
  parlour.start();
  EXPECT_EQ(parlour.type("claim"), Actions{say("c4", protocol::ClaimWin{1})});
}

const protocol::WatchRoom to_watch{.room = "k7q-m3p"};

TEST(Spectator, is_shown_the_table_and_told_to_be_watching) {
  Parlour parlour{Manner::person, to_watch};
  parlour.dealer.join();
  EXPECT_EQ(parlour.hear(parlour.dealer.hello()), Actions{say("w1", to_watch)});
  EXPECT_EQ(parlour.hear(parlour.dealer.snapshot("w1")),
            Actions{print(R"(You are watching room K7QM3P.

     a  b  c  d  e  f  g  h  i  j       Blue: Bob
   +------------------------------+
10 | .  .  .  .  .  .  .  .  .  . | 10  You are watching from Red's side.
 9 | .  .  .  .  .  .  .  .  .  . |  9
 8 | .  .  .  .  .  .  .  .  .  . |  8  Neither army is shown before the game
 7 | .  .  .  .  .  .  .  .  .  . |  7  begins, and no rank before it is
 6 | .  . ~~~~~~ .  . ~~~~~~ .  . |  6  revealed.
 5 | .  . ~~~~~~ .  . ~~~~~~ .  . |  5
 4 | .  .  .  .  .  .  .  .  .  . |  4
 3 | .  .  .  .  .  .  .  .  .  . |  3
 2 | .  .  .  .  .  .  .  .  .  . |  2
 1 | .  .  .  .  .  .  .  .  .  . |  1
   +------------------------------+
     a  b  c  d  e  f  g  h  i  j       Red: Ann
You are watching. The players arrange their armies.
)")});
  EXPECT_EQ(parlour.client.prompt(), "watching> ");
  EXPECT_EQ(parlour.hear(parlour.dealer.lock(Side::red)), Actions{print("Red is ready.\n")});
}

TEST(Spectator, sees_what_both_may_see) {
  Parlour parlour{Manner::person, to_watch};
  parlour.dealer.run();
  (void)parlour.hear(parlour.dealer.hello());
  (void)parlour.hear(parlour.dealer.snapshot("w1"));
  const auto moved = parlour.dealer.move("a4-a7");
  EXPECT_EQ(parlour.hear(moved), Actions{print(R"(
     a  b  c  d  e  f  g  h  i  j       Blue: Bob
   +------------------------------+
10 | #  #  #  #  #  #  #  #  #  # | 10                M 9 8 7 6 5 4 3 2 S B F
 9 | #  #  #  #  #  #  #  #  #  # |  9  Blue unseen   1 1 2 3 4 4 4 5 7 1 6 1
 8 | #  #  #  #  #  #  #  #  #  # |  8  Red unseen    1 1 2 3 4 4 4 5 7 1 6 1
 7 |>.  #  #  #  #  #  #  #  #  # |  7  Blue lost     . . . . . . . . 1 . . .
 6 | .  . ~~~~~~ .  . ~~~~~~ .  . |  6  Red lost      . . . . . . . . 1 . . .
 5 | .  . ~~~~~~ .  . ~~~~~~ .  . |  5
 4 | _  #  #  #  #  #  #  #  #  # |  4  Moves so far: 1
 3 | #  #  #  #  #  #  #  #  #  # |  3  # never moved   ? has moved
 2 | #  #  #  #  #  #  #  #  #  # |  2  (5) has shown what it is
 1 | #  #  #  #  #  #  #  #  #  # |  1
   +------------------------------+
     a  b  c  d  e  f  g  h  i  j       Red: Ann
Last move: Red's scout (2) attacked Blue's scout (2) on a7 and both were lost.
Blue is to move.
)")});
  EXPECT_EQ(parlour.client.prompt(), "blue to move> ");
  EXPECT_EQ(parlour.hear(parlour.dealer.tell(view::DrawOffered{Side::blue})),
            Actions{print("Blue offers a draw.\n")});
}

TEST(Spectator, can_only_look) {
  Parlour parlour{Manner::person, to_watch};
  parlour.dealer.run();
  (void)parlour.hear(parlour.dealer.hello());
  (void)parlour.hear(parlour.dealer.snapshot("w1"));
  const Actions no{print("You are watching; only the players can do that.\n")};
  for (const auto* line : {"a4 a5", "moves", "offer", "accept", "decline", "resign yes", "claim",
                           "say hello", "lock", "swap a1 a2", "formation random", "save x"}) {
    EXPECT_EQ(parlour.type(line), no) << line;
  }
  EXPECT_EQ(parlour.type("quit"), Actions{finish(ExitStatus::left)});
}

TEST(Spectator, leaves_without_being_asked_twice) {
  Parlour parlour{Manner::person, to_watch};
  parlour.dealer.run();
  (void)parlour.hear(parlour.dealer.hello());
  (void)parlour.hear(parlour.dealer.snapshot("w1"));
  EXPECT_EQ(parlour.type("leave"), Actions{say("w2", protocol::LeaveRoom{})});
  EXPECT_EQ(parlour.hear({.re = "w2", .body = protocol::LeftRoom{}}),
            Actions{finish(ExitStatus::left)});
}

TEST(Spectator, who_is_a_script_hears_all_to_the_end) {
  Parlour parlour{Manner::script, to_watch};
  parlour.dealer.run();
  parlour.dealer.move("a4-a5");
  (void)parlour.hear(parlour.dealer.hello());
  EXPECT_EQ(parlour.hear(parlour.dealer.snapshot("w1")),
            Actions{print("room K7QM3P\nwatching\njoined red Ann\njoined blue Bob\nlocked red\n"
                          "locked blue\nstarted 1\nturn red\nmove red a4 a5\nturn blue\n")});
  EXPECT_EQ(parlour.hear(parlour.dealer.end(EndReason::resignation, Side::red)),
            (Actions{print("over resignation red\n"), finish(ExitStatus::finished)}));
}

TEST(Spectator, watches_again_after_a_loss) {
  Parlour parlour{Manner::script, to_watch};
  parlour.dealer.run();
  (void)parlour.hear(parlour.dealer.hello());
  (void)parlour.hear(parlour.dealer.snapshot("w1"));
  (void)parlour.lose({.advice = protocol::Advice::resume}, 0s);
  parlour.dealer.move("a4-a5");
  EXPECT_EQ(parlour.hear(parlour.dealer.hello()), Actions{say("w2", to_watch)});
  EXPECT_EQ(parlour.hear(parlour.dealer.snapshot("w2")),
            Actions{print("back\nmove red a4 a5\nturn blue\n")});
}

TEST(Spectator, where_none_is_allowed_is_refused) {
  Parlour parlour{Manner::person, to_watch};
  (void)parlour.hear(parlour.dealer.hello());
  EXPECT_EQ(parlour.hear(Dealer::error(ErrorCode::no_spectators, "Not open.", "w1")),
            Actions{finish(ExitStatus::refused, "Not open.")});
}

}  // namespace
}  // namespace flagrank::text

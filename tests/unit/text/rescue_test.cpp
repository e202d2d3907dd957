#include <gmock/gmock.h>

#include "client/text/known.hpp"
#include "client/text/missed.hpp"
#include "client/text/screen.hpp"
#include "client/text/words.hpp"
#include "tests/unit/text/parlour.hpp"

/// How a captured piece comes back, for both sides of the table.
namespace flagrank::text {
namespace {

using protocol::ErrorCode;
using rules::EndReason;
using rules::Rank;
using rules::Side;
using testing::HasSubstr;

const protocol::DecidedAt back_row{.game = 1, .ply = 13};

Parlour at_the_lane(Manner manner, Side side) {
  Parlour parlour{manner, lane_rules(), lane_board, side};
  parlour.start();
  return parlour;
}

rules::Square square(std::string_view text) { return rules::Square::parse(text).value(); }

std::string last_lines(const Actions& actions) {
  return std::get<action::Print>(actions.back()).text;
}

TEST(Rescue, is_offered_with_what_can_come_back_and_where_to) {
  Parlour parlour = at_the_lane(Manner::person, Side::red);
  const Actions played = parlour.play(lane_moves);
  EXPECT_EQ(played, Actions{print(parlour.screen())});
  EXPECT_EQ(next_step(parlour.dealer.view(), parlour.dealer.now()),
            "You may bring a captured piece back: 1 scout (2).\n"
            "Type rescue scout c1, say (a free square of rows 1 to 5), or pass.");
  EXPECT_EQ(parlour.client.prompt(), "rescue> ");
}

TEST(Rescue, is_said_with_the_position_it_was_decided_at) {
  Parlour parlour = at_the_lane(Manner::person, Side::red);
  parlour.play(lane_moves);
  EXPECT_EQ(parlour.type("rescue scout a5"),
            Actions{say("c4", protocol::Rescue{back_row, {Rank::scout, square("a5")}})});
  const auto rescued = parlour.dealer.rescue(Rank::scout, "a5", "c4");
  EXPECT_EQ(parlour.hear(rescued),
            Actions{print("Your scout (2) is back, on a5.\n" + parlour.screen())});
  EXPECT_THAT(parlour.screen(), HasSubstr("Last move: You moved j9 to j10.\n"
                                          "Then you brought your scout (2) back on a5.\n"));
}

TEST(Rescue, may_be_declined) {
  Parlour parlour = at_the_lane(Manner::person, Side::red);
  parlour.play(lane_moves);
  EXPECT_EQ(parlour.type("pass"), Actions{say("c4", protocol::DeclineRescue{back_row})});
  EXPECT_EQ(parlour.hear(parlour.dealer.pass("c4")),
            Actions{print("You bring nobody back.\nBlue is to move.\n")});
}

TEST(Rescue, that_is_refused_can_be_tried_again) {
  Parlour parlour = at_the_lane(Manner::person, Side::red);
  parlour.play(lane_moves);
  (void)parlour.type("rescue miner a5");
  EXPECT_EQ(parlour.hear(Dealer::error(ErrorCode::not_captured, "No such piece.", "c4")),
            Actions{print("No such piece.\n")});
  EXPECT_EQ(parlour.type("rescue 2 A5"),
            Actions{say("c5", protocol::Rescue{back_row, {Rank::scout, square("a5")}})});
}

TEST(Rescue, is_for_no_hidden_scout_and_its_player_is_told_what_to_do) {
  std::string board{lane_board};
  std::swap(board[board.find("OM\n")], board[board.find("OM\n") + 1]);
  Parlour parlour{Manner::person, lane_rules(), board, Side::red};
  parlour.start();
  parlour.play({"j4-j5", "f9-f1", "j5-j6", "e9-e8", "j6-j7", "e8-e9", "j7-j8", "d10-d9", "j8-j9",
                "d9-d10", "j9-j10"});
  EXPECT_EQ(next_step(parlour.dealer.view(), parlour.dealer.now()),
            "A scout brings nobody back: type pass. Nobody is told that it is a scout.");
  EXPECT_TRUE(parlour.dealer.view().rescue_pending);
}

TEST(Rescue, of_nothing_that_can_come_back_is_to_be_passed) {
  view::PlayerView view;
  view.viewer = view::Viewer::player(Side::red);
  view.table.phase = view::Phase::playing;
  view.to_move = Side::red;
  view.rescue_pending = true;
  EXPECT_EQ(next_step(view, {}), "None of your captured pieces can come back: type pass.");
}

TEST(Rescue, is_what_moves_is_answered_with) {
  Parlour parlour = at_the_lane(Manner::person, Side::red);
  parlour.play(lane_moves);
  (void)parlour.type("moves");
  EXPECT_THAT(last_lines(parlour.hear({.re = "c4", .body = protocol::LegalMovesTold{}})),
              HasSubstr("You may bring a captured piece back: 1 scout (2).\n"));
}

TEST(Rescue, tells_the_time_that_is_left_for_it) {
  Parlour parlour = at_the_lane(Manner::person, Side::red);
  parlour.play(lane_moves);
  view::PlayerView view = parlour.dealer.view();
  view.table.clocks = view::Clocks{};
  view.table.clocks->left = {std::chrono::seconds{42}, std::chrono::seconds{50}};
  EXPECT_THAT(next_step(view, {}),
              HasSubstr("You may bring a captured piece back, 0:42 left: 1 scout (2).\n"));
}

TEST(Rescue, of_the_other_player_is_told_without_a_rank) {
  Parlour parlour = at_the_lane(Manner::person, Side::blue);
  const Actions played = parlour.play(lane_moves);
  EXPECT_EQ(played, Actions{print(parlour.screen())});
  EXPECT_EQ(next_step(parlour.dealer.view(), parlour.dealer.now()),
            "Red may bring a captured piece back.");
  EXPECT_EQ(parlour.client.prompt(), "red to move> ");
  const auto rescued = parlour.dealer.rescue(Rank::scout, "a5");
  EXPECT_EQ(parlour.hear(rescued),
            Actions{print("Red brings a captured piece back on a5.\n" + parlour.screen())});
  EXPECT_THAT(parlour.screen(), HasSubstr("\nThen Red brought a captured piece back on a5.\n"));
  EXPECT_THAT(history_in_words(parlour.dealer.view(), false),
              HasSubstr("\n13. Red moved j9 to j10.\n"
                        "    Then Red brought a captured piece back on a5.\n"));
}

TEST(Rescue, that_the_other_player_declines_is_told) {
  Parlour parlour = at_the_lane(Manner::person, Side::blue);
  parlour.play(lane_moves);
  EXPECT_EQ(parlour.hear(parlour.dealer.pass()),
            Actions{print("Red brings nobody back.\n"
                          "Your turn. Type a move such as i7 i6, or help.\n")});
}

TEST(Rescue, is_in_the_list_of_what_was_captured) {
  for (const Side side : {Side::red, Side::blue}) {
    Parlour parlour = at_the_lane(Manner::person, side);
    parlour.play(lane_moves);
    (void)parlour.dealer.rescue(Rank::scout, "a5");
    EXPECT_THAT(losses_in_words(parlour.dealer.view()),
                HasSubstr(side == Side::red
                              ? "You have lost 1 scout (2).\nYou have brought back 1 scout (2).\n"
                              : "Red has lost 1 scout (2).\nRed has brought back 1 piece.\n"));
  }
}

// Scripts.

TEST(RescueOfAScript, waits_for_its_moment) {
  Parlour parlour = at_the_lane(Manner::script, Side::red);
  parlour.play({"i4-i7"});
  EXPECT_EQ(parlour.type("j4 j5"), Actions{});
  (void)parlour.hear(parlour.dealer.move("d10-d9"));
  (void)parlour.hear(parlour.dealer.move("j4-j5", "c4"));
  EXPECT_EQ(parlour.type("rescue scout a5"), Actions{}) << "in the other player's turn";
}

TEST(RescueOfAScript, is_said_once_it_is_open_and_told_in_lines) {
  Parlour parlour = at_the_lane(Manner::script, Side::red);
  EXPECT_EQ(parlour.play(lane_moves), Actions{print("move red j9 j10\nrescue? red\n")});
  EXPECT_EQ(parlour.type("rescue scout a5"),
            Actions{say("c4", protocol::Rescue{back_row, {Rank::scout, square("a5")}})});
  EXPECT_EQ(parlour.hear(parlour.dealer.rescue(Rank::scout, "a5", "c4")),
            Actions{print("rescued red scout a5\nturn blue\n")});
}

TEST(RescueOfAScript, is_told_to_the_other_without_a_rank) {
  Parlour parlour = at_the_lane(Manner::script, Side::blue);
  parlour.play(lane_moves);
  EXPECT_EQ(parlour.hear(parlour.dealer.rescue(Rank::scout, "a5")),
            Actions{print("rescued red unknown a5\nturn blue\n")});
}

TEST(RescueOfAScript, that_is_declined_is_a_line_for_both) {
  for (const Side side : {Side::red, Side::blue}) {
    Parlour parlour = at_the_lane(Manner::script, side);
    parlour.play(lane_moves);
    EXPECT_EQ(parlour.hear(parlour.dealer.pass()), Actions{print("passed red\nturn blue\n")});
  }
}

TEST(RescueOfAScript, that_knows_nothing_of_it_is_refused_and_goes_on) {
  Parlour parlour = at_the_lane(Manner::script, Side::red);
  parlour.play(lane_moves);
  EXPECT_EQ(parlour.type("a4 a5"), Actions{say("c4", move_at(13, "a4", "a5"))});
  EXPECT_EQ(parlour.hear(Dealer::error(ErrorCode::rescue_pending, "Not over.", "c4")),
            Actions{print("error rescue_pending Not over.\n")});
  EXPECT_TRUE(parlour.client.wants_line());
}

TEST(RescueOfAScript, that_does_not_come_is_refused_in_the_next_turn_and_not_waited_for) {
  Parlour parlour = at_the_lane(Manner::script, Side::red);
  parlour.play({"i4-i7"});
  EXPECT_EQ(parlour.type("pass"), Actions{});
  EXPECT_EQ(parlour.hear(parlour.dealer.move("d10-d9")).back(),
            say("c4", protocol::DeclineRescue{{.game = 1, .ply = 2}}));
}

TEST(RescueOfAScript, whose_lines_are_used_up_is_declined) {
  Parlour parlour = at_the_lane(Manner::script, Side::red);
  EXPECT_EQ(parlour.client.input_ended(), Actions{});
  EXPECT_EQ(parlour.play(lane_moves), (Actions{print("move red j9 j10\nrescue? red\n"),
                                               say("c4", protocol::DeclineRescue{back_row})}));
  EXPECT_EQ(parlour.hear(parlour.dealer.pass("c4")), Actions{print("passed red\nturn blue\n")});
}

TEST(RescueOfAScript, whose_lines_end_while_it_is_open_is_declined) {
  Parlour parlour = at_the_lane(Manner::script, Side::red);
  parlour.play(lane_moves);
  EXPECT_EQ(parlour.client.input_ended(), Actions{say("c4", protocol::DeclineRescue{back_row})});
}

TEST(RescueOfAScript, that_the_server_will_not_decline_is_not_declined_over_and_over) {
  Parlour parlour = at_the_lane(Manner::script, Side::red);
  parlour.play(lane_moves);
  (void)parlour.client.input_ended();
  EXPECT_EQ(parlour.hear(Dealer::error(ErrorCode::internal, "Broken.", "c4")),
            Actions{print("error internal Broken.\n")});
}

TEST(RescueOfAScript, of_the_other_side_is_not_its_to_decline) {
  Parlour parlour = at_the_lane(Manner::script, Side::blue);
  (void)parlour.client.input_ended();
  EXPECT_EQ(parlour.play(lane_moves), Actions{print("move red j9 j10\nrescue? red\n")});
}

// Deduction aids.

TEST(Known, tells_what_is_public_of_both_armies) {
  Dealer dealer{Side::blue, lane_rules(), lane_board};
  EXPECT_EQ(known_in_words(dealer.view()), "The armies have not met yet.\n");
  dealer.run();
  for (const auto move : lane_moves) dealer.move(move);
  dealer.rescue(Rank::scout, "a5");
  for (const auto* move : {"e8-e9", "a5-b5"}) dealer.move(move);
  EXPECT_EQ(known_in_words(dealer.view()),
            "Of Red, everybody can tell:\n"
            "  known        none\n"
            "  have moved   b5, j10\n"
            "  not seen yet 1 bomb, 1 marshal (10), 1 general (9), 1 miner (3), 1 scout (2),\n"
            "               1 spy, 1 flag\n"
            "  came back    on a5 (now on b5)\n"
            "Of you, everybody can tell:\n"
            "  known        marshal (10) on i7\n"
            "  have moved   d9, e9\n"
            "  not seen yet 1 bomb, 1 general (9), 1 miner (3), 2 scouts (2), 1 spy, 1 flag\n"
            "  came back    none\n"
            "What has moved is neither a bomb nor the flag, and neither is what came back.\n");
}

TEST(Known, speaks_of_coming_back_only_where_that_can_be) {
  Dealer dealer{Side::red};
  dealer.run();
  EXPECT_THAT(known_in_words(dealer.view()), testing::Not(HasSubstr("  came back")));
}

TEST(Known, is_for_scripts_too_and_for_those_who_watch) {
  Parlour parlour = at_the_lane(Manner::script, Side::red);
  EXPECT_EQ(parlour.type("known"), Actions{print(known_in_words(parlour.dealer.view()))});
  Dealer dealer{Side::red, lane_rules(), lane_board};
  dealer.seat_nobody();
  dealer.run();
  EXPECT_THAT(known_in_words(dealer.view()), HasSubstr("Of Red, everybody can tell:\n"));
}

// What was missed.

std::string missed(const view::PlayerView& before, const Dealer& dealer) {
  return missed_in_lines(before, dealer.view(), plain);
}

TEST(MissedRescue, is_told_after_its_move) {
  Dealer dealer{Side::blue, lane_rules(), lane_board};
  dealer.run();
  for (const auto move : lane_moves) {
    if (move != lane_moves.back()) dealer.move(move);
  }
  const view::PlayerView before = dealer.view();
  dealer.move(lane_moves.back());
  EXPECT_EQ(missed(before, dealer), "move red j9 j10\nrescue? red\n");
  const view::PlayerView open = dealer.view();
  dealer.rescue(Rank::scout, "a5");
  EXPECT_EQ(missed(before, dealer),
            "move red j9 j10\nrescue? red\nrescued red unknown a5\nturn blue\n");
  EXPECT_EQ(missed(open, dealer), "rescued red unknown a5\nturn blue\n");
  EXPECT_EQ(missed_in_words(open, dealer.view(), plain),
            "Red brings a captured piece back on a5.\n");
}

TEST(MissedRescue, that_was_declined_is_told_to_who_knew_that_it_was_open) {
  Dealer dealer{Side::blue, lane_rules(), lane_board};
  dealer.run();
  for (const auto move : lane_moves) dealer.move(move);
  const view::PlayerView open = dealer.view();
  dealer.pass();
  EXPECT_EQ(missed(open, dealer), "passed red\nturn blue\n");
  dealer.move("e8-e9");
  EXPECT_EQ(missed(open, dealer), "passed red\nturn blue\nmove blue e8 e9\nturn red\n");
}

TEST(MissedRescue, that_the_end_of_the_game_cut_short_is_not_made_up) {
  Dealer dealer{Side::blue, lane_rules(), lane_board};
  dealer.run();
  for (const auto move : lane_moves) dealer.move(move);
  const view::PlayerView open = dealer.view();
  dealer.end(EndReason::resignation, Side::blue);
  EXPECT_EQ(missed(open, dealer), "over resignation blue\n");
}

}  // namespace
}  // namespace flagrank::text

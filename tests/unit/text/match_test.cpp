#include <gmock/gmock.h>

#include "client/text/formation_file.hpp"
#include "client/text/missed.hpp"
#include "client/text/news.hpp"
#include "client/text/words.hpp"
#include "tests/unit/text/parlour.hpp"

/// Matches of two games, rematches, and the warnings before a draw.
namespace flagrank::text {
namespace {

using namespace std::chrono_literals;
using protocol::ErrorCode;
using rules::EndReason;
using rules::Side;
using testing::HasSubstr;
using view::Seat;

const Ending gone{
    .status = ExitStatus::lost, .sentence = "gone", .advice = protocol::Advice::resume};
const std::string swapped = "The second game of the match follows, with colours swapped: you play ";
const std::string see_armies =
    "Type armies to see how game 1 ended, and how both armies stood in it.\n";
const std::string play_again = "Type rematch to play again, or quit to leave.";

std::string step(const Parlour& parlour) {
  return next_step(parlour.dealer.view(), parlour.dealer.now());
}

/// The other player has lost the first game.
Parlour in_the_second_set_up(Manner manner, unsigned rematches = 0) {
  Parlour parlour{manner, true, rematches};
  parlour.start();
  (void)parlour.hear(parlour.dealer.end(EndReason::resignation, Side::red));
  (void)parlour.hear(parlour.dealer.next_game(true));
  return parlour;
}

/// … and the second one has begun.
Parlour in_the_second_game(Manner manner, unsigned rematches = 0) {
  Parlour parlour = in_the_second_set_up(manner, rematches);
  (void)parlour.hear(parlour.dealer.lock(Side::red));
  (void)parlour.type("lock");
  (void)parlour.hear(parlour.dealer.lock(Side::blue, "c4"));
  (void)parlour.hear(parlour.dealer.start());
  return parlour;
}

// The second game.

TEST(ReturnMatch, is_announced_on_arrival) {
  for (const Manner manner : {Manner::person, Manner::script}) {
    Parlour parlour{manner, true};
    (void)parlour.hear(parlour.dealer.hello());
    (void)parlour.hear(parlour.dealer.seated("c1"));
    EXPECT_EQ(parlour.hear(parlour.dealer.snapshot()).front(),
              manner == Manner::person
                  ? print("A match is two games here; colours are swapped after the first.\n")
                  : print("side red\nreturn_match\n"));
  }
}

TEST(ReturnMatch, shows_the_first_result_and_both_formations) {
  Parlour parlour{Manner::person, true};
  parlour.start();
  const auto ended = parlour.dealer.end(EndReason::resignation, Side::red);
  EXPECT_EQ(parlour.hear(ended), Actions{print(armies_side_by_side + parlour.screen())});
  EXPECT_EQ(step(parlour), "You win: Blue resigned.") << "what follows is told when it does";
}

TEST(ReturnMatch, shows_the_first_result_and_both_formations_again_when_asked_to) {
  const std::string ended = "Game 1 has ended; you played Red.\nYou win: Blue resigned.\n";
  Parlour parlour{Manner::person, true};
  parlour.start();
  EXPECT_EQ(parlour.type("armies"), Actions{print("No game has ended yet.\n")});
  (void)parlour.hear(parlour.dealer.end(EndReason::resignation, Side::red));
  EXPECT_EQ(parlour.type("armies"), Actions{print(ended + armies_side_by_side)});
  (void)parlour.hear(parlour.dealer.next_game(true));
  EXPECT_EQ(parlour.type("armies"), Actions{print(ended + armies_side_by_side)});
  Parlour second = in_the_second_game(Manner::script);
  EXPECT_EQ(second.dealer.view().table.result, std::nullopt);
  EXPECT_EQ(second.type("armies"), Actions{print(ended + armies_side_by_side)});
  (void)second.hear(second.dealer.end(EndReason::agreement, {}));
  EXPECT_EQ(ended_in_words(second.dealer.view()),
            "Game 2 has ended; you played Blue.\nThe game is a draw: both agreed to it.\n" +
                armies_side_by_side);
}

TEST(Record, of_the_game_that_has_ended_is_told_with_how_to_look_at_it) {
  const std::string id = "0123456789abcdef0123456789abcdef";
  for (const Manner manner : {Manner::person, Manner::script}) {
    Parlour parlour{manner, true};
    parlour.start();
    const auto over = [&](const std::string& record) {
      return view::GameOver{.game = 1,
                            .ended = {.reason = EndReason::resignation, .winner = Side::red},
                            .formations = {parlour.dealer.army(Side::red).placements(),
                                           parlour.dealer.army(Side::blue).placements()},
                            .rescued = {},
                            .record = record};
    };
    const std::string hint = replay_in_words(over(id), "ws://example.org");
    EXPECT_EQ(hint, "To look at the game once more:\n    flagrank replay " + id +
                        " --server ws://example.org\n");
    EXPECT_EQ(replay_in_words(over("$(reboot)"), "ws://example.org"), "");
    const Actions told = parlour.hear(parlour.dealer.tell(over(id)));
    const std::string text = std::get<action::Print>(told.at(0)).text;
    EXPECT_THAT(text, testing::HasSubstr(manner == Manner::person ? "flagrank replay " + id
                                                                  : "\nrecord " + id + "\n"));
  }
}

TEST(ReturnMatch, begins_set_up_anew_with_the_same_army_on_the_other_side) {
  Parlour parlour{Manner::person, true};
  parlour.start();
  (void)parlour.hear(parlour.dealer.end(EndReason::resignation, Side::red));
  const auto next = parlour.dealer.next_game(true);
  const Draft army = parlour.dealer.army(Side::blue).placements();
  EXPECT_EQ(parlour.hear(next),
            Actions{print(swapped + "Blue now.\nThe score is 1 to 0 for you.\n" + see_armies +
                          parlour.screen(army))});
  EXPECT_EQ(parlour.client.prompt(), "set-up> ");
  EXPECT_EQ(parlour.type("lock"), Actions{say("c4", protocol::LockFormation{2, army})});
}

TEST(ReturnMatch, locks_the_formation_of_the_command_line_in_each_game) {
  Parlour parlour{Manner::script, true, 0, protocol::SuggestFormation{"random"}};
  (void)parlour.hear(parlour.dealer.hello());
  (void)parlour.hear(parlour.dealer.seated("c1"));
  (void)parlour.hear(parlour.dealer.snapshot());
  (void)parlour.hear(parlour.dealer.join());
  (void)parlour.hear(parlour.dealer.suggestion("c2"));
  (void)parlour.hear(parlour.dealer.lock(Side::red, "c3"));
  (void)parlour.hear(parlour.dealer.lock(Side::blue));
  (void)parlour.hear(parlour.dealer.start());
  (void)parlour.hear(parlour.dealer.end(EndReason::resignation, Side::blue));
  EXPECT_EQ(parlour.hear(parlour.dealer.next_game(true)),
            (Actions{print("next_game 2\nside blue\nscore 1 0\n"),
                     say("c4", protocol::SuggestFormation{"random"})}));
  EXPECT_EQ(parlour.hear(parlour.dealer.suggestion("c4")),
            Actions{say("c5", protocol::LockFormation{2, parlour.suggested()})});
}

TEST(ReturnMatch, takes_the_file_of_the_command_line_for_either_side) {
  const Draft red = Dealer{Side::red}.army(Side::red).placements();
  Parlour parlour{Manner::script, true, 0, FormationText{"a.txt", write_formation(red, Side::red)}};
  (void)parlour.hear(parlour.dealer.hello());
  (void)parlour.hear(parlour.dealer.seated("c1"));
  (void)parlour.hear(parlour.dealer.snapshot());
  (void)parlour.hear(parlour.dealer.join());
  (void)parlour.hear(parlour.dealer.lock(Side::red, "c2"));
  (void)parlour.hear(parlour.dealer.lock(Side::blue));
  (void)parlour.hear(parlour.dealer.start());
  (void)parlour.hear(parlour.dealer.end(EndReason::resignation, Side::blue));
  const auto next = parlour.dealer.next_game(true);
  EXPECT_EQ(parlour.hear(next).back(), say("c3", protocol::LockFormation{2, parlour.suggested()}));
}

TEST(ReturnMatch, plays_the_second_game_under_its_number) {
  Parlour parlour = in_the_second_game(Manner::person);
  (void)parlour.hear(parlour.dealer.move("a4-a5"));
  const protocol::Move move{
      {.game = 2, .ply = 1},
      {rules::Square::parse("a7").value(), rules::Square::parse("a6").value()}};
  EXPECT_EQ(parlour.type("a7 a6"), Actions{say("c5", move)});
}

TEST(ReturnMatch, ends_with_who_has_won_it) {
  Parlour parlour = in_the_second_game(Manner::person);
  const auto ended = parlour.dealer.end(EndReason::agreement, {});
  EXPECT_EQ(parlour.hear(ended), Actions{print(armies_side_by_side + parlour.screen())});
  EXPECT_THAT(parlour.screen(), HasSubstr("\nYou win the match, 1.5 to 0.5.\n"
                                          "The game is a draw: both agreed to it.\n" +
                                          play_again + "\n"));
}

TEST(ReturnMatch, may_be_a_tie_or_the_other_players) {
  Parlour tie = in_the_second_game(Manner::person);
  (void)tie.hear(tie.dealer.end(EndReason::resignation, Side::red));
  EXPECT_EQ(match_in_words(tie.dealer.view(), plain), "The match is a tie, 1 all.\n");
  EXPECT_EQ(match_in_line(tie.dealer.view().table), "match tie 1 1\n");

  Parlour lost{Manner::person, true};
  lost.start();
  (void)lost.hear(lost.dealer.end(EndReason::agreement, {}));
  EXPECT_THAT(
      news_in_words(lost.dealer.view(), view::NextGame{2, 1, {Side::blue, Side::red}}, plain),
      HasSubstr("The score is 0.5 all.\n"));
  (void)lost.hear(lost.dealer.next_game(true));
  lost.dealer.lock(Side::red);
  lost.dealer.lock(Side::blue);
  lost.dealer.start();
  lost.dealer.end(EndReason::time, Side::red);
  EXPECT_EQ(match_in_words(lost.dealer.view(), plain), "Bob wins the match, 1.5 to 0.5.\n");
  EXPECT_EQ(match_in_line(lost.dealer.view().table), "match red 1.5 0.5\n");
}

TEST(ReturnMatch, whose_second_game_is_left_before_it_begins_goes_to_who_stays) {
  Parlour parlour = in_the_second_set_up(Manner::person);
  EXPECT_EQ(parlour.hear(parlour.dealer.tell(view::PlayerLeft{Seat::guest})),
            Actions{print("Bob has left the table.\n"
                          "You win the match, 2 to 0.\n"
                          "There will be no other game: the other player has left.\n"
                          "Type quit to leave.\n")});
  EXPECT_EQ(parlour.type("rematch"),
            Actions{print("There is nobody to play again with: the other player has left.\n")});
  EXPECT_EQ(parlour.client.prompt(), "game over> ");
}

TEST(ReturnMatch, is_watched_from_reds_side_in_both_games) {
  Parlour parlour{Manner::script, protocol::WatchRoom{"K7QM3P"}};
  parlour.dealer.play_return_matches();
  parlour.dealer.run();
  (void)parlour.hear(parlour.dealer.hello());
  (void)parlour.hear(parlour.dealer.snapshot("w1"));
  EXPECT_EQ(parlour.hear(parlour.dealer.end(EndReason::resignation, Side::red)),
            Actions{print("over resignation red\n")});
  EXPECT_EQ(parlour.hear(parlour.dealer.next_game(true)),
            Actions{print("next_game 2\nscore 0 1\n")});
  (void)parlour.hear(parlour.dealer.lock(Side::red));
  (void)parlour.hear(parlour.dealer.lock(Side::blue));
  (void)parlour.hear(parlour.dealer.start());
  EXPECT_EQ(
      parlour.hear(parlour.dealer.end(EndReason::resignation, Side::blue)),
      (Actions{print("over resignation blue\nmatch blue 0 2\n"), finish(ExitStatus::finished)}));
}

TEST(ReturnMatch, is_gone_on_with_by_who_was_away_when_a_game_ended) {
  Parlour parlour{Manner::script, true};
  parlour.start();
  (void)parlour.lose(gone, 0s);
  parlour.dealer.end(EndReason::resignation, Side::blue);
  parlour.dealer.next_game(true);
  parlour.dealer.lock(Side::red);
  (void)parlour.hear(parlour.dealer.hello());
  EXPECT_EQ(parlour.hear(parlour.dealer.snapshot("c4")),
            Actions{print("back\nover resignation blue\nnext_game 2\nside blue\nscore 1 0\n"
                          "locked red\narranged\n")});
  EXPECT_EQ(parlour.type("lock"),
            Actions{say("c5", protocol::LockFormation{2, parlour.suggested()})});
}

TEST(ReturnMatch, is_shown_to_a_person_who_was_away_when_a_game_ended) {
  Parlour parlour{Manner::person, true};
  parlour.start();
  (void)parlour.lose(gone, 0s);
  parlour.dealer.end(EndReason::resignation, Side::blue);
  parlour.dealer.next_game(true);
  (void)parlour.hear(parlour.dealer.hello());
  EXPECT_EQ(parlour.hear(parlour.dealer.snapshot("c4")),
            Actions{print("The connection is back.\n" + armies_side_by_side +
                          "Blue wins: you resigned.\n" + swapped + "Blue now.\n" +
                          "The score is 1 to 0 for Bob.\n" + see_armies +
                          parlour.screen(parlour.suggested()))});
}

TEST(ReturnMatch, that_a_gap_hid_is_caught_up_with) {
  for (const Manner manner : {Manner::person, Manner::script}) {
    Parlour parlour{manner, true};
    parlour.start();
    parlour.dealer.end(EndReason::resignation, Side::blue);
    (void)parlour.hear(parlour.dealer.next_game(true));
    const Actions actions = parlour.hear(parlour.dealer.snapshot("c4"));
    EXPECT_EQ(actions,
              manner == Manner::script
                  ? Actions{print("over resignation blue\nnext_game 2\nside blue\nscore 1 0\n"
                                  "arranged\n")}
                  : Actions{print("Something was missed on the way; this is how it stands.\n" +
                                  see_armies + parlour.screen(parlour.suggested()))});
    EXPECT_EQ(parlour.type("lock"),
              Actions{say("c5", protocol::LockFormation{2, parlour.suggested()})});
  }
}

TEST(ReturnMatch, is_come_back_to_in_its_second_game) {
  Parlour parlour{Manner::script, kept_seat};
  parlour.dealer.play_return_matches();
  parlour.dealer.run();
  parlour.dealer.end(EndReason::resignation, Side::red);
  parlour.dealer.next_game(true);
  parlour.dealer.lock(Side::red);
  (void)parlour.hear(parlour.dealer.hello());
  EXPECT_EQ(parlour.hear(parlour.dealer.snapshot("d1")),
            (Actions{action::Keep{kept_seat},
                     print("room K7QM3P\nside blue\nreturn_match\nscore 0 1\njoined red Bob\n"
                           "locked red\narranged\n")}));
  EXPECT_EQ(parlour.type("lock"),
            Actions{say("d2", protocol::LockFormation{2, parlour.suggested()})});
}

/// Red's army of the first game is not the default one.
Parlour between_the_games_of_another_army(Manner manner) {
  Parlour parlour{manner, kept_seat};
  parlour.dealer.play_return_matches();
  parlour.dealer.run();
  Draft army = parlour.dealer.army(Side::red).placements();
  std::swap(army[0].rank, army[1].rank);
  parlour.dealer.tell(
      view::GameOver{.game = 1,
                     .ended = {.reason = EndReason::resignation, .winner = Side::red},
                     .formations = {army, parlour.dealer.army(Side::blue).placements()},
                     .rescued = {}});
  parlour.dealer.next_game(true);
  (void)parlour.hear(parlour.dealer.hello());
  return parlour;
}

TEST(ReturnMatch, that_is_come_back_to_between_its_games_goes_on_with_the_same_army) {
  Parlour parlour = between_the_games_of_another_army(Manner::script);
  (void)parlour.hear(parlour.dealer.snapshot("d1"));
  const Draft army =
      turned_round(parlour.dealer.view().table.result->formations[rules::index(Side::red)]);
  EXPECT_NE(army, parlour.suggested());
  EXPECT_EQ(parlour.type("lock"), Actions{say("d2", protocol::LockFormation{2, army})});
}

TEST(ReturnMatch, that_is_come_back_to_between_its_games_tells_a_person_how_it_stands) {
  Parlour parlour = between_the_games_of_another_army(Manner::person);
  const view::GameOver over = *parlour.dealer.view().table.result;
  const Draft army = turned_round(over.formations[rules::index(Side::red)]);
  EXPECT_EQ(parlour.hear(parlour.dealer.snapshot("d1")),
            (Actions{action::Keep{kept_seat},
                     print("You are back in room K7QM3P.\n"
                           "A match is two games here; colours are swapped after the first.\n"
                           "This is the second game of the match.\nThe score is 1 to 0 for you.\n" +
                           see_armies + parlour.screen(army))}));
  EXPECT_EQ(parlour.type("armies"),
            Actions{print("Game 1 has ended; you played Red.\nYou win: Blue resigned.\n" +
                          armies_in_words(over))});
}

TEST(ReturnMatch, that_is_come_back_to_in_its_second_game_has_forgotten_the_first) {
  Parlour parlour = between_the_games_of_another_army(Manner::person);
  parlour.dealer.lock(Side::red);
  parlour.dealer.lock(Side::blue);
  parlour.dealer.start();
  (void)parlour.hear(parlour.dealer.snapshot("d1"));
  EXPECT_EQ(parlour.type("armies"),
            Actions{print("The last game ended before this program came to the table.\n")});
}

TEST(ReturnMatch, goes_on_with_the_army_that_was_locked_while_the_connection_was_lost) {
  Parlour parlour{Manner::script, true};
  parlour.sit();
  (void)parlour.hear(parlour.dealer.join());
  (void)parlour.type("swap a1 b1");
  (void)parlour.lose(gone, 0s);
  parlour.dealer.lock(Side::red);
  parlour.dealer.lock(Side::blue);
  parlour.dealer.start();
  parlour.dealer.end(EndReason::resignation, Side::blue);
  parlour.dealer.next_game(true);
  (void)parlour.hear(parlour.dealer.hello());
  (void)parlour.hear(parlour.dealer.snapshot("c3"));
  EXPECT_EQ(parlour.type("lock"),
            Actions{say("c4", protocol::LockFormation{2, parlour.suggested()})});
}

// Scripts and their lines.

TEST(ScriptOfAMatch, holds_a_lock_through_the_first_game) {
  Parlour parlour{Manner::script, true};
  parlour.start();
  EXPECT_EQ(parlour.type("lock"), Actions{});
  EXPECT_EQ(parlour.hear(parlour.dealer.end(EndReason::resignation, Side::red)),
            Actions{print("over resignation red\n")});
  const auto next = parlour.dealer.next_game(true);
  EXPECT_EQ(parlour.hear(next),
            (Actions{print("next_game 2\nside blue\nscore 0 1\narranged\n"),
                     say("c4", protocol::LockFormation{2, parlour.suggested()})}));
}

TEST(ScriptOfAMatch, holds_a_second_lock_through_the_first_set_up) {
  Parlour parlour{Manner::script, true};
  parlour.sit();
  (void)parlour.type("lock");
  (void)parlour.hear(parlour.dealer.lock(Side::red, "c3"));
  EXPECT_EQ(parlour.type("lock"), Actions{});
}

TEST(ScriptOfAMatch, keeps_a_move_that_came_too_late_for_the_next_game) {
  Parlour parlour{Manner::script, true};
  parlour.start();
  (void)parlour.type("a4 a5");
  const auto ended = parlour.dealer.end(EndReason::resignation, Side::red);
  (void)parlour.hear(ended);
  (void)parlour.hear(parlour.dealer.next_game(true));
  EXPECT_EQ(parlour.hear(Dealer::error(ErrorCode::wrong_phase, "Not now.", "c4")), Actions{});
  EXPECT_FALSE(parlour.client.wants_line());
  (void)parlour.hear(parlour.dealer.lock(Side::red));
  (void)parlour.hear(parlour.dealer.lock(Side::blue));
  (void)parlour.hear(parlour.dealer.start());
  const auto moved = parlour.dealer.move("b4-b5");
  EXPECT_EQ(parlour.hear(moved).back(),
            say("c5", protocol::Move{{.game = 2, .ply = 1}, move("a4", "a5")}));
}

TEST(ScriptOfAMatch, does_not_hold_a_lock_that_will_never_be) {
  Parlour parlour = in_the_second_game(Manner::script);
  EXPECT_EQ(parlour.type("lock"), Actions{print("error wrong_phase The armies are set; they "
                                                "cannot be arranged any more.\n")});
}

TEST(ScriptOfAMatch, ends_with_the_match) {
  Parlour parlour = in_the_second_game(Manner::script);
  (void)parlour.client.input_ended();
  EXPECT_EQ(
      parlour.hear(parlour.dealer.end(EndReason::resignation, Side::blue)),
      (Actions{print("over resignation blue\nmatch blue 0 2\n"), say("c5", protocol::LeaveRoom{}),
               action::Forget{kept_seat}, finish(ExitStatus::finished)}));
}

TEST(ScriptOfAMatch, ends_where_the_other_player_leaves_before_the_second_game) {
  Parlour parlour = in_the_second_set_up(Manner::script);
  EXPECT_EQ(parlour.hear(parlour.dealer.tell(view::PlayerLeft{Seat::guest})),
            (Actions{print("left red\nmatch blue 0 2\n"), say("c4", protocol::LeaveRoom{}),
                     action::Forget{kept_seat}, finish(ExitStatus::finished)}));
}

// Rematches.

Parlour after_a_game(Manner manner, unsigned rematches = 0) {
  Parlour parlour{manner, false, rematches};
  parlour.start();
  (void)parlour.hear(parlour.dealer.end(EndReason::resignation, Side::red));
  return parlour;
}

TEST(Rematch, is_offered) {
  Parlour parlour = after_a_game(Manner::person);
  EXPECT_EQ(parlour.type("rematch"), Actions{say("c4", protocol::OfferRematch{1})});
  EXPECT_EQ(parlour.hear(parlour.dealer.tell(view::RematchOffered{Seat::host}, "c4")),
            Actions{print("You offer a rematch.\n")});
  EXPECT_EQ(step(parlour),
            "You win: Blue resigned.\nYou have offered a rematch. Type quit to leave.");
  EXPECT_EQ(parlour.type("rematch"), Actions{print("You have offered a rematch already.\n")});
  const auto next = parlour.dealer.next_game();
  EXPECT_EQ(parlour.hear(next),
            Actions{print("Another match follows, with colours swapped: you play Blue now.\n" +
                          parlour.screen(parlour.suggested()))});
}

TEST(Rematch, is_accepted_where_the_other_has_offered) {
  Parlour parlour = after_a_game(Manner::person);
  EXPECT_EQ(parlour.hear(parlour.dealer.tell(view::RematchOffered{Seat::guest})),
            Actions{print("Bob offers a rematch: type rematch to accept.\n")});
  EXPECT_EQ(step(parlour),
            "You win: Blue resigned.\n"
            "Blue offers a rematch: type rematch to accept, or quit to leave.");
  EXPECT_EQ(parlour.type("rematch"), Actions{say("c4", protocol::AcceptRematch{1})});
}

TEST(Rematch, that_both_offer_at_once_is_accepted) {
  Parlour parlour = after_a_game(Manner::person);
  (void)parlour.type("rematch");
  (void)parlour.hear(parlour.dealer.tell(view::RematchOffered{Seat::guest}));
  EXPECT_EQ(parlour.hear(Dealer::error(ErrorCode::offer_open, "Offered already.", "c4")),
            Actions{say("c5", protocol::AcceptRematch{1})});
}

TEST(Rematch, is_for_players_after_the_match) {
  Parlour parlour{Manner::person};
  parlour.start();
  EXPECT_EQ(parlour.type("rematch"), Actions{print("A rematch is for when the match is over.\n")});
  Parlour spectator{Manner::person, protocol::WatchRoom{"K7QM3P"}};
  spectator.dealer.run();
  (void)spectator.hear(spectator.dealer.hello());
  (void)spectator.hear(spectator.dealer.snapshot("w1"));
  EXPECT_EQ(spectator.type("rematch"),
            Actions{print("You are watching; only the players can do that.\n")});
}

TEST(Rematch, that_was_offered_meanwhile_is_told) {
  const Parlour parlour = after_a_game(Manner::person);
  const view::PlayerView before = parlour.dealer.view();
  Dealer dealer = parlour.dealer;
  dealer.tell(view::RematchOffered{Seat::guest});
  EXPECT_EQ(missed_in_lines(before, dealer.view(), plain), "rematch blue\n");
  dealer.next_game();
  EXPECT_EQ(missed_in_lines(before, dealer.view(), plain), "next_game 2\nside blue\n");
}

TEST(Rematch, is_offered_by_a_script_that_was_told_to) {
  Parlour parlour{Manner::script, false, 1};
  parlour.start();
  EXPECT_EQ(parlour.hear(parlour.dealer.end(EndReason::resignation, Side::red)),
            (Actions{print("over resignation red\n"), say("c4", protocol::OfferRematch{1})}));
  EXPECT_EQ(parlour.hear(parlour.dealer.tell(view::RematchOffered{Seat::host}, "c4")),
            Actions{print("rematch red\n")});
  EXPECT_EQ(parlour.type("lock"), Actions{}) << "held until the set-up";
  const auto next = parlour.dealer.next_game();
  EXPECT_EQ(parlour.hear(next),
            (Actions{print("next_game 2\nside blue\narranged\n"),
                     say("c5", protocol::LockFormation{2, parlour.suggested()})}));
  (void)parlour.client.input_ended();
  (void)parlour.hear(parlour.dealer.lock(Side::blue, "c5"));
  (void)parlour.hear(parlour.dealer.lock(Side::red));
  (void)parlour.hear(parlour.dealer.start());
  EXPECT_EQ(parlour.hear(parlour.dealer.end(EndReason::resignation, Side::red)),
            (Actions{print("over resignation red\n"), say("c6", protocol::LeaveRoom{}),
                     action::Forget{kept_seat}, finish(ExitStatus::finished)}))
      << "one was wanted";
}

TEST(Rematch, is_accepted_by_a_script_that_was_told_to) {
  Parlour parlour{Manner::script, false, 1};
  parlour.start();
  (void)parlour.hear(parlour.dealer.end(EndReason::resignation, Side::red));
  EXPECT_EQ(parlour.hear(parlour.dealer.tell(view::RematchOffered{Seat::guest})),
            Actions{print("rematch blue\n")})
      << "its own offer is on the way";
  EXPECT_EQ(parlour.hear(Dealer::error(ErrorCode::offer_open, "Offered already.", "c4")),
            Actions{say("c5", protocol::AcceptRematch{1})});
}

TEST(Rematch, is_not_waited_for_where_the_other_player_has_left) {
  Parlour parlour = after_a_game(Manner::script, 1);
  EXPECT_EQ(parlour.hear(parlour.dealer.tell(view::PlayerLeft{Seat::guest})),
            (Actions{print("left blue\n"), say("c5", protocol::LeaveRoom{}),
                     action::Forget{kept_seat}, finish(ExitStatus::finished)}));
}

TEST(Rematch, is_waited_for_a_minute_where_the_other_player_is_away) {
  Parlour parlour = after_a_game(Manner::script, 1);
  EXPECT_EQ(parlour.client.alarm(), std::nullopt);
  (void)parlour.hear(parlour.dealer.tell(view::Presence{Seat::guest, false}));
  EXPECT_EQ(parlour.client.alarm(), LocalTime{1min});
  parlour.wait(59s);
  EXPECT_EQ(parlour.client.time_came(), Actions{});
  parlour.wait(1s);
  EXPECT_EQ(parlour.client.time_came(),
            (Actions{say("c5", protocol::LeaveRoom{}), action::Forget{kept_seat},
                     finish(ExitStatus::finished)}));
}

TEST(Rematch, is_offered_by_a_script_that_was_away_when_the_match_ended) {
  Parlour parlour{Manner::script, false, 1};
  parlour.start();
  (void)parlour.lose(gone, 0s);
  parlour.dealer.end(EndReason::resignation, Side::red);
  (void)parlour.hear(parlour.dealer.hello());
  EXPECT_EQ(parlour.hear(parlour.dealer.snapshot("c4")),
            (Actions{print("back\nover resignation red\n"), say("c5", protocol::OfferRematch{1})}));
}

TEST(Rematch, is_carried_out_where_it_is_the_next_line_of_a_script) {
  Parlour parlour{Manner::script};
  parlour.start();
  EXPECT_EQ(parlour.type("rematch"), Actions{});
  EXPECT_EQ(parlour.hear(parlour.dealer.end(EndReason::resignation, Side::red)),
            (Actions{print("over resignation red\n"), say("c4", protocol::OfferRematch{1})}));
}

// Draws by quiet moves.

TEST(DrawNear, is_told_to_both_kinds_of_players) {
  for (const Manner manner : {Manner::person, Manner::script}) {
    Parlour parlour{manner};
    parlour.start();
    EXPECT_EQ(parlour.hear(parlour.dealer.tell(view::DrawNear{10})),
              Actions{print(manner == Manner::person
                                ? "After 10 more moves without a fight the game is a draw.\n"
                                : "draw_near 10\n")});
  }
}

TEST(DrawNear, that_was_missed_is_told_after_its_move) {
  rules::Ruleset ruleset;
  ruleset.draw_after_quiet_moves = 12;
  Dealer dealer{Side::red, ruleset};
  dealer.run();
  dealer.move("a4-a5");
  const view::PlayerView before = dealer.view();
  dealer.move("j7-j6");
  dealer.tell(view::DrawNear{10});
  dealer.move("a5-a6");
  EXPECT_EQ(missed_in_lines(before, dealer.view(), plain),
            "move blue j7 j6\nturn red\ndraw_near 10\nmove red a5 a6\nturn blue\n");
}

// Games that a view has forgotten.

TEST(MissedGames, are_told_by_the_score_where_nothing_else_is_left_of_them) {
  Parlour parlour = in_the_second_game(Manner::person);
  Dealer before{Side::red};
  before.play_return_matches();
  before.run();
  EXPECT_EQ(missed_in_lines(before.view(), parlour.dealer.view(), plain),
            "over unknown red\nnext_game 2\nside blue\nscore 0 1\nlocked red\nlocked blue\n"
            "started 2\nturn red\n");
  EXPECT_EQ(missed_in_words(before.view(), parlour.dealer.view(), plain),
            "Meanwhile you won the game.\n" + swapped +
                "Blue now.\nThe score is 1 to 0 for you.\nThe game begins. Red moves first.\n");
}

TEST(MissedGames, keep_the_result_of_the_last_one_apart) {
  Parlour parlour = in_the_second_game(Manner::person);
  (void)parlour.hear(parlour.dealer.end(EndReason::resignation, Side::red));
  Dealer before{Side::red};
  before.play_return_matches();
  before.run();
  EXPECT_EQ(missed_in_lines(before.view(), parlour.dealer.view(), plain),
            "over unknown red\nnext_game 2\nside blue\nscore 0 1\nlocked red\nlocked blue\n"
            "started 2\nturn red\nover resignation red\n");
}

}  // namespace
}  // namespace flagrank::text

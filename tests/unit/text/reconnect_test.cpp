#include <gtest/gtest.h>

#include <chrono>

#include "tests/unit/text/parlour.hpp"

/// What the client does without a connection, and to get another.
namespace flagrank::text {
namespace {

using namespace std::chrono_literals;
using protocol::Advice;
using protocol::ErrorCode;
using rules::EndReason;
using rules::Side;
using view::Seat;

const Ending gone{.status = ExitStatus::lost,
                  .sentence = "the connection was lost: the server is gone",
                  .advice = Advice::resume};
const Ending replaced{.status = ExitStatus::lost,
                      .sentence = "your seat is now played from another connection",
                      .advice = Advice::final};

Action connect(std::chrono::milliseconds delay) { return action::Connect{delay}; }
/// What "say 7" is, typed as the seventh command.
Action chat(int number) {
  return say("c" + std::to_string(number), protocol::Chat{std::to_string(number)});
}

const std::string lost_in_words =
    "The connection was lost: the server is gone. Connecting again.\n";
const protocol::Resume to_resume{.room = "K7QM3P", .token = "secret"};

TEST(Loss, of_a_connection_that_never_was_ends_the_program) {
  Parlour parlour{Manner::person};
  EXPECT_EQ(parlour.lose(gone, 0s),
            Actions{finish(ExitStatus::lost, "the connection was lost: the server is gone")});
}

TEST(Loss, is_told_once_and_answered_by_trying_again_more_slowly_each_time) {
  Parlour parlour{Manner::person};
  parlour.start();
  EXPECT_EQ(parlour.lose(gone, 0s), (Actions{print(lost_in_words), connect(500ms)}));
  EXPECT_EQ(parlour.client.prompt(), "no connection> ");
  EXPECT_EQ(parlour.lose(gone, 1s), Actions{connect(1s)});
  EXPECT_EQ(parlour.lose(gone, 2s), Actions{connect(2s)});
}

TEST(Loss, is_one_line_for_a_script) {
  Parlour parlour{Manner::script};
  parlour.start();
  EXPECT_EQ(parlour.lose(gone, 0s),
            (Actions{print("lost the connection was lost: the server is gone\n"), connect(500ms)}));
  (void)parlour.hear(parlour.dealer.hello());
  EXPECT_EQ(parlour.hear(parlour.dealer.snapshot("c4")), Actions{print("back\n")});
}

TEST(Loss, is_final_where_the_server_says_so) {
  Parlour parlour{Manner::person};
  parlour.start();
  EXPECT_EQ(parlour.lose(replaced, 0s),
            Actions{finish(ExitStatus::lost, "your seat is now played from another connection")});
}

TEST(Loss, after_ten_minutes_is_given_up) {
  Parlour parlour{Manner::person};
  parlour.start();
  (void)parlour.lose(gone, 0s);
  EXPECT_EQ(parlour.lose(gone, 599s), Actions{connect(1s)});
  EXPECT_EQ(parlour.lose(gone, 600s),
            Actions{finish(ExitStatus::lost,
                           "gave up after 10 minutes: the connection was lost: the server is gone; "
                           "your seat is kept for flagrank resume")});
}

TEST(Loss, after_the_game_is_no_loss_where_nobody_is_there_to_play_again) {
  Parlour parlour{Manner::person};
  parlour.start();
  (void)parlour.hear(parlour.dealer.end(EndReason::resignation, Side::red));
  (void)parlour.hear(parlour.dealer.tell(view::PlayerLeft{Seat::guest}));
  EXPECT_EQ(parlour.lose(gone, 0s),
            (Actions{action::Forget{kept_seat},
                     finish(ExitStatus::finished, "the connection was lost: the server is gone")}));
}

TEST(Loss, after_the_game_is_made_good_where_there_may_be_a_rematch) {
  Parlour parlour{Manner::person};
  parlour.start();
  (void)parlour.hear(parlour.dealer.end(EndReason::resignation, Side::red));
  EXPECT_EQ(parlour.lose(gone, 0s), (Actions{print(lost_in_words), connect(500ms)}));
  EXPECT_EQ(parlour.lose(gone, 600s).back(),
            finish(ExitStatus::finished,
                   "gave up after 10 minutes: the connection was lost: the server is gone; "
                   "your seat is kept for flagrank resume"));
}

TEST(Loss, after_the_game_is_an_end_where_the_room_is_no_more) {
  Parlour parlour{Manner::person};
  parlour.start();
  (void)parlour.hear(parlour.dealer.end(EndReason::resignation, Side::red));
  (void)parlour.lose(gone, 0s);
  (void)parlour.hear(parlour.dealer.hello());
  EXPECT_EQ(parlour.hear(Dealer::error(ErrorCode::no_such_room, "No such room.", "c4")),
            (Actions{action::Forget{kept_seat}, finish(ExitStatus::finished)}));
}

TEST(Loss, after_the_game_leaves_the_seat_to_the_connection_that_took_it) {
  Parlour parlour{Manner::person};
  parlour.start();
  (void)parlour.hear(parlour.dealer.end(EndReason::resignation, Side::red));
  EXPECT_EQ(
      parlour.lose(replaced, 0s),
      Actions{finish(ExitStatus::finished, "your seat is now played from another connection")});
}

TEST(Loss, lets_a_person_look_and_quit_meanwhile_but_not_play) {
  Parlour parlour{Manner::person};
  parlour.start();
  (void)parlour.lose(gone, 0s);
  const Actions not_now{print("There is no connection just now. Type it again when it is back.\n")};
  for (const auto* line : {"a4 a5", "moves", "say hello", "offer", "resign yes", "leave yes"}) {
    EXPECT_EQ(parlour.type(line), not_now) << line;
  }
  EXPECT_EQ(parlour.type("board"), Actions{print(parlour.screen())});
  EXPECT_EQ(parlour.type("quit yes"),
            (Actions{print("Your seat is kept. To come back, run flagrank resume.\n"),
                     finish(ExitStatus::left)}));
  EXPECT_EQ(parlour.lose(gone, 1s), Actions{});
}

TEST(Return, takes_the_seat_and_says_that_all_is_as_it_was) {
  Parlour parlour{Manner::person};
  parlour.start();
  (void)parlour.lose(gone, 0s);
  EXPECT_EQ(parlour.hear(parlour.dealer.hello()), Actions{say("c4", to_resume)});
  EXPECT_EQ(parlour.client.prompt(), "no connection> ");
  EXPECT_EQ(
      parlour.hear(parlour.dealer.snapshot("c4")),
      Actions{print("The connection is back.\nYour turn. Type a move such as a4 a5, or help.\n")});
  EXPECT_EQ(parlour.client.prompt(), "your move> ");
}

TEST(Return, shows_a_person_what_happened_meanwhile) {
  Parlour parlour{Manner::person};
  parlour.sit();
  (void)parlour.lose(gone, 0s);
  parlour.dealer.join();
  (void)parlour.hear(parlour.dealer.hello());
  EXPECT_EQ(parlour.hear(parlour.dealer.snapshot("c3")),
            Actions{print("The connection is back.\nBob has joined and plays Blue.\n" +
                          parlour.screen(parlour.suggested()))});
}

TEST(Return, says_again_in_order_what_was_not_answered) {
  Parlour parlour{Manner::person};
  parlour.start();
  for (int i = 4; i < 12; ++i) (void)parlour.type("say " + std::to_string(i));
  (void)parlour.hear(parlour.dealer.chat(Seat::host, "4", "c4"));
  (void)parlour.lose(gone, 0s);
  (void)parlour.hear(parlour.dealer.hello());
  const Actions actions = parlour.hear(parlour.dealer.snapshot("c12"));
  Actions expected{actions.at(0)};
  for (int i = 5; i < 12; ++i) {
    expected.push_back(say("c" + std::to_string(i), protocol::Chat{std::to_string(i)}));
  }
  EXPECT_EQ(actions, expected);
}

const std::string given_up =
    "The connection broke 10 times while a command waited for its answer. It is not said again.\n";

/// The connection goes, comes back as c<resume> asks, and what is said on it is told.
Actions back_and_forth(Parlour& parlour, std::chrono::seconds when, int resume) {
  (void)parlour.lose(gone, when);
  (void)parlour.hear(parlour.dealer.hello());
  return parlour.hear(parlour.dealer.snapshot("c" + std::to_string(resume)));
}

TEST(Unanswered, command_is_given_up_at_the_tenth_loss_in_a_row) {
  Parlour parlour{Manner::person};
  parlour.start();
  (void)parlour.type("say 4");
  for (int loss = 1; loss < 9; ++loss) {
    EXPECT_EQ(back_and_forth(parlour, std::chrono::seconds{loss}, 4 + loss).at(1), chat(4));
  }
  (void)parlour.type("say 13");
  EXPECT_EQ(back_and_forth(parlour, 9s, 14).at(1), chat(4));
  EXPECT_EQ(parlour.lose(gone, 10s).at(0), print(lost_in_words + given_up));
  (void)parlour.hear(parlour.dealer.hello());
  const Actions actions = parlour.hear(parlour.dealer.snapshot("c15"));
  EXPECT_EQ(actions, (Actions{actions.at(0), chat(13)})) << "it was on its way only twice";
}

TEST(Unanswered, command_is_not_given_up_for_losses_that_it_had_no_part_in) {
  Parlour parlour{Manner::person};
  parlour.start();
  (void)parlour.type("say 4");
  for (int i = 0; i < 12; ++i) (void)parlour.lose(gone, std::chrono::seconds{i});
  (void)parlour.hear(parlour.dealer.hello());
  EXPECT_EQ(parlour.hear(parlour.dealer.snapshot("c5")).at(1), chat(4));
}

TEST(Unanswered, command_that_is_given_up_lets_a_script_go_on) {
  Parlour parlour{Manner::script};
  parlour.start();
  (void)parlour.type("a4 a5");
  EXPECT_FALSE(parlour.client.wants_line());
  for (int loss = 1; loss < 10; ++loss) {
    (void)back_and_forth(parlour, std::chrono::seconds{loss}, 4 + loss);
  }
  EXPECT_EQ(parlour.lose(gone, 10s).at(0),
            print("lost the connection was lost: the server is gone\n"
                  "error given_up " +
                  given_up));
  EXPECT_TRUE(parlour.client.wants_line());
}

TEST(Unanswered, commands_are_sixteen_at_most) {
  Parlour parlour{Manner::person};
  parlour.start();
  for (int i = 4; i < 20; ++i) {
    EXPECT_EQ(parlour.type("say " + std::to_string(i)), Actions{chat(i)});
  }
  for (int i = 20; i < 24; ++i) EXPECT_EQ(parlour.type("say " + std::to_string(i)), Actions{});
  EXPECT_EQ(parlour.hear(parlour.dealer.chat(Seat::host, "4", "c4")).at(1), chat(20));
  EXPECT_EQ(parlour.hear(Dealer::error(ErrorCode::chat_limited, "Too much.", "c5")).at(1),
            chat(21));
  EXPECT_EQ(parlour.hear(parlour.dealer.chat(Seat::guest, "hm")).size(), 1U);
}

TEST(Unanswered, commands_are_sixteen_at_most_on_the_next_connection_too) {
  Parlour parlour{Manner::person};
  parlour.start();
  for (int i = 4; i < 24; ++i) (void)parlour.type("say " + std::to_string(i));
  (void)parlour.lose(gone, 0s);
  EXPECT_EQ(parlour.hear(parlour.dealer.hello()), Actions{say("c24", to_resume)});
  const Actions actions = parlour.hear(parlour.dealer.snapshot("c24"));
  Actions expected{actions.at(0)};
  for (int i = 4; i < 20; ++i) expected.push_back(chat(i));
  EXPECT_EQ(actions, expected);
  EXPECT_EQ(parlour.hear(parlour.dealer.chat(Seat::host, "4", "c4")).at(1), chat(20));
}

TEST(Return, tells_a_script_once_of_a_move_whose_answer_was_lost) {
  Parlour parlour{Manner::script};
  parlour.start();
  (void)parlour.type("a4 a5");
  const auto answer = parlour.dealer.move("a4-a5", "c4");
  (void)parlour.lose(gone, 0s);
  EXPECT_FALSE(parlour.client.wants_line());
  (void)parlour.hear(parlour.dealer.hello());
  EXPECT_EQ(
      parlour.hear(parlour.dealer.snapshot("c5")),
      (Actions{print("back\nmove red a4 a5\nturn blue\n"), say("c4", move_at(0, "a4", "a5"))}));
  EXPECT_EQ(parlour.hear(answer), Actions{});
  EXPECT_TRUE(parlour.client.wants_line());
}

TEST(Return, holds_a_line_of_a_script_until_it_is_there) {
  Parlour parlour{Manner::script};
  parlour.start();
  (void)parlour.lose(gone, 0s);
  EXPECT_TRUE(parlour.client.wants_line());
  EXPECT_EQ(parlour.type("a4 a5"), Actions{});
  EXPECT_FALSE(parlour.client.wants_line());
  EXPECT_EQ(parlour.hear(parlour.dealer.hello()), Actions{say("c4", to_resume)});
  EXPECT_EQ(parlour.hear(parlour.dealer.snapshot("c4")),
            (Actions{print("back\n"), say("c5", move_at(0, "a4", "a5"))}));
}

TEST(Return, ends_a_script_whose_game_ended_without_it) {
  Parlour parlour{Manner::script};
  parlour.start();
  (void)parlour.type("a4 a5");
  (void)parlour.client.input_ended();
  (void)parlour.lose(gone, 0s);
  parlour.dealer.end(EndReason::resignation, Side::red);
  (void)parlour.hear(parlour.dealer.hello());
  EXPECT_EQ(parlour.hear(parlour.dealer.snapshot("c5")),
            (Actions{print("back\nover resignation red\n"), say("c6", protocol::LeaveRoom{}),
                     action::Forget{kept_seat}, finish(ExitStatus::finished)}));
}

TEST(Return, after_which_a_loss_is_a_first_one_again) {
  Parlour parlour{Manner::script};
  parlour.start();
  (void)parlour.lose(gone, 0s);
  (void)parlour.lose(gone, 300s);
  (void)parlour.hear(parlour.dealer.hello());
  (void)parlour.hear(parlour.dealer.snapshot("c4"));
  EXPECT_EQ(parlour.lose(gone, 900s).at(1), connect(500ms));
}

TEST(Return, that_did_not_last_does_not_start_the_waiting_anew) {
  Parlour parlour{Manner::script};
  parlour.start();
  (void)parlour.lose(gone, 0s);
  (void)parlour.hear(parlour.dealer.hello());
  (void)parlour.hear(parlour.dealer.snapshot("c4"));
  EXPECT_EQ(parlour.lose(gone, 29s).at(1), connect(1s));
}

TEST(Return, that_lasted_is_one_whatever_still_waits_for_its_answer) {
  Parlour parlour{Manner::script};
  parlour.start();
  (void)parlour.type("a4 a5");
  (void)parlour.lose(gone, 0s);
  (void)parlour.hear(parlour.dealer.hello());
  (void)parlour.hear(parlour.dealer.snapshot("c5"));
  EXPECT_EQ(parlour.lose(gone, 700s).at(1), connect(500ms));
}

TEST(Return, forgets_a_gap_that_the_snapshot_closes) {
  Parlour parlour{Manner::script};
  parlour.start();
  parlour.dealer.lose(view::Chat{Seat::guest, "lost"});
  EXPECT_EQ(parlour.hear(parlour.dealer.chat(Seat::guest, "after")),
            Actions{say("c4", protocol::Snapshot{})});
  (void)parlour.lose(gone, 0s);
  (void)parlour.hear(parlour.dealer.hello());
  EXPECT_EQ(parlour.hear(parlour.dealer.snapshot("c5")), Actions{print("back\n")});
  EXPECT_EQ(parlour.hear(parlour.dealer.chat(Seat::guest, "here")),
            Actions{print("chat blue here\n")});
}

TEST(Return, to_a_room_that_is_gone_is_refused_and_the_seat_kept) {
  Parlour parlour{Manner::person};
  parlour.start();
  (void)parlour.lose(gone, 0s);
  (void)parlour.hear(parlour.dealer.hello());
  EXPECT_EQ(parlour.hear(Dealer::error(ErrorCode::no_such_room, "No such room.", "c4")),
            (Actions{action::ForgetOld{}, finish(ExitStatus::refused,
                                                 "the server has no room K7QM3P any more, or no "
                                                 "seat of yours in it")}));
}

TEST(Return, to_a_room_that_was_being_left_is_not_needed) {
  Parlour parlour{Manner::person};
  parlour.sit();
  (void)parlour.type("leave");
  (void)parlour.lose(gone, 0s);
  (void)parlour.hear(parlour.dealer.hello());
  EXPECT_EQ(parlour.hear(Dealer::error(ErrorCode::no_such_room, "No such room.", "c4")),
            (Actions{action::Forget{kept_seat}, finish(ExitStatus::left)}));
}

TEST(Return, is_asked_for_more_slowly_each_time_where_the_server_is_not_ready) {
  Parlour parlour{Manner::person};
  parlour.start();
  (void)parlour.lose(gone, 0s);
  (void)parlour.hear(parlour.dealer.hello());
  const auto failing = Dealer::error(ErrorCode::internal, "It failed.", "c4");
  const auto later = [](std::chrono::milliseconds delay) {
    return Action{action::SayLater{{.id = "c4", .body = to_resume}, delay}};
  };
  EXPECT_EQ(parlour.hear(failing),
            (Actions{print("The server does not let you back in yet: It failed. Asking again.\n"),
                     later(1s)}));
  EXPECT_EQ(parlour.hear(failing), Actions{later(2s)});
  auto too_many = Dealer::error(ErrorCode::too_many_attempts, "Too many.", "c4");
  std::get<protocol::Error>(too_many.body).retry_after_ms = 7000;
  EXPECT_EQ(parlour.hear(too_many), Actions{later(7s)});
  parlour.client.tell_moment({LocalTime{599s}, 0.5});
  EXPECT_EQ(parlour.hear(failing), Actions{later(11'250ms)});
}

TEST(Return, is_given_up_where_the_server_is_not_ready_for_ten_minutes) {
  Parlour parlour{Manner::script};
  parlour.start();
  (void)parlour.lose(gone, 0s);
  (void)parlour.hear(parlour.dealer.hello());
  const auto failing = Dealer::error(ErrorCode::internal, "It failed.", "c4");
  EXPECT_EQ(parlour.hear(failing).at(0), print("refused It failed.\n"));
  parlour.client.tell_moment({LocalTime{600s}});
  EXPECT_EQ(parlour.hear(failing),
            Actions{finish(ExitStatus::refused,
                           "gave up after 10 minutes: It failed; your seat is kept for flagrank "
                           "resume")});
}

TEST(LostEntry, is_said_again_until_there_is_a_seat) {
  Parlour parlour{Manner::person};
  EXPECT_EQ(parlour.hear(parlour.dealer.hello()), Actions{say("c1", to_create)});
  EXPECT_EQ(parlour.lose(gone, 0s), (Actions{print(lost_in_words), connect(500ms)}));
  EXPECT_EQ(parlour.hear(parlour.dealer.hello()), Actions{say("c1", to_create)});
  EXPECT_EQ(parlour.hear(parlour.dealer.seated("c1")).at(0), print("The connection is back.\n"));
}

TEST(LostEntry, with_a_seat_already_is_a_resume) {
  Parlour parlour{Manner::script};
  (void)parlour.hear(parlour.dealer.hello());
  (void)parlour.hear(parlour.dealer.seated("c1"));
  (void)parlour.lose(gone, 0s);
  EXPECT_EQ(parlour.hear(parlour.dealer.hello()), Actions{say("c2", to_resume)});
  EXPECT_EQ(parlour.hear(parlour.dealer.snapshot("c2")),
            (Actions{print("back\nside red\n"), say("c3", protocol::SuggestFormation{})}));
}

TEST(KeptSeatEntry, resumes_and_finds_the_game_as_it_stands) {
  Parlour parlour{Manner::person, kept_seat};
  parlour.dealer.run();
  parlour.dealer.move("a4-a5");
  EXPECT_EQ(parlour.hear(parlour.dealer.hello()), Actions{say("d1", to_resume)});
  EXPECT_EQ(parlour.hear(parlour.dealer.snapshot("d1")),
            (Actions{action::Keep{kept_seat},
                     print("You are back in room K7QM3P.\n" + parlour.screen())}));
}

TEST(KeptSeatEntry, tells_a_script_all_that_has_happened) {
  Parlour parlour{Manner::script, kept_seat};
  parlour.dealer.run();
  parlour.dealer.move("a4-a7");
  parlour.dealer.tell(view::Presence{Seat::guest, false});
  parlour.dealer.tell(view::DrawOffered{Side::red});
  (void)parlour.hear(parlour.dealer.hello());
  EXPECT_EQ(
      parlour.hear(parlour.dealer.snapshot("d1")),
      (Actions{action::Keep{kept_seat},
               print("room K7QM3P\nside red\njoined blue Bob\naway blue\nlocked red\nlocked blue\n"
                     "started 1\nturn red\nmove red a4 a7\nfight red scout scout both_lost\n"
                     "turn blue\noffered red\n")}));
}

TEST(KeptSeatEntry, shows_again_how_the_friend_gets_there) {
  Parlour parlour{Manner::person, kept_seat};
  (void)parlour.hear(parlour.dealer.hello());
  EXPECT_EQ(parlour.hear(parlour.dealer.snapshot("d1")),
            (Actions{action::Keep{kept_seat},
                     print("\nRoom K7QM3P is open. Your friend joins it with\n\n"
                           "    flagrank join K7QM3P --server ws://example.org:8080\n\n"),
                     say("d2", protocol::SuggestFormation{})}));
}

TEST(KeptSeatEntry, shows_the_end_of_a_game_that_may_be_followed_by_another) {
  Parlour parlour{Manner::person, kept_seat};
  parlour.dealer.run();
  parlour.dealer.end(EndReason::resignation, Side::blue);
  (void)parlour.hear(parlour.dealer.hello());
  EXPECT_EQ(parlour.hear(parlour.dealer.snapshot("d1")),
            (Actions{action::Keep{kept_seat},
                     print("You are back in room K7QM3P.\n" + parlour.screen())}));
}

TEST(KeptSeatEntry, of_a_room_that_is_gone_is_refused_and_kept) {
  Parlour parlour{Manner::script, kept_seat};
  (void)parlour.hear(parlour.dealer.hello());
  EXPECT_EQ(parlour.hear(Dealer::error(ErrorCode::no_such_room, "No such room.", "d1")),
            (Actions{action::ForgetOld{}, finish(ExitStatus::refused,
                                                 "the server has no room K7QM3P any more, or no "
                                                 "seat of yours in it")}));
}

}  // namespace
}  // namespace flagrank::text

#include "client/text/client.hpp"

#include <gtest/gtest.h>

#include "client/text/formation_file.hpp"
#include "client/text/help.hpp"
#include "client/text/rules_in_words.hpp"
#include "tests/unit/text/dealer.hpp"
#include "tests/unit/text/parlour.hpp"

namespace flagrank::text {
namespace {

using protocol::ErrorCode;
using protocol::SuggestFormation;
using rules::EndReason;
using rules::Side;
using view::Seat;

// Sitting down.

TEST(ClientEntry, says_what_was_asked_for_once_greeted) {
  Parlour parlour{Manner::person};
  EXPECT_EQ(parlour.hear(parlour.dealer.hello()), Actions{say("c1", to_create)});
}

TEST(ClientEntry, shows_a_person_how_the_friend_gets_there) {
  Parlour parlour{Manner::person};
  (void)parlour.hear(parlour.dealer.hello());
  EXPECT_EQ(parlour.hear(parlour.dealer.seated("c1")),
            (Actions{action::Keep{kept_seat},
                     print("\nRoom K7QM3P is open. Your friend joins it with\n\n"
                           "    flagrank join K7QM3P --server ws://example.org:8080\n\n")}));
}

TEST(ClientEntry, tells_a_script_the_room_in_one_line) {
  Parlour parlour{Manner::script};
  (void)parlour.hear(parlour.dealer.hello());
  EXPECT_EQ(parlour.hear(parlour.dealer.seated("c1")),
            (Actions{action::Keep{kept_seat}, print("room K7QM3P\n")}));
}

TEST(ClientEntry, points_out_an_address_that_only_this_machine_knows) {
  Client client{Wish{.entry = to_create, .formation = {}, .server = "ws://127.0.0.1:8080"},
                Manner::person, plain, "c"};
  const Dealer dealer{Side::red};
  (void)client.hear(dealer.hello());
  EXPECT_EQ(client.hear(dealer.seated("c1")).at(1),
            print("\nRoom K7QM3P is open. Your friend joins it with\n\n"
                  "    flagrank join K7QM3P --server ws://127.0.0.1:8080\n\n"
                  "From another machine, put this machine's name in place of 127.0.0.1.\n"));
}

TEST(ClientEntry, ends_as_refused_where_the_server_will_not) {
  Parlour parlour{Manner::script};
  (void)parlour.hear(parlour.dealer.hello());
  EXPECT_EQ(parlour.hear(Dealer::error(ErrorCode::no_such_room, "There is no such room.", "c1")),
            Actions{finish(ExitStatus::refused, "There is no such room.")});
  EXPECT_EQ(parlour.type("help"), Actions{});
}

TEST(ClientEntry, ends_where_the_server_speaks_another_version) {
  Parlour parlour{Manner::script};
  EXPECT_EQ(parlour.hear({.re = {}, .body = protocol::Hello{.protocol = 2}}),
            Actions{finish(ExitStatus::lost,
                           "the server speaks version 2 of the protocol, this program version 1")});
}

// Setting up.

TEST(ClientSetUp, begins_with_a_suggestion) {
  Parlour parlour{Manner::person};
  (void)parlour.hear(parlour.dealer.hello());
  (void)parlour.hear(parlour.dealer.seated("c1"));
  EXPECT_EQ(parlour.hear(parlour.dealer.snapshot()),
            Actions{say("c2", protocol::SuggestFormation{})});
  EXPECT_EQ(parlour.hear(parlour.dealer.suggestion("c2")),
            Actions{print(parlour.screen(parlour.suggested()))});
}

TEST(ClientSetUp, locks_a_formation_of_the_command_line_at_once) {
  Parlour parlour{Manner::script, SuggestFormation{"random"}};
  (void)parlour.hear(parlour.dealer.hello());
  (void)parlour.hear(parlour.dealer.seated("c1"));
  EXPECT_EQ(parlour.hear(parlour.dealer.snapshot()),
            (Actions{print("side red\n"), say("c2", SuggestFormation{"random"})}));
  EXPECT_EQ(parlour.hear(parlour.dealer.suggestion("c2")),
            Actions{say("c3", protocol::LockFormation{1, parlour.suggested()})});
  EXPECT_EQ(parlour.hear(parlour.dealer.lock(Side::red, "c3")), Actions{print("locked red\n")});
}

TEST(ClientSetUp, ends_a_script_that_wished_for_a_formation_which_there_is_not) {
  Parlour parlour{Manner::script, SuggestFormation{"storm"}};
  (void)parlour.hear(parlour.dealer.hello());
  (void)parlour.hear(parlour.dealer.seated("c1"));
  (void)parlour.hear(parlour.dealer.snapshot());
  EXPECT_EQ(parlour.hear(Dealer::error(protocol::ErrorCode::bad_value, "There is: default.", "c2")),
            (Actions{print("error bad_value There is: default.\n"),
                     say("c3", protocol::LeaveRoom{}), action::Forget{kept_seat},
                     finish(ExitStatus::usage, "there is no such formation here")}));
}

TEST(ClientSetUp, lets_the_line_of_a_script_wait_for_the_suggestion_that_it_is_about) {
  Parlour parlour{Manner::script};
  (void)parlour.hear(parlour.dealer.hello());
  (void)parlour.hear(parlour.dealer.seated("c1"));
  (void)parlour.hear(parlour.dealer.snapshot());
  // It was being read for before there was anything to wait for.
  EXPECT_EQ(parlour.type("lock"), Actions{});
  EXPECT_FALSE(parlour.client.wants_line());
  EXPECT_EQ(
      parlour.hear(parlour.dealer.suggestion("c2")),
      (Actions{print("arranged\n"), say("c3", protocol::LockFormation{1, parlour.suggested()})}));
}

TEST(ClientSetUp, suggests_the_default_to_a_person_who_wished_for_what_there_is_not) {
  Parlour parlour{Manner::person, SuggestFormation{"storm"}};
  (void)parlour.hear(parlour.dealer.hello());
  (void)parlour.hear(parlour.dealer.seated("c1"));
  (void)parlour.hear(parlour.dealer.snapshot());
  EXPECT_EQ(parlour.hear(Dealer::error(protocol::ErrorCode::bad_value, "There is: default.", "c2")),
            (Actions{print("There is: default.\n"), say("c3", protocol::SuggestFormation{})}));
}

TEST(ClientSetUp, lists_the_formations_that_have_a_name) {
  Parlour parlour{Manner::person};
  parlour.sit();
  EXPECT_EQ(parlour.type("formation"), Actions{print(styles_in_words(rules::classic()))});
}

TEST(ClientSetUp, tells_the_rules_of_this_game) {
  Parlour parlour{Manner::person};
  EXPECT_EQ(parlour.type("help rules"), Actions{print(rules_in_words({}))});
  parlour.sit();
  for (const auto* line : {"rules", "help rules"}) {
    EXPECT_EQ(parlour.type(line),
              Actions{print(rules_in_words(parlour.dealer.view().table.ruleset))})
        << line;
  }
}

TEST(ClientSetUp, locks_a_file_of_the_command_line_at_once) {
  const Draft army = Dealer{Side::red}.army(Side::red).placements();
  Parlour parlour{Manner::person, FormationText{"a.txt", write_formation(army, Side::red)}};
  (void)parlour.hear(parlour.dealer.hello());
  (void)parlour.hear(parlour.dealer.seated("c1"));
  EXPECT_EQ(parlour.hear(parlour.dealer.snapshot()),
            Actions{say("c2", protocol::LockFormation{1, army})});
}

TEST(ClientSetUp, ends_a_script_whose_file_has_faults) {
  Parlour parlour{Manner::script, FormationText{"a.txt", "2652\n"}};
  (void)parlour.hear(parlour.dealer.hello());
  (void)parlour.hear(parlour.dealer.seated("c1"));
  EXPECT_EQ(parlour.hear(parlour.dealer.snapshot()),
            (Actions{print("side red\n"
                           "error formation_file a.txt:1:5: row 4 ends after 4 of 10 squares\n"
                           "error formation_file a.txt:1:1: the file ends after 1 of 4 rows\n"),
                     say("c2", protocol::LeaveRoom{}), action::Forget{kept_seat},
                     finish(ExitStatus::usage, "the formation in a.txt has faults")}));
}

TEST(ClientSetUp, lets_a_person_go_on_by_hand_where_the_file_has_faults) {
  Parlour parlour{Manner::person, FormationText{"a.txt", ""}};
  (void)parlour.hear(parlour.dealer.hello());
  (void)parlour.hear(parlour.dealer.seated("c1"));
  EXPECT_EQ(parlour.hear(parlour.dealer.snapshot()),
            (Actions{print("a.txt:1:1: the file ends after 0 of 4 rows\n"),
                     say("c2", protocol::SuggestFormation{})}));
}

TEST(ClientSetUp, exchanges_two_squares) {
  Parlour parlour{Manner::person};
  parlour.sit();
  Draft draft = parlour.suggested();
  std::swap(draft[0].rank, draft[31].rank);  // a1 and b4
  EXPECT_EQ(parlour.type("swap a1 b4"), Actions{print(parlour.screen(draft))});
  EXPECT_EQ(parlour.type("lock"), Actions{say("c3", protocol::LockFormation{1, draft})});
}

TEST(ClientSetUp, exchanges_own_squares_only) {
  Parlour parlour{Manner::person};
  parlour.sit();
  EXPECT_EQ(parlour.type("swap a1 a5"), Actions{print("a5 is not one of your squares.\n")});
}

TEST(ClientSetUp, asks_the_server_for_another_formation) {
  Parlour parlour{Manner::script};
  parlour.sit();
  EXPECT_EQ(parlour.type("formation random"), Actions{say("c3", SuggestFormation{"random"})});
  EXPECT_EQ(parlour.hear(parlour.dealer.suggestion("c3")), Actions{print("arranged\n")});
}

TEST(ClientSetUp, loads_and_saves_files) {
  Parlour parlour{Manner::script};
  parlour.sit();
  const std::string text = write_formation(parlour.suggested(), Side::red);
  EXPECT_EQ(parlour.type("save army.txt"), (Actions{action::Save{"army.txt", text}}));
  EXPECT_EQ(parlour.client.saved("army.txt"), Actions{print("saved army.txt\n")});
  EXPECT_EQ(parlour.type("load army.txt"), Actions{action::Load{"army.txt"}});
  EXPECT_EQ(parlour.client.loaded({"army.txt", text}), Actions{print("arranged\n")});
}

TEST(ClientSetUp, says_why_a_file_cannot_be_read) {
  Parlour parlour{Manner::person};
  parlour.sit();
  (void)parlour.type("load army.txt");
  EXPECT_EQ(parlour.client.failed("Cannot read army.txt: it is gone."),
            Actions{print("Cannot read army.txt: it is gone.\n")});
}

TEST(ClientSetUp, keeps_the_draft_when_a_file_has_faults) {
  Parlour parlour{Manner::script};
  parlour.sit();
  EXPECT_EQ(parlour.client.loaded({"army.txt", "# nothing\n"}),
            Actions{print("error formation_file army.txt:1:1: the file ends after 0 of 4 rows\n")});
  EXPECT_EQ(parlour.type("lock"),
            Actions{say("c3", protocol::LockFormation{1, parlour.suggested()})});
}

TEST(ClientSetUp, is_over_once_the_army_is_locked) {
  Parlour parlour{Manner::person};
  parlour.sit();
  (void)parlour.hear(parlour.dealer.lock(Side::red));
  const Actions no{print("Your army is locked; it cannot be changed any more.\n")};
  EXPECT_EQ(parlour.type("swap a1 a2"), no);
  EXPECT_EQ(parlour.type("formation default"), no);
  EXPECT_EQ(parlour.type("load a.txt"), no);
  EXPECT_EQ(parlour.type("lock"), no);
}

TEST(ClientSetUp, tells_that_the_other_player_came_and_is_ready) {
  Parlour parlour{Manner::person};
  parlour.sit();
  EXPECT_EQ(parlour.hear(parlour.dealer.join()),
            Actions{print("Bob has joined and plays Blue.\n"
                          "Arrange your army, then type lock. (help setup tells how.)\n")});
  EXPECT_EQ(parlour.hear(parlour.dealer.lock(Side::blue)),
            Actions{print("Blue is ready. Arrange your army, then type "
                          "lock. (help setup tells how.)\n")});
}

TEST(ClientSetUp, tells_a_script_who_sits_there_already) {
  Parlour parlour{Manner::script};
  parlour.dealer.join("Bob");
  parlour.dealer.lock(Side::blue);
  (void)parlour.hear(parlour.dealer.hello());
  (void)parlour.hear(parlour.dealer.seated("c1"));
  EXPECT_EQ(parlour.hear(parlour.dealer.snapshot()),
            (Actions{print("side red\njoined blue Bob\nlocked blue\n"),
                     say("c2", protocol::SuggestFormation{})}));
}

// Playing.

TEST(ClientGame, is_drawn_when_it_begins) {
  Parlour parlour{Manner::person};
  parlour.sit();
  (void)parlour.hear(parlour.dealer.join());
  (void)parlour.hear(parlour.dealer.lock(Side::red));
  (void)parlour.hear(parlour.dealer.lock(Side::blue));
  const auto started = parlour.dealer.start();
  EXPECT_EQ(parlour.hear(started),
            Actions{print("The game begins. Red moves first.\n" + parlour.screen())});
}

TEST(ClientGame, a_move_is_said_with_the_position_it_was_decided_at) {
  Parlour parlour{Manner::person};
  parlour.start();
  EXPECT_EQ(parlour.type("a4 a5"), Actions{say("c4", move_at(0, "a4", "a5"))});
  const auto moved = parlour.dealer.move("a4-a5", "c4");
  EXPECT_EQ(parlour.hear(moved), Actions{print(parlour.screen())});
}

TEST(ClientGame, an_illegal_move_is_explained_and_costs_nothing) {
  Parlour parlour{Manner::person};
  parlour.start();
  (void)parlour.type("a4 b5");
  EXPECT_EQ(parlour.hear(Dealer::error(ErrorCode::not_straight, "Pieces move straight.", "c4")),
            Actions{print("Pieces move straight.\n")});
  EXPECT_EQ(parlour.type("a4 a5"), Actions{say("c5", move_at(0, "a4", "a5"))});
}

TEST(ClientGame, sentences_of_the_server_are_cleaned) {
  Parlour parlour{Manner::script};
  parlour.start();
  (void)parlour.type("a4 b5");
  EXPECT_EQ(parlour.hear(Dealer::error(ErrorCode::lake, "No\033[2J\n!", "c4")),
            Actions{print("error lake No?[2J?!\n")});
}

TEST(ClientGame, commands_out_of_place_are_answered_without_the_server) {
  Parlour parlour{Manner::person};
  parlour.sit();
  const std::string sentence = "The game has not begun: arrange your army, then type lock.\n";
  for (const auto* line : {"a4 a5", "moves", "offer", "accept", "decline", "resign yes"}) {
    EXPECT_EQ(parlour.type(line), Actions{print(sentence)}) << line;
  }
  (void)parlour.hear(parlour.dealer.lock(Side::red));
  EXPECT_EQ(parlour.type("a4 a5"),
            Actions{print("The game has not begun: the other player is not ready yet.\n")});
}

TEST(ClientGame, legal_moves_are_listed) {
  Parlour parlour{Manner::person};
  parlour.start();
  const protocol::LegalMovesTold told{.at = {}, .moves = {move("b4", "b5"), move("a4", "a5")}};
  EXPECT_EQ(parlour.type("moves"), Actions{say("c4", protocol::LegalMoves{})});
  EXPECT_EQ(parlour.hear({.re = "c4", .body = told}), Actions{print("a4-a5  b4-b5\n")});
  EXPECT_EQ(parlour.type("moves b4"), Actions{say("c5", protocol::LegalMoves{})});
  EXPECT_EQ(parlour.hear({.re = "c5", .body = told}), Actions{print("b4-b5\n")});
  (void)parlour.type("moves c4");
  EXPECT_EQ(parlour.hear({.re = "c6", .body = told}), Actions{print("No legal move from c4.\n")});
}

TEST(ClientGame, draws_are_offered_accepted_and_declined) {
  Parlour parlour{Manner::person};
  parlour.start();
  const protocol::DecidedAt now{.game = 1, .ply = 0};
  EXPECT_EQ(parlour.type("offer"), Actions{say("c4", protocol::OfferDraw{now})});
  EXPECT_EQ(parlour.hear(parlour.dealer.tell(view::DrawOffered{Side::red}, "c4")),
            Actions{print("You offer a draw.\n")});
  EXPECT_EQ(parlour.hear(parlour.dealer.tell(view::DrawDeclined{Side::blue})),
            Actions{print("Blue declines the draw.\n"
                          "Your turn. Type a move such as a4 a5, or help.\n")});
  EXPECT_EQ(parlour.hear(parlour.dealer.tell(view::DrawOffered{Side::blue})),
            Actions{print("Blue offers a draw: type accept, decline, or play on.\n")});
  EXPECT_EQ(parlour.type("accept"), Actions{say("c5", protocol::AcceptDraw{now})});
  EXPECT_EQ(parlour.type("decline"), Actions{say("c6", protocol::DeclineDraw{now})});
}

TEST(ClientGame, asks_a_person_twice_before_giving_it_up) {
  Parlour parlour{Manner::person};
  parlour.start();
  EXPECT_EQ(parlour.type("resign"), Actions{print("To give the game up, type resign yes.\n")});
  EXPECT_EQ(parlour.type("leave"),
            Actions{print("Leaving now gives the game up. To do it, type leave yes.\n")});
  EXPECT_EQ(parlour.type("quit"),
            Actions{print("The game is still on. To leave it, type quit yes.\n")});
  EXPECT_EQ(parlour.type("resign yes"), Actions{say("c4", protocol::Resign{1})});
  EXPECT_EQ(parlour.type("leave yes"), Actions{say("c5", protocol::LeaveRoom{})});
  EXPECT_EQ(parlour.type("quit yes"),
            (Actions{print("Your seat is kept. To come back, run flagrank resume.\n"),
                     finish(ExitStatus::left)}));
}

TEST(ClientGame, chat_is_cleaned) {
  Parlour parlour{Manner::person};
  parlour.start();
  EXPECT_EQ(parlour.type("say hello"), Actions{say("c4", protocol::Chat{"hello"})});
  EXPECT_EQ(parlour.hear(parlour.dealer.chat(Seat::host, "hello", "c4")),
            Actions{print("You: hello\n")});
  EXPECT_EQ(parlour.hear(parlour.dealer.chat(Seat::guest, "\033[31mhi")),
            Actions{print("Bob: ?[31mhi\n")});
}

TEST(ClientGame, what_is_typed_is_cleaned_before_it_is_said) {
  Parlour parlour{Manner::person};
  parlour.start();
  EXPECT_EQ(parlour.type("say a\xFF\033b"), Actions{say("c4", protocol::Chat{"a??b"})});
}

TEST(ClientGame, what_is_too_long_to_be_said_is_not_sent) {
  Parlour parlour{Manner::person};
  auto hello = parlour.dealer.hello();
  std::get<protocol::Hello>(hello.body).limits.chat_bytes = 5;
  (void)parlour.hear(hello);
  (void)parlour.hear(parlour.dealer.snapshot());
  EXPECT_EQ(parlour.type("say 123456"), Actions{print("At most 5 bytes can be said at once.\n")});
  EXPECT_EQ(parlour.type("say 12345"), Actions{say("c3", protocol::Chat{"12345"})});
}

TEST(ClientGame, a_person_is_told_when_to_try_again) {
  Parlour parlour{Manner::person};
  parlour.start();
  (void)parlour.type("say hello");
  const protocol::Error too_fast{
      .code = ErrorCode::chat_limited, .message = "Too fast.", .retry_after_ms = 1001};
  EXPECT_EQ(parlour.hear({.re = "c4", .body = too_fast}),
            Actions{print("Too fast. Try again in 2 s.\n")});
}

TEST(ClientGame, presence_of_the_other_is_told) {
  Parlour parlour{Manner::person};
  parlour.start();
  EXPECT_EQ(parlour.hear(parlour.dealer.tell(view::Presence{Seat::guest, false})),
            Actions{print("Bob has lost the connection; the seat stays taken.\n")});
  EXPECT_EQ(parlour.hear(parlour.dealer.tell(view::Presence{Seat::guest, true})),
            Actions{print("Bob is back.\n")});
  EXPECT_EQ(parlour.hear(parlour.dealer.tell(view::Presence{Seat::host, false})), Actions{});
}

TEST(ClientGame, its_end_is_shown_and_a_person_stays_at_the_table) {
  Parlour parlour{Manner::person};
  parlour.start();
  const auto ended = parlour.dealer.end(EndReason::resignation, Side::red);
  EXPECT_EQ(parlour.hear(ended), Actions{print(armies_side_by_side + parlour.screen())});
  EXPECT_EQ(parlour.type("a4 a5"), Actions{print("The game is over.\n")});
  EXPECT_EQ(parlour.type("say thanks"), Actions{say("c4", protocol::Chat{"thanks"})});
  EXPECT_EQ(parlour.type("quit"),
            (Actions{say("c5", protocol::LeaveRoom{}), action::Forget{kept_seat},
                     finish(ExitStatus::finished)}));
}

// What a client must live with.

TEST(ClientEvents, a_gap_is_filled_by_a_snapshot) {
  Parlour parlour{Manner::person};
  parlour.start();
  parlour.dealer.lose(view::Chat{Seat::guest, "lost"});
  EXPECT_EQ(parlour.hear(parlour.dealer.chat(Seat::guest, "after")),
            Actions{say("c4", protocol::Snapshot{})});
  EXPECT_EQ(parlour.hear(parlour.dealer.chat(Seat::guest, "meanwhile")), Actions{});
  EXPECT_EQ(parlour.hear(parlour.dealer.snapshot("c4")),
            Actions{print("Something was missed on the way; this is how it stands.\n" +
                          parlour.screen())});
  EXPECT_EQ(parlour.hear(parlour.dealer.chat(Seat::guest, "well")), Actions{print("Bob: well\n")});
}

TEST(ClientEvents, a_snapshot_that_is_refused_is_asked_for_again) {
  Parlour parlour{Manner::script};
  parlour.start();
  parlour.dealer.lose(view::Chat{Seat::guest, "lost"});
  (void)parlour.hear(parlour.dealer.chat(Seat::guest, "after"));
  EXPECT_EQ(parlour.hear(Dealer::error(ErrorCode::internal, "Too fast.", "c4")),
            Actions{print("error internal Too fast.\n")});
  EXPECT_EQ(parlour.hear(parlour.dealer.chat(Seat::guest, "again")),
            Actions{say("c5", protocol::Snapshot{})});
}

TEST(ClientEvents, an_event_that_is_known_is_passed_over) {
  Parlour parlour{Manner::person};
  parlour.start();
  const auto chat = parlour.dealer.chat(Seat::guest, "once");
  (void)parlour.hear(chat);
  EXPECT_EQ(parlour.hear(chat), Actions{});
}

TEST(ClientEvents, an_unknown_event_counts_and_is_passed_over) {
  Parlour parlour{Manner::person};
  parlour.start();
  const std::uint64_t seq = parlour.dealer.view().seq + 1;
  EXPECT_EQ(parlour.hear({.re = {}, .body = protocol::Unknown{"clock_told", seq}}), Actions{});
  parlour.dealer.lose(view::Chat{Seat::guest, "in its place"});
  EXPECT_EQ(parlour.hear(parlour.dealer.chat(Seat::guest, "next")), Actions{print("Bob: next\n")});
  EXPECT_EQ(parlour.hear({.re = {}, .body = protocol::Unknown{"weather", {}}}), Actions{});
}

TEST(ClientEvents, a_closed_room_ends_the_program) {
  Parlour parlour{Manner::person};
  parlour.sit();
  EXPECT_EQ(parlour.hear(parlour.dealer.tell(view::RoomClosed{})),
            (Actions{print("The room is closed.\n"), action::Forget{kept_seat},
                     finish(ExitStatus::lost, "the room was closed")}));
}

// Going.

const std::string kept_in_words = "Your seat is kept. To come back, run flagrank resume.\n";

TEST(ClientEnd, the_seat_is_left_on_request) {
  Parlour parlour{Manner::person};
  parlour.sit();
  EXPECT_EQ(parlour.type("leave"), Actions{say("c3", protocol::LeaveRoom{})});
  EXPECT_EQ(parlour.hear({.re = "c3", .body = protocol::LeftRoom{}}),
            (Actions{action::Forget{kept_seat}, finish(ExitStatus::left)}));
}

TEST(ClientEnd, ctrl_c_in_a_game_is_asked_about_once) {
  Parlour parlour{Manner::person};
  parlour.start();
  const Actions warning{
      print("The game is still on. Press Ctrl-C once more, or type quit yes, to leave it.\n")};
  EXPECT_EQ(parlour.client.interrupted(), warning);
  (void)parlour.type("board");
  EXPECT_EQ(parlour.client.interrupted(), warning);
  EXPECT_EQ(parlour.client.interrupted(),
            (Actions{print(kept_in_words), finish(ExitStatus::left)}));
}

TEST(ClientEnd, ctrl_c_before_the_game_ends_at_once) {
  Parlour parlour{Manner::person};
  parlour.sit();
  EXPECT_EQ(parlour.client.interrupted(),
            (Actions{print(kept_in_words), finish(ExitStatus::left)}));
}

TEST(ClientEnd, a_seat_that_could_not_be_kept_is_not_promised) {
  Parlour parlour{Manner::person};
  parlour.sit();
  EXPECT_EQ(parlour.client.not_kept({"cannot write x: No space left on device"}),
            Actions{print("Your seat is lost if this program ends: cannot write x: No space left "
                          "on device.\n")});
  EXPECT_EQ(parlour.type("quit"), Actions{finish(ExitStatus::left)});
}

TEST(ClientEnd, the_system_needs_no_confirmation) {
  Parlour parlour{Manner::person};
  parlour.start();
  EXPECT_EQ(parlour.client.dismissed(), (Actions{print(kept_in_words), finish(ExitStatus::left)}));
}

TEST(ClientEnd, nothing_is_done_after_it) {
  Parlour parlour{Manner::person};
  parlour.sit();
  (void)parlour.type("quit");
  EXPECT_EQ(parlour.type("help"), Actions{});
  EXPECT_EQ(parlour.hear(parlour.dealer.join()), Actions{});
  EXPECT_EQ(parlour.client.interrupted(), Actions{});
  EXPECT_EQ(parlour.client.lost({}), Actions{});
  EXPECT_EQ(parlour.client.dismissed(), Actions{});
  EXPECT_FALSE(parlour.client.wants_line());
}

TEST(ClientPrompt, says_whose_turn_it_is) {
  Parlour parlour{Manner::person};
  EXPECT_EQ(parlour.client.prompt(), "> ");
  parlour.sit();
  EXPECT_EQ(parlour.client.prompt(), "set-up> ");
  (void)parlour.hear(parlour.dealer.join());
  (void)parlour.hear(parlour.dealer.lock(Side::red));
  EXPECT_EQ(parlour.client.prompt(), "waiting> ");
  (void)parlour.hear(parlour.dealer.lock(Side::blue));
  (void)parlour.hear(parlour.dealer.start());
  EXPECT_EQ(parlour.client.prompt(), "your move> ");
  (void)parlour.hear(parlour.dealer.move("a4-a5"));
  EXPECT_EQ(parlour.client.prompt(), "blue to move> ");
  (void)parlour.hear(parlour.dealer.end(EndReason::resignation, Side::red));
  EXPECT_EQ(parlour.client.prompt(), "game over> ");
}

// Scripts.

TEST(Script, waits_for_the_answer_before_the_next_line) {
  Parlour parlour{Manner::script};
  parlour.sit();
  EXPECT_TRUE(parlour.client.wants_line());
  (void)parlour.type("formation random");
  EXPECT_FALSE(parlour.client.wants_line());
  (void)parlour.hear(parlour.dealer.suggestion("c3"));
  EXPECT_TRUE(parlour.client.wants_line());
}

TEST(Script, holds_every_line_until_the_table_and_the_first_formation_are_there) {
  Parlour parlour{Manner::script};
  EXPECT_EQ(parlour.type("lock"), Actions{});
  EXPECT_FALSE(parlour.client.wants_line());
  (void)parlour.hear(parlour.dealer.hello());
  (void)parlour.hear(parlour.dealer.seated("c1"));
  (void)parlour.hear(parlour.dealer.snapshot());
  EXPECT_EQ(
      parlour.hear(parlour.dealer.suggestion("c2")),
      (Actions{print("arranged\n"), say("c3", protocol::LockFormation{1, parlour.suggested()})}));
}

TEST(Script, is_told_the_rules_of_its_table_and_not_those_of_another_game) {
  for (const auto* line : {"help rules", "help ranks"}) {
    Parlour parlour{Manner::script, lane_rules(), lane_board, Side::red};
    (void)parlour.hear(parlour.dealer.hello());
    (void)parlour.hear(parlour.dealer.seated("c1"));
    EXPECT_EQ(parlour.type(line), Actions{}) << line;
    (void)parlour.hear(parlour.dealer.snapshot());
    const std::string text = help(std::string_view{line}.substr(5), plain, lane_rules());
    EXPECT_EQ(parlour.hear(parlour.dealer.suggestion("c2")), Actions{print("arranged\n" + text)});
  }
}

TEST(Script, is_helped_before_the_table_with_what_is_the_same_in_every_game) {
  Parlour parlour{Manner::script};
  EXPECT_EQ(parlour.type("help setup"), Actions{print(help("setup", plain))});
}

TEST(Script, holds_a_move_until_it_is_its_turn) {
  Parlour parlour{Manner::script};
  parlour.start();
  EXPECT_EQ(parlour.type("a4 a5"), Actions{say("c4", move_at(0, "a4", "a5"))});
  EXPECT_EQ(parlour.hear(parlour.dealer.move("a4-a5", "c4")),
            Actions{print("move red a4 a5\nturn blue\n")});
  EXPECT_TRUE(parlour.client.wants_line());
  EXPECT_EQ(parlour.type("a5 a6"), Actions{});
  EXPECT_FALSE(parlour.client.wants_line());
  EXPECT_EQ(parlour.hear(parlour.dealer.move("j7-j6")),
            (Actions{print("move blue j7 j6\nturn red\n"), say("c5", move_at(2, "a5", "a6"))}));
}

TEST(Script, holds_a_move_through_set_up) {
  Parlour parlour{Manner::script};
  parlour.sit();
  EXPECT_EQ(parlour.type("a4 a5"), Actions{});
  (void)parlour.hear(parlour.dealer.join());
  (void)parlour.hear(parlour.dealer.lock(Side::red));
  (void)parlour.hear(parlour.dealer.lock(Side::blue));
  EXPECT_EQ(parlour.hear(parlour.dealer.start()),
            (Actions{print("started 1\nturn red\n"), say("c3", move_at(0, "a4", "a5"))}));
}

TEST(Script, goes_on_after_an_illegal_move) {
  Parlour parlour{Manner::script};
  parlour.start();
  (void)parlour.type("a4 b5");
  EXPECT_EQ(parlour.hear(Dealer::error(ErrorCode::not_straight, "Pieces move straight.", "c4")),
            Actions{print("error not_straight Pieces move straight.\n")});
  EXPECT_TRUE(parlour.client.wants_line());
  EXPECT_EQ(parlour.type("jump"),
            Actions{print("error usage There is no command \"jump\". Type help commands to see "
                          "them all.\n")});
  EXPECT_TRUE(parlour.client.wants_line());
}

TEST(Script, says_again_what_came_too_fast) {
  Parlour parlour{Manner::script};
  parlour.start();
  (void)parlour.type("a4 a5");
  const protocol::ClientMessage message{.id = "c4", .body = move_at(0, "a4", "a5")};
  const protocol::Error too_fast{
      .code = ErrorCode::rate_limited, .message = "Too fast.", .retry_after_ms = 50};
  EXPECT_EQ(parlour.hear({.re = "c4", .body = too_fast}),
            (Actions{action::SayLater{message, std::chrono::milliseconds{50}}}));
  EXPECT_FALSE(parlour.client.wants_line());
  EXPECT_EQ(parlour.hear(parlour.dealer.move("a4-a5", "c4")),
            Actions{print("move red a4 a5\nturn blue\n")});
}

TEST(Script, holds_an_answer_to_an_offer_until_there_is_one) {
  Parlour parlour{Manner::script};
  parlour.start();
  EXPECT_EQ(parlour.type("accept"), Actions{});
  EXPECT_EQ(parlour.hear(parlour.dealer.tell(view::DrawOffered{Side::blue})),
            (Actions{print("offered blue\n"), say("c4", protocol::AcceptDraw{{1, 0}})}));
  (void)parlour.client.input_ended();
  EXPECT_EQ(parlour.hear(parlour.dealer.end(EndReason::agreement, {}, "c4")),
            (Actions{print("over agreement draw\n"), say("c5", protocol::LeaveRoom{}),
                     action::Forget{kept_seat}, finish(ExitStatus::finished)}));
}

TEST(Script, is_not_asked_twice) {
  Parlour parlour{Manner::script};
  parlour.start();
  EXPECT_EQ(parlour.type("resign"), Actions{say("c4", protocol::Resign{1})});
  (void)parlour.hear(parlour.dealer.chat(Seat::guest, "no!", "c4"));
  EXPECT_EQ(parlour.type("quit"), Actions{finish(ExitStatus::left)});
}

/// What a script does that wants no rematch.
Actions leaving() {
  return {say("c5", protocol::LeaveRoom{}), action::Forget{kept_seat},
          finish(ExitStatus::finished)};
}

/// A script whose own line has ended the match.
Parlour resigned() {
  Parlour parlour{Manner::script};
  parlour.start();
  (void)parlour.type("resign");
  (void)parlour.hear(parlour.dealer.end(EndReason::resignation, Side::blue, "c4"));
  return parlour;
}

TEST(Script, ends_with_the_game_where_no_line_follows) {
  Parlour parlour = resigned();
  EXPECT_TRUE(parlour.client.wants_line());
  EXPECT_EQ(parlour.client.input_ended(), leaving());
}

TEST(Script, ends_with_the_game_whatever_the_next_line_is_but_a_rematch) {
  for (const auto* line : {"lock", "a4 a5", "quit", "nonsense"}) {
    Parlour parlour = resigned();
    EXPECT_EQ(parlour.type(line), leaving()) << line;
  }
}

TEST(Script, ends_with_the_game_where_the_next_line_does_not_come_within_a_second) {
  using namespace std::chrono_literals;
  Parlour parlour = resigned();
  EXPECT_EQ(parlour.client.alarm(), LocalTime{1s});
  parlour.wait(999ms);
  EXPECT_EQ(parlour.client.time_came(), Actions{});
  parlour.wait(1ms);
  EXPECT_EQ(parlour.client.time_came(), leaving());
}

TEST(Script, goes_on_with_a_rematch_after_its_own_line_has_ended_the_match) {
  Parlour parlour = resigned();
  EXPECT_EQ(parlour.type("# once more"), Actions{});
  EXPECT_EQ(parlour.type("rematch"), Actions{say("c5", protocol::OfferRematch{1})});
  (void)parlour.hear(parlour.dealer.tell(view::RematchOffered{Seat::host}, "c5"));
  EXPECT_EQ(parlour.client.alarm(), std::nullopt);
  EXPECT_EQ(parlour.client.input_ended(), Actions{}) << "it waits for the other player";
}

TEST(Script, goes_on_with_a_rematch_where_an_answer_comes_after_the_end_of_the_match) {
  Parlour parlour{Manner::script};
  parlour.start();
  (void)parlour.type("say hello");
  (void)parlour.hear(parlour.dealer.end(EndReason::resignation, Side::red));
  EXPECT_EQ(parlour.client.alarm(), std::nullopt) << "no line can come yet";
  (void)parlour.hear(Dealer::error(ErrorCode::chat_limited, "Too much.", "c4"));
  EXPECT_EQ(parlour.type("rematch"), Actions{say("c5", protocol::OfferRematch{1})});
}

TEST(Script, does_not_keep_a_move_for_a_match_that_nobody_has_asked_for) {
  Parlour parlour{Manner::script};
  parlour.start();
  (void)parlour.type("a4 a5");
  (void)parlour.hear(parlour.dealer.end(EndReason::resignation, Side::red));
  EXPECT_EQ(parlour.hear(Dealer::error(ErrorCode::game_over, "Over.", "c4")),
            Actions{print("error game_over Over.\n")});
  EXPECT_EQ(parlour.type("rematch"), Actions{say("c5", protocol::OfferRematch{1})});
}

TEST(Script, does_not_wait_for_its_next_line_where_the_other_player_leaves) {
  Parlour parlour = resigned();
  EXPECT_EQ(parlour.hear(parlour.dealer.tell(view::PlayerLeft{Seat::guest})).back(),
            finish(ExitStatus::finished));
}

TEST(Script, whose_input_has_ended_stays_until_the_game_is_over) {
  Parlour parlour{Manner::script};
  parlour.start();
  EXPECT_EQ(parlour.client.input_ended(), Actions{});
  EXPECT_EQ(parlour.hear(parlour.dealer.end(EndReason::resignation, Side::blue)),
            (Actions{print("over resignation blue\n"), say("c4", protocol::LeaveRoom{}),
                     action::Forget{kept_seat}, finish(ExitStatus::finished)}));
}

TEST(Script, learns_of_an_end_that_it_missed) {
  Parlour parlour{Manner::script};
  parlour.start();
  (void)parlour.client.input_ended();
  parlour.dealer.end(EndReason::resignation, Side::red);
  (void)parlour.hear(parlour.dealer.chat(Seat::guest, "gg"));
  EXPECT_EQ(parlour.hear(parlour.dealer.snapshot("c4")),
            (Actions{print("over resignation red\n"), say("c5", protocol::LeaveRoom{}),
                     action::Forget{kept_seat}, finish(ExitStatus::finished)}));
}

TEST(Script, hears_of_fights_with_what_they_revealed) {
  Parlour parlour{Manner::script};
  parlour.start();
  EXPECT_EQ(parlour.hear(parlour.dealer.move("a4-a7")),
            Actions{print("move red a4 a7\nfight red scout scout both_lost\nturn blue\n")});
}

}  // namespace
}  // namespace flagrank::text

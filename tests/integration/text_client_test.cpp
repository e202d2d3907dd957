#include <gmock/gmock.h>

#include <csignal>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "tests/integration/with_text_clients.hpp"
#include "tests/support/armies.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/positions.hpp"

/// The text client as a program among programs: on pipes, with its exit status.
namespace flagrank::test {
namespace {

using rules::Side;
using testing::ContainsRegex;
using testing::HasSubstr;

using enum Process::Stream;

class TextClient : public WithTextClients {};

TEST_F(TextClient, two_of_them_play_a_whole_game_to_the_flag) {
  Process red = host(file_with(quick_board, Side::red));
  Process blue = guest(code_told_by(red), file_with(quick_board, Side::blue));
  red.write("b4 b5\ne4 e7\nsay well met\na4 a7\n");
  blue.write("moves\nf7 f6\nj7 j6\n");

  EXPECT_EQ(red.wait(), finished) << red.said(err);
  EXPECT_EQ(blue.wait(), finished) << blue.said(err);
  for (const Process* process : {&red, &blue}) {
    const std::string said = process->said(out);
    EXPECT_THAT(said, HasSubstr("started 1\n"));
    EXPECT_THAT(said, HasSubstr("move red b4 b5\n"));
    EXPECT_THAT(said, HasSubstr("fight red scout scout both_lost\n"));
    EXPECT_THAT(said, HasSubstr("chat red well met\n"));
    EXPECT_THAT(said, HasSubstr("over flag_captured red\n"));
    EXPECT_EQ(process->said(err), "");
  }
}

TEST_F(TextClient, plays_on_after_a_move_that_was_refused) {
  Process red = host(file_with(quick_board, Side::red));
  Process blue = guest(code_told_by(red), file_with(quick_board, Side::blue));
  red.write("c4 c5\nnonsense\na4 a7\n");

  EXPECT_EQ(red.wait(), finished);
  EXPECT_EQ(blue.wait(), finished);
  EXPECT_THAT(red.said(out), HasSubstr("error lake "));
  EXPECT_THAT(red.said(out), HasSubstr("error usage "));
}

TEST_F(TextClient, a_resignation_finishes_the_game_for_both) {
  Process red = host("random");
  Process blue = guest(code_told_by(red), "default");
  blue.write("resign\n");
  EXPECT_EQ(red.wait(), finished);
  EXPECT_EQ(blue.wait(), finished);
  EXPECT_THAT(red.said(out), HasSubstr("over resignation red\n"));
}

TEST_F(TextClient, says_in_one_line_that_nobody_listens) {
  const std::string nowhere = "ws://127.0.0.1:" + std::to_string(port());
  ASSERT_EQ(server().stop(), 0);
  Process client{flagrank_program(), {"join", "ABCDEF", "--server", nowhere}};
  EXPECT_EQ(client.wait(), lost);
  EXPECT_EQ(lines_in(client.said(err)), 1) << client.said(err);
  EXPECT_THAT(client.said(err), HasSubstr("nothing listens on 127.0.0.1:"));
}

TEST_F(TextClient, says_in_one_line_that_there_is_no_such_room) {
  Process stranger = guest("ZZZZZZ", "default");
  EXPECT_EQ(stranger.wait(), refused);
  EXPECT_EQ(lines_in(stranger.said(err)), 1) << stranger.said(err);
}

/// A text client that makes a room, started by a shell that has done something to its output
/// before.
std::unique_ptr<Process> host_after(const std::string& deed, std::uint16_t port) {
  return std::make_unique<Process>(
      "/bin/bash",
      std::vector<std::string>{"-c", deed + "; exec \"$0\" \"$@\"", flagrank_program(), "create",
                               "--server", "ws://127.0.0.1:" + std::to_string(port)});
}

TEST_F(TextClient, ends_and_says_so_where_its_output_goes_to_a_full_disk) {
  const auto host = host_after("exec > /dev/full", port());
  EXPECT_EQ(host->wait(), usage);
  EXPECT_EQ(host->said(err), "flagrank: Cannot write standard output: No space left on device.\n");
}

TEST_F(TextClient, ends_and_says_so_where_nobody_reads_its_output_any_more) {
  const auto host = host_after("exec > >(exit); wait $!", port());
  EXPECT_EQ(host->wait(), usage);
  EXPECT_EQ(host->said(err), "flagrank: Cannot write standard output: Broken pipe.\n");
}

TEST_F(TextClient, is_refused_where_the_room_is_full) {
  Pair pair = sit_down();
  Process third = guest(pair.red.room(), "default");
  EXPECT_EQ(third.wait(), refused);
  EXPECT_EQ(lines_in(third.said(err)), 1) << third.said(err);
}

TEST_F(TextClient, says_in_one_line_that_the_server_has_gone_and_waits_for_it) {
  Process red = host("default");
  code_told_by(red);
  ASSERT_EQ(server().stop(), 0);
  EXPECT_EQ(red.expect(out, "lost "), "lost the server is being restarted");
  red.signal(SIGTERM);
  EXPECT_EQ(red.wait(), left);
  EXPECT_EQ(red.said(err), "");
}

TEST_F(TextClient, who_quits_before_the_end_has_left) {
  Process red = host("default");
  code_told_by(red);
  red.write("quit\n");
  EXPECT_EQ(red.wait(), left);
}

TEST_F(TextClient, a_formation_file_with_faults_is_wrong_usage) {
  Process red = host(file_with_text("FFFFFFFFFF\n"));
  EXPECT_EQ(red.wait(), usage);
  EXPECT_TRUE(std::filesystem::is_empty(seats())) << "no seat is kept";
}

TEST_F(TextClient, asks_a_server_what_can_be_played) {
  Process all = client({"rules"});
  EXPECT_EQ(all.wait(), finished) << all.said(err);
  EXPECT_THAT(all.said(out), HasSubstr("\n  barrage   Eight pieces on each side"));
  EXPECT_THAT(all.said(out), HasSubstr("\n  rescue                  A piece that enters"));

  Process one = client({"rules", "duel"});
  EXPECT_EQ(one.wait(), finished) << one.said(err);
  EXPECT_THAT(one.said(out), HasSubstr("duel: Ten pieces on each side"));

  Process none = client({"rules", "chess"});
  EXPECT_EQ(none.wait(), usage);
  EXPECT_EQ(lines_in(none.said(err)), 1) << none.said(err);
}

TEST_F(TextClient, tells_the_rules_of_its_room) {
  Process red = client({"create", "--preset", "barrage", "--set", "rescue=true"});
  code_told_by(red);
  red.write("rules\nquit\n");
  EXPECT_EQ(red.wait(), left);
  EXPECT_THAT(red.said(out), HasSubstr("\n  Switches   rescue=true; the others as usual.\n"));
}

TEST_F(TextClient, a_formation_that_the_game_does_not_have_is_wrong_usage) {
  Process red = client({"create", "--preset", "barrage", "--formation", "storm"});
  EXPECT_EQ(red.wait(), usage);
  EXPECT_EQ(lines_in(red.said(err)), 1) << red.said(err);
  EXPECT_THAT(red.said(err), HasSubstr("\"storm\" is neither a formation of this game nor a file "
                                       "that can be read. There are: default, "));
}

TEST_F(TextClient, a_formation_that_the_joined_game_does_not_have_is_wrong_usage) {
  Process red = client({"create", "--preset", "barrage", "--side", "red"});
  Process blue = guest(code_told_by(red), "storm");
  EXPECT_EQ(blue.wait(), usage);
  EXPECT_THAT(blue.said(out), HasSubstr("error bad_value The styles of this room are: default, "));
  EXPECT_TRUE(red.expect(out, "left blue")) << "no seat is kept for it";
}

TEST_F(TextClient, a_rematch_may_follow_the_line_that_ended_the_match) {
  Process red = host("default");
  Process blue = guest(code_told_by(red), "default");
  red.write("resign\nrematch\nresign\n");
  blue.write("rematch\n");
  red.close_input();
  blue.close_input();
  EXPECT_EQ(red.wait(), finished) << red.said(out);
  EXPECT_EQ(blue.wait(), finished) << blue.said(out);
  EXPECT_EQ(lines_with(red.said(out), "over").size(), 2U) << red.said(out);
}

TEST_F(TextClient, an_unknown_option_is_wrong_usage) {
  Process client{flagrank_program(), {"join", "ABCDEF", "--no-such-option"}};
  EXPECT_EQ(client.wait(), usage);
  EXPECT_THAT(client.said(err), HasSubstr("no-such-option"));
}

TEST_F(TextClient, meets_a_player_who_uses_another_client) {
  Process red = host(file_with(quick_board, Side::red));
  Player other{port()};
  other.join(code_told_by(red));
  other.lock(armies_of(drawn(quick_board))[index(Side::blue)]);
  other.expect<view::GameStarted>();
  red.write("b4 b5\n");
  other.expect<view::Moved>();
  other.move(parse_move("f7-f6"));
  red.write("a4 a7\n");
  EXPECT_EQ(other.expect<view::GameOver>().ended.winner, Side::red);
  EXPECT_EQ(red.wait(), finished);
}

TEST_F(TextClient, nobody_watches_where_it_is_not_allowed) {
  Process red = host("default");
  Process spectator = client({"watch", code_told_by(red)});
  EXPECT_EQ(spectator.wait(), refused);
  EXPECT_EQ(lines_in(spectator.said(err)), 1) << spectator.said(err);
}

TEST_F(TextClient, a_game_is_won_from_one_who_stays_away) {
  Process red = client({"create", "--name", "Host", "--side", "red", "--absence-limit", "1s",
                        "--formation", "default"});
  Process blue = guest(code_told_by(red), "default");
  ASSERT_TRUE(red.expect(out, "started 1"));
  red.write("claim\n");
  blue.signal(SIGKILL);
  EXPECT_EQ(red.wait(), finished) << red.said(out);
  EXPECT_THAT(red.said(out), HasSubstr("away blue\nover abandonment red\n"));
}

TEST_F(TextClient, a_clock_that_runs_out_ends_the_game_for_both) {
  Process red = client(
      {"create", "--name", "Host", "--side", "red", "--clock", "1s+1s", "--formation", "default"});
  Process blue = guest(code_told_by(red), "default");
  EXPECT_EQ(red.wait(), finished) << red.said(out);
  EXPECT_EQ(blue.wait(), finished) << blue.said(out);
  EXPECT_THAT(red.said(out), HasSubstr("limit clock 1000 1000\n"));
  EXPECT_THAT(red.said(out), ContainsRegex("turn red\nclocks [0-9]+ 1000\nover time blue\n"))
      << "less what passed until it was told";
}

TEST_F(TextClient, who_is_late_with_the_set_up_gets_an_army_by_chance) {
  Process red = client({"create", "--name", "Host", "--side", "red", "--setup-limit", "1s"});
  Process blue = guest(code_told_by(red), "default");
  ASSERT_TRUE(red.expect(out, "started 1"));
  EXPECT_THAT(red.said(out), HasSubstr("imposed\nlocked red\nstarted 1\n"));
  red.write("resign\n");
  EXPECT_EQ(red.wait(), finished);
}

}  // namespace
}  // namespace flagrank::test

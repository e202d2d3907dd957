#include <gmock/gmock.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "client/text/seat.hpp"
#include "tests/integration/with_text_clients.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/proxy.hpp"
#include "tests/support/random.hpp"
#include "tests/support/temporary_directory.hpp"

/// The text client as a program that loses its connection, its server or itself.
namespace flagrank::test {
namespace {

using rules::Side;
using testing::HasSubstr;

using enum Process::Stream;

/// A game of 21 moves in which the pieces step out and back before the flag is taken.
const std::vector<std::string> red_moves{"b4 b5", "e4 e5", "f4 f5", "i4 i5", "j4 j5", "b5 b4",
                                         "e5 e4", "f5 f4", "i5 i4", "j5 j4", "a4 a7"};
const std::vector<std::string> blue_moves{"b7 b6", "e7 e6", "f7 f6", "i7 i6", "j7 j6",
                                          "b6 b7", "e6 e7", "f6 f7", "i6 i7", "j6 j7"};

std::string script(const std::vector<std::string>& moves) {
  std::string lines;
  for (const std::string& move : moves) lines += move + "\n";
  return lines;
}

/// The `move` lines that both players must be told, each once.
std::vector<std::string> whole_game() {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < red_moves.size(); ++i) {
    lines.push_back("move red " + red_moves[i]);
    if (i < blue_moves.size()) lines.push_back("move blue " + blue_moves[i]);
  }
  return lines;
}

class ComingBack : public WithTextClients {
 protected:
  /// Two who play on the quick board.
  Process host(std::uint16_t at) {
    return WithTextClients::host(file_with(quick_board, Side::red), at);
  }
  Process guest(std::uint16_t at, const std::string& code) {
    return WithTextClients::guest(code, file_with(quick_board, Side::blue), at);
  }
  static Process resume(const std::vector<std::string>& code = {}) {
    std::vector<std::string> arguments{"resume", "--ascii"};
    arguments.insert(arguments.end(), code.begin(), code.end());
    return Process{flagrank_program(), arguments};
  }
  [[nodiscard]] auto kept_seats() const {
    return std::distance(std::filesystem::directory_iterator{seats()}, {});
  }
  /// Puts a wrong token into every file.
  void forge_tokens() const {
    for (const auto& file : std::filesystem::directory_iterator{seats()}) {
      std::stringstream text;
      text << std::ifstream{file.path()}.rdbuf();
      text::KeptSeat seat = *text::read_seat(text.str());
      seat.token = "forged";
      std::ofstream{file.path()} << text::write_seat(seat);
    }
  }
};

/// More bytes than the handshake and the greeting have, and fewer than the snapshot ends with.
constexpr std::size_t past_the_greeting = 1'800;

/// Numbers of bytes after which a connection breaks: in a greeting, a snapshot, an answer.
std::vector<std::size_t> breaks(Random& random, std::size_t first, int more) {
  std::vector<std::size_t> bytes{first};
  for (int i = 0; i < more; ++i) bytes.push_back(300 + random(12'000));
  return bytes;
}

TEST_F(ComingBack, spectators_see_the_game_to_its_end) {
  Process red = client({"create", "--name", "Host", "--side", "red", "--spectators", "--formation",
                        file_with(quick_board, Side::red)});
  const std::string code = code_told_by(red);
  Proxy line{port(), {past_the_greeting}};
  Process spectator = client({"watch", code}, line.port());
  ASSERT_TRUE(spectator.expect(out, "watching"));
  Process blue = guest(port(), code);
  red.write(script(red_moves));
  blue.write(script(blue_moves));

  EXPECT_EQ(red.wait(), finished) << red.said(err);
  EXPECT_EQ(spectator.wait(), finished) << spectator.said(err);
  EXPECT_EQ(lines_with(spectator.said(out), "move"), whole_game());
  EXPECT_EQ(lines_with(spectator.said(out), "over"),
            std::vector<std::string>{"over flag_captured red"});
}

class BadLines : public ComingBack, public testing::WithParamInterface<unsigned> {};

TEST_P(BadLines, carry_a_game_as_good_ones_do) {
  Random random{GetParam()};
  // What breaks before the greeting is no connection that was lost.
  Proxy red_line{port(), breaks(random, past_the_greeting, 4)};
  Proxy blue_line{port(), breaks(random, past_the_greeting, 3)};
  Process red = host(red_line.port());
  Process blue = guest(blue_line.port(), code_told_by(red));
  red.write(script(red_moves));
  blue.write(script(blue_moves));

  const auto until = Clock::now() + 8 * patience();
  EXPECT_EQ(red.wait(until), finished) << red.said(out) << red.said(err);
  EXPECT_EQ(blue.wait(until), finished) << blue.said(out) << blue.said(err);
  for (const Process* process : {&red, &blue}) {
    const std::string said = process->said(out);
    EXPECT_EQ(lines_with(said, "move"), whole_game()) << said;
    EXPECT_EQ(lines_with(said, "room").size(), 1U) << said;
    EXPECT_EQ(lines_with(said, "started").size(), 1U) << said;
    EXPECT_EQ(lines_with(said, "over"), std::vector<std::string>{"over flag_captured red"});
    EXPECT_EQ(lines_with(said, "error"), std::vector<std::string>{}) << said;
    EXPECT_EQ(std::ranges::count(lines_with(said, "back"), "back"),
              std::ssize(lines_with(said, "lost")))
        << said;
  }
  EXPECT_GE(red_line.broken(), 3U);
  EXPECT_GE(blue_line.broken(), 1U);
  EXPECT_EQ(kept_seats(), 0);
}

INSTANTIATE_TEST_SUITE_P(Seeds, BadLines, testing::Values(1U, 3U));

TEST_F(ComingBack, a_server_that_is_killed_over_and_over_does_not_end_the_game) {
  const TemporaryDirectory data;
  std::vector<std::string> flags{"--data", data.path()};
  start_generous(flags);
  flags.insert(flags.end(), {"--listen", "127.0.0.1:" + std::to_string(port())});
  Process red = host(port());
  Process blue = guest(port(), code_told_by(red));
  ASSERT_TRUE(blue.expect(out, "started 1"));

  for (std::size_t i = 0; i < red_moves.size(); ++i) {
    red.write(red_moves[i] + "\n");
    if (i < blue_moves.size()) blue.write(blue_moves[i] + "\n");
    if (i % 3 != 2) continue;
    // Somewhere between those moves: nobody waits for their answers.
    server().process().signal(SIGKILL);
    ASSERT_EQ(server().process().wait(), 128 + SIGKILL);
    start_generous(flags);
    ASSERT_TRUE(red.expect(out, "\nback\n")) << red.said(out) << red.said(err);
    ASSERT_TRUE(blue.expect(out, "\nback\n")) << blue.said(out) << blue.said(err);
  }

  const auto until = Clock::now() + 8 * patience();
  EXPECT_EQ(red.wait(until), finished) << red.said(out) << red.said(err);
  EXPECT_EQ(blue.wait(until), finished) << blue.said(out) << blue.said(err);
  for (const Process* process : {&red, &blue}) {
    const std::string said = process->said(out);
    EXPECT_EQ(lines_with(said, "move"), whole_game()) << said;
    EXPECT_EQ(lines_with(said, "started").size(), 1U) << said;
    EXPECT_EQ(lines_with(said, "over"), std::vector<std::string>{"over flag_captured red"});
    EXPECT_EQ(lines_with(said, "error"), std::vector<std::string>{}) << said;
    EXPECT_EQ(lines_with(said, "lost").size(), 3U) << said;
  }
  EXPECT_EQ(kept_seats(), 0);
}

TEST_F(ComingBack, a_client_that_was_killed_is_followed_by_another) {
  Process red = host(port());
  Process blue = guest(port(), code_told_by(red));
  red.write("b4 b5\n");
  ASSERT_TRUE(blue.expect(out, "move red b4 b5"));
  red.signal(SIGKILL);
  ASSERT_EQ(red.wait(), 128 + SIGKILL);
  ASSERT_TRUE(blue.expect(out, "away red"));
  blue.write("b7 b6\n");
  ASSERT_TRUE(blue.expect(out, "move blue b7 b6"));

  Process again = resume();  // the guest's seat was kept last, but is in use
  ASSERT_TRUE(blue.expect(out, "back red"));
  again.write("a4 a7\n");
  EXPECT_EQ(again.wait(), finished) << again.said(err);
  EXPECT_EQ(blue.wait(), finished) << blue.said(err);
  EXPECT_EQ(lines_with(again.said(out), "move"),
            (std::vector<std::string>{"move red b4 b5", "move blue b7 b6", "move red a4 a7"}));
  EXPECT_EQ(kept_seats(), 0);
}

TEST_F(ComingBack, of_two_clients_on_one_seat_the_older_ends) {
  Process red = host(port());
  const std::string code = code_told_by(red);
  Process newer = resume({code});
  EXPECT_EQ(red.wait(), lost);
  EXPECT_EQ(red.said(err), "flagrank: your seat is now played from another connection\n");

  Process blue = guest(port(), code);
  ASSERT_TRUE(newer.expect(out, "joined blue Guest"));
  newer.write("resign\n");
  EXPECT_EQ(newer.wait(), finished) << newer.said(err);
  EXPECT_EQ(blue.wait(), finished) << blue.said(err);
}

TEST_F(ComingBack, without_a_game_is_wrong_usage) {
  Process nobody = resume();
  EXPECT_EQ(nobody.wait(), usage);
  EXPECT_THAT(nobody.said(err), HasSubstr("there is no game to go back to on this machine\n"));
}

TEST_F(ComingBack, to_a_seat_that_is_no_more_is_refused_and_the_seat_kept) {
  Process red = host(port());
  const std::string code = code_told_by(red);
  red.signal(SIGKILL);
  ASSERT_EQ(red.wait(), 128 + SIGKILL);
  forge_tokens();

  Process again = resume();
  EXPECT_EQ(again.wait(), refused);
  EXPECT_EQ(again.said(err),
            "flagrank: the server has no room " + code + " any more, or no seat of yours in it\n");
  EXPECT_EQ(kept_seats(), 1);
  EXPECT_EQ(resume().wait(), refused);
}

}  // namespace
}  // namespace flagrank::test

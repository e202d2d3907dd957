#include <gmock/gmock.h>

#include <csignal>
#include <string>

#include "tests/integration/with_text_clients.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/raw_connection.hpp"

namespace flagrank::test {
namespace {

using testing::HasSubstr;

class Stopping : public WithServer {};

using enum Process::Stream;

TEST_F(Stopping, tells_every_client_with_1012_and_ends_with_status_0) {
  Pair pair = begin_game();
  Player outside{port()};
  server().process().signal(SIGTERM);

  for (Player* player : {&pair.red, &pair.blue, &outside}) {
    EXPECT_EQ(player->expect_close(), (Closed{1012, "server_restarting"}));
  }
  EXPECT_EQ(server().process().wait(), 0);
  EXPECT_THROW(RawConnection{port()}, std::system_error);
}

TEST_F(Stopping, by_an_interrupt_is_the_same) {
  Player player{port()};
  server().process().signal(SIGINT);
  EXPECT_EQ(player.expect_close().code, 1012);
  EXPECT_EQ(server().process().wait(), 0);
}

TEST_F(Stopping, does_not_wait_for_those_who_do_not_answer) {
  start_generous({"--close", "300ms", "--stop", "1s"});
  RawConnection says_nothing{port()};
  RawConnection half_a_request{port()};
  half_a_request.say("GET / HTTP/1.1\r\n");
  RawConnection ignores_the_close{port()};
  ignores_the_close.upgrade();
  EXPECT_EQ(server().stop(), 0);
}

TEST_F(Stopping, at_once_where_the_port_is_in_use_takes_one_line_and_status_1) {
  Process second{flagrankd_program(),
                 {"--ephemeral", "--listen", "127.0.0.1:" + std::to_string(port())}};
  EXPECT_EQ(second.wait(), 1);
  EXPECT_EQ(second.said(out), "");
  EXPECT_EQ(lines_in(second.said(err)), 1) << second.said(err);
  EXPECT_THAT(second.said(err), HasSubstr(std::to_string(port())));
}

TEST(CommandLine, an_unknown_flag_takes_one_line_and_status_2) {
  Process server{flagrankd_program(), {"--no-such-flag"}};
  EXPECT_EQ(server.wait(), 2);
  EXPECT_EQ(lines_in(server.said(out) + server.said(err)), 1);
  EXPECT_THAT(server.said(err), HasSubstr("no-such-flag"));
}

TEST(CommandLine, version_and_help_are_told_on_standard_output_with_status_0) {
  for (const char* flag : {"--version", "--help"}) {
    Process server{flagrankd_program(), {flag}};
    EXPECT_EQ(server.wait(), 0) << flag;
    EXPECT_THAT(server.said(out), HasSubstr("flagrankd")) << flag;
    EXPECT_EQ(server.said(err), "") << flag;
  }
}

}  // namespace
}  // namespace flagrank::test

#include <gmock/gmock.h>

#include <csignal>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

#include "common/rules/names.hpp"
#include "tests/integration/with_server.hpp"
#include "tests/support/armies.hpp"
#include "tests/support/process.hpp"
#include "tests/support/raw_connection.hpp"

namespace flagrank::test {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

class Logs : public WithServer {};

bool has_word(const std::string& text, std::string_view word) {
  return std::regex_search(text, std::regex{"\\b" + std::string{word} + "\\b"});
}

/// A game with every kind of trouble that a log line could speak of.
void play_with_trouble(Pair& pair, std::uint16_t port) {
  pair.red.refusal(protocol::LockFormation{1, {}});
  pair.blue.say(protocol::Chat{"my marshal stands on f8"});
  Player stranger{port};
  stranger.refusal(protocol::JoinRoom{pair.red.room(), "Stranger"});
  stranger.refusal(protocol::Resume{pair.red.room(), "0123456789abcdef"});
  RawConnection garbage{port};
  garbage.upgrade();
  garbage.say(RawFrame{.payload = pair.red.token() + pair.red.room(), .masked = false}.bytes());
  static_cast<void>(garbage.hear_to_the_end());

  Player again{port};
  again.resume(pair.red.room(), pair.red.token());
  pair.red.expect_close();
  pair.red = std::move(again);
}

TEST_F(Logs, of_a_whole_game_name_no_rank_no_token_and_no_room) {
  start_generous({"--log-level", "trace"});
  Pair pair = sit_down();
  play_with_trouble(pair, port());
  for (Player* player : {&pair.red, &pair.blue}) {
    const auto answer = player->say(protocol::SuggestFormation{"random"});
    ASSERT_TRUE(std::holds_alternative<protocol::FormationSuggested>(answer.body));
  }
  // Armies of which it is known that they do not end the game sooner, as one in twenty that the
  // server draws at random does.
  pair.lock(classic_armies()[index(rules::Side::red)], classic_armies()[index(rules::Side::blue)]);
  while (pair.red.view().ply < 40) {
    Player& mover = pair.of(*pair.red.view().to_move);
    const auto answer = mover.say(protocol::LegalMoves{});
    const auto& moves = std::get<protocol::LegalMovesTold>(answer.body).moves;
    pair.play(moves[pair.red.view().ply % moves.size()]);
  }
  pair.red.say(protocol::Resign{1});
  server().process().signal(SIGTERM);
  pair.red.expect_close();
  pair.blue.expect_close();
  ASSERT_EQ(server().process().wait(), 0);

  const std::string log = server().log();
  EXPECT_THAT(log, HasSubstr("debug")) << "nothing is logged at this level";
  for (const rules::Rank rank : rules::all_ranks) {
    EXPECT_FALSE(has_word(log, rules::name(rank))) << rules::name(rank) << " in\n" << log;
  }
  for (const Player* player : {&pair.red, &pair.blue}) {
    EXPECT_THAT(log, Not(HasSubstr(player->token())));
    EXPECT_THAT(log, Not(HasSubstr(player->room())));
  }
  EXPECT_THAT(log, Not(HasSubstr("0123456789abcdef")));
}

TEST_F(Logs, follow_on_standard_output_where_the_server_listens) {
  start({"--log-level", "debug"});
  ASSERT_EQ(server().stop(), 0);
  EXPECT_THAT(server().process().said(Process::Stream::out),
              AllOf(StartsWith("flagrankd " FLAGRANK_VERSION " listening on 127.0.0.1:"),
                    HasSubstr(" info games are kept in memory"), HasSubstr(" info stopped\n")));
  EXPECT_THAT(server().process().said(Process::Stream::err), IsEmpty());
}

TEST_F(Logs, in_json_are_objects_in_every_line) {
  start({"--log-format", "json", "--log-level", "off"});
  ASSERT_EQ(server().stop(), 0);
  const auto first = nlohmann::json::parse(server().process().said(Process::Stream::out));
  EXPECT_EQ(first["message"], "listening");
  EXPECT_EQ(first["address"], "127.0.0.1:" + std::to_string(port()));

  start_generous({"--log-format", "json", "--log-level", "trace"});
  Pair pair = sit_down();
  play_with_trouble(pair, port());
  ASSERT_EQ(server().stop(), 0);
  std::istringstream lines{server().process().said(Process::Stream::out)};
  std::vector<std::string> messages;
  for (std::string line; std::getline(lines, line);) {
    messages.push_back(nlohmann::json::parse(line)["message"]);
  }
  EXPECT_THAT(messages, AllOf(Contains("connection 1 is open"), Contains("stopped")));
}

}  // namespace
}  // namespace flagrank::test

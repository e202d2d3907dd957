#include <gmock/gmock.h>

#include <csignal>
#include <regex>
#include <string>
#include <variant>

#include "common/rules/names.hpp"
#include "tests/integration/with_server.hpp"
#include "tests/support/armies.hpp"
#include "tests/support/raw_connection.hpp"

namespace flagrank::test {
namespace {

using testing::HasSubstr;
using testing::Not;

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

}  // namespace
}  // namespace flagrank::test

#include "client/conformance/arguments.hpp"

#include <gmock/gmock.h>

#include <string>
#include <variant>
#include <vector>

namespace flagrank::conformance {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

auto read(std::vector<const char*> words) {
  words.insert(words.begin(), "flagrank-conformance");
  return read_arguments(static_cast<int>(words.size()), words.data());
}

void expect_refusal(const std::vector<const char*>& words, const std::string& part) {
  const auto wanted = read(words);
  const auto& print = std::get<ToPrint>(wanted);
  EXPECT_EQ(print.status, ExitStatus::not_run);
  EXPECT_THAT(print.text, HasSubstr(part));
}

TEST(Arguments, name_a_server_and_what_to_try) {
  const auto wanted = read({"server", "ws://play.example:8080", "--only", "chat", "--only", "gap"});
  EXPECT_EQ(std::get<ToPrint>(wanted).status, ExitStatus::not_run) << "gap is for clients";
  const auto fine =
      read({"server", "ws://play.example:8080", "--only", "chat", "--only", "resume"});
  const auto& trial = std::get<ServerTrial>(fine);
  EXPECT_EQ(trial.server.host_and_port(), "play.example:8080");
  EXPECT_EQ(trial.server.path, "/v1/ws");
  EXPECT_THAT(trial.only, ElementsAre("chat", "resume"));
  const auto by_tls = std::get<ServerTrial>(
      read({"server", "wss://play.example", "--ca", "mine.pem", "--only", "resume"}));
  EXPECT_TRUE(by_tls.server.tls);
  EXPECT_EQ(by_tls.server.authorities, "mine.pem");
}

TEST(Arguments, put_a_client_to_everything_unless_told_otherwise) {
  const auto wanted = read({"client"});
  const auto& trial = std::get<ClientTrial>(wanted);
  EXPECT_EQ(trial.scenarios.size(), all_scenarios.size());
  EXPECT_EQ(trial.port, 8081);
  EXPECT_EQ(trial.patience, std::chrono::seconds{30});
  EXPECT_EQ(trial.wait, std::chrono::minutes{10});
}

TEST(Arguments, choose_scenarios_which_keep_their_order) {
  const auto wanted = read({"client", "--listen", "[::1]:0", "--scenario", "restart", "--scenario",
                            "gap", "--patience", "5", "--wait", "60", "--preset", "barrage"});
  const auto& trial = std::get<ClientTrial>(wanted);
  EXPECT_EQ(trial.host, "::1");
  EXPECT_EQ(trial.port, 0);
  EXPECT_THAT(trial.scenarios, ElementsAre(Scenario::gap, Scenario::restart));
  EXPECT_EQ(trial.patience, std::chrono::seconds{5});
  EXPECT_EQ(trial.wait, std::chrono::minutes{1});
  EXPECT_EQ(trial.preset, "barrage");
}

TEST(Arguments, that_make_no_sense_are_refused_with_a_sentence) {
  expect_refusal({}, "subcommand");
  expect_refusal({"server"}, "a URL is needed");
  expect_refusal({"server", "http://x"}, "ws://HOST:PORT");
  expect_refusal({"server", "ws://x", "--ca", "mine.pem"}, "--ca is for TLS");
  expect_refusal({"server", "ws://x", "--only", "chess"}, "there is no chess");
  expect_refusal({"client", "--scenario", "earthquake"}, "there is no earthquake");
  expect_refusal({"client", "--listen", "8081"}, "an address and a port");
  expect_refusal({"client", "--listen", "localhost:8081"}, "an address and a port");
  expect_refusal({"client", "--listen", "127.0.0.1:99999"}, "an address and a port");
  expect_refusal({"client", "--preset", "chess"}, "there is no chess");
  expect_refusal({"client", "--patience", "0"}, "--patience");
  expect_refusal({"client", "--wait", "0"}, "--wait");
}

TEST(Arguments, list_what_there_is) {
  const auto trials = read({"server", "--list"});
  EXPECT_THAT(std::get<ToPrint>(trials).text, HasSubstr("\n  first-game: "));
  EXPECT_THAT(std::get<ToPrint>(trials).text, HasSubstr("\n  whole-game: "));
  const auto scenarios = read({"client", "--list"});
  EXPECT_THAT(std::get<ToPrint>(scenarios).text, HasSubstr("\n  lost-answer: "));
}

TEST(Scenarios, are_known_by_their_names) {
  for (const Scenario one : all_scenarios) EXPECT_EQ(scenario(name(one)), one);
  EXPECT_EQ(scenario("earthquake"), std::nullopt);
}

}  // namespace
}  // namespace flagrank::conformance

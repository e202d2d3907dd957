#include <gmock/gmock.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

#include "client/conformance/scenario.hpp"
#include "common/rules/formation.hpp"
#include "tests/integration/conformance_status.hpp"
#include "tests/integration/with_text_clients.hpp"
#include "tests/support/paths.hpp"

/// `flagrank-conformance client`, with the text client and with one that does not behave.
namespace flagrank::test {
namespace {

using testing::HasSubstr;

using enum Process::Stream;

/// The tool on a port of its own.
class FakeServer {
 public:
  explicit FakeServer(std::vector<std::string> arguments)
      : process_{conformance_program(), with_place(std::move(arguments))} {
    const std::string line = process_.expect(out, "listening on ").value_or(":0");
    std::from_chars(line.data() + line.rfind(':') + 1, line.data() + line.size(), port_);
  }

  [[nodiscard]] std::uint16_t port() const { return port_; }
  [[nodiscard]] std::optional<int> wait() { return process_.wait(Clock::now() + 6 * patience()); }
  [[nodiscard]] std::string report() const { return process_.said(out); }

 private:
  static std::vector<std::string> with_place(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"client", "--listen", "127.0.0.1:0"});
    return arguments;
  }

  Process process_;
  std::uint16_t port_ = 0;
};

/// Steps ahead with Red's pieces beside the lakes, from every row: far more than are needed, since
/// whatever is not legal is refused and the next line is tried.
std::string steps_ahead() {
  std::string script;
  for (int row = 3; row <= 9; ++row) {
    for (const char file : std::string{"abefij"}) {
      const auto square = [file](int at) { return std::string{file} + std::to_string(at); };
      script += square(row) + " " + square(row + 1) + "\n";
      script += square(row) + " " + square(row + 1) + "\n";
    }
  }
  return script;
}

class ConformanceOfClients : public WithTextClients {
 protected:
  Process red_text_client(std::uint16_t at) { return host("default", at); }
};

class Scenarios : public ConformanceOfClients,
                  public testing::WithParamInterface<conformance::Scenario> {};

TEST_P(Scenarios, are_passed_by_the_text_client) {
  const std::string name{conformance::name(GetParam())};
  FakeServer tool{{"--scenario", name}};
  Process client = red_text_client(tool.port());
  client.write(steps_ahead());
  EXPECT_EQ(tool.wait(), well) << tool.report() << client.said(out);
  EXPECT_THAT(tool.report(), HasSubstr("\nok           " + name + ": "));
}

INSTANTIATE_TEST_SUITE_P(Each, Scenarios, testing::ValuesIn(conformance::all_scenarios),
                         [](const auto& row) {
                           std::string text{conformance::name(row.param)};
                           std::ranges::replace(text, '-', '_');
                           return text;
                         });

TEST_F(ConformanceOfClients, the_text_client_passes_them_all_in_one_game_that_it_joins) {
  FakeServer tool{{}};
  Process client = guest("TMWKXF", "default", tool.port());
  client.write(steps_ahead());
  EXPECT_EQ(tool.wait(), well) << tool.report() << client.said(out);
  EXPECT_THAT(tool.report(), HasSubstr(" 0 WRONG, 0 not seen, 1 passed over\n"));
}

// --- clients that do not behave, over real sockets: the rest is tried in tests/unit/conformance

/// In a room of the tool, with the default army locked, and the first of its moves said.
Player in_its_game(std::uint16_t port) {
  Player player{port};
  player.create({.name = "Bad", .side = rules::Side::red, .ruleset = {}, .timing = {}});
  const auto army = rules::default_formation(*rules::Ruleset{}.variant, rules::Side::red);
  player.lock(army.placements());
  player.expect<view::GameStarted>();
  const auto answer = player.say(protocol::LegalMoves{});
  player.move(std::get<protocol::LegalMovesTold>(answer.body).moves.front());
  return player;
}

TEST_F(ConformanceOfClients, one_that_does_not_come_back_is_found) {
  FakeServer tool{{"--scenario", "dropped", "--patience", "1"}};
  Player player = in_its_game(tool.port());
  EXPECT_EQ(player.expect_close().code, 1006);
  EXPECT_EQ(tool.wait(), deviates);
  EXPECT_THAT(tool.report(), HasSubstr("nothing came for 1 s, where it had to connect again and "
                                       "say resume"));
}

TEST_F(ConformanceOfClients, one_that_overlooks_a_gap_is_found) {
  FakeServer tool{{"--scenario", "gap", "--patience", "1"}};
  Player player = in_its_game(tool.port());
  EXPECT_THROW(player.expect<view::Chat>(), Broken) << "it believes nothing, and stops there";
  EXPECT_EQ(tool.wait(), deviates);
  EXPECT_THAT(tool.report(), HasSubstr("ask for a snapshot: an event was missing"));
}

TEST_F(ConformanceOfClients, one_that_hangs_up_at_an_unknown_event_is_found) {
  FakeServer tool{{"--scenario", "unknown-event", "--patience", "1"}};
  Player player = in_its_game(tool.port());
  EXPECT_THROW(player.expect<view::Moved>(), Broken);
  player.connection().drop();
  EXPECT_EQ(tool.wait(), deviates);
  EXPECT_THAT(tool.report(), HasSubstr("it broke the connection off"));
}

TEST_F(ConformanceOfClients, one_that_offers_no_subprotocol_is_found) {
  FakeServer tool{{"--scenario", "gap", "--patience", "1"}};
  EXPECT_THROW((WsClient{tool.port(), {.subprotocols = "chat"}}), conformance::Declined);
  in_its_game(tool.port());
  EXPECT_EQ(tool.wait(), deviates);
  EXPECT_THAT(tool.report(), HasSubstr("it did not offer the subprotocol flagrank.v1"));
}

TEST_F(ConformanceOfClients, nobody_is_waited_for_as_long_as_that_takes) {
  FakeServer tool{{"--wait", "1"}};
  EXPECT_EQ(tool.wait(), not_run);
  EXPECT_THAT(tool.report(), HasSubstr("not seen     play: nobody came for 1 s"));
  EXPECT_THAT(tool.report(), HasSubstr("\n0 ok, 0 WRONG, 18 not seen, 0 passed over\n"));
}

TEST_F(ConformanceOfClients, one_that_only_knocks_is_not_waited_for_like_a_newcomer) {
  FakeServer tool{{"--scenario", "gap", "--patience", "1"}};
  EXPECT_THROW((WsClient{tool.port(), {.subprotocols = "chat"}}), conformance::Declined);
  EXPECT_EQ(tool.wait(), deviates);
  EXPECT_THAT(tool.report(), HasSubstr("WRONG        handshake: "));
}

TEST_F(ConformanceOfClients, one_that_sends_what_is_too_big_or_binary_is_found) {
  FakeServer tool{{"--scenario", "gap", "--patience", "1"}};
  WsClient big{tool.port()};
  big.say(std::string(8193, ' '));
  EXPECT_THAT(std::get<std::string>(big.hear()), HasSubstr("\"hello\""));
  EXPECT_EQ(std::get<Closed>(big.hear()).code, 1009);
  WsClient binary{tool.port()};
  binary.say("{}", WsClient::Kind::binary);
  EXPECT_EQ(tool.wait(), deviates);
  EXPECT_THAT(tool.report(), HasSubstr("it sent a binary frame"));
  EXPECT_THAT(tool.report(), HasSubstr("it sent a frame longer than limits.message_bytes"));
}

TEST_F(ConformanceOfClients, a_trial_that_is_interrupted_reports_what_it_has_seen) {
  Process tool{conformance_program(), {"client", "--listen", "127.0.0.1:0"}};
  ASSERT_TRUE(tool.expect(out, "listening on "));
  tool.signal(SIGTERM);
  EXPECT_EQ(tool.wait(), not_run);
  EXPECT_THAT(tool.said(out), HasSubstr("not seen     play: the trial was interrupted"));
}

}  // namespace
}  // namespace flagrank::test

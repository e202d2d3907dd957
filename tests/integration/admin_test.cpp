#include <gmock/gmock.h>

#include <csignal>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/integration/with_http.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/patience.hpp"
#include "tests/support/process.hpp"
#include "tests/support/raw_connection.hpp"

namespace flagrank::test {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Key;
using testing::Not;
using testing::StartsWith;

class AdminPort : public WithHttp {
 protected:
  Answered ask_admin(const std::string& request) {
    RawConnection connection{server().admin_port()};
    connection.say(request);
    const std::string whole = connection.hear_to_the_end().value_or("");
    const std::size_t end = whole.find("\r\n\r\n");
    if (end == std::string::npos) return {whole, ""};
    return {whole.substr(0, end), whole.substr(end + 4)};
  }
  Answered get_from_admin(const std::string& target) {
    return ask_admin("GET " + target + " HTTP/1.1\r\nHost: here\r\n\r\n");
  }

  /// Each figure with its labels, as it is written.
  std::map<std::string, double> metrics() {
    std::map<std::string, double> figures;
    std::istringstream lines{get_from_admin("/metrics").body};
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with('#')) continue;
      const auto space = line.rfind(' ');
      figures[line.substr(0, space)] = std::stod(line.substr(space + 1));
    }
    return figures;
  }

  /// Whether that figure comes to that value. What ends a connection is counted when it has ended,
  /// of which its peer may hear sooner.
  bool comes_to(const std::string& figure, double value) {
    const auto until = deadline();
    while (Clock::now() < until) {
      const auto now = metrics();
      const auto found = now.find(figure);
      if (found != now.end() && found->second == value) return true;
    }
    return false;
  }

  /// The figures that there are, without labels.
  std::set<std::string> names() {
    std::set<std::string> all;
    for (const auto& [figure, value] : metrics()) all.insert(figure.substr(0, figure.find('{')));
    return all;
  }

  [[nodiscard]] std::string admin_address() {
    return "127.0.0.1:" + std::to_string(server().admin_port());
  }
};

TEST_F(AdminPort, tells_that_the_server_is_well_and_ready) {
  EXPECT_THAT(get_from_admin("/healthz").head, StartsWith("HTTP/1.1 200 "));
  EXPECT_THAT(get_from_admin("/readyz").head, StartsWith("HTTP/1.1 200 "));
}

TEST_F(AdminPort, counts_what_happens_in_a_game) {
  Pair pair = begin_game();
  const auto before = metrics();
  EXPECT_EQ(before.at("flagrank_rooms{phase=\"playing\"}"), 1);
  EXPECT_EQ(before.at("flagrank_rooms{phase=\"waiting\"}"), 0);
  EXPECT_EQ(before.at("flagrank_connections"), 2);

  pair.red.refusal(protocol::LockFormation{1, {}});
  pair.red.say(protocol::Ping{});
  Player again{port()};
  again.resume(pair.red.room(), pair.red.token());
  pair.red.expect_close();
  Player stranger{port()};
  stranger.refusal(protocol::JoinRoom{"AAAAAA", "Stranger"});
  get("/nowhere");

  const std::string done = "flagrank_commands_total{result=\"ok\"}";
  EXPECT_TRUE(comes_to(done, before.at(done) + 2)) << "the ping and the resume";
  EXPECT_TRUE(comes_to("flagrank_closes_total{code=\"4000\",reason=\"replaced\"}", 1));

  const auto after = metrics();
  const auto more = [&](const std::string& figure) {
    return after.at(figure) - (before.contains(figure) ? before.at(figure) : 0);
  };
  EXPECT_EQ(more("flagrank_commands_total{result=\"wrong_phase\"}"), 1);
  EXPECT_EQ(more("flagrank_commands_total{result=\"no_such_room\"}"), 1);
  EXPECT_EQ(more("flagrank_resumes_total"), 1);
  EXPECT_EQ(more("flagrank_http_answers_total{status=\"404\"}"), 1);
  EXPECT_EQ(more("flagrank_http_answers_total{status=\"101\"}"), 2);
  EXPECT_EQ(more("flagrank_connections_accepted_total"), 3);
  EXPECT_GE(after.at("flagrank_journal_append_seconds_count"), 4);
  EXPECT_EQ(after.at("flagrank_journal_failures_total"), 0);
  EXPECT_EQ(after.at("flagrank_outbox_overflows_total"), 0);
  EXPECT_GT(after.at("process_resident_memory_bytes"), 1e6);
  EXPECT_THAT(after, Contains(Key("flagrank_build_info{version=\"" FLAGRANK_VERSION "\"}")));
}

TEST_F(AdminPort, counts_what_broken_frames_are_closed_with) {
  const auto attack = [this](const RawFrame& frame) {
    RawConnection connection{port()};
    connection.upgrade();
    connection.say(frame.bytes());
    static_cast<void>(connection.hear_to_the_end());
  };
  attack({.payload = std::string(20'000, 'x')});
  attack({.payload = "\xff\xff"});
  attack({.payload = "{}", .masked = false});
  for (const char* label : {"code=\"1009\",reason=\"too_big\"", "code=\"1007\",reason=\"bad_utf8\"",
                            "code=\"1002\",reason=\"bad_protocol\""}) {
    EXPECT_TRUE(comes_to("flagrank_closes_total{" + std::string{label} + "}", 1)) << label;
  }
}

TEST_F(AdminPort, names_no_room_and_no_player) {
  Pair pair = begin_game();
  const std::string told = get_from_admin("/metrics").body;
  EXPECT_THAT(told, AllOf(Not(HasSubstr(pair.red.room())), Not(HasSubstr("127.0.0.1"))));
}

TEST_F(AdminPort, is_not_ready_while_the_server_stops_but_well) {
  // One who does not say goodbye, so that it takes its time.
  start({"--stop", "5s", "--close", "5s"});
  const std::uint16_t admin = server().admin_port();
  ASSERT_NE(admin, 0);
  auto silent = std::make_unique<RawConnection>(port());
  silent->upgrade();
  server().process().signal(SIGTERM);
  ASSERT_TRUE(server().process().expect(Process::Stream::out, "telling 1 connections"));
  const Answered readiness = get_from_admin("/readyz");
  EXPECT_THAT(readiness.head, StartsWith("HTTP/1.1 503 "));
  EXPECT_EQ(readiness.body, "stopping\n");
  EXPECT_THAT(get_from_admin("/healthz").head, StartsWith("HTTP/1.1 200 "));
  silent.reset();
  EXPECT_EQ(server().process().wait(), 0);
}

TEST_F(AdminPort, survives_what_is_no_request) {
  EXPECT_THAT(ask_admin("nonsense\r\n\r\n").head, StartsWith("HTTP/1.1 400 "));
  EXPECT_THAT(ask_admin("GET /healthz HTTP/1.1\r\nContent-Length: 2\r\n\r\nhi").head,
              StartsWith("HTTP/1.1 400 "));
  EXPECT_THAT(ask_admin("GET /" + std::string(9'000, 'x') + " HTTP/1.1\r\n\r\n").head,
              StartsWith("HTTP/1.1 431 "));
  std::vector<std::unique_ptr<RawConnection>> silent;
  for (int i = 0; i < 40; ++i) {
    silent.push_back(std::make_unique<RawConnection>(server().admin_port()));
  }
  EXPECT_THAT(get_from_admin("/healthz").head, StartsWith("HTTP/1.1 200 "));
  EXPECT_THAT(get_from_admin("/readyz").head, StartsWith("HTTP/1.1 200 "));
  EXPECT_EQ(silent.front()->hear_to_the_end(), "") << "more are served than told";
}

TEST_F(AdminPort, can_be_off) {
  start({"--admin", "off"});
  EXPECT_THAT(server().process().said(Process::Stream::out), Not(HasSubstr("/healthz")));
  Process check{flagrankd_program(), {"healthcheck", "--admin", "off"}};
  EXPECT_EQ(check.wait(), 1);
  EXPECT_EQ(check.said(Process::Stream::err), "flagrankd: the admin port: it is off\n");
}

TEST_F(AdminPort, that_is_in_use_is_an_error_that_names_it) {
  Process second{flagrankd_program(),
                 {"--ephemeral", "--listen", "127.0.0.1:0", "--admin", admin_address()}};
  EXPECT_EQ(second.wait(), 1);
  EXPECT_THAT(second.said(Process::Stream::err),
              StartsWith("flagrankd: cannot listen on " + admin_address()));
  EXPECT_THAT(second.said(Process::Stream::out), IsEmpty());
}

TEST_F(AdminPort, is_asked_by_the_healthcheck) {
  Process check{flagrankd_program(), {"healthcheck", "--admin", admin_address()}};
  EXPECT_EQ(check.wait(), 0);
  EXPECT_THAT(check.said(Process::Stream::err), IsEmpty());

  const std::string address = admin_address();
  ASSERT_EQ(server().stop(), 0);
  Process late{flagrankd_program(), {"--admin", address, "healthcheck"}};
  EXPECT_EQ(late.wait(), 1);
  EXPECT_EQ(late.said(Process::Stream::err),
            "flagrankd: the admin port at " + address + ": Connection refused\n");
}

/// The figures that the example dashboard asks for.
std::set<std::string> figures_on_the_dashboard() {
  std::ifstream file{source_dir() / "docker" / "grafana" / "dashboard.json"};
  const auto dashboard = nlohmann::json::parse(file);
  std::set<std::string> names;
  const std::regex name{"\\b(flagrank|process)_[a-z_]+"};
  for (const auto& panel : dashboard["panels"]) {
    for (const auto& target : panel["targets"]) {
      const std::string asked = target["expr"];
      for (std::sregex_iterator at{asked.begin(), asked.end(), name}, end; at != end; ++at) {
        names.insert(at->str());
      }
    }
  }
  return names;
}

TEST_F(AdminPort, has_every_figure_of_the_dashboard_and_no_other) {
  static_cast<void>(begin_game());  // and they leave
  ASSERT_TRUE(comes_to("flagrank_closes_total{code=\"1000\",reason=\"normal\"}", 2));
  std::set<std::string> shown = figures_on_the_dashboard();
  for (const char* histogram :
       {"flagrank_journal_append_seconds", "flagrank_event_loop_lag_seconds"}) {
    for (const char* part : {"_bucket", "_sum", "_count"})
      shown.insert(histogram + std::string{part});
  }
  EXPECT_EQ(shown, names());
}

}  // namespace
}  // namespace flagrank::test

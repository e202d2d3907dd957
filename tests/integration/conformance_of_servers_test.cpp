#include <gmock/gmock.h>

#include <atomic>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "tests/integration/conformance_status.hpp"
#include "tests/integration/with_server.hpp"
#include "tests/support/http_answerer.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/process.hpp"
#include "tests/support/proxy.hpp"
#include "tests/support/temporary_directory.hpp"

/// `flagrank-conformance server`, against the real server and against one that deviates.
namespace flagrank::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

using enum Process::Stream;

/// The frame with the first such piece of text replaced.
std::string replaced(std::string frame, std::string_view piece, std::string_view by) {
  const std::size_t place = frame.find(piece);
  if (place != std::string::npos) frame.replace(place, piece.size(), by);
  return frame;
}

class ConformanceOfServers : public WithServer {
 protected:
  /// Tries what listens at that port, with these arguments more.
  static std::unique_ptr<Process> tried(std::uint16_t at, std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"server", "ws://127.0.0.1:" + std::to_string(at)});
    return std::make_unique<Process>(conformance_program(), arguments);
  }
};

TEST_F(ConformanceOfServers, ours_is_well_in_everything_within_its_usual_limits) {
  start({});
  const auto tool = tried(port(), {});
  EXPECT_EQ(tool->wait(Clock::now() + 6 * patience()), well) << tool->said(out);
  const std::string said = tool->said(out);
  EXPECT_THAT(said, HasSubstr("\nok           first-game\n"));
  EXPECT_THAT(said, HasSubstr("\npassed over  refused-limits: needs a server of its own, flagrankd "
                              "--chats-per-minute 2"));
  EXPECT_THAT(said, HasSubstr("\nok           whole-silent-game: "));
  EXPECT_THAT(said, HasSubstr("\nok           http-record: "));
  EXPECT_THAT(said, HasSubstr(" 0 WRONG, 0 not seen, 3 passed over\n"));
  EXPECT_EQ(tool->said(err), "");
}

TEST_F(ConformanceOfServers, a_limit_is_no_deviation_and_is_told_with_what_helps) {
  start({"--rooms-per-address", "1"});
  const auto tool = tried(port(), {"--only", "chat", "--only", "first-game", "--only", "stale"});
  EXPECT_EQ(tool->wait(), not_run);
  EXPECT_THAT(tool->said(out), HasSubstr("\nok           chat\n"));
  EXPECT_THAT(tool->said(out), HasSubstr("\nstopped      first-game was answered with "
                                         "too_many_rooms."));
  EXPECT_THAT(tool->said(out), HasSubstr("--rooms-per-address 1000"));
  EXPECT_THAT(tool->said(out), HasSubstr("\n2 ok, 0 WRONG, 0 not seen, 0 passed over\n"));
}

TEST_F(ConformanceOfServers, a_check_that_meets_a_limit_says_so_too) {
  start({"--rooms-per-address", "1"});
  const auto tool = tried(port(), {"--only", "wrong-token", "--only", "stale"});
  EXPECT_EQ(tool->wait(), not_run);
  EXPECT_THAT(tool->said(out), HasSubstr("\nstopped      stale was answered with too_many_rooms."));
}

TEST_F(ConformanceOfServers, that_are_private_are_not_tried) {
  const TemporaryDirectory folder;
  const std::string key = folder.path() / "key";
  std::ofstream{key} << "plum-lantern-otter-42\n";
  start({"--access-key-file", key});
  const auto tool = tried(port(), {"--only", "chat"});
  EXPECT_EQ(tool->wait(), not_run);
  EXPECT_THAT(tool->said(out), HasSubstr("\nstopped      The server is private"));
}

TEST_F(ConformanceOfServers, where_nobody_listens_nothing_is_tried) {
  const std::uint16_t nowhere = port();
  ASSERT_EQ(server().stop(), 0);
  const auto tool = tried(nowhere, {});
  EXPECT_EQ(tool->wait(), not_run);
  EXPECT_THAT(tool->said(out), HasSubstr("stopped      hello: nothing listens on 127.0.0.1:"));
}

TEST_F(ConformanceOfServers, one_that_says_no_hello_is_not_asked_for_more) {
  start_generous({});
  const Proxy proxy{
      port(), [](const std::string& frame) {
        const std::size_t type = frame.find("hello");
        if (type == std::string::npos) return std::vector{frame};
        return std::vector{R"({"type":"welcome","text":")" + std::string(5000, 'x') + "\"}"};
      }};
  const auto tool = tried(proxy.port(), {});
  EXPECT_EQ(tool->wait(), deviates);
  const std::string said = tool->said(out);
  EXPECT_THAT(said, StartsWith("WRONG        hello: nothing more is tried: "));
  EXPECT_THAT(said, HasSubstr(" bytes in all)\n\n0 ok, 1 WRONG, 0 not seen, 0 passed over\n"));
}

TEST_F(ConformanceOfServers, one_whose_hello_is_broken_is_not_asked_for_more) {
  start_generous({});
  const Proxy proxy{port(), [](const std::string& frame) {
                      return std::vector{replaced(frame, R"("limits":{)", R"("limits":7,"l":{)")};
                    }};
  const auto tool = tried(proxy.port(), {"--only", "chat"});
  EXPECT_EQ(tool->wait(), deviates);
  EXPECT_THAT(tool->said(out), HasSubstr("\n0 ok, 1 WRONG, 0 not seen, 0 passed over\n"));
}

TEST_F(ConformanceOfServers, a_page_of_another_server_is_shown_in_part_and_steers_no_terminal) {
  const HttpAnswerer other{
      HttpAnswerer::http("200 OK", "<html>\x1b[2J\n" + std::string(100'000, 'x'))};
  const auto tool = tried(other.port(), {});
  EXPECT_EQ(tool->wait(), not_run);
  const std::string said = tool->said(out);
  EXPECT_THAT(said, StartsWith("stopped      hello: the handshake was answered with HTTP 200, and "
                               "with: <html>\\x1b[2J\\x0axxx"));
  EXPECT_THAT(said, HasSubstr(" bytes in all)\n\n0 ok, 0 WRONG"));
  EXPECT_LT(said.size(), 2000U);
}

TEST_F(ConformanceOfServers, what_a_feature_is_missing_for_is_passed_over) {
  start_generous({});
  const Proxy proxy{
      port(), [](const std::string& frame) {
        return std::vector{replaced(frame, R"(["public_rooms","invitations","records"])", "[]")};
      }};
  const auto tool = tried(proxy.port(), {"--only", "public-rooms", "--only", "everything-set",
                                         "--only", "http-rooms", "--only", "http-record"});
  EXPECT_EQ(tool->wait(), well) << tool->said(out);
  for (const char* name : {"public-rooms", "everything-set", "http-rooms"}) {
    EXPECT_THAT(tool->said(out), HasSubstr(std::string{"\npassed over  "} + name +
                                           ": hello.features does not have public_rooms\n"));
  }
  EXPECT_THAT(tool->said(out),
              HasSubstr("\npassed over  http-record: hello.features does not have records\n"));
}

TEST_F(ConformanceOfServers, a_later_one_may_tell_more) {
  start({});
  const Proxy proxy{port(), [](const std::string& frame) {
                      if (!frame.starts_with('{')) return std::vector{frame};
                      return std::vector{"{\"brand_new\":{\"field\":1}," + frame.substr(1)};
                    }};
  const auto tool =
      tried(proxy.port(), {"--only", "chat", "--only", "first-game", "--only", "stale"});
  EXPECT_EQ(tool->wait(Clock::now() + 3 * patience()), well) << tool->said(out);
}

// --- a server that deviates

struct Deviation {
  const char* name;
  const char* tried;
  std::vector<std::string> (*tamper)(const std::string& frame);
  const char* remark;
};

void PrintTo(const Deviation& deviation, std::ostream* stream) { *stream << deviation.name; }

class Deviations : public ConformanceOfServers, public testing::WithParamInterface<Deviation> {};

TEST_P(Deviations, are_found) {
  // The tool's other connections answer no pings while it waits for what does not come, and under a
  // sanitizer it waits for longer than a server does by itself.
  start_generous({"--silence", "10m"});
  const Proxy proxy{port(), GetParam().tamper};
  const auto tool = tried(proxy.port(), {"--only", GetParam().tried});
  EXPECT_EQ(tool->wait(Clock::now() + 3 * patience()), deviates) << tool->said(out);
  EXPECT_THAT(tool->said(out), HasSubstr(std::string{"WRONG        "} + GetParam().tried));
  EXPECT_THAT(tool->said(out), HasSubstr(GetParam().remark));
}

using Frames = std::vector<std::string>;

bool holds(const std::string& frame, std::string_view piece) {
  return frame.find(piece) != std::string::npos;
}

INSTANTIATE_TEST_SUITE_P(
    Each, Deviations,
    testing::Values(
        Deviation{"an_event_is_missing", "chat",
                  [](const std::string& frame) {
                    return holds(frame, R"("type":"player_joined")") ? Frames{} : Frames{frame};
                  },
                  "line 12, host: nothing came"},
        Deviation{"a_number_is_another_one", "first-game",
                  [](const std::string& frame) {
                    return Frames{replaced(frame, R"("seq":4,)", R"("seq":5,)")};
                  },
                  "/seq is 5, not 4"},
        Deviation{"what_http_tells_is_not_by_its_schema", "http-info",
                  [](const std::string& frame) {
                    return Frames{replaced(frame, R"("presets":)", R"("PRESETS":)")};
                  },
                  "/v1/info is not by its schema: "},
        Deviation{"http_tells_other_limits_than_hello", "http-info",
                  [](const std::string& frame) {
                    return Frames{
                        holds(frame, "HTTP/1.1 200")
                            ? replaced(frame, R"("room_inbox":256)", R"("room_inbox":257)")
                            : frame};
                  },
                  "limits is "},
        Deviation{"a_public_room_is_not_listed", "http-rooms",
                  [](const std::string& frame) {
                    return Frames{holds(frame, "HTTP/1.1 200")
                                      ? replaced(frame, R"({"room":")", R"({"ROOM":")")
                                      : frame};
                  },
                  "/v1/rooms is not by its schema: "},
        Deviation{"another_room_is_told", "http-room",
                  [](const std::string& frame) {
                    return Frames{holds(frame, "HTTP/1.1 200")
                                      ? replaced(frame, R"("host":"Host")", R"("host": null)")
                                      : frame};
                  },
                  "/v1/rooms/"},
        Deviation{"a_record_contradicts_itself", "http-record",
                  [](const std::string& frame) {
                    return Frames{holds(frame, "HTTP/1.1 200")
                                      ? replaced(frame, R"("winner":"blue")", R"("winner":null  )")
                                      : frame};
                  },
                  "the record does not agree with itself: /result"},
        Deviation{"a_wrong_method_has_another_status", "http-method",
                  [](const std::string& frame) {
                    return Frames{replaced(frame, "HTTP/1.1 405", "HTTP/1.1 400")};
                  },
                  "POST /v1/info is answered with HTTP 400, not 405"},
        Deviation{"a_wrong_path_has_no_json", "http-path",
                  [](const std::string& frame) {
                    return Frames{replaced(frame, "{\"error\"", "[\"error\"")};
                  },
                  "/v1/nothing is answered with no JSON: "},
        Deviation{"a_command_is_answered_twice", "chat",
                  [](const std::string& frame) {
                    const bool twice = holds(frame, R"("type":"chat","re")");
                    return twice ? Frames{frame, frame} : Frames{frame};
                  },
                  "\"chat\""},
        Deviation{"a_rank_is_no_rank", "first-game",
                  [](const std::string& frame) {
                    return Frames{replaced(frame, R"("rank":null)", R"("rank":7)")};
                  },
                  "/rank is 7, not null"},
        Deviation{"what_only_a_schema_can_tell_is_wrong", "suggested-formation",
                  [](const std::string& frame) {
                    return Frames{holds(frame, R"("type":"formation_suggested")")
                                      ? replaced(frame, R"("rank":"flag")", R"("rank":"king")")
                                      : frame};
                  },
                  "not by its schema: "},
        Deviation{"a_silent_defender_is_named", "whole-silent-game",
                  [](const std::string& frame) {
                    return Frames{
                        replaced(frame, R"("defender_rank":null)", R"("defender_rank":"spy")")};
                  },
                  ", as the rules say: "},
        Deviation{"a_piece_that_came_back_is_named", "whole-game",
                  [](const std::string& frame) {
                    const bool back = holds(frame, R"("type":"rescued")");
                    return Frames{back ? replaced(frame, R"("rank":null)", R"("rank":"spy")")
                                       : frame};
                  },
                  ", as the rules say: "},
        Deviation{"a_repeated_command_is_answered_anew", "repeated-command",
                  [](const std::string& frame) {
                    static std::atomic<int> answers = 0;
                    const bool again = holds(frame, R"("type":"moved","re")") && ++answers == 2;
                    return Frames{again ? replaced(frame, R"("ply":1)", R"("ply":2)") : frame};
                  },
                  "the answer to a repeated command is another one"},
        Deviation{"a_gap_opens_in_a_check", "stale",
                  [](const std::string& frame) {
                    const bool of_red = holds(frame, R"("type":"formation_locked","seq":3)");
                    return of_red ? Frames{} : Frames{frame};
                  },
                  "a gap before: "}),
    [](const auto& row) { return std::string{row.param.name}; });

}  // namespace
}  // namespace flagrank::test

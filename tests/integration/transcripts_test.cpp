#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "common/protocol/client_message.hpp"
#include "common/protocol/encode.hpp"
#include "common/protocol/error_code.hpp"
#include "common/protocol/server_message.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/server_process.hpp"
#include "tests/support/transcript.hpp"
#include "tests/support/ws_client.hpp"

/// The transcripts of proto/transcripts, held against the real server. With FLAGRANK_RECORD=1 in
/// the environment they are written anew from what it tells; what the clients say stays.
namespace flagrank::test {
namespace {

using Line = Transcript::Line;
using Kind = Line::Kind;

std::vector<std::string> flags_of(const Transcript& transcript) {
  std::vector<std::string> flags;
  for (const Line& line : transcript.lines) {
    std::istringstream words{line.kind == Kind::flags ? line.text : ""};
    for (std::string word; words >> word;) flags.push_back(word);
  }
  return flags;
}

std::string closing(const Closed& closed) {
  return std::to_string(closed.code) + " " + closed.reason;
}

/// The connections of one conversation.
class Stage {
 public:
  explicit Stage(std::uint16_t port) : port_{port} {}

  /// Does what a client does; nothing for the other lines.
  void act(const Line& line) {
    if (line.kind == Kind::connects) {
      clients_.emplace_back(line.who, WsClient{port_});
    } else if (line.kind == Kind::drops) {
      client(line.who).drop();
      forget(line.who);
    } else if (line.kind == Kind::says) {
      client(line.who).say(placeholders_.fill(line.text));
    }
  }

  /// What that client hears next, as a line; nothing comes back as a note.
  Line hear(const std::string& who, std::chrono::milliseconds within = patience()) {
    auto heard = client(who).hear(within);
    if (const auto* frame = std::get_if<std::string>(&heard)) {
      return {Kind::hears, who, placeholders_.hide(who, *frame)};
    }
    if (const auto* closed = std::get_if<Closed>(&heard)) {
      forget(who);
      return {Kind::closed, who, closing(*closed)};
    }
    return {Kind::note, {}, "# nothing more"};
  }

  /// All that anybody hears until it is quiet, the one named first first.
  std::vector<Line> hear_all(const std::string& first) {
    constexpr std::chrono::milliseconds quiet{150};
    std::vector<std::string> names{first};
    for (const auto& [name, client] : clients_) {
      if (name != first) names.push_back(name);
    }
    std::vector<Line> lines;
    for (const std::string& name : names) {
      while (present(name)) {
        Line line = hear(name, quiet);
        if (line.kind == Kind::note) break;
        lines.push_back(std::move(line));
      }
    }
    return lines;
  }

  /// Nobody was told more than has been heard: asked for one thing more, each hears that alone.
  void expect_silence() {
    for (auto& [name, client] : clients_) {
      client.say(R"({"type":"snapshot","id":"the-end"})");
      const Line line = hear(name);
      EXPECT_NE(line.text.find(R"("re":"the-end")"), std::string::npos)
          << name << " was told more: " << line.text;
    }
  }

 private:
  [[nodiscard]] bool present(const std::string& who) const {
    return std::ranges::any_of(clients_, [&](const auto& named) { return named.first == who; });
  }
  WsClient& client(const std::string& who) {
    const auto found = std::ranges::find(
        clients_, who, [](const auto& named) -> const auto& { return named.first; });
    if (found == clients_.end()) throw std::invalid_argument{who + " is not connected"};
    return found->second;
  }
  void forget(const std::string& who) {
    std::erase_if(clients_, [&](const auto& named) { return named.first == who; });
  }

  std::uint16_t port_;
  std::vector<std::pair<std::string, WsClient>> clients_;  ///< in the order they came
  Placeholders placeholders_;
};

[[nodiscard]] bool told(const Line& line) {
  return line.kind == Kind::hears || line.kind == Kind::closed;
}

void replay(const Transcript& transcript, Stage& stage) {
  for (const Line& line : transcript.lines) {
    stage.act(line);
    if (!told(line)) continue;
    const Line heard = stage.hear(line.who);
    ASSERT_EQ(heard.text, line.text) << "line " << line.number;
    ASSERT_EQ(heard.kind, line.kind) << "line " << line.number;
  }
  stage.expect_silence();
}

Transcript recorded(const Transcript& transcript, Stage& stage) {
  Transcript anew;
  for (const Line& line : transcript.lines) {
    if (told(line)) continue;
    anew.lines.push_back(line);
    stage.act(line);
    if (line.who.empty()) continue;
    for (Line& heard : stage.hear_all(line.who)) anew.lines.push_back(std::move(heard));
  }
  return anew;
}

class Transcripts : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(Transcripts, are_what_the_server_says) {
  const Transcript transcript = read_transcript(GetParam());
  ServerProcess server{flagrankd_program(), flags_of(transcript)};
  {
    Stage stage{server.port()};
    if (std::getenv("FLAGRANK_RECORD") != nullptr) {
      std::ofstream{GetParam()} << recorded(transcript, stage).text();
    } else {
      replay(transcript, stage);
    }
  }
  EXPECT_EQ(server.stop(), 0) << server.log();
}

std::string name_of(const std::filesystem::path& file) {
  std::string name = file.stem().string();
  std::ranges::replace(name, '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Each, Transcripts, testing::ValuesIn(transcript_files()),
                         [](const auto& row) { return name_of(row.param); });

// --- do they show everything?

/// What occurs in all transcripts together.
struct Shown {
  std::set<std::string> said;   ///< message types of clients
  std::set<std::string> told;   ///< message types of the server
  std::set<std::string> codes;  ///< of errors
};

Shown all_shown() {
  Shown shown;
  for (const auto& file : transcript_files()) {
    for (const Line& line : read_transcript(file).lines) {
      const auto message = nlohmann::json::parse(line.text, nullptr, false);
      if (!message.is_object() || !message.contains("type")) continue;
      if (line.kind == Kind::says) shown.said.insert(message["type"].dump());
      if (line.kind == Kind::hears) shown.told.insert(message["type"].dump());
      if (message.contains("code")) shown.codes.insert(message["code"].get<std::string>());
    }
  }
  return shown;
}

template <class Variant, class Encode, std::size_t... I>
std::set<std::string> types_in(Encode encode, std::index_sequence<I...> /*all*/) {
  return {
      nlohmann::json::parse(encode(std::variant_alternative_t<I, Variant>{}))["type"].dump()...};
}

/// The wire names of all alternatives of a variant.
template <class Variant, class Encode>
std::set<std::string> types_of(Encode encode) {
  return types_in<Variant>(encode, std::make_index_sequence<std::variant_size_v<Variant>>{});
}

std::set<std::string> without(std::set<std::string> all, const std::set<std::string>& shown) {
  for (const std::string& one : shown) all.erase(one);
  return all;
}

TEST(TranscriptsTogether, show_every_message_that_a_client_can_say) {
  const auto all = types_of<protocol::ClientBody>([](auto body) {
    return protocol::encode(protocol::ClientMessage{.id = "x", .body = std::move(body)});
  });
  EXPECT_EQ(without(all, all_shown().said), std::set<std::string>{});
}

TEST(TranscriptsTogether, show_every_message_that_the_server_can_tell) {
  auto all = types_of<view::Seen>([](auto seen) {
    return protocol::encode(
        protocol::ServerMessage{.body = protocol::Event{1, {}, std::move(seen)}});
  });
  using Answers = std::variant<protocol::Hello, protocol::Error, protocol::Seated,
                               protocol::LeftRoom, protocol::FormationSuggested,
                               protocol::LegalMovesTold, protocol::Pong, protocol::SnapshotTold>;
  all.merge(types_of<Answers>([](auto body) {
    return protocol::encode(protocol::ServerMessage{.body = std::move(body)});
  }));
  // A room closes when nobody is in it who could be told, or spectators alone, after a while.
  all.erase("\"room_closed\"");
  // A room that was away says so to itself before it lets anybody in.
  all.erase("\"restarted\"");
  EXPECT_EQ(without(all, all_shown().told), std::set<std::string>{});
}

TEST(TranscriptsTogether, show_every_error_that_can_be_provoked_on_demand) {
  using enum protocol::ErrorCode;
  std::set<std::string> all;
  for (int code = 0; code <= static_cast<int>(internal); ++code) {
    all.emplace(name(static_cast<protocol::ErrorCode>(code)));
  }
  all.erase(std::string{name(too_early)});        // depends on time, as the next one does
  all.erase(std::string{name(rate_limited)});     // depends on time: limits_test shows it
  all.erase(std::string{name(server_stopping)});  // between SIGTERM and the close
  all.erase(std::string{name(internal)});         // a fault of the server
  EXPECT_EQ(without(all, all_shown().codes), std::set<std::string>{});
}

}  // namespace
}  // namespace flagrank::test

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "client/conformance/stage.hpp"
#include "client/conformance/transcript.hpp"
#include "common/protocol/client_message.hpp"
#include "common/protocol/encode.hpp"
#include "common/protocol/error_code.hpp"
#include "common/protocol/server_message.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/server_process.hpp"

/// The transcripts of proto/transcripts, held against the real server. With FLAGRANK_TEST_RECORD=1
/// in the environment they are written anew from what it tells; what the clients say stays.
namespace flagrank::conformance {

inline void PrintTo(const NamedTranscript& named, std::ostream* out) { *out << named.name; }

}  // namespace flagrank::conformance

namespace flagrank::test {
namespace {

using conformance::Stage;
using conformance::Transcript;
using Line = Transcript::Line;
using Kind = Line::Kind;

void replay(const Transcript& transcript, Stage& stage) {
  for (const Line& line : transcript.lines) {
    stage.act(line);
    if (!conformance::told(line)) continue;
    const Line heard = stage.hear(line.who);
    ASSERT_EQ(heard.text, line.text) << "line " << line.number;
    ASSERT_EQ(heard.kind, line.kind) << "line " << line.number;
  }
  if (const auto more = stage.surplus()) ADD_FAILURE() << more->who << " was told " << more->text;
}

Transcript recorded(const Transcript& transcript, Stage& stage) {
  Transcript anew;
  for (const Line& line : transcript.lines) {
    if (conformance::told(line)) continue;
    anew.lines.push_back(line);
    stage.act(line);
    if (line.who.empty()) continue;
    for (Line& heard : stage.hear_all(line.who)) anew.lines.push_back(std::move(heard));
  }
  return anew;
}

/// Files that the flags name lie beside the transcripts.
std::vector<std::string> flags_for_here(const Transcript& transcript) {
  std::vector<std::string> flags = conformance::flags_of(transcript);
  for (std::string& flag : flags) {
    const auto file = source_dir() / "proto/transcripts" / flag;
    if (std::filesystem::is_regular_file(file)) flag = file.string();
  }
  return flags;
}

class Transcripts : public testing::TestWithParam<conformance::NamedTranscript> {};

TEST_P(Transcripts, are_what_the_server_says) {
  const auto& [name, transcript] = GetParam();
  ServerProcess server{flagrankd_program(), flags_for_here(transcript)};
  {
    Stage stage{conformance::on_loopback(server.port())};
    if (std::getenv("FLAGRANK_TEST_RECORD") != nullptr) {
      std::ofstream{source_dir() / "proto/transcripts" / (name + ".txt")}
          << recorded(transcript, stage).text();
    } else {
      replay(transcript, stage);
    }
  }
  EXPECT_EQ(server.stop(), 0) << server.log();
}

std::string identifier(std::string name) {
  std::ranges::replace(name, '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Each, Transcripts, testing::ValuesIn(conformance::transcripts()),
                         [](const auto& row) { return identifier(row.param.name); });

// --- do they show everything?

/// What occurs in all transcripts together.
struct Shown {
  std::set<std::string> said;   ///< message types of clients
  std::set<std::string> told;   ///< message types of the server
  std::set<std::string> codes;  ///< of errors
};

Shown all_shown() {
  Shown shown;
  for (const auto& [name, transcript] : conformance::transcripts()) {
    for (const Line& line : transcript.lines) {
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

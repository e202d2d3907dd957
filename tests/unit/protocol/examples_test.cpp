#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "client/conformance/transcript.hpp"
#include "tests/unit/protocol/pages.hpp"

/// Holds the examples in the pages to the transcripts, which are what the server says.
namespace flagrank::test {
namespace {

using conformance::Transcript;
using Json = nlohmann::json;
using Kind = Transcript::Line::Kind;

/// Is it what is new in every run: a placeholder of a transcript, or what pages show in its place?
bool new_in_every_run(const std::string& field, const std::string& text) {
  static const std::map<std::string, std::regex> shown{
      {"room", std::regex{"<room(-[0-9]+)?>|[A-Z0-9]{6}"}},
      {"token", std::regex{"<[a-z0-9_]+-token(-[0-9]+)?>|[0-9a-f]{32}"}},
      {"invitation", std::regex{"<[a-z0-9_]+-invitation>|[0-9a-f]{32}"}},
      {"record", std::regex{"<record(-[0-9]+)?>|[0-9a-f]{32}"}},
      {"server", std::regex{"<server>|flagrankd [0-9.]+"}}};
  const auto form = shown.find(field);
  return form != shown.end() && std::regex_match(text, form->second);
}

/// The same for all frames that differ only in that and in times.
Json comparable(const Json& value, const std::string& field = "") {
  static const std::set<std::string> times{"at_ms",  "time_ms", "absent_since_ms", "setup_ends_ms",
                                           "red_ms", "blue_ms", "retry_after_ms"};
  if (value.is_number() && times.contains(field)) return 0;
  if (value.is_string() && new_in_every_run(field, value)) return "<" + field + ">";
  if (!value.is_structured()) return value;
  Json same = value;
  for (auto& [name, inner] : same.items()) {
    inner = comparable(inner, value.is_object() ? name : field);
  }
  return same;
}

/// Is it the frame, but for elements that were left out of arrays?
bool shortens(const Json& example, const Json& frame) {
  if (example.type() != frame.type() || !frame.is_structured()) return example == frame;
  if (frame.is_object()) {
    return example.size() == frame.size() &&
           std::ranges::all_of(example.items(), [&](const auto& field) {
             return frame.contains(field.key()) && shortens(field.value(), frame[field.key()]);
           });
  }
  auto left = frame.begin();
  return std::ranges::all_of(example, [&](const Json& element) {
    while (left != frame.end() && !shortens(element, *left)) ++left;
    return left++ != frame.end();
  });
}

struct Frame {
  std::string speaker;
  Json json;
};

std::vector<Frame> frames_of(const Transcript& transcript) {
  std::vector<Frame> frames;
  for (const auto& line : transcript.lines) {
    if (line.kind != Kind::says && line.kind != Kind::hears) continue;
    Json json = Json::parse(line.text, nullptr, false);
    if (json.is_object()) {
      frames.push_back({line.kind == Kind::says ? "client" : "server", comparable(json)});
    }
  }
  return frames;
}

const std::vector<Frame>& all_frames() {
  static const auto all = [] {
    std::vector<Frame> frames;
    for (const auto& [name, transcript] : conformance::transcripts()) {
      for (Frame& frame : frames_of(transcript)) frames.push_back(std::move(frame));
    }
    return frames;
  }();
  return all;
}

/// What no transcript can show, for it takes a restart or a long wait.
bool beyond_transcripts(const Json& example) {
  return example["type"] == "restarted" || example["type"] == "room_closed";
}

TEST(Examples, are_frames_of_transcripts) {
  for (const Example& example : all_examples()) {
    const Json json = comparable(Json::parse(example.text));
    if (beyond_transcripts(json)) continue;
    const bool shortened =
        contents(proto_dir() / example.page).find("(Shortened") != std::string::npos;
    EXPECT_TRUE(std::ranges::any_of(all_frames(),
                                    [&](const Frame& frame) {
                                      return frame.speaker == example.speaker &&
                                             (shortened ? shortens(json, frame.json)
                                                        : json == frame.json);
                                    }))
        << example.page << ":" << example.line << ": " << example.text;
  }
}

TEST(Examples, at_the_top_of_the_readme_are_ten_messages_of_one_game_in_their_order) {
  const auto& all = conformance::transcripts();
  const auto shortest = std::ranges::find(all, "ten-messages", &conformance::NamedTranscript::name);
  ASSERT_NE(shortest, all.end());
  const auto conversation = frames_of(shortest->transcript);
  const auto shown = examples_in(proto_dir() / "README.md");
  ASSERT_EQ(shown.size(), 10U);
  auto next = conversation.begin();
  for (const Example& example : shown) {
    const Json json = comparable(Json::parse(example.text));
    next = std::find_if(next, conversation.end(), [&](const Frame& frame) {
      return frame.speaker == example.speaker && frame.json == json;
    });
    ASSERT_NE(next, conversation.end()) << example.line << ": " << example.text;
    ++next;
  }
}

TEST(Transcripts, begin_with_a_remark_that_says_what_they_show) {
  for (const auto& [name, transcript] : conformance::transcripts()) {
    const auto& first = transcript.lines.front();
    EXPECT_TRUE(first.kind == Kind::note && first.text.starts_with("# ")) << name;
  }
}

/// Whose snapshots are told in it: of a seat, or null for a spectator's.
std::set<Json> viewers(const Transcript& transcript) {
  std::set<Json> all;
  for (const Frame& frame : frames_of(transcript)) {
    if (frame.speaker == "server" && frame.json.value("type", "") == "snapshot") {
      all.insert(frame.json["seat"]);
    }
  }
  return all;
}

TEST(Transcripts, show_what_both_seats_and_a_spectator_are_told_in_25_conversations_and_more) {
  EXPECT_GE(std::ranges::count_if(
                conformance::transcripts(),
                [](const auto& named) { return viewers(named.transcript).size() == 3; }),
            25);
}

}  // namespace
}  // namespace flagrank::test

#include "common/protocol/http.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>

#include "client/conformance/schemas.hpp"
#include "common/protocol/encode.hpp"
#include "tests/unit/protocol/pages.hpp"
#include "tests/unit/protocol/samples.hpp"

/// What is told by HTTP, held to proto/http.md and its schemas.
namespace flagrank::test {
namespace {

using Json = nlohmann::ordered_json;
using testing::IsEmpty;

/// The message of that kind among the samples.
template <class Message>
Message sample() {
  for (const auto& one : server_samples()) {
    if (const auto* message = std::get_if<Message>(&one.message.body)) return *message;
  }
  throw std::logic_error{"there is no such sample"};
}

/// A message without its envelope.
Json without_envelope(const protocol::ServerBody& body) {
  auto json = Json::parse(protocol::encode({.re = "x", .body = body}));
  json.erase("type");
  json.erase("re");
  return json;
}

std::vector<std::string> faults(const std::string& schema, const std::string& document) {
  return conformance::schema_faults_by("http/" + schema + ".json", nlohmann::json::parse(document),
                                       conformance::Reading::closed);
}

TEST(HttpDocument, of_a_server_is_its_hello_with_what_can_be_played) {
  const auto hello = sample<protocol::Hello>();
  const auto rulesets = sample<protocol::Rulesets>();
  const std::string document = protocol::info_document(hello, rulesets);
  Json expected = without_envelope(hello);
  expected["rulesets"] = without_envelope(rulesets);
  EXPECT_EQ(Json::parse(document), expected);
  EXPECT_THAT(faults("info", document), IsEmpty());
}

TEST(HttpDocument, of_the_rooms_is_what_a_client_is_told_of_them) {
  const auto rooms = sample<protocol::Rooms>();
  EXPECT_EQ(Json::parse(protocol::document(rooms)), without_envelope(rooms));
  EXPECT_THAT(faults("rooms", protocol::document(rooms)), IsEmpty());
}

TEST(HttpDocument, of_one_room_is_what_stands_in_that_list) {
  const auto rooms = sample<protocol::Rooms>();
  for (std::size_t i = 0; i < rooms.rooms.size(); ++i) {
    const std::string document = protocol::document(rooms.rooms[i]);
    EXPECT_EQ(Json::parse(document), without_envelope(rooms)["rooms"][i]);
    EXPECT_THAT(faults("room", document), IsEmpty());
  }
}

TEST(HttpDocument, of_a_sleeping_room_says_only_that) {
  EXPECT_EQ(protocol::asleep_document("HC3W6Y"), R"({"room":"HC3W6Y","asleep":true})");
  EXPECT_THAT(faults("room", protocol::asleep_document("HC3W6Y")), IsEmpty());
}

TEST(HttpDocument, of_a_refusal_is_a_word_and_a_sentence) {
  const std::string document = protocol::refusal_document("no_such_room", "There is \"none\".");
  EXPECT_EQ(document, R"({"error":"no_such_room","message":"There is \"none\"."})");
  EXPECT_THAT(faults("error", document), IsEmpty());
}

TEST(HttpDocument, is_in_each_example_of_the_page_as_its_schema_says) {
  const auto examples = examples_in(proto_dir() / "http.md");
  EXPECT_EQ(examples.size(), 5U);
  for (const Example& example : examples) {
    ASSERT_TRUE(example.speaker.starts_with("http ")) << example.line;
    EXPECT_THAT(faults(example.speaker.substr(5), example.text), IsEmpty()) << example.line;
  }
}

}  // namespace
}  // namespace flagrank::test

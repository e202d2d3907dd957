#include "client/conformance/newer_server.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <string>
#include <variant>

#include "client/conformance/schemas.hpp"
#include "client/conformance/transcript.hpp"
#include "common/protocol/decode.hpp"
#include "tests/support/message_printing.hpp"

namespace flagrank::conformance {
namespace {

using testing::IsEmpty;

TEST(NewerServer, says_nothing_that_a_lenient_client_takes_for_something_else) {
  for (const NamedTranscript& named : transcripts()) {
    for (const auto& line : named.transcript.lines) {
      if (line.kind != Transcript::Line::Kind::hears) continue;
      const std::string frame = with_new_fields(line.text);
      EXPECT_NE(frame, line.text);
      const auto expected = protocol::decode_server(line.text);
      const auto read = protocol::decode_server(frame);
      ASSERT_TRUE(expected && read) << frame;
      EXPECT_EQ(*read, *expected);
      EXPECT_THAT(schema_faults_of_text("server", frame), IsEmpty()) << frame;
    }
  }
}

TEST(NewerServer, adds_fields_inside_too_but_no_ranks_and_no_seats) {
  const auto frame = nlohmann::json::parse(with_new_fields(
      R"({"type":"x","ruleset":{"inventory":{"spy":1}},"seats":{"host":{"name":"A"}},"board":[{}]})"));
  EXPECT_TRUE(frame["ruleset"].contains("new_field"));
  EXPECT_TRUE(frame["seats"]["host"].contains("new_field"));
  EXPECT_TRUE(frame["board"][0].contains("new_field"));
  EXPECT_FALSE(frame["ruleset"]["inventory"].contains("new_field"));
  EXPECT_FALSE(frame["seats"].contains("new_field"));
}

TEST(NewerServer, has_types_and_codes_that_this_version_does_not_know) {
  const auto event = protocol::decode_server(new_event(7, 1));
  ASSERT_TRUE(event);
  EXPECT_EQ(std::get<protocol::Unknown>(event->body).seq, 7U);
  const auto message = protocol::decode_server(new_message());
  ASSERT_TRUE(message);
  EXPECT_EQ(std::get<protocol::Unknown>(message->body).seq, std::nullopt);
  const auto error = protocol::decode_server(new_error("c1"));
  ASSERT_TRUE(error);
  EXPECT_EQ(error->re, "c1");
  EXPECT_EQ(std::get<protocol::Error>(error->body).code, protocol::ErrorCode::internal);
}

}  // namespace
}  // namespace flagrank::conformance

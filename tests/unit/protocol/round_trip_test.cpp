#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <ostream>
#include <set>

#include "common/protocol/decode.hpp"
#include "common/protocol/encode.hpp"
#include "tests/support/message_printing.hpp"
#include "tests/unit/protocol/samples.hpp"

namespace flagrank::test {

template <class Message>
void PrintTo(const Sample<Message>& sample, std::ostream* out) {
  *out << sample.frame;
}

namespace {

using protocol::ClientMessage;
using protocol::ServerMessage;

constexpr auto name_of_row = [](const auto& info) { return info.param.name; };

class EveryClientMessage : public testing::TestWithParam<Sample<ClientMessage>> {};

TEST_P(EveryClientMessage, is_said_like_this) {
  EXPECT_EQ(encode(GetParam().message), GetParam().frame);
}

TEST_P(EveryClientMessage, is_read_back_whole) {
  const auto read = protocol::decode_client(GetParam().frame);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(Protocol, EveryClientMessage, testing::ValuesIn(client_samples()),
                         name_of_row);

class EveryServerMessage : public testing::TestWithParam<Sample<ServerMessage>> {};

TEST_P(EveryServerMessage, is_said_like_this) {
  EXPECT_EQ(encode(GetParam().message), GetParam().frame);
}

TEST_P(EveryServerMessage, is_read_back_whole) {
  const auto read = protocol::decode_server(GetParam().frame);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, GetParam().message);
}

TEST_P(EveryServerMessage, can_be_turned_into_an_answer) {
  ServerMessage told_to_all = GetParam().message;
  told_to_all.re.reset();
  ServerMessage answer = told_to_all;
  answer.re = "c-17_x";
  EXPECT_EQ(protocol::answering(encode(told_to_all), "c-17_x"), encode(answer));
}

TEST_P(EveryServerMessage, is_compact_json) {
  using Json = nlohmann::ordered_json;
  EXPECT_EQ(Json::parse(GetParam().frame).dump(), encode(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(Protocol, EveryServerMessage, testing::ValuesIn(server_samples()),
                         name_of_row);

TEST(Samples, speak_of_every_client_message) {
  std::set<std::size_t> kinds;
  for (const auto& sample : client_samples()) kinds.insert(sample.message.body.index());
  EXPECT_EQ(kinds.size(), std::variant_size_v<protocol::ClientBody>);
}

TEST(Samples, speak_of_every_server_message_and_event) {
  std::set<std::size_t> kinds;
  std::set<std::size_t> events;
  for (const auto& sample : server_samples()) {
    kinds.insert(sample.message.body.index());
    const auto* const event = std::get_if<protocol::Event>(&sample.message.body);
    if (event != nullptr) events.insert(event->seen.index());
  }
  EXPECT_EQ(kinds.size(), std::variant_size_v<protocol::ServerBody>);
  EXPECT_EQ(events.size(), std::variant_size_v<view::Seen>);
}

}  // namespace
}  // namespace flagrank::test

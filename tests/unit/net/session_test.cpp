#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <thread>
#include <variant>

#include "tests/support/raw_connection.hpp"
#include "tests/support/ws_client.hpp"
#include "tests/unit/net/serving.hpp"

namespace flagrank::net {
namespace {

using namespace std::chrono_literals;
using protocol::ErrorCode;
using test::RawConnection;
using test::RawFrame;
using test::WsClient;

TEST(Session, greets_first) {
  const Serving server{patient_limits()};
  WsClient client{server.port()};
  EXPECT_EQ(client.subprotocol(), "flagrank.v1");
  const auto message = as_message(client.hear());
  const auto& hello = std::get<protocol::Hello>(message.body);
  EXPECT_EQ(hello.protocol, 1U);
  EXPECT_EQ(hello.server, "flagrankd " FLAGRANK_VERSION);
  EXPECT_EQ(hello.limits.message_bytes, patient_limits().message_bytes);
}

TEST(Session, answers_a_ping_in_a_room_and_outside) {
  const Serving server{patient_limits()};
  WsClient client = greeted(server.port());
  auto pong = say(client, "a", protocol::Ping{});
  EXPECT_EQ(pong.re, "a");
  EXPECT_TRUE(std::holds_alternative<protocol::Pong>(pong.body));

  const auto seated = say(client, "b", protocol::CreateRoom{.name = "Ann"});
  EXPECT_TRUE(std::holds_alternative<protocol::Seated>(seated.body));
  EXPECT_TRUE(std::holds_alternative<protocol::SnapshotTold>(as_message(client.hear()).body));
  pong = say(client, "c", protocol::Ping{});
  EXPECT_EQ(pong.re, "c");
}

TEST(Session, tells_what_there_is_to_play_in_a_room_and_outside) {
  const Serving server{patient_limits()};
  WsClient client = greeted(server.port());
  const protocol::ServerBody offered = protocol::offered_rulesets();
  EXPECT_EQ(say(client, "a", protocol::ListRulesets{}),
            (protocol::ServerMessage{.re = "a", .body = offered}));
  static_cast<void>(say(client, "b", protocol::CreateRoom{.name = "Ann"}));
  static_cast<void>(client.hear());
  EXPECT_EQ(say(client, "c", protocol::ListRulesets{}).body, offered);
}

TEST(Session, lets_nobody_into_a_second_room) {
  const Serving server{patient_limits()};
  WsClient client = greeted(server.port());
  static_cast<void>(say(client, "a", protocol::CreateRoom{.name = "Ann"}));
  static_cast<void>(client.hear());
  EXPECT_EQ(refusal(say(client, "b", protocol::CreateRoom{.name = "Ann"})),
            ErrorCode::already_in_room);
  EXPECT_EQ(refusal(say(client, "c", protocol::JoinRoom{.room = "AAAAAA", .name = "Ann"})),
            ErrorCode::already_in_room);
}

TEST(Session, is_outside_again_after_leaving) {
  const Serving server{patient_limits()};
  WsClient client = greeted(server.port());
  EXPECT_EQ(refusal(say(client, "a", protocol::LeaveRoom{})), ErrorCode::not_in_room);
  static_cast<void>(say(client, "b", protocol::CreateRoom{.name = "Ann"}));
  static_cast<void>(client.hear());
  const auto left = say(client, "c", protocol::LeaveRoom{});
  EXPECT_EQ(left.re, "c");
  EXPECT_TRUE(std::holds_alternative<protocol::LeftRoom>(left.body));
  EXPECT_EQ(refusal(say(client, "d", protocol::Snapshot{})), ErrorCode::not_in_room);
  const auto seated = say(client, "e", protocol::CreateRoom{.name = "Ann"});
  EXPECT_TRUE(std::holds_alternative<protocol::Seated>(seated.body));
}

TEST(Session, answers_every_frame_of_garbage_with_what_is_wrong_and_goes_on) {
  const Serving server{patient_limits()};
  WsClient client = greeted(server.port());
  for (int n = 0; n < 500; ++n) {
    const std::string garbage = std::string(static_cast<std::size_t>(n % 40), '[') + "\x01{\"";
    client.say(garbage);
    EXPECT_FALSE(as_message(client.hear()).re);
  }
  client.say(R"({"type":"fly","id":"z","to":"moon"})");
  const auto answer = as_message(client.hear());
  EXPECT_EQ(answer.re, "z");
  EXPECT_EQ(refusal(answer), ErrorCode::unknown_type);
  EXPECT_EQ(say(client, "a", protocol::Ping{}).re, "a");
}

TEST(Session, refuses_what_comes_too_fast_and_does_not_do_it) {
  auto limits = patient_limits();
  limits.messages_per_second = 1;
  limits.message_burst = 2;
  const Serving server{limits};
  WsClient client = greeted(server.port());
  static_cast<void>(say(client, "a", protocol::Ping{}));
  static_cast<void>(say(client, "b", protocol::Ping{}));
  const auto answer = say(client, "c", protocol::CreateRoom{.name = "Ann"});
  EXPECT_EQ(answer.re, "c");
  EXPECT_EQ(refusal(answer), ErrorCode::rate_limited);
  EXPECT_GT(std::get<protocol::Error>(answer.body).retry_after_ms.value_or(0), 0U);
}

TEST(Session, cuts_off_who_does_not_slow_down) {
  auto limits = patient_limits();
  limits.messages_per_second = 1;
  limits.message_burst = 1;
  limits.refusals_before_close = 10;
  const Serving server{limits};
  WsClient client = greeted(server.port());
  for (int n = 0; n < 11; ++n) client.say(R"({"type":"ping","id":"a"})");
  EXPECT_EQ(close_code(client), 4002);
}

TEST(Session, cuts_off_who_stays_over_the_rate_though_some_messages_are_within_it) {
  auto limits = patient_limits();
  limits.messages_per_second = 50;
  limits.message_burst = 1;
  limits.refusals_before_close = 20;
  const Serving server{limits};
  WsClient client = greeted(server.port());
  const auto until = test::deadline();
  std::optional<test::Closed> closed;
  while (!closed && test::Clock::now() < until) {
    // Time enough for one to be let through, and never twenty refusals in a row.
    std::this_thread::sleep_for(std::chrono::milliseconds{20});
    constexpr int at_once = 10;
    for (int n = 0; n < at_once; ++n) client.say(R"({"type":"ping","id":"a"})");
    for (int n = 0; n < at_once && !closed; ++n) {
      const auto heard = client.hear();
      if (std::holds_alternative<test::Closed>(heard)) closed = std::get<test::Closed>(heard);
    }
  }
  ASSERT_TRUE(closed) << "it may go on for ever";
  EXPECT_EQ(closed->code, 4002);
}

TEST(Session, counts_pings_of_the_websocket_as_messages) {
  auto limits = patient_limits();
  limits.messages_per_second = 1;
  limits.message_burst = 1;
  limits.refusals_before_close = 10;
  const Serving server{limits};
  RawConnection peer{server.port()};
  peer.upgrade();
  for (int n = 0; n < 11; ++n) peer.say(RawFrame{.opcode = 9}.bytes());
  EXPECT_EQ(hear_close_code(peer), 4002);
}

TEST(Session, answers_a_full_inbox_with_rate_limited) {
  auto limits = patient_limits();
  limits.room_inbox = 1;
  limits.outbox_frames = 100'000;
  limits.outbox_bytes = 100'000'000;
  const Serving server{limits};
  WsClient client = greeted(server.port());
  static_cast<void>(say(client, "a", protocol::CreateRoom{.name = "Ann"}));
  static_cast<void>(client.hear());
  // Whether the inbox fills up is a matter of luck; each command has exactly one answer anyway.
  constexpr int many = 300;
  for (int n = 0; n < many; ++n) client.say(R"({"type":"legal_moves","id":"m"})");
  for (int n = 0; n < many; ++n) EXPECT_EQ(as_message(client.hear()).re, "m");
}

struct Offence {
  const char* name;
  std::string bytes;
  std::uint16_t code;
};

class OffendedSession : public testing::TestWithParam<Offence> {};

TEST_P(OffendedSession, closes_with_the_code_for_it) {
  const Serving server{patient_limits()};
  RawConnection peer{server.port()};
  peer.upgrade();
  peer.say(GetParam().bytes);
  EXPECT_EQ(hear_close_code(peer), GetParam().code);
  peer.finish();
  EXPECT_TRUE(peer.hear_to_the_end());
  EXPECT_TRUE(server.deserted());
}

INSTANTIATE_TEST_SUITE_P(
    , OffendedSession,
    testing::Values(
        Offence{"binary", RawFrame{.opcode = 2, .payload = "{}"}.bytes(), 1003},
        Offence{"no_utf8", RawFrame{.payload = "\xff\xfe"}.bytes(), 1007},
        Offence{"half_a_letter", RawFrame{.payload = "\xc3"}.bytes(), 1007},
        Offence{"claims_too_much", RawFrame{.claims_length = 1ULL << 40U}.bytes(), 1009},
        Offence{"too_much", RawFrame{.payload = std::string(9000, 'x')}.bytes(), 1009},
        Offence{"unmasked", RawFrame{.payload = "{}", .masked = false}.bytes(), 1002},
        Offence{"reserved_bits", RawFrame{.payload = "{}", .reserved = 4}.bytes(), 1002},
        Offence{"unknown_kind", RawFrame{.opcode = 3}.bytes(), 1002},
        Offence{"continues_nothing", RawFrame{.opcode = 0}.bytes(), 1002},
        Offence{"fragmented_ping", RawFrame{.opcode = 9, .final = false}.bytes(), 1002},
        Offence{"long_ping", RawFrame{.opcode = 9, .payload = std::string(126, 'x')}.bytes(), 1002},
        Offence{"close", RawFrame{.opcode = 8, .payload = "\x03\xe8"}.bytes(), 1000}),
    [](const auto& row) { return std::string{row.param.name}; });

TEST(Session, reads_a_message_in_pieces) {
  const Serving server{patient_limits()};
  RawConnection peer{server.port()};
  peer.upgrade();
  peer.say(RawFrame{.payload = R"({"type":"pi)", .final = false}.bytes());
  peer.say(RawFrame{.opcode = 9, .payload = "between"}.bytes());
  const std::string rest = RawFrame{.opcode = 0, .payload = R"(ng","id":"a"})"}.bytes();
  for (const char byte : rest) peer.say({&byte, 1});
  EXPECT_TRUE(peer.hear_until("between"));
  EXPECT_TRUE(peer.hear_until(R"("pong","re":"a")"));
}

}  // namespace
}  // namespace flagrank::net

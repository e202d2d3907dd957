#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>
#include <variant>

#include "tests/support/raw_connection.hpp"
#include "tests/support/ws_client.hpp"
#include "tests/unit/net/serving.hpp"

/// Peers that do nothing, or too little. Every deadline is short here; only that it comes is
/// asserted, never how soon.
namespace flagrank::net {
namespace {

using namespace std::chrono_literals;
using test::RawConnection;
using test::RawFrame;
using test::WsClient;

constexpr auto* a_ping = R"({"type":"ping","id":"a"})";

TEST(Deadline, a_peer_that_says_nothing_is_dropped) {
  auto limits = patient_limits();
  limits.handshake = 50ms;
  const Serving server{limits};
  RawConnection peer{server.port()};
  EXPECT_EQ(peer.hear_to_the_end(), "");
}

TEST(Deadline, half_a_request_is_dropped_however_slowly_it_grows) {
  auto limits = patient_limits();
  limits.handshake = 100ms;
  const Serving server{limits};
  RawConnection peer{server.port()};
  peer.say("GET /v1/ws HTTP/1.1\r\n");
  while (peer.say("X: y\r\n")) std::this_thread::sleep_for(5ms);
  EXPECT_EQ(peer.hear_to_the_end(), "");
}

TEST(Deadline, who_was_answered_and_does_not_close_is_dropped) {
  auto limits = patient_limits();
  limits.close = 50ms;
  const Serving server{limits};
  RawConnection peer{server.port()};
  peer.say("GET /healthz HTTP/1.0\r\n\r\n");
  EXPECT_TRUE(peer.hear_to_the_end());
  EXPECT_TRUE(server.deserted());
}

TEST(Deadline, who_says_nothing_valid_is_asked_to_leave) {
  auto limits = patient_limits();
  limits.first_command = 50ms;
  const Serving server{limits};
  WsClient client = greeted(server.port());
  client.say("nonsense");
  EXPECT_EQ(close_code(client), 4003);
}

TEST(Deadline, who_has_said_something_is_not) {
  auto limits = patient_limits();
  limits.first_command = 100ms;
  const Serving server{limits};
  WsClient client = greeted(server.port());
  static_cast<void>(say(client, "a", protocol::Ping{}));
  EXPECT_TRUE(std::holds_alternative<test::Silence>(client.hear(200ms)));
  EXPECT_EQ(say(client, "b", protocol::Ping{}).re, "b");
}

TEST(Deadline, who_answers_no_pings_is_dropped) {
  auto limits = patient_limits();
  limits.ping_interval = 20ms;
  limits.silence = 100ms;
  const Serving server{limits};
  RawConnection peer{server.port()};
  peer.upgrade();
  peer.say(RawFrame{.payload = a_ping}.bytes());
  const auto heard = peer.hear_to_the_end();
  ASSERT_TRUE(heard);
  EXPECT_NE(heard->find("\x89"), std::string::npos) << "a ping came before";
}

TEST(Deadline, who_answers_pings_and_says_nothing_else_may_stay) {
  auto limits = patient_limits();
  limits.ping_interval = 20ms;
  limits.silence = 500ms;
  const Serving server{limits};
  WsClient client = greeted(server.port());
  static_cast<void>(say(client, "a", protocol::Ping{}));
  EXPECT_TRUE(std::holds_alternative<test::Silence>(client.hear(1s)));
  EXPECT_EQ(say(client, "b", protocol::Ping{}).re, "b");
}

TEST(Deadline, who_does_not_answer_our_close_is_dropped) {
  auto limits = patient_limits();
  limits.first_command = 20ms;
  limits.close = 50ms;
  const Serving server{limits};
  RawConnection peer{server.port()};
  peer.upgrade();
  EXPECT_EQ(hear_close_code(peer), 4003);
  EXPECT_TRUE(peer.hear_to_the_end());
  EXPECT_TRUE(server.deserted());
}

TEST(Deadline, who_breaks_the_protocol_and_does_not_hang_up_is_dropped) {
  auto limits = patient_limits();
  limits.close = 50ms;
  const Serving server{limits};
  RawConnection peer{server.port()};
  peer.upgrade();
  peer.say(RawFrame{.payload = "\xff"}.bytes());
  EXPECT_EQ(hear_close_code(peer), 1007);
  EXPECT_TRUE(peer.hear_to_the_end());
  EXPECT_TRUE(server.deserted());
}

/// Says things that have long answers until the connection is gone, and reads none of them.
void talk_without_listening(RawConnection& peer) {
  const std::string frame = RawFrame{.payload = R"({"type":"legal_moves","id":"m"})"}.bytes();
  std::string frames;
  for (int n = 0; n < 100; ++n) frames += frame;
  while (peer.say(frames)) {
  }
}

TEST(Deadline, who_talks_and_never_listens_is_dropped) {
  auto limits = patient_limits();
  limits.write = 100ms;
  limits.send_buffer_bytes = 4096;
  const Serving server{limits};
  RawConnection peer{server.port(), 4096};
  peer.upgrade();
  talk_without_listening(peer);
  EXPECT_TRUE(server.deserted());
}

TEST(Deadline, who_listens_late_but_in_time_hears_every_answer) {
  constexpr int many = 1000;
  auto limits = patient_limits();
  limits.send_buffer_bytes = 4096;
  const Serving server{limits};
  WsClient slow{server.port(), {.receive_buffer = 4096}};
  for (int n = 0; n < many; ++n) slow.say(a_ping);
  // By the time that another has been answered more often than that, the slow one's outbox would
  // have overflowed, were it read without regard to that.
  WsClient other = greeted(server.port());
  for (int n = 0; n < many + 500; ++n) static_cast<void>(say(other, "a", protocol::Ping{}));
  static_cast<void>(slow.hear());  // hello
  for (int n = 0; n < many; ++n) {
    const auto heard = slow.hear();
    ASSERT_TRUE(std::holds_alternative<std::string>(heard)) << "closed after " << n << " answers";
  }
}

TEST(Deadline, pongs_and_answers_do_not_mix_for_one_who_listens_late) {
  constexpr int many = 1000;
  auto limits = patient_limits();
  limits.send_buffer_bytes = 4096;
  const Serving server{limits};
  RawConnection slow{server.port(), 4096};
  slow.upgrade();
  const std::jthread talk{[&slow] {
    for (int n = 0; n < many; ++n) {
      slow.say(RawFrame{.opcode = 9, .payload = std::to_string(n)}.bytes());
      slow.say(RawFrame{.payload = a_ping}.bytes());
    }
  }};
  WsClient other = greeted(server.port());
  for (int n = 0; n < many; ++n) static_cast<void>(say(other, "a", protocol::Ping{}));

  int pongs = 0;
  int answers = -1;  // hello is none
  while (pongs < many || answers < many) {
    const auto frame = test::hear_frame(slow);
    if (!frame) break;
    const auto& [kind, payload] = *frame;
    if (kind == 10) {
      ASSERT_EQ(payload, std::to_string(pongs++));
    } else {
      ASSERT_EQ(kind, 1);
      ASSERT_TRUE(payload.starts_with(R"({"type":")") && payload.ends_with("}")) << payload;
      ++answers;
    }
  }
  EXPECT_EQ(pongs, many);
  EXPECT_EQ(answers, many);
}

TEST(Deadline, one_who_never_listens_does_not_hinder_others) {
  auto limits = patient_limits();
  limits.write = 200ms;
  limits.send_buffer_bytes = 4096;
  const Serving server{limits};
  RawConnection deaf{server.port(), 4096};
  deaf.upgrade();
  std::thread flood{[&deaf] { talk_without_listening(deaf); }};
  WsClient client = greeted(server.port());
  for (int n = 0; n < 100; ++n) EXPECT_EQ(say(client, "a", protocol::Ping{}).re, "a");
  flood.join();
}

TEST(Deadline, a_message_of_endless_empty_pieces_is_dropped) {
  auto limits = patient_limits();
  limits.message_bytes = 256;
  const Serving server{limits};
  RawConnection peer{server.port()};
  peer.upgrade();
  peer.say(RawFrame{.payload = "x", .final = false}.bytes());
  std::string pieces;
  for (int n = 0; n < 1000; ++n) pieces += RawFrame{.opcode = 0, .final = false}.bytes();
  while (peer.say(pieces)) {
  }
  EXPECT_TRUE(server.deserted());
}

}  // namespace
}  // namespace flagrank::net

#include <gmock/gmock.h>

#include <optional>
#include <string>

#include "tests/integration/with_server.hpp"
#include "tests/support/raw_connection.hpp"

/// What a peer may send below the level of messages. Each test ends with two players who have not
/// noticed.
namespace flagrank::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class HostileBytes : public WithServer {
 protected:
  /// Sends the bytes on a fresh WebSocket and returns the code that the server closes with.
  std::optional<std::uint16_t> closed_after(std::string_view bytes) {
    RawConnection connection{port()};
    connection.upgrade();
    connection.say(bytes);
    const auto code = hear_close_code(connection);
    connection.say(RawFrame{.opcode = 8}.bytes());
    EXPECT_TRUE(connection.hear_to_the_end()) << "the connection stays open";
    return code;
  }

  /// Sends the bytes on a fresh TCP connection and returns all that comes back.
  std::string answered(std::string_view bytes) {
    RawConnection connection{port()};
    connection.say(bytes);
    const auto answer = connection.hear_until("\r\n\r\n");
    connection.finish();
    const auto rest = connection.hear_to_the_end();
    EXPECT_TRUE(rest) << "the connection stays open";
    return answer.value_or("") + rest.value_or("");
  }

  void expect_undisturbed(Pair& pair) {
    pair.red.expect_nothing_new();
    pair.blue.expect_nothing_new();
    Player newcomer{port()};
    newcomer.say(protocol::Ping{});
  }
};

std::string upgrade_request(std::string_view target, std::string_view extra) {
  return "GET " + std::string{target} +
         " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
         "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
         std::string{extra} + "\r\n";
}

constexpr std::string_view ping = R"({"type":"ping","id":"x"})";

// --- frames

TEST_F(HostileBytes, a_binary_frame_closes_with_1003) {
  Pair pair = begin_game();
  EXPECT_EQ(closed_after(RawFrame{.opcode = 2, .payload = ping}.bytes()), 1003);
  expect_undisturbed(pair);
}

TEST_F(HostileBytes, bad_utf8_closes_with_1007) {
  Pair pair = begin_game();
  const std::string frame = "{\"type\":\"chat\",\"id\":\"x\",\"text\":\"\xc3\x28\"}";
  EXPECT_EQ(closed_after(RawFrame{.payload = frame}.bytes()), 1007);
  expect_undisturbed(pair);
}

TEST_F(HostileBytes, an_overlong_encoding_closes_with_1007) {
  EXPECT_EQ(closed_after(RawFrame{.payload = "\"\xc0\xaf\""}.bytes()), 1007);
}

TEST_F(HostileBytes, a_frame_above_the_limit_closes_with_1009) {
  Pair pair = begin_game();
  EXPECT_EQ(closed_after(RawFrame{.payload = std::string(8 * 1024 + 1, ' ')}.bytes()), 1009);
  expect_undisturbed(pair);
}

/// A browser shows 1006 where the rest of what it sends runs against a closed door.
TEST_F(HostileBytes, who_is_closed_with_1009_may_finish_what_it_is_saying) {
  Pair pair = begin_game();
  RawConnection connection{port()};
  connection.upgrade();
  const std::string frame = RawFrame{.payload = std::string(16 << 20, ' ')}.bytes();
  EXPECT_TRUE(connection.say(frame)) << "the connection was broken off";
  EXPECT_EQ(hear_close_code(connection), 1009);
  EXPECT_TRUE(connection.say(RawFrame{.opcode = 8, .payload = "\x03\xf1"}.bytes()));
  connection.finish();
  EXPECT_EQ(connection.hear_to_the_end(), "");
  expect_undisturbed(pair);
}

TEST_F(HostileBytes, who_is_closed_with_1009_and_never_stops_talking_is_cut_off) {
  start_generous({"--close", "200ms"});
  RawConnection connection{port()};
  connection.upgrade();
  const std::string frame = RawFrame{.payload = std::string(1 << 20, ' ')}.bytes();
  while (connection.say(frame)) {
  }
  EXPECT_TRUE(connection.hear_to_the_end());
}

TEST_F(HostileBytes, a_frame_that_only_claims_to_be_huge_closes_with_1009_at_once) {
  Pair pair = begin_game();
  const RawFrame frame{.payload = "{", .claims_length = std::uint64_t{1} << 40U};
  EXPECT_EQ(closed_after(frame.bytes()), 1009);
  expect_undisturbed(pair);
}

TEST_F(HostileBytes, fragments_that_add_up_above_the_limit_close_with_1009) {
  const std::string part(5000, ' ');
  const std::string bytes = RawFrame{.payload = part, .final = false}.bytes() +
                            RawFrame{.opcode = 0, .payload = part}.bytes();
  EXPECT_EQ(closed_after(bytes), 1009);
}

TEST_F(HostileBytes, an_unmasked_frame_closes_with_1002) {
  Pair pair = begin_game();
  EXPECT_EQ(closed_after(RawFrame{.payload = ping, .masked = false}.bytes()), 1002);
  expect_undisturbed(pair);
}

TEST_F(HostileBytes, reserved_bits_and_opcodes_close_with_1002) {
  EXPECT_EQ(closed_after(RawFrame{.payload = ping, .reserved = 4}.bytes()), 1002);
  EXPECT_EQ(closed_after(RawFrame{.opcode = 3, .payload = ping}.bytes()), 1002);
  EXPECT_EQ(closed_after(RawFrame{.opcode = 11, .payload = ping}.bytes()), 1002);
}

TEST_F(HostileBytes, a_continuation_of_nothing_closes_with_1002) {
  EXPECT_EQ(closed_after(RawFrame{.opcode = 0, .payload = ping}.bytes()), 1002);
}

TEST_F(HostileBytes, a_close_frame_is_answered) {
  EXPECT_EQ(closed_after(RawFrame{.opcode = 8, .payload = "\x03\xe8"}.bytes()), 1000);
}

TEST_F(HostileBytes, a_command_may_come_in_fragments_with_a_ping_in_between) {
  RawConnection connection{port()};
  connection.upgrade();
  connection.say(RawFrame{.payload = ping.substr(0, 10), .final = false}.bytes() +
                 RawFrame{.opcode = 9, .payload = "still there?"}.bytes() +
                 RawFrame{.opcode = 0, .payload = ping.substr(10)}.bytes());
  EXPECT_TRUE(connection.hear_until("still there?"));
  EXPECT_TRUE(connection.hear_until(R"({"type":"pong","re":"x")"));
}

TEST_F(HostileBytes, frames_sent_with_the_handshake_do_not_get_lost_or_are_refused) {
  const std::string answer =
      answered(upgrade_request("/v1/ws", "Sec-WebSocket-Protocol: flagrank.v1\r\n") +
               RawFrame{.payload = ping}.bytes());
  EXPECT_THAT(answer, testing::AnyOf(StartsWith("HTTP/1.1 400 "), HasSubstr(R"("type":"pong")")));
}

// --- before the handshake

TEST_F(HostileBytes, garbage_before_the_handshake_is_answered_with_400_or_nothing) {
  Pair pair = begin_game();
  EXPECT_THAT(answered("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n"),
              testing::AnyOf("", StartsWith("HTTP/1.1 400 ")));
  EXPECT_THAT(answered("hello\r\n\r\n"), testing::AnyOf("", StartsWith("HTTP/1.1 400 ")));
  expect_undisturbed(pair);
}

TEST_F(HostileBytes, a_request_with_a_body_is_refused) {
  EXPECT_THAT(answered("GET /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody"),
              StartsWith("HTTP/1.1 400 "));
  EXPECT_THAT(answered("GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
              StartsWith("HTTP/1.1 400 "));
}

TEST_F(HostileBytes, another_method_is_refused) {
  EXPECT_THAT(answered("POST /v1/ws HTTP/1.1\r\nHost: a\r\n\r\n"), StartsWith("HTTP/1.1 405 "));
}

TEST_F(HostileBytes, an_unknown_path_is_not_found) {
  EXPECT_THAT(answered("GET /v2/ws HTTP/1.1\r\nHost: a\r\n\r\n"), StartsWith("HTTP/1.1 404 "));
  EXPECT_THAT(answered(upgrade_request("/v2/ws", "Sec-WebSocket-Protocol: flagrank.v1\r\n")),
              StartsWith("HTTP/1.1 404 "));
}

TEST_F(HostileBytes, a_header_above_the_limit_is_refused) {
  EXPECT_THAT(answered("GET / HTTP/1.1\r\nHost: a\r\nX: " + std::string(9000, 'x') + "\r\n\r\n"),
              StartsWith("HTTP/1.1 431 "));
}

TEST_F(HostileBytes, a_client_that_offers_only_other_subprotocols_is_told_which_are_served) {
  const std::string answer =
      answered(upgrade_request("/v1/ws", "Sec-WebSocket-Protocol: flagrank.v9, chat\r\n"));
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 400 "));
  EXPECT_THAT(answer, HasSubstr("flagrank.v1"));
}

TEST_F(HostileBytes, a_client_that_offers_no_subprotocol_is_told_which_are_served) {
  const std::string answer = answered(upgrade_request("/v1/ws", ""));
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 400 "));
  EXPECT_THAT(answer, HasSubstr("flagrank.v1"));
}

TEST_F(HostileBytes, the_subprotocol_is_chosen_among_several) {
  WsClient client{port(), {.subprotocols = "flagrank.v9, flagrank.v1"}};
  EXPECT_EQ(client.subprotocol(), "flagrank.v1");
}

TEST_F(HostileBytes, a_plain_request_to_the_websocket_path_is_told_to_upgrade) {
  EXPECT_THAT(answered("GET /v1/ws HTTP/1.1\r\nHost: a\r\n\r\n"), StartsWith("HTTP/1.1 426 "));
}

}  // namespace
}  // namespace flagrank::test

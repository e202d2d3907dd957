#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/integration/with_server.hpp"
#include "tests/support/positions.hpp"
#include "tests/support/raw_connection.hpp"

namespace flagrank::test {
namespace {

using protocol::ErrorCode;
using rules::Side;

class Limits : public WithServer {
 protected:
  static const protocol::Error& error_in(const protocol::ServerMessage& answer) {
    return std::get<protocol::Error>(answer.body);
  }
};

TEST_F(Limits, are_told_in_hello_as_they_are_set) {
  start({"--message-bytes", "9000", "--messages-per-second", "7", "--message-burst", "8",
         "--chat-bytes", "90", "--chats-per-minute", "10", "--spectators-per-room", "13",
         "--ping-interval", "11s", "--first-command", "12s"});
  Player player{port()};
  const protocol::Limits& limits = player.hello().limits;
  EXPECT_EQ(limits.message_bytes, 9000U);
  EXPECT_EQ(limits.messages_per_second, 7U);
  EXPECT_EQ(limits.message_burst, 8U);
  EXPECT_EQ(limits.chat_bytes, 90U);
  EXPECT_EQ(limits.chats_per_minute, 10U);
  EXPECT_EQ(limits.spectators_per_room, 13U);
  EXPECT_EQ(limits.ping_interval_ms, 11'000U);
  EXPECT_EQ(limits.first_command_ms, 12'000U);
}

// --- rates

TEST_F(Limits, who_sends_too_fast_is_told_how_long_to_wait_and_loses_nothing_else) {
  start({"--messages-per-second", "1", "--message-burst", "5"});
  Player player{port()};
  protocol::ServerMessage answer;
  for (int i = 0; i < 30 && !std::holds_alternative<protocol::Error>(answer.body); ++i) {
    answer = player.say(protocol::Ping{});
  }
  EXPECT_EQ(error_in(answer).code, ErrorCode::rate_limited);
  EXPECT_GT(error_in(answer).retry_after_ms, 0U);
  EXPECT_LE(error_in(answer).retry_after_ms, 1000U);
}

TEST_F(Limits, who_goes_on_sending_too_fast_is_closed_with_4002) {
  start({"--messages-per-second", "1", "--message-burst", "5", "--refusals-before-close", "20"});
  Player flooder{port()};
  for (int i = 0; i < 200; ++i) flooder.put({flooder.new_id(), protocol::Ping{}});
  EXPECT_EQ(flooder.expect_close().code, 4002);

  const auto refused = std::ranges::count_if(flooder.frames(), [](const std::string& frame) {
    return frame.find("rate_limited") != std::string::npos;
  });
  EXPECT_GE(refused, 19);
  EXPECT_LE(refused, 21);
  Player other{port()};
  other.say(protocol::Ping{});
}

TEST_F(Limits, pings_of_the_websocket_count_as_messages) {
  start({"--messages-per-second", "1", "--message-burst", "5", "--refusals-before-close", "20"});
  RawConnection flooder{port()};
  flooder.upgrade();
  std::string pings;
  for (int i = 0; i < 200; ++i) pings += RawFrame{.opcode = 9}.bytes();
  flooder.say(pings);
  EXPECT_EQ(hear_close_code(flooder), 4002);
}

TEST_F(Limits, who_chats_too_much_is_told_to_wait_and_can_still_move) {
  start_generous({"--chats-per-minute", "2"});
  Pair pair = begin_game();
  pair.red.say(protocol::Chat{"one"});
  pair.red.say(protocol::Chat{"two"});
  const auto answer = pair.red.say(protocol::Chat{"three"});

  EXPECT_EQ(error_in(answer).code, ErrorCode::chat_limited);
  EXPECT_GT(error_in(answer).retry_after_ms, 0U);
  pair.play(parse_move("a4-a5"));
  pair.blue.say(protocol::Chat{"I may still speak"});
}

// --- rooms and attempts

TEST_F(Limits, wrong_codes_and_tokens_are_counted_for_the_address) {
  start({"--failed-joins-per-minute", "3"});
  Pair pair = sit_down();
  Player guesser{port()};
  EXPECT_EQ(guesser.refusal(protocol::JoinRoom{"ZZZZZZ", "G"}), ErrorCode::no_such_room);
  EXPECT_EQ(guesser.refusal(protocol::Resume{pair.red.room(), "wrong"}), ErrorCode::no_such_room);
  EXPECT_EQ(guesser.refusal(protocol::JoinRoom{"ZZZZZZ", "G"}), ErrorCode::no_such_room);

  Player again{port()};
  const auto answer = again.say(protocol::Resume{pair.red.room(), pair.red.token()});
  EXPECT_EQ(error_in(answer).code, ErrorCode::too_many_attempts);
  EXPECT_GT(error_in(answer).retry_after_ms, 0U);
  pair.red.expect_nothing_new();
}

TEST_F(Limits, joins_that_succeed_are_not_counted) {
  start_generous({"--failed-joins-per-minute", "2"});
  for (int i = 0; i < 5; ++i) static_cast<void>(sit_down());
}

TEST_F(Limits, an_address_may_make_so_many_rooms_only) {
  start_generous({"--rooms-per-address", "2"});
  Player first{port()};
  first.create({.name = "A"});
  Player second{port()};
  second.create({.name = "B"});
  Player third{port()};
  const auto answer = third.say(protocol::CreateRoom{.name = "C"});
  EXPECT_EQ(error_in(answer).code, ErrorCode::too_many_rooms);
  EXPECT_GT(error_in(answer).retry_after_ms, 0U);
}

TEST_F(Limits, a_server_has_so_many_rooms_only) {
  start_generous({"--rooms", "1"});
  Player first{port()};
  first.create({.name = "A"});
  Player second{port()};
  EXPECT_EQ(second.refusal(protocol::CreateRoom{.name = "B"}), ErrorCode::too_many_rooms);
  second.join(first.room());
}

// --- connections

TEST_F(Limits, an_address_may_hold_so_many_connections_only) {
  start({"--connections-per-address", "2"});
  Player first{port()};
  {
    Player second{port()};
    RawConnection third{port()};
    const auto answer = third.hear_to_the_end();
    EXPECT_THAT(answer.value_or("no end"), testing::HasSubstr("503"));
    second.connection().close();
  }
  // A place is free again, in a moment: the server has still to see the other side go.
  const auto until = deadline();
  bool let_in = false;
  while (!let_in && Clock::now() < until) {
    RawConnection next{port()};
    next.say("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    let_in = next.hear_to_the_end().value_or("").starts_with("HTTP/1.1 200 ");
  }
  EXPECT_TRUE(let_in);
  first.say(protocol::Ping{});
}

// --- deadlines

TEST_F(Limits, who_shakes_no_hands_is_cut_off) {
  start({"--handshake", "200ms"});
  RawConnection silent{port()};
  EXPECT_EQ(silent.hear_to_the_end(), "");
  RawConnection slow{port()};
  slow.say("GET /v1/ws HTTP/1.1\r\nHost:");
  EXPECT_EQ(slow.hear_to_the_end(), "");
}

TEST_F(Limits, who_never_gives_a_command_is_closed_with_4003) {
  start({"--first-command", "200ms"});
  Player silent{port()};
  EXPECT_EQ(silent.expect_close(), (Closed{4003, "idle"}));
}

TEST_F(Limits, a_command_that_cannot_be_read_is_no_sign_of_a_player) {
  start({"--first-command", "500ms"});
  Player babbler{port()};
  babbler.say_text("blah", std::nullopt);
  EXPECT_EQ(babbler.expect_close().code, 4003);
}

TEST_F(Limits, a_peer_that_answers_no_pings_is_given_up_and_its_opponent_is_told) {
  start_generous({"--ping-interval", "500ms", "--silence", "2s"});
  Player host{port()};
  host.create({.name = "Host", .side = Side::red});
  RawConnection dead{port()};
  dead.upgrade();
  dead.say(RawFrame{.payload = R"({"type":"join_room","id":"x","name":"Dead","room":")" +
                               host.room() + "\"}"}
               .bytes());
  EXPECT_EQ(host.expect<view::Presence>(), (view::Presence{view::Seat::guest, false}));
  EXPECT_TRUE(dead.hear_to_the_end());
}

TEST_F(Limits, who_does_not_read_is_closed_with_4001_and_others_are_not_kept_waiting) {
  start_generous(
      {"--outbox-frames", "16", "--send-buffer-bytes", "4096", "--write", "60s", "--close", "60s"});
  Player host{port()};
  host.create({.name = "Host", .side = Side::red});
  WsClient sluggard{port(), {.receive_buffer = 2048}};
  sluggard.say(R"({"type":"join_room","id":"x","name":"Sluggard","room":")" + host.room() + "\"}");
  host.expect<view::PlayerJoined>();

  // Far more than fits into both kernels' buffers and the outbox.
  for (int i = 0; i < 300; ++i) host.say(protocol::Chat{std::string(400, 'x')});

  auto heard = sluggard.hear();
  while (std::holds_alternative<std::string>(heard)) heard = sluggard.hear();
  EXPECT_EQ(std::get<Closed>(heard), (Closed{4001, "slow_reader"}));
  EXPECT_EQ(host.expect<view::Presence>(), (view::Presence{view::Seat::guest, false}));
}

TEST_F(Limits, who_asks_faster_than_answers_can_be_written_is_no_slow_reader) {
  start_generous({"--message-burst", "1000", "--outbox-frames", "2", "--send-buffer-bytes", "4096",
                  "--write", "60s"});
  RawConnection hasty{port()};
  hasty.upgrade();
  std::string questions;
  for (int i = 1; i <= 500; ++i) {
    const std::string question = R"({"type":"ping","id":")" + std::to_string(i) + R"("})";
    questions += RawFrame{.payload = question}.bytes();
  }
  hasty.say(questions);
  EXPECT_TRUE(hasty.hear_until(R"("re":"500")"));
}

}  // namespace
}  // namespace flagrank::test

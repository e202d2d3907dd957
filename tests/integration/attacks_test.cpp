#include <gmock/gmock.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <list>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/integration/with_server.hpp"
#include "tests/support/raw_connection.hpp"
#include "tests/support/sanitized.hpp"

/// Attacks by the hundred on a real server, while two others play a game on it. What each single
/// frame or request is answered with stands in hostile_bytes_test.cpp and limits_test.cpp.
namespace flagrank::test {
namespace {

using testing::AnyOf;
using testing::Each;
using testing::Eq;
using testing::Optional;
using testing::StartsWith;

class Attacks : public WithServer {
 protected:
  /// Runs the attack while two players move, who must be answered all the time. What it may cost at
  /// most is told in bytes of resident memory; afterwards the server holds no connection more than
  /// before.
  void besieged(std::size_t most_bytes, const std::function<void()>& attack) {
    Pair pair = begin_game();
    const std::size_t descriptors = open_descriptors();
    const std::size_t before = peak_memory();

    std::atomic<bool> over = false;
    std::exception_ptr failure;
    std::thread attacker{[&] {
      try {
        attack();
      } catch (...) {
        failure = std::current_exception();
      }
      over = true;
    }};
    int rounds = 0;
    std::exception_ptr harm;
    try {
      for (; rounds < 2 || !over; ++rounds) play_a_round(pair, rounds);
    } catch (...) {
      harm = std::current_exception();
    }
    attacker.join();
    if (harm) std::rethrow_exception(harm);
    if (failure) std::rethrow_exception(failure);

    pair.check_views();
    if (!sanitized) {
      EXPECT_LE(peak_memory() - before, most_bytes);
    }
    expect_descriptors(descriptors);
  }

  /// There and back again, so that it can go on for as long as the attack does: with a pause, as
  /// players make, which keeps to the limits.
  static void play_a_round(Pair& pair, int round) {
    constexpr int before_a_repetition = 2;
    if (round < before_a_repetition) {
      const bool back = round % 2 == 1;
      for (const rules::Side side : {rules::Side::red, rules::Side::blue}) {
        pair.play(a_move(pair, side, back));
      }
    }
    pair.red.say(protocol::Ping{});
    pair.blue.say(protocol::Ping{});
    std::this_thread::sleep_for(std::chrono::milliseconds{100});
  }

  static rules::Move a_move(Pair& pair, rules::Side side, bool back) {
    const auto told = pair.of(side).say(protocol::LegalMoves{});
    const auto& moves = std::get<protocol::LegalMovesTold>(told.body).moves;
    return back ? moves.back() : moves.front();
  }

  /// The most that was ever resident.
  std::size_t peak_memory() {
    std::ifstream status{process_file("status")};
    for (std::string line; std::getline(status, line);) {
      constexpr std::string_view name = "VmHWM:";
      if (line.starts_with(name)) return std::stoul(line.substr(name.size())) * 1024;
    }
    throw std::runtime_error{"the server is gone"};
  }

  std::size_t open_descriptors() {
    const std::filesystem::directory_iterator all{process_file("fd")};
    return static_cast<std::size_t>(std::distance(begin(all), end(all)));
  }

  void expect_descriptors(std::size_t expected) {
    const auto until = deadline();
    while (open_descriptors() > expected && Clock::now() < until) {
      std::this_thread::sleep_for(std::chrono::milliseconds{20});
    }
    EXPECT_LE(open_descriptors(), expected) << "connections that nobody needs any more";
  }

  std::filesystem::path process_file(const char* name) {
    return std::filesystem::path{"/proc"} / std::to_string(server().process().pid()) / name;
  }

  /// Each says the same on a WebSocket of its own, all at once. The codes that they are closed
  /// with.
  std::vector<std::optional<std::uint16_t>> closed_after(std::string_view bytes, int how_many) {
    std::list<RawConnection> connections;
    for (int i = 0; i < how_many; ++i) connections.emplace_back(port()).upgrade();
    for (RawConnection& connection : connections) connection.say(bytes);
    std::vector<std::optional<std::uint16_t>> codes;
    for (RawConnection& connection : connections) codes.push_back(hear_close_code(connection));
    return codes;
  }

  /// The same without a WebSocket: all that comes back.
  std::vector<std::string> answered(std::string_view bytes, int how_many) {
    std::vector<std::string> answers;
    for (int i = 0; i < how_many; ++i) {
      RawConnection connection{port()};
      connection.say(bytes);
      answers.push_back(connection.hear_to_the_end().value_or("no end"));
    }
    return answers;
  }
};

constexpr std::size_t mebibyte = 1024 * 1024;

TEST_F(Attacks, of_slow_readers_cost_no_more_than_their_outboxes) {
  constexpr int many = 30;
  start_generous({"--outbox-frames", "64", "--outbox-bytes", "65536", "--send-buffer-bytes", "8192",
                  "--write", "2s", "--close", "1s"});
  besieged(8 * mebibyte, [&] {
    Player host{port()};
    host.create({.name = "Host", .spectators = true});
    std::vector<WsClient> sluggards;
    for (int i = 0; i < many; ++i) {
      sluggards.emplace_back(port(), WsClient::Wish{.receive_buffer = 2048});
      sluggards.back().say(R"({"type":"watch_room","id":"w","room":")" + host.room() + "\"}");
    }
    for (int i = 0; i < 400; ++i) host.say(protocol::Chat{std::string(400, 'x')});
    for (WsClient& sluggard : sluggards) {
      auto heard = sluggard.hear();
      while (std::holds_alternative<std::string>(heard)) heard = sluggard.hear();
      const auto* closed = std::get_if<Closed>(&heard);
      ASSERT_TRUE(closed) << "it is still connected";
      // Cut off where even the goodbye could not be written.
      EXPECT_THAT(closed->code, AnyOf(4001, 1006));
    }
    host.connection().close();
  });
}

TEST_F(Attacks, of_silent_connections_end_with_the_time_for_a_handshake) {
  start_generous({"--handshake", "500ms", "--connections-per-address", "1000"});
  besieged(8 * mebibyte, [&] {
    std::list<RawConnection> silent;
    for (int i = 0; i < 300; ++i) silent.emplace_back(port());
    for (RawConnection& connection : silent) EXPECT_EQ(connection.hear_to_the_end(), "");
  });
}

TEST_F(Attacks, of_half_open_sockets_end_with_the_time_for_a_pong) {
  start_generous({"--ping-interval", "500ms", "--silence", "2s", "--close", "500ms",
                  "--connections-per-address", "1000"});
  besieged(8 * mebibyte, [&] {
    std::list<RawConnection> dead;
    for (int i = 0; i < 100; ++i) {
      dead.emplace_back(port()).upgrade();
      dead.back().say(RawFrame{.payload = R"({"type":"ping","id":"x"})"}.bytes());
    }
    for (RawConnection& connection : dead) {
      EXPECT_TRUE(connection.hear_to_the_end()) << "it is still connected";
    }
  });
}

TEST_F(Attacks, by_floods_of_commands_end_with_4002) {
  start({});
  besieged(8 * mebibyte, [&] {
    std::string flood;
    for (int i = 0; i < 500; ++i) {
      flood += RawFrame{.payload = R"({"type":"ping","id":"x"})"}.bytes();
    }
    EXPECT_THAT(closed_after(flood, 5), Each(Optional(Eq(4002))));
  });
}

TEST_F(Attacks, by_floods_of_garbage_end_with_4002) {
  start({});
  besieged(8 * mebibyte, [&] {
    std::string flood;
    for (int i = 0; i < 500; ++i) flood += RawFrame{.payload = "}{" + std::to_string(i)}.bytes();
    EXPECT_THAT(closed_after(flood, 5), Each(Optional(Eq(4002))));
  });
}

TEST_F(Attacks, by_many_connections_are_turned_away_at_the_limit_of_their_address) {
  start({"--connections-per-address", "20"});
  besieged(8 * mebibyte, [&] {
    std::list<RawConnection> held;
    for (int i = 0; i < 18; ++i) held.emplace_back(port()).upgrade();
    for (const std::string& answer : answered("GET / HTTP/1.1\r\nHost: a\r\n\r\n", 300)) {
      // More than the server has words for at a time are closed without one.
      EXPECT_THAT(answer, AnyOf("", StartsWith("HTTP/1.1 503 "), "no end"));
    }
  });
}

TEST_F(Attacks, by_creating_rooms_stop_at_the_limit_of_their_address) {
  start({"--messages-per-second", "1000", "--message-burst", "1000", "--rooms-per-address", "30"});
  besieged(8 * mebibyte, [&] {
    int made = 0;
    std::list<Player> hosts;
    for (int i = 0; i < 50; ++i) {
      Player& host = hosts.emplace_back(port());
      const auto answer = host.say(protocol::CreateRoom{.name = "A"});
      if (const auto* error = std::get_if<protocol::Error>(&answer.body)) {
        EXPECT_EQ(error->code, protocol::ErrorCode::too_many_rooms);
        EXPECT_GT(error->retry_after_ms, 0U);
      } else {
        ++made;
      }
    }
    EXPECT_EQ(made, 29);  // and one that the players sit in
  });
}

TEST_F(Attacks, by_guessing_rooms_and_tokens_stop_at_the_limit_of_their_address) {
  start({"--messages-per-second", "1000", "--message-burst", "1000"});
  besieged(8 * mebibyte, [&] {
    Player guesser{port()};
    int tried = 0;
    for (int i = 0; i < 500; ++i) {
      const auto code = i % 2 == 0
                            ? guesser.refusal(protocol::JoinRoom{.room = "AAAAAA", .name = "G"})
                            : guesser.refusal(protocol::Resume{"AAAAAA", std::string(32, 'A')});
      if (code == protocol::ErrorCode::no_such_room) ++tried;
      if (code != protocol::ErrorCode::no_such_room) {
        EXPECT_EQ(code, protocol::ErrorCode::too_many_attempts);
      }
    }
    EXPECT_GE(tried, 10);
    EXPECT_LE(tried, 20);  // ten a minute, however long this takes here
  });
}

TEST_F(Attacks, by_frames_that_may_not_be_end_with_the_code_for_each) {
  start_generous({"--close", "500ms"});
  besieged(8 * mebibyte, [&] {
    constexpr int many = 50;
    const RawFrame claims{.payload = "{", .claims_length = std::uint64_t{1} << 60U};
    const std::string huge = RawFrame{.payload = std::string(60'000, ' ')}.bytes();
    EXPECT_THAT(closed_after(claims.bytes(), many), Each(Optional(Eq(1009))));
    EXPECT_THAT(closed_after(huge, many), Each(Optional(Eq(1009))));
    EXPECT_THAT(closed_after(RawFrame{.opcode = 2, .payload = "{}"}.bytes(), many),
                Each(Optional(Eq(1003))));
    EXPECT_THAT(closed_after(RawFrame{.payload = "\"\xc3\x28\""}.bytes(), many),
                Each(Optional(Eq(1007))));

    Player deep{port()};
    for (int i = 0; i < many; ++i) {
      const auto answer = deep.say_text(std::string(4000, '[') + std::string(4000, ']'), {});
      EXPECT_EQ(std::get<protocol::Error>(answer.body).code, protocol::ErrorCode::too_deep);
    }
  });
}

TEST_F(Attacks, by_requests_with_bodies_get_one_answer_and_no_second_request_through) {
  start_generous({"--handshake", "500ms", "--close", "500ms"});
  besieged(8 * mebibyte, [&] {
    constexpr int many = 30;
    const std::string second = "GET /v1/info HTTP/1.1\r\nHost: a\r\n\r\n";
    for (const std::string& request : {
             "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: " + std::to_string(second.size()) +
                 "\r\n\r\n" + second,
             "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n"
             "0\r\n\r\n" +
                 second,
             "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n" + second,
             "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 0\r\n\r\n" + second,
             "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n" +
                 std::string(100'000, 'x'),
             "GET / HTTP/1.1\r\nHost: a\r\n\r\n" + second,
         }) {
      for (const std::string& answer : answered(request, many)) {
        EXPECT_THAT(answer, AnyOf(StartsWith("HTTP/1.1 400 "), StartsWith("HTTP/1.1 405 ")));
        EXPECT_EQ(answer.find("HTTP/1.1", 1), std::string::npos) << "a second answer";
      }
    }
  });
}

TEST_F(Attacks, that_use_up_the_descriptors_end_with_their_connections) {
  start_generous({"--handshake", "3s"});
  besieged(8 * mebibyte, [&] {
    const auto most = open_descriptors() + 20;
    const rlimit few{most, most};
    ASSERT_EQ(::prlimit(server().process().pid(), RLIMIT_NOFILE, &few, nullptr), 0);
    std::list<RawConnection> held;
    for (int i = 0; i < 100; ++i) held.emplace_back(port());
    held.clear();
    // The listener takes up again what it had to leave.
    const auto until = deadline();
    bool let_in = false;
    while (!let_in && Clock::now() < until) {
      let_in =
          answered("GET / HTTP/1.1\r\nHost: a\r\n\r\n", 1).front().starts_with("HTTP/1.1 200 ");
    }
    EXPECT_TRUE(let_in);
  });
}

}  // namespace
}  // namespace flagrank::test

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/system/error_code.hpp>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <variant>
#include <vector>

#include "tests/support/raw_connection.hpp"
#include "tests/support/ws_client.hpp"
#include "tests/unit/net/serving.hpp"

namespace asio = boost::asio;

namespace flagrank::net {
namespace {

using namespace std::chrono_literals;
using asio::ip::tcp;
using protocol::ErrorCode;
using test::RawConnection;
using test::WsClient;
using testing::HasSubstr;
using testing::StartsWith;

std::string answer(std::uint16_t port, std::string_view request) {
  RawConnection peer{port};
  peer.say(request);
  peer.finish();
  return peer.hear_to_the_end().value_or("");
}

TEST(Http, answers_and_closes) {
  const Serving server{patient_limits()};
  const auto health = answer(server.port(), "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_THAT(health, StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(health, HasSubstr("\r\nConnection: close\r\n"));
  EXPECT_TRUE(server.deserted());
}

struct Wrong {
  const char* name;
  std::string request;
  const char* status;
};

class WrongRequest : public testing::TestWithParam<Wrong> {};

TEST_P(WrongRequest, is_answered_with_its_status) {
  const Serving server{patient_limits()};
  EXPECT_THAT(answer(server.port(), GetParam().request),
              StartsWith(std::string{"HTTP/1.1 "} + GetParam().status));
}

INSTANTIATE_TEST_SUITE_P(
    , WrongRequest,
    testing::Values(
        Wrong{"tls", "\x16\x03\x01\x02\x01\x01\r\n\r\n", "400"},
        Wrong{"words", "hello there\r\n\r\n", "400"},
        Wrong{"version_2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "400"},
        Wrong{"with_a_body", "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi", "400"},
        Wrong{"promising_a_huge_body",
              "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n", "400"},
        Wrong{"chunked", "GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", "400"},
        Wrong{"of_two_lengths",
              "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: 5\r\n\r\nhello",
              "400"},
        Wrong{"with_another_behind_it",
              "GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n", "400"},
        Wrong{"too_long", "GET / HTTP/1.1\r\nHost: x\r\nX: " + std::string(9000, 'x') + "\r\n\r\n",
              "431"},
        Wrong{"with_a_target_too_long", "GET /" + std::string(9000, 'x') + " HTTP/1.1\r\n\r\n",
              "431"},
        Wrong{"to_nowhere", "GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n", "404"},
        Wrong{"to_delete", "DELETE / HTTP/1.1\r\nHost: x\r\n\r\n", "405"}),
    [](const auto& row) { return std::string{row.param.name}; });

TEST(Listener, turns_away_more_connections_than_there_may_be_and_says_so) {
  auto limits = patient_limits();
  limits.connections_per_address = 2;
  const Serving server{limits};
  WsClient first = greeted(server.port());
  std::optional<WsClient> second{greeted(server.port())};
  const auto refused = answer(server.port(), "GET /v1/ws HTTP/1.1\r\n");
  EXPECT_THAT(refused, StartsWith("HTTP/1.1 503 "));
  EXPECT_THAT(refused, HasSubstr("\r\nRetry-After: "));
  EXPECT_THAT(refused, HasSubstr(R"("error":"too_busy")"));

  EXPECT_EQ(second->close().code, 1000);
  second.reset();
  while (server.connections() > 1) std::this_thread::sleep_for(1ms);
  WsClient third = greeted(server.port());
  EXPECT_EQ(say(third, "a", protocol::Ping{}).re, "a");
}

TEST(Listener, counts_failed_joins_and_not_the_others) {
  auto limits = patient_limits();
  limits.failed_joins_per_minute = 2;
  const Serving server{limits};
  WsClient host = greeted(server.port());
  const auto seated = say(host, "a", protocol::CreateRoom{.name = "Ann"});
  const auto room = std::get<protocol::Seated>(seated.body).room;

  for (const char* id : {"a", "b", "c"}) {
    WsClient guest = greeted(server.port());
    const auto answer = say(guest, id, protocol::JoinRoom{.room = room, .name = "Eve"});
    EXPECT_FALSE(std::holds_alternative<protocol::Unknown>(answer.body));
  }
  WsClient guest = greeted(server.port());
  const protocol::JoinRoom wrong{.room = "222222", .name = "Eve"};
  EXPECT_EQ(refusal(say(guest, "d", wrong)), ErrorCode::no_such_room);
  EXPECT_EQ(refusal(say(guest, "e", protocol::Resume{.room = room, .token = "guess"})),
            ErrorCode::no_such_room);
  const auto answer = say(guest, "f", protocol::JoinRoom{.room = room, .name = "Eve"});
  EXPECT_EQ(refusal(answer), ErrorCode::too_many_attempts);
  EXPECT_GT(std::get<protocol::Error>(answer.body).retry_after_ms.value_or(0), 0U);
}

TEST(Listener, counts_the_rooms_that_an_address_makes) {
  auto limits = patient_limits();
  limits.rooms_per_address = 1;
  const Serving server{limits};
  WsClient first = greeted(server.port());
  static_cast<void>(say(first, "a", protocol::CreateRoom{.name = "Ann"}));
  WsClient second = greeted(server.port());
  const auto answer = say(second, "a", protocol::CreateRoom{.name = "Ann"});
  EXPECT_EQ(refusal(answer), ErrorCode::too_many_rooms);
  EXPECT_GT(std::get<protocol::Error>(answer.body).retry_after_ms.value_or(0), 0U);
}

/// While it lives, this process has as many files open as it may have.
class NoDescriptors {
 public:
  NoDescriptors() {
    getrlimit(RLIMIT_NOFILE, &before_);
    rlimit low = before_;
    low.rlim_cur = 64;
    setrlimit(RLIMIT_NOFILE, &low);
    for (int taken = dup(0); taken >= 0; taken = dup(0)) taken_.push_back(taken);
  }
  ~NoDescriptors() {
    for (const int taken : taken_) close(taken);
    setrlimit(RLIMIT_NOFILE, &before_);
  }
  NoDescriptors(const NoDescriptors&) = delete;
  NoDescriptors& operator=(const NoDescriptors&) = delete;

 private:
  rlimit before_{};
  std::vector<int> taken_;
};

TEST(Listener, survives_running_out_of_descriptors) {
  const Serving server{patient_limits()};
  WsClient before = greeted(server.port());
  asio::io_context io;
  tcp::socket unlucky{io, tcp::v4()};
  {
    const NoDescriptors none;
    unlucky.connect({asio::ip::address_v4::loopback(), server.port()});
    char byte = 0;
    boost::system::error_code error;
    asio::read(unlucky, asio::buffer(&byte, 1), error);
    EXPECT_TRUE(error) << "closed, not left waiting";
    EXPECT_EQ(say(before, "a", protocol::Ping{}).re, "a");
  }
  WsClient after = greeted(server.port());
  EXPECT_EQ(say(after, "a", protocol::Ping{}).re, "a");
}

TEST(Server, tells_everybody_to_come_back_when_it_stops) {
  Serving server{patient_limits()};
  WsClient outside = greeted(server.port());
  WsClient inside = greeted(server.port());
  static_cast<void>(say(inside, "a", protocol::CreateRoom{.name = "Ann"}));
  RawConnection undecided{server.port()};
  std::thread stop{[&server] { EXPECT_TRUE(server.stop()); }};
  EXPECT_EQ(close_code(outside), 1012);
  EXPECT_EQ(close_code(inside), 1012);
  EXPECT_EQ(undecided.hear_to_the_end(), "");
  stop.join();
}

TEST(Server, does_not_wait_for_those_who_do_not_leave) {
  auto limits = patient_limits();
  limits.close = 500ms;
  Serving server{limits};
  RawConnection peer{server.port()};
  peer.upgrade();
  // All of the hello: before it the server has nobody to say goodbye to.
  ASSERT_TRUE(peer.hear_until("},\"time_ms\":") && peer.hear_until("}"));
  EXPECT_TRUE(server.stop());
  EXPECT_EQ(hear_close_code(peer), 1012);
}

TEST(Server, says_why_it_cannot_listen) {
  const Serving server{patient_limits()};
  asio::io_context io;
  const config::Settings settings{.listen = {"127.0.0.1", server.port()}};
  Server second{io, settings, nullptr};
  EXPECT_EQ(second.listen(), asio::error::address_in_use);
}

}  // namespace
}  // namespace flagrank::net

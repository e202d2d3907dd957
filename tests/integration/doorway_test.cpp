#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "tests/integration/with_http.hpp"
#include "tests/support/raw_connection.hpp"

/// Who is let in, by where a page comes from and for whom a proxy asks.
namespace flagrank::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class Doorway : public WithHttp {
 protected:
  std::string status(const std::string& field) {
    return ask("GET /v1/rooms/ZZZZZZ HTTP/1.1\r\nHost: here\r\n" + field + "\r\n")
        .head.substr(0, std::string_view{"HTTP/1.1 404"}.size());
  }
};

TEST_F(Doorway, is_shut_for_pages_of_other_origins) {
  start_generous({"--allowed-origins", "https://play.example"});
  EXPECT_EQ(status("Origin: https://play.example\r\n"), "HTTP/1.1 404");
  EXPECT_EQ(status(""), "HTTP/1.1 404");
  EXPECT_EQ(status("Origin: null\r\n"), "HTTP/1.1 403");
  EXPECT_EQ(status("Origin: https://evil.example\r\n"), "HTTP/1.1 403");
  const Answered answered =
      ask("GET /v1/ws HTTP/1.1\r\nHost: here\r\nOrigin: https://evil.example\r\n\r\n");
  EXPECT_THAT(answered.head, StartsWith("HTTP/1.1 403 "));
  EXPECT_EQ(answered.error(), "origin_not_allowed");
}

TEST_F(Doorway, counts_each_client_of_a_trusted_proxy_by_itself) {
  start({"--trusted-proxy", "127.0.0.0/8", "--failed-joins-per-minute", "1"});
  const std::string one = "X-Forwarded-For: 192.0.2.1\r\n";
  EXPECT_EQ(status(one), "HTTP/1.1 404");
  EXPECT_EQ(status(one), "HTTP/1.1 429");
  EXPECT_EQ(status("X-Forwarded-For: 203.0.113.9, 192.0.2.1\r\n"), "HTTP/1.1 429")
      << "what a client makes up does not help it";
  EXPECT_EQ(status("X-Forwarded-For: 192.0.2.2\r\n"), "HTTP/1.1 404");
}

TEST_F(Doorway, believes_nobody_else) {
  start({"--trusted-proxy", "192.0.2.0/24", "--failed-joins-per-minute", "1"});
  EXPECT_EQ(status("X-Forwarded-For: 192.0.2.1\r\n"), "HTTP/1.1 404");
  EXPECT_EQ(status("X-Forwarded-For: 192.0.2.2\r\n"), "HTTP/1.1 429");
}

std::string upgrade_for(const std::string& client) {
  return "GET /v1/ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
         "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
         "Sec-WebSocket-Protocol: flagrank.v1\r\nX-Forwarded-For: " +
         client + "\r\n\r\n";
}

TEST_F(Doorway, lets_so_many_in_from_each_client_of_a_trusted_proxy) {
  start({"--trusted-proxy", "127.0.0.1", "--connections-per-address", "1"});
  RawConnection first{port()};
  first.say(upgrade_for("192.0.2.1"));
  EXPECT_THAT(first.hear_until("\r\n\r\n").value_or(""), StartsWith("HTTP/1.1 101 "));
  RawConnection second{port()};
  second.say(upgrade_for("192.0.2.1"));
  EXPECT_THAT(second.hear_until("}").value_or(""), HasSubstr(R"("error":"too_busy")"));
  RawConnection other{port()};
  other.say(upgrade_for("192.0.2.2"));
  EXPECT_THAT(other.hear_until("\r\n\r\n").value_or(""), StartsWith("HTTP/1.1 101 "));
}

}  // namespace
}  // namespace flagrank::test

#include "client/text/address.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace flagrank::text {
namespace {

struct Reading {
  std::string name;
  std::string url;
  Address address;
};

class EveryAddress : public testing::TestWithParam<Reading> {};

TEST_P(EveryAddress, is_read) {
  const auto address = parse_address(GetParam().url);
  ASSERT_TRUE(address) << address.error().sentence;
  EXPECT_EQ(*address, GetParam().address);
}

const std::vector<Reading> readings{
    {"host_and_port", "ws://example.org:8080", {"example.org", "8080", "/v1/ws"}},
    {"host_alone", "ws://example.org", {"example.org", "80", "/v1/ws"}},
    {"slash_at_the_end", "ws://example.org:8080/", {"example.org", "8080", "/v1/ws"}},
    {"own_path", "ws://example.org/games/ws", {"example.org", "80", "/games/ws"}},
    {"no_scheme", "localhost:8080", {"localhost", "8080", "/v1/ws"}},
    {"ipv6", "ws://[::1]:8080", {"::1", "8080", "/v1/ws"}},
    {"by_tls", "wss://example.org:8443", {"example.org", "8443", "/v1/ws", true}},
    {"by_tls_without_a_port", "WSS://example.org", {"example.org", "443", "/v1/ws", true}},
    {"ipv6_without_a_port", "ws://[fe80::1]", {"fe80::1", "80", "/v1/ws"}},
};

INSTANTIATE_TEST_SUITE_P(Address, EveryAddress, testing::ValuesIn(readings),
                         [](const auto& one) { return one.param.name; });

struct Refusal {
  std::string name;
  std::string url;
  std::string sentence;
};

class EveryWrongAddress : public testing::TestWithParam<Refusal> {};

TEST_P(EveryWrongAddress, is_refused_in_a_sentence) {
  const auto address = parse_address(GetParam().url);
  ASSERT_FALSE(address);
  EXPECT_EQ(address.error().sentence, GetParam().sentence);
}

const std::vector<Refusal> refusals{
    {"other_scheme", "http://example.org",
     "a server is named like ws://HOST:PORT, not http://example.org"},
    {"no_host", "ws://:8080", "a server is named like ws://HOST:PORT, not ws://:8080"},
    {"nothing", "", "a server is named like ws://HOST:PORT, not "},
    {"port_zero", "ws://a:0", "a port is a number from 1 to 65535, in ws://a:0"},
    {"port_too_large", "ws://a:65536", "a port is a number from 1 to 65535, in ws://a:65536"},
    {"port_no_number", "ws://a:b", "a port is a number from 1 to 65535, in ws://a:b"},
    {"open_bracket", "ws://[::1:8080", "a ] is missing in ws://[::1:8080"},
    {"text_after_the_bracket", "ws://[::1]8080",
     "a port is a number from 1 to 65535, in ws://[::1]8080"},
    {"line_end_in_the_host", "ws://a\r\nX: y:80",
     "the server's name holds characters that no address has"},
    {"blank_in_the_path", "ws://a/b c", "the server's name holds characters that no address has"},
};

INSTANTIATE_TEST_SUITE_P(Address, EveryWrongAddress, testing::ValuesIn(refusals),
                         [](const auto& one) { return one.param.name; });

TEST(Address, names_the_host_with_its_port) {
  EXPECT_EQ(parse_address("ws://a:81")->host_and_port(), "a:81");
  EXPECT_EQ(parse_address("ws://[::1]:81")->host_and_port(), "[::1]:81");
}

TEST(Address, has_authorities_of_its_own_only_where_tls_is_spoken) {
  EXPECT_EQ(trusting(*parse_address("wss://a"), "mine.pem")->authorities, "mine.pem");
  EXPECT_EQ(*trusting(*parse_address("ws://a"), ""), *parse_address("ws://a"));
  EXPECT_EQ(trusting(*parse_address("ws://a"), "mine.pem").error().sentence,
            "--ca is for TLS, which wss:// and https:// stand for");
}

TEST(Address, knows_its_own_machine) {
  EXPECT_TRUE(parse_address("ws://127.0.0.1:81")->loopback());
  EXPECT_TRUE(parse_address("ws://localhost")->loopback());
  EXPECT_TRUE(parse_address("ws://[::1]")->loopback());
  EXPECT_FALSE(parse_address("ws://example.org")->loopback());
}

TEST(RecordAddress, is_an_http_url_with_a_path) {
  EXPECT_EQ(*parse_record_url("http://example.org:8080/v1/records/x"),
            (Address{"example.org", "8080", "/v1/records/x"}));
  EXPECT_EQ(parse_record_url("http://[::1]/a")->port, "80");
  EXPECT_FALSE(parse_record_url("http://example.org"));
  EXPECT_FALSE(parse_record_url("http://example.org/"));
  EXPECT_FALSE(parse_record_url("http://example.org/a b"));
  EXPECT_EQ(*parse_record_url("https://example.org/a"),
            (Address{"example.org", "443", "/a", true}));
}

TEST(RecordAddress, lies_beside_the_place_where_games_are_played) {
  EXPECT_EQ(record_address({"h", "80", "/v1/ws"}, "x").path, "/v1/records/x");
  EXPECT_EQ(record_address({"h", "80", "/play/v1/ws"}, "x").path, "/play/v1/records/x");
  EXPECT_TRUE(record_address({"h", "443", "/v1/ws", true}, "x").tls);
}

}  // namespace
}  // namespace flagrank::text

#include "server/config/network.hpp"

#include <arpa/inet.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace flagrank::config {
namespace {

Network::Bytes bytes(const std::string& v6) {
  Network::Bytes bytes{};
  EXPECT_EQ(inet_pton(AF_INET6, v6.c_str(), bytes.data()), 1) << v6;
  return bytes;
}

struct Case {
  std::string name;
  std::string network;
  std::string within;
  std::string outside;  ///< empty: nothing is
};

class EveryNetwork : public testing::TestWithParam<Case> {};

TEST_P(EveryNetwork, holds_what_begins_like_it) {
  const auto network = read_network(GetParam().network);
  ASSERT_TRUE(network);
  EXPECT_TRUE(network->contains(bytes(GetParam().within)));
  if (!GetParam().outside.empty()) {
    EXPECT_FALSE(network->contains(bytes(GetParam().outside)));
  }
}

INSTANTIATE_TEST_SUITE_P(
    , EveryNetwork,
    testing::Values(
        Case{"one_v4", "192.0.2.1", "::ffff:192.0.2.1", "::ffff:192.0.2.2"},
        Case{"one_v6", "2001:db8::1", "2001:db8::1", "2001:db8::2"},
        Case{"whole_bytes", "10.0.0.0/8", "::ffff:10.255.0.1", "::ffff:11.0.0.0"},
        Case{"part_of_a_byte", "172.16.0.0/12", "::ffff:172.31.255.255", "::ffff:172.32.0.0"},
        Case{"v6_network", "2001:db8::/33", "2001:db8:7fff::1", "2001:db8:8000::1"},
        Case{"bits_that_do_not_count", "10.1.2.3/8", "::ffff:10.9.9.9", "::ffff:11.1.2.3"},
        Case{"all_v4", "0.0.0.0/0", "::ffff:203.0.113.7", "2001:db8::1"},
        Case{"everybody", "::/0", "::ffff:203.0.113.7", ""}),
    [](const auto& one) { return one.param.name; });

TEST(Network, is_nothing_else) {
  for (const char* const wrong : {"", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0/8",
                                  "10.0.0.0/8 ", "::/129", "example.org", "10.0.0.0/8/8", "*"}) {
    EXPECT_FALSE(read_network(wrong)) << wrong;
  }
}

}  // namespace
}  // namespace flagrank::config

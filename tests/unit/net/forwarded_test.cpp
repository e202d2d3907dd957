#include "server/net/forwarded.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace flagrank::net {
namespace {

using boost::asio::ip::make_address;

const std::vector<config::Network> proxies{*config::read_network("10.0.0.0/8"),
                                           *config::read_network("2001:db8::/32")};

struct Case {
  std::string name;
  std::vector<std::string> lines;  ///< of X-Forwarded-For
  std::string address;
};

class ForwardedFor : public testing::TestWithParam<Case> {};

TEST_P(ForwardedFor, is_the_last_address_that_is_no_proxy) {
  Request request{.method = "GET", .target = "/", .fields = {{"Host", "a"}}};
  for (const auto& line : GetParam().lines) request.fields.emplace_back("x-forwarded-for", line);
  EXPECT_EQ(forwarded_for(request, make_address("10.0.0.1"), proxies).to_string(),
            GetParam().address);
}

INSTANTIATE_TEST_SUITE_P(
    , ForwardedFor,
    testing::Values(Case{"nothing_said", {}, "10.0.0.1"}, Case{"nothing_in_it", {""}, "10.0.0.1"},
                    Case{"one", {"192.0.2.7"}, "192.0.2.7"},
                    Case{
                        "made_up_before_it", {"203.0.113.1, 198.51.100.2, 192.0.2.7"}, "192.0.2.7"},
                    Case{"through_another_proxy", {"192.0.2.7, 10.0.0.2"}, "192.0.2.7"},
                    Case{"made_up_by_the_client_of_another_proxy",
                         {"10.0.0.9, 192.0.2.7,10.0.0.2"},
                         "192.0.2.7"},
                    Case{"on_several_lines", {"203.0.113.1", "192.0.2.7", "10.0.0.2"}, "192.0.2.7"},
                    Case{"nobody_but_proxies", {"10.0.0.3, 10.0.0.2"}, "10.0.0.3"},
                    Case{"with_a_port", {"192.0.2.7:4711"}, "192.0.2.7"},
                    Case{"ipv6", {"2001:db8:1::1, 2a00::7, 2001:db8::5"}, "2a00::7"},
                    Case{"ipv6_with_a_port", {"[2a00::7]:4711"}, "2a00::7"},
                    Case{"no_address", {"192.0.2.7, unknown"}, "10.0.0.1"},
                    Case{"no_address_before_a_proxy", {"192.0.2.7, _hidden, 10.0.0.2"}, "10.0.0.2"},
                    Case{"broken_bracket", {"[2a00::7"}, "10.0.0.1"},
                    Case{"nothing_behind_the_comma", {"192.0.2.7,"}, "10.0.0.1"}),
    [](const auto& one) { return one.param.name; });

TEST(Trusted, is_an_address_of_the_networks_in_either_spelling) {
  EXPECT_TRUE(trusted(make_address("10.1.1.1"), proxies));
  EXPECT_TRUE(trusted(make_address("::ffff:10.1.1.1"), proxies));
  EXPECT_TRUE(trusted(make_address("2001:db8::1"), proxies));
  EXPECT_FALSE(trusted(make_address("192.0.2.7"), proxies));
  EXPECT_FALSE(trusted(make_address("10.1.1.1"), {}));
}

}  // namespace
}  // namespace flagrank::net

#include "server/config/origin.hpp"

#include <gtest/gtest.h>

namespace flagrank::config {
namespace {

TEST(Origin, is_a_scheme_and_a_host_perhaps_with_a_port) {
  for (const char* const right :
       {"https://example.org", "http://localhost:3000", "http://[::1]:3000", "app://game"}) {
    EXPECT_TRUE(is_origin(right)) << right;
  }
}

TEST(Origin, is_nothing_that_no_browser_sends) {
  for (const char* const wrong : {"", "null", "*", "example.org", "https://", "://example.org",
                                  "https://example.org/", "https://example.org/play",
                                  "https://*.example.org", "https://a b", "https://example.org:"}) {
    EXPECT_FALSE(is_origin(wrong)) << wrong;
  }
}

}  // namespace
}  // namespace flagrank::config

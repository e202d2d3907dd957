#include "server/config/listen_address.hpp"

#include <gtest/gtest.h>

#include <optional>

namespace flagrank::config {
namespace {

TEST(ListenAddress, is_a_numeric_address_and_a_port) {
  EXPECT_EQ(read_listen_address("127.0.0.1:8080"), (ListenAddress{"127.0.0.1", 8080}));
  EXPECT_EQ(read_listen_address("0.0.0.0:0"), (ListenAddress{"0.0.0.0", 0}));
  EXPECT_EQ(read_listen_address("[::]:65535"), (ListenAddress{"::", 65535}));
  EXPECT_EQ(read_listen_address("[2001:db8::1]:80"), (ListenAddress{"2001:db8::1", 80}));
}

TEST(ListenAddress, is_nothing_else) {
  for (const char* text :
       {"", ":", ":80", "80", "127.0.0.1:", "127.0.0.1:http", "127.0.0.1:-1", "127.0.0.1:65536",
        "[127.0.0.1]:80", "::1:80", "[::1]80", "[]:80", "[:80", "localhost:80", "127.0.0.1:80 "}) {
    EXPECT_EQ(read_listen_address(text), std::nullopt) << text;
  }
}

TEST(ListenAddress, is_spelt_as_it_is_read) {
  for (const char* text : {"127.0.0.1:8080", "[::1]:0"}) {
    EXPECT_EQ(spell(*read_listen_address(text)), text);
  }
}

}  // namespace
}  // namespace flagrank::config

#include "server/config/duration.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <string_view>

namespace flagrank::config {
namespace {

using namespace std::chrono_literals;

TEST(Duration, is_a_whole_number_and_its_unit) {
  EXPECT_EQ(read_duration("500ms"), 500ms);
  EXPECT_EQ(read_duration("15s"), 15s);
  EXPECT_EQ(read_duration("10m"), 10min);
  EXPECT_EQ(read_duration("23h"), 23h);
  EXPECT_EQ(read_duration("30d"), 720h);
  EXPECT_EQ(read_duration("0s"), 0ms);
}

TEST(Duration, is_nothing_else) {
  for (const std::string_view text : {"", "5", "s", "5 s", "-5s", "+5s", "1.5s", "5sec", "5w",
                                      " 5s", "99999999999999999999s", "9000h", "5s "}) {
    EXPECT_EQ(read_duration(text), std::nullopt) << text;
  }
}

TEST(Duration, is_spelt_in_the_largest_unit_that_leaves_no_rest) {
  for (const std::string_view text : {"1ms", "1500ms", "15s", "90s", "10m", "23h", "36h", "30d"}) {
    EXPECT_EQ(spell(*read_duration(text)), text);
  }
  EXPECT_EQ(spell(60s), "1m");
  EXPECT_EQ(spell(24h), "1d");
  EXPECT_EQ(spell(0ms), "0ms");
}

}  // namespace
}  // namespace flagrank::config

#include "server/net/bucket.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace flagrank::net {
namespace {

using namespace std::chrono_literals;

constexpr Rate two_then_one_a_second{.burst = 2, .interval = 1s};
const Time start{1000h};

TEST(Bucket, lets_a_burst_through_and_then_the_rate) {
  Bucket bucket;
  EXPECT_TRUE(bucket.take(two_then_one_a_second, start));
  EXPECT_TRUE(bucket.take(two_then_one_a_second, start));
  EXPECT_FALSE(bucket.take(two_then_one_a_second, start));
  EXPECT_FALSE(bucket.take(two_then_one_a_second, start + 999ms));
  EXPECT_TRUE(bucket.take(two_then_one_a_second, start + 1s));
  EXPECT_FALSE(bucket.take(two_then_one_a_second, start + 1s));
}

TEST(Bucket, tells_how_long_to_wait) {
  Bucket bucket;
  EXPECT_EQ(bucket.wait(two_then_one_a_second, start), 0ms);
  static_cast<void>(bucket.take(two_then_one_a_second, start));
  EXPECT_EQ(bucket.wait(two_then_one_a_second, start), 0ms);
  static_cast<void>(bucket.take(two_then_one_a_second, start));
  EXPECT_EQ(bucket.wait(two_then_one_a_second, start), 1s);
  EXPECT_EQ(bucket.wait(two_then_one_a_second, start + 900ms), 100ms);
  EXPECT_TRUE(bucket.take(two_then_one_a_second, start + 1s));
}

TEST(Bucket, does_not_save_up_more_than_the_burst) {
  Bucket bucket;
  static_cast<void>(bucket.take(two_then_one_a_second, start));
  EXPECT_TRUE(bucket.take(two_then_one_a_second, start + 1h));
  EXPECT_TRUE(bucket.take(two_then_one_a_second, start + 1h));
  EXPECT_FALSE(bucket.take(two_then_one_a_second, start + 1h));
}

TEST(Bucket, takes_a_token_back) {
  Bucket bucket;
  static_cast<void>(bucket.take(two_then_one_a_second, start));
  static_cast<void>(bucket.take(two_then_one_a_second, start));
  bucket.give_back(two_then_one_a_second);
  EXPECT_TRUE(bucket.take(two_then_one_a_second, start));
  EXPECT_FALSE(bucket.take(two_then_one_a_second, start));
}

TEST(Bucket, is_full_again_once_all_that_was_taken_has_come_back) {
  Bucket bucket;
  EXPECT_TRUE(bucket.full(start));
  static_cast<void>(bucket.take(two_then_one_a_second, start));
  static_cast<void>(bucket.take(two_then_one_a_second, start));
  EXPECT_FALSE(bucket.full(start + 1s));
  EXPECT_TRUE(bucket.full(start + 2s));
}

TEST(Rate, of_so_many_within_a_time_lets_them_all_through_at_once) {
  constexpr Rate rate = Rate::within(4, 1min);
  EXPECT_EQ(rate.burst, 4);
  EXPECT_EQ(rate.interval, 15s);
}

}  // namespace
}  // namespace flagrank::net

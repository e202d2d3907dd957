#include "server/async/counting.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace flagrank::async {
namespace {

using namespace std::chrono_literals;

TEST(Histogram, counts_each_in_the_first_bucket_that_it_fits_in) {
  Histogram histogram;
  histogram.record(100us);
  histogram.record(101us);
  histogram.record(1h);
  EXPECT_EQ(histogram.count(0), 1U);
  EXPECT_EQ(histogram.count(1), 1U);
  EXPECT_EQ(histogram.count(2), 0U);
  EXPECT_EQ(histogram.count(Histogram::bounds.size()), 1U);
  EXPECT_EQ(histogram.sum(), 1h + 201us);
}

}  // namespace
}  // namespace flagrank::async

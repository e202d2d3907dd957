#include "server/net/freight.hpp"

#include <gtest/gtest.h>

namespace flagrank::net {
namespace {

TEST(Freight, is_taken_up_to_the_bound) {
  const Freight freight{10};
  const auto first = freight.take(6);
  const auto second = freight.take(4);
  EXPECT_TRUE(first);
  EXPECT_TRUE(second);
  EXPECT_FALSE(freight.take(1));
}

TEST(Freight, is_taken_again_when_the_last_who_held_it_is_gone) {
  const Freight freight{10};
  auto load = freight.take(10);
  auto copy = load;
  load.reset();
  EXPECT_FALSE(freight.take(1));
  copy.reset();
  EXPECT_TRUE(freight.take(10));
}

TEST(Freight, holds_nothing_for_what_was_refused) {
  const Freight freight{10};
  EXPECT_FALSE(freight.take(11));
  EXPECT_TRUE(freight.take(10));
}

TEST(Freight, may_be_held_for_longer_than_it_is_counted) {
  Freight::Load load;
  {
    const Freight freight{10};
    load = freight.take(10);
  }
  EXPECT_TRUE(load);
}

}  // namespace
}  // namespace flagrank::net

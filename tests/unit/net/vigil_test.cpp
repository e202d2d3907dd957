#include "server/net/vigil.hpp"

#include <gtest/gtest.h>

#include <chrono>

#include "server/config/settings.hpp"

namespace flagrank::net {
namespace {

using namespace std::chrono_literals;
using enum Vigil::Due;

class VigilTest : public testing::Test {
 protected:
  const Time start_{1000h};
  const config::Limits limits_{.handshake = 10s,
                               .first_command = 30s,
                               .ping_interval = 15s,
                               .silence = 40s,
                               .write = 7s,
                               .close = 5s};
  Vigil vigil_{limits_, start_};
};

TEST_F(VigilTest, who_does_not_shake_hands_in_time_is_cut_off) {
  EXPECT_EQ(vigil_.next(), start_ + 10s);
  EXPECT_EQ(vigil_.due(start_ + 9s), nothing);
  EXPECT_EQ(vigil_.due(start_ + 10s), cut);
}

TEST_F(VigilTest, an_open_connection_is_pinged_again_and_again) {
  vigil_.opened(start_);
  vigil_.commanded();
  EXPECT_EQ(vigil_.next(), start_ + 15s);
  EXPECT_EQ(vigil_.due(start_ + 15s), ping);
  EXPECT_EQ(vigil_.due(start_ + 15s), nothing);
  EXPECT_EQ(vigil_.due(start_ + 30s), ping);
}

TEST_F(VigilTest, who_says_nothing_worth_hearing_is_asked_to_leave_once) {
  vigil_.opened(start_);
  vigil_.heard(start_ + 29s);
  EXPECT_EQ(vigil_.due(start_ + 30s), idle);
  EXPECT_EQ(vigil_.due(start_ + 30s), ping);
  EXPECT_EQ(vigil_.due(start_ + 30s), nothing);
}

TEST_F(VigilTest, who_has_said_something_may_stay_as_long_as_it_is_heard) {
  vigil_.opened(start_);
  vigil_.commanded();
  vigil_.heard(start_ + 20s);
  while (vigil_.due(start_ + 59s) == ping) {
  }
  EXPECT_EQ(vigil_.due(start_ + 59s), nothing);
  EXPECT_EQ(vigil_.due(start_ + 60s), cut);
}

TEST_F(VigilTest, a_write_has_its_own_time) {
  vigil_.opened(start_);
  vigil_.write_began(start_);
  EXPECT_EQ(vigil_.next(), start_ + 7s);
  EXPECT_EQ(vigil_.due(start_ + 6s), nothing);
  vigil_.write_ended();
  EXPECT_EQ(vigil_.due(start_ + 7s), nothing);
  vigil_.write_began(start_ + 8s);
  EXPECT_EQ(vigil_.due(start_ + 15s), cut);
}

TEST_F(VigilTest, a_goodbye_takes_no_longer_than_it_may_however_often_it_is_said) {
  vigil_.opened(start_);
  vigil_.closing(start_ + 1s);
  vigil_.closing(start_ + 3s);
  vigil_.heard(start_ + 4s);
  EXPECT_EQ(vigil_.next(), start_ + 6s);
  EXPECT_EQ(vigil_.due(start_ + 5s), nothing);
  EXPECT_EQ(vigil_.due(start_ + 6s), cut);
}

}  // namespace
}  // namespace flagrank::net

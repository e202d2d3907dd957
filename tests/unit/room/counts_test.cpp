#include "server/room/counts.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace flagrank::room {
namespace {

using namespace std::chrono_literals;

TEST(JournalCounts, the_journal_fails_until_it_has_written_again) {
  JournalCounts counts;
  EXPECT_FALSE(counts.failing());
  counts.failed();
  EXPECT_TRUE(counts.failing());
  counts.appended(1ms);
  EXPECT_FALSE(counts.failing());
  EXPECT_EQ(counts.failures(), 1U);
}

TEST(JournalCounts, a_failure_that_nothing_follows_is_over_after_half_a_minute) {
  JournalCounts counts;
  const JournalCounts::Clock::time_point now{1h};
  counts.failed(now);
  EXPECT_TRUE(counts.failing(now + 29s));
  EXPECT_FALSE(counts.failing(now + 30s));
}

TEST(CommandCounts, go_by_the_answer) {
  CommandCounts counts;
  counts.answered(protocol::Pong{});
  counts.answered(protocol::Error{.code = protocol::ErrorCode::stale, .message = {}});
  counts.repeated();
  EXPECT_EQ(counts.all_done(), 1U);
  EXPECT_EQ(counts.all_repeated(), 1U);
  EXPECT_EQ(counts.all_refused(protocol::ErrorCode::stale), 1U);
  EXPECT_EQ(counts.all_refused(protocol::ErrorCode::blocked), 0U);
}

}  // namespace
}  // namespace flagrank::room

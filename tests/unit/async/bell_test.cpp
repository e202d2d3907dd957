#include "server/async/bell.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

#include "tests/support/coroutines.hpp"

namespace flagrank::async {
namespace {

namespace asio = boost::asio;

asio::awaitable<void> wait_times(std::shared_ptr<Bell> bell, int times,
                                 std::shared_ptr<int> heard) {
  for (int i = 0; i < times; ++i) {
    co_await bell->wait();
    ++*heard;
  }
}

class BellTest : public testing::Test {
 protected:
  asio::io_context io;
  std::shared_ptr<Bell> bell = std::make_shared<Bell>(io.get_executor());
  std::shared_ptr<int> heard = std::make_shared<int>(0);
  std::atomic<int> rung = 0;  ///< what the ringing thread knows of `heard`
};

TEST_F(BellTest, whoever_waits_wakes_at_a_ring_and_not_before) {
  const auto ended = test::start(io, wait_times(bell, 1, heard));
  test::settle(io);
  EXPECT_FALSE(*ended);

  bell->ring();
  EXPECT_FALSE(*ended) << "the one who rings does not run the one who waits";
  test::settle(io);
  EXPECT_TRUE(*ended);
}

TEST_F(BellTest, rung_for_now_on_its_executor_the_one_who_waits_goes_on_first) {
  const auto ended = test::start(io, wait_times(bell, 1, heard));
  test::settle(io);
  int heard_when_back = -1;
  asio::post(io, [this, &heard_when_back] {
    bell->ring(Bell::Turn::now);
    heard_when_back = *heard;
  });
  test::settle(io);
  EXPECT_EQ(heard_when_back, 1);
  EXPECT_TRUE(*ended);
}

TEST_F(BellTest, rung_for_now_from_elsewhere_it_is_as_any_ring) {
  const auto ended = test::start(io, wait_times(bell, 1, heard));
  test::settle(io);
  bell->ring(Bell::Turn::now);
  EXPECT_FALSE(*ended);
  test::settle(io);
  EXPECT_TRUE(*ended);
}

TEST_F(BellTest, a_remembered_ring_can_be_used_up_without_a_wait) {
  EXPECT_FALSE(bell->heard());
  bell->ring();
  EXPECT_TRUE(bell->heard());
  const auto ended = test::start(io, wait_times(bell, 1, heard));
  test::settle(io);
  EXPECT_FALSE(*ended);
}

TEST_F(BellTest, a_ring_that_nobody_waits_for_is_remembered_once) {
  bell->ring();
  bell->ring();
  const auto ended = test::start(io, wait_times(bell, 2, heard));
  test::settle(io);
  EXPECT_EQ(*heard, 1);
  EXPECT_FALSE(*ended);

  bell->ring();
  test::settle(io);
  EXPECT_TRUE(*ended);
}

TEST_F(BellTest, a_ring_that_woke_somebody_is_used_up) {
  const auto ended = test::start(io, wait_times(bell, 2, heard));
  test::settle(io);
  bell->ring();
  test::settle(io);
  EXPECT_EQ(*heard, 1);
  EXPECT_FALSE(*ended);
}

TEST_F(BellTest, a_coroutine_that_owns_its_bell_goes_with_its_context) {
  const std::weak_ptr<Bell> watched = bell;
  {
    asio::io_context brief;
    auto own = std::make_shared<Bell>(asio::make_strand(brief));
    const std::weak_ptr<Bell> watched_own = own;
    asio::co_spawn(asio::make_strand(brief), wait_times(std::move(own), 1, heard),
                   [](const std::exception_ptr&) {});
    test::settle(brief);
    EXPECT_FALSE(watched_own.expired());
    bell = nullptr;
  }
  EXPECT_TRUE(watched.expired());
  EXPECT_EQ(heard.use_count(), 1) << "the coroutine is gone, with all that it held";
}

TEST_F(BellTest, may_outlive_its_context) {
  std::optional<asio::io_context> brief{std::in_place};
  Bell left_over{brief->get_executor()};
  brief.reset();
  left_over.ring();
}

TEST_F(BellTest, can_be_rung_from_any_thread) {
  constexpr int times = 1000;
  const auto ended = test::start(io, wait_times(bell, times, heard));
  std::thread ringer{[this] {
    for (int seen = -1; seen < times;) {
      bell->ring();
      seen = rung.load();
    }
  }};
  while (!*ended) {
    test::settle(io);
    rung = *heard;
  }
  rung = times;
  ringer.join();
  EXPECT_EQ(*heard, times);
}

}  // namespace
}  // namespace flagrank::async

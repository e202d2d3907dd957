#include "server/async/mailbox.hpp"

#include <gtest/gtest.h>

#include <array>
#include <boost/asio/io_context.hpp>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "tests/support/coroutines.hpp"

namespace flagrank::async {
namespace {

namespace asio = boost::asio;

using Letter = std::unique_ptr<int>;
using Box = Mailbox<Letter>;

Letter letter(int number) { return std::make_unique<int>(number); }

asio::awaitable<void> take_all(std::shared_ptr<Box> box, std::shared_ptr<std::vector<int>> taken) {
  while (true) {
    const auto letter = co_await box->take();
    if (!letter) co_return;
    taken->push_back(**letter);
  }
}

class MailboxTest : public testing::Test {
 protected:
  asio::io_context io;
  std::shared_ptr<Box> box = std::make_shared<Box>(io.get_executor(), 2);
  std::shared_ptr<std::vector<int>> taken = std::make_shared<std::vector<int>>();
};

TEST_F(MailboxTest, gives_letters_in_the_order_they_came_in) {
  EXPECT_TRUE(box->try_push(letter(1)));
  const auto ended = test::start(io, take_all(box, taken));
  test::settle(io);
  EXPECT_TRUE(box->try_push(letter(2)));
  EXPECT_TRUE(box->try_push(letter(3)));
  test::settle(io);
  EXPECT_EQ(*taken, (std::vector{1, 2, 3}));
  EXPECT_FALSE(*ended);
}

TEST_F(MailboxTest, refuses_beyond_its_bound_and_leaves_the_letter_with_its_writer) {
  EXPECT_TRUE(box->try_push(letter(1)));
  EXPECT_TRUE(box->try_push(letter(2)));
  Letter third = letter(3);
  EXPECT_FALSE(box->try_push(std::move(third)));
  ASSERT_NE(third, nullptr);

  EXPECT_EQ(**box->try_take(), 1);
  EXPECT_TRUE(box->try_push(std::move(third)));
}

TEST_F(MailboxTest, lets_letters_that_must_not_be_lost_in_beyond_its_bound) {
  for (int number = 1; number <= 4; ++number) EXPECT_TRUE(box->push(letter(number)));
  EXPECT_FALSE(box->try_push(letter(5)));

  const auto ended = test::start(io, take_all(box, taken));
  test::settle(io);
  EXPECT_EQ(*taken, (std::vector{1, 2, 3, 4}));
  EXPECT_FALSE(*ended);
}

TEST_F(MailboxTest, closing_wakes_the_taker) {
  const auto ended = test::start(io, take_all(box, taken));
  test::settle(io);
  box->close();
  test::settle(io);
  EXPECT_TRUE(*ended);
}

TEST_F(MailboxTest, what_waits_when_it_closes_can_be_taken_but_nothing_comes_in) {
  box->push(letter(1));
  box->close();
  EXPECT_FALSE(box->try_push(letter(2)));
  EXPECT_FALSE(box->push(letter(3)));

  const auto ended = test::start(io, take_all(box, taken));
  test::settle(io);
  EXPECT_EQ(*taken, std::vector{1});
  EXPECT_TRUE(*ended);
}

TEST_F(MailboxTest, discarding_throws_away_what_waits) {
  box->push(letter(1));
  box->discard();
  EXPECT_FALSE(box->push(letter(2)));
  EXPECT_EQ(box->try_take(), nullptr);

  const auto ended = test::start(io, take_all(box, taken));
  test::settle(io);
  EXPECT_TRUE(*ended);
}

/// A letter that writes to its box when it is thrown away, as a reply does that nobody gave.
struct Echo {
  std::shared_ptr<Mailbox<Echo>> box;
  ~Echo() {
    if (box) box->close();
  }
  explicit Echo(std::shared_ptr<Mailbox<Echo>> to) : box{std::move(to)} {}
  Echo(Echo&&) noexcept = default;
  Echo& operator=(Echo&&) noexcept = default;
};

TEST_F(MailboxTest, letters_may_use_the_box_while_they_are_thrown_away) {
  const auto echoes = std::make_shared<Mailbox<Echo>>(io.get_executor(), 1);
  echoes->push(Echo{echoes});
  echoes->discard();
  EXPECT_EQ(echoes.use_count(), 1);
}

TEST_F(MailboxTest, loses_nothing_and_keeps_each_writers_order_with_many_threads_writing) {
  constexpr int writers = 4;
  constexpr int each = 2000;
  const auto write = [this](int writer) {
    for (int i = 0; i < each; ++i) box->push(letter(writer * each + i));
  };
  const auto ended = test::start(io, take_all(box, taken));
  std::vector<std::thread> threads;
  for (int writer = 0; writer < writers; ++writer) threads.emplace_back(write, writer);
  while (taken->size() < writers * each) test::settle(io);
  for (std::thread& thread : threads) thread.join();
  box->close();
  test::settle(io);
  EXPECT_TRUE(*ended);

  std::array<int, writers> next{};
  for (const int number : *taken) {
    EXPECT_EQ(number % each, next.at(static_cast<std::size_t>(number / each))++);
  }
  EXPECT_EQ(next, (std::array{each, each, each, each}));
}

}  // namespace
}  // namespace flagrank::async

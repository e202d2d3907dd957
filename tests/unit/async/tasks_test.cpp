#include "server/async/tasks.hpp"

#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <memory>
#include <stdexcept>

#include "server/async/bell.hpp"
#include "tests/support/coroutines.hpp"

namespace flagrank::async {
namespace {

namespace asio = boost::asio;

asio::awaitable<void> wait_at(std::shared_ptr<Bell> bell) { co_await bell->wait(); }

asio::awaitable<void> fail() {
  throw std::runtime_error{"as it must"};
  co_return;
}

asio::awaitable<void> all_ended(std::shared_ptr<TaskGroup> group) { co_await group->all_ended(); }

class TasksTest : public testing::Test {
 protected:
  std::shared_ptr<Bell> bell() { return std::make_shared<Bell>(io.get_executor()); }

  asio::io_context io;
  std::shared_ptr<TaskGroup> group = std::make_shared<TaskGroup>(io.get_executor());
};

TEST_F(TasksTest, an_exception_ends_its_task_alone) {
  spawn(io.get_executor(), "a test's task", fail());
  EXPECT_NO_THROW(test::settle(io));
}

TEST_F(TasksTest, a_group_without_tasks_has_ended) {
  const auto ended = test::start(io, all_ended(group));
  test::settle(io);
  EXPECT_TRUE(*ended);
}

TEST_F(TasksTest, a_group_has_ended_when_the_last_of_its_tasks_has) {
  const auto first = bell();
  const auto second = bell();
  group->spawn(io.get_executor(), "first", wait_at(first));
  group->spawn(io.get_executor(), "second", wait_at(second));
  group->spawn(io.get_executor(), "third", fail());
  const auto ended = test::start(io, all_ended(group));

  first->ring();
  test::settle(io);
  EXPECT_FALSE(*ended);
  second->ring();
  test::settle(io);
  EXPECT_TRUE(*ended);
}

TEST_F(TasksTest, a_task_started_while_somebody_waits_counts) {
  const auto first = bell();
  const auto late = bell();
  group->spawn(io.get_executor(), "first", wait_at(first));
  const auto ended = test::start(io, all_ended(group));
  test::settle(io);
  group->spawn(io.get_executor(), "late", wait_at(late));
  first->ring();
  test::settle(io);
  EXPECT_FALSE(*ended);
  late->ring();
  test::settle(io);
  EXPECT_TRUE(*ended);
}

TEST_F(TasksTest, an_exception_says_what_it_is) {
  EXPECT_EQ(what(std::make_exception_ptr(std::runtime_error{"full"})), "full");
  EXPECT_EQ(what(std::make_exception_ptr(7)), "of an unknown type");
}

}  // namespace
}  // namespace flagrank::async

#include "server/async/tasks.hpp"

#include <spdlog/spdlog.h>

#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <cstddef>
#include <exception>
#include <utility>

#include "server/async/bell.hpp"

namespace asio = boost::asio;

namespace flagrank::async {

namespace {

void log_failure(std::string_view task, const std::exception_ptr& failure) {
  if (failure) spdlog::error("{} ended by an exception: {}", task, what(failure));
}

}  // namespace

std::string what(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "of an unknown type";
  }
}

void spawn(const asio::any_io_executor& executor, std::string_view name,
           asio::awaitable<void> task) {
  asio::co_spawn(executor, std::move(task),
                 [name](const std::exception_ptr& failure) { log_failure(name, failure); });
}

struct TaskGroup::State {
  explicit State(const asio::any_io_executor& executor) : none_left{executor} {}

  std::atomic<std::size_t> running = 0;
  Bell none_left;
};

TaskGroup::TaskGroup(const asio::any_io_executor& executor)
    : state_{std::make_shared<State>(executor)} {}

void TaskGroup::spawn(const asio::any_io_executor& executor, std::string_view name,
                      asio::awaitable<void> task) {
  ++state_->running;
  const auto ended = [name, state = state_](const std::exception_ptr& failure) {
    log_failure(name, failure);
    if (--state->running == 0) state->none_left.ring();
  };
  asio::co_spawn(executor, std::move(task), ended);
}

asio::awaitable<void> TaskGroup::all_ended() {
  const auto state = state_;
  while (state->running > 0) {
    co_await state->none_left.wait();
  }
}

}  // namespace flagrank::async

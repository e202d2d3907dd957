#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <exception>
#include <memory>
#include <optional>
#include <utility>

#include "tests/support/patience.hpp"

/// Coroutines in a test's own thread: nothing runs but inside `settle`, where time does not pass,
/// and inside `run_until`.
namespace flagrank::test {

/// Runs until every coroutine waits for something that is not going to come by itself.
inline void settle(boost::asio::io_context& io) {
  io.restart();
  io.poll();
}

/// Runs until that holds, and waits for what comes from outside, but not for ever.
inline void run_until(boost::asio::io_context& io, const auto& holds) {
  const auto until = deadline();
  io.restart();
  while (!holds() && io.run_one_until(until) > 0) {
  }
}

/// Starts a coroutine; its result appears here once it has ended. What it throws comes out of
/// `settle`.
template <class T>
[[nodiscard]] std::shared_ptr<std::optional<T>> start(boost::asio::io_context& io,
                                                      boost::asio::awaitable<T> task) {
  auto result = std::make_shared<std::optional<T>>();
  const auto keep = [result](const std::exception_ptr& failure, T value) {
    if (failure) std::rethrow_exception(failure);
    *result = std::move(value);
  };
  boost::asio::co_spawn(io, std::move(task), keep);
  return result;
}

/// The same for one without a result: true once it has ended.
[[nodiscard]] inline std::shared_ptr<bool> start(boost::asio::io_context& io,
                                                 boost::asio::awaitable<void> task) {
  auto ended = std::make_shared<bool>(false);
  const auto keep = [ended](const std::exception_ptr& failure) {
    if (failure) std::rethrow_exception(failure);
    *ended = true;
  };
  boost::asio::co_spawn(io, std::move(task), keep);
  return ended;
}

}  // namespace flagrank::test

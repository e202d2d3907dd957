#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <exception>
#include <memory>
#include <string>
#include <string_view>

namespace flagrank::async {

/// Starts a coroutine that nobody waits for. It must own what it uses. An exception that leaves it
/// ends it alone and is logged, once, under `name` (a literal: it is kept as it is).
void spawn(const boost::asio::any_io_executor& executor, std::string_view name,
           boost::asio::awaitable<void> task);

/// What an exception says of itself, for the log.
[[nodiscard]] std::string what(const std::exception_ptr& failure);

/// Does it to each of them, though it fails with some. Throws what the last one of those threw.
void for_each_whatever_fails(auto& all, auto act) {
  std::exception_ptr thrown;
  for (auto& one : all) {
    try {
      act(one);
    } catch (...) {
      thrown = std::current_exception();
    }
  }
  if (thrown) std::rethrow_exception(thrown);
}

/// Coroutines that somebody waits for in the end. Spawning is allowed from any thread.
class TaskGroup {
 public:
  /// `executor` is that of whoever waits.
  explicit TaskGroup(const boost::asio::any_io_executor& executor);

  /// As the free function; the group counts the coroutine until it has ended.
  void spawn(const boost::asio::any_io_executor& executor, std::string_view name,
             boost::asio::awaitable<void> task);

  /// Returns when none is running. One coroutine waits.
  boost::asio::awaitable<void> all_ended();

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace flagrank::async

#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/intrusive/list_hook.hpp>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>

namespace flagrank::async {

/// One coroutine waits at a bell, anybody may ring it, from any thread. The one place where a
/// coroutine sleeps until another thread has something for it, but for those that wait until the
/// SQLite journal has their entry: mailboxes, questions and task groups are made of it.
///
/// A ring that nobody waits for is remembered, once: the next wait returns at once. So whoever
/// waits looks at what it waits for again, in a loop.
///
/// Coroutines that still wait when their execution context is destroyed are destroyed with it, even
/// where they own the bell. A bell may outlive the context.
class Bell {
 public:
  explicit Bell(const boost::asio::any_io_executor& executor);
  ~Bell();
  Bell(const Bell&) = delete;
  Bell& operator=(const Bell&) = delete;

  /// When whoever waits goes on, where the one who rings runs on the same executor.
  enum class Turn : std::uint8_t {
    later,  ///< after what is under way
    now  ///< before `ring` returns: no way through the executor's queue, and memory still at hand
  };

  /// Wakes the coroutine that waits, on its own executor.
  void ring(Turn turn = Turn::later);

  /// Returns after a ring. One coroutine at a time; cannot be cancelled.
  [[nodiscard]] boost::asio::awaitable<void> wait();

  /// Uses a remembered ring up, if there is one: to look again without a wait.
  [[nodiscard]] bool heard();

 private:
  class Registry;
  class Service;
  /// A coroutine that waits. Destroying it unresumed ends the coroutine.
  using Sleeper = boost::asio::async_result<boost::asio::use_awaitable_t<>, void()>::handler_type;

  void hold(Sleeper sleeper);
  [[nodiscard]] std::optional<Sleeper> release();

  /// In the registry: a place that needs no memory of its own, as `sleeper_` needs none. There are
  /// three bells for every game.
  using Place = boost::intrusive::list_member_hook<>;

  std::shared_ptr<Registry> registry_;
  Place place_;
  std::mutex mutex_;
  std::optional<Sleeper> sleeper_;
  bool rung_ = false;
};

}  // namespace flagrank::async

#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/intrusive/list_hook.hpp>
#include <memory>
#include <mutex>

namespace flagrank::async {

/// One coroutine waits at a bell, anybody may ring it, from any thread. The one place where a
/// coroutine sleeps until another thread has something for it: mailboxes, outboxes and task groups
/// are made of it.
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

  /// Wakes the coroutine that waits, on its own executor.
  void ring();

  /// Returns after a ring. One coroutine at a time; cannot be cancelled.
  boost::asio::awaitable<void> wait();

 private:
  class Registry;
  class Service;
  struct Waiting;
  template <class Handler>
  struct WaitingWith;

  [[nodiscard]] bool heard();
  void hold(std::unique_ptr<Waiting> waiting);
  [[nodiscard]] std::unique_ptr<Waiting> release();

  /// In the registry. There is a bell for every question to the journal, and so for every move: a
  /// place that needs no memory of its own.
  using Place = boost::intrusive::list_member_hook<>;

  std::shared_ptr<Registry> registry_;
  Place place_;
  std::mutex mutex_;
  std::unique_ptr<Waiting> waiting_;
  bool rung_ = false;
};

}  // namespace flagrank::async

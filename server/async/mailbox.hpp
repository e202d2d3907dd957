#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>

#include "server/async/bell.hpp"
#include "server/async/queue.hpp"

namespace flagrank::async {

/// Letters from many threads to one coroutine, in the order they came in. `T` may be move-only.
/// Each has a piece of memory of its own while it is here and read: there is a mailbox for every
/// game, nearly always empty, and neither it nor its reader then keeps a place as large as a
/// letter.
template <class T>
class Mailbox {
 public:
  /// `bound` is how many letters may wait before `try_push` refuses. `executor` is the taker's.
  Mailbox(const boost::asio::any_io_executor& executor, std::size_t bound)
      : bound_{bound}, bell_{executor} {}

  /// Puts a letter in. False where the box is full or closed; then `letter` is as it was.
  [[nodiscard]] bool try_push(T&& letter, Bell::Turn turn = Bell::Turn::later) {
    return put(std::move(letter), bound_, turn);
  }

  /// The same without regard to the bound, for letters that must not be lost. Their number must be
  /// bounded by something else. False where the box is closed.
  bool push(T&& letter) { return put(std::move(letter), unbounded, Bell::Turn::later); }

  /// The next letter; nothing once the box is closed and empty. One taker at a time.
  boost::asio::awaitable<std::unique_ptr<T>> take() {
    while (!settled()) {
      if (!bell_.heard()) co_await bell_.wait();
    }
    co_return try_take();
  }

  /// There is a letter, or there will never be one again. For the taker alone.
  [[nodiscard]] bool settled() {
    const std::lock_guard lock{mutex_};
    return closed_ || !letters_.empty();
  }

  /// Waits until that may have changed: `take` in its parts, for who takes so often that a
  /// coroutine more for each letter counts.
  [[nodiscard]] boost::asio::awaitable<void> change() { return bell_.wait(); }

  /// The next letter, if one waits. For the taker alone.
  [[nodiscard]] std::unique_ptr<T> try_take() {
    const std::lock_guard lock{mutex_};
    if (letters_.empty()) return nullptr;
    return letters_.pop();
  }

  /// Lets nothing more in. What waits can still be taken.
  void close() {
    {
      const std::lock_guard lock{mutex_};
      closed_ = true;
    }
    bell_.ring();
  }

  /// Closes and throws away what waits.
  void discard() {
    // Destroyed outside the lock: letters may hold the way back to here.
    Queue<std::unique_ptr<T>> dropped;
    {
      const std::lock_guard lock{mutex_};
      closed_ = true;
      std::swap(dropped, letters_);
    }
    bell_.ring();
  }

 private:
  static constexpr std::size_t unbounded = static_cast<std::size_t>(-1);

  bool put(T&& letter, std::size_t bound, Bell::Turn turn) {
    {
      const std::lock_guard lock{mutex_};
      if (closed_ || letters_.size() >= bound) return false;
      letters_.push(std::make_unique<T>(std::move(letter)));
    }
    bell_.ring(turn);
    return true;
  }

  const std::size_t bound_;
  std::mutex mutex_;
  Queue<std::unique_ptr<T>> letters_;
  bool closed_ = false;
  Bell bell_;
};

}  // namespace flagrank::async

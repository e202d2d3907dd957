#pragma once

#include <algorithm>
#include <boost/circular_buffer.hpp>
#include <cstddef>
#include <utility>

namespace flagrank::async {

/// First in, first out, in memory for as many as have ever waited at once. Takes none before the
/// first one comes: there are three for every game, nearly always empty, and a `std::deque` would
/// hold 576 bytes for each.
template <class T>
class Queue {
 public:
  [[nodiscard]] bool empty() const noexcept { return waiting_.empty(); }
  [[nodiscard]] std::size_t size() const noexcept { return waiting_.size(); }
  void clear() noexcept { waiting_.clear(); }

  void push(T&& value) {
    if (waiting_.full()) waiting_.set_capacity(std::max<std::size_t>(1, 2 * waiting_.size()));
    waiting_.push_back(std::move(value));
  }

  /// The first one, of at least one.
  [[nodiscard]] T pop() {
    T first = std::move(waiting_.front());
    waiting_.pop_front();
    return first;
  }

 private:
  boost::circular_buffer<T> waiting_;
};

}  // namespace flagrank::async

#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <memory>
#include <optional>
#include <utility>

#include "server/async/bell.hpp"

namespace flagrank::async {

/// What asker and answerer share. One writes `answer` before it rings, the other reads it after
/// that.
template <class T>
struct Asked {
  explicit Asked(const boost::asio::any_io_executor& executor) : asker{executor}, bell{executor} {}

  const boost::asio::any_io_executor asker;
  Bell bell;
  std::optional<T> answer;
};

/// The right to answer one question. Travels in a letter to whoever knows; may be used from any
/// thread, once. Dropped unused, it tells the asker that there will be no answer.
template <class T>
class Reply {
 public:
  explicit Reply(std::shared_ptr<Asked<T>> asked) : asked_{std::move(asked)} {}
  ~Reply() {
    if (asked_) asked_->bell.ring();
  }
  Reply(const Reply&) = delete;
  Reply& operator=(const Reply&) = delete;
  Reply(Reply&&) noexcept = default;
  Reply& operator=(Reply&& from) noexcept {
    std::swap(asked_, from.asked_);
    return *this;
  }

  void give(T answer, Bell::Turn turn = Bell::Turn::later) {
    const auto asked = std::exchange(asked_, nullptr);
    asked->answer = std::move(answer);
    asked->bell.ring(turn);
  }

  /// Where the asker runs. For one who answers many at once: from there it costs them less.
  [[nodiscard]] const boost::asio::any_io_executor& asker() const noexcept { return asked_->asker; }

 private:
  std::shared_ptr<Asked<T>> asked_;
};

/// A question that another coroutine answers, on whatever executor that runs; the answer comes back
/// to the executor of the asker.
///
///     async::Question<Answer> question{executor};
///     inbox.push(Letter{..., question.reply()});
///     const auto answer = co_await question.answer();
template <class T>
class Question {
 public:
  explicit Question(const boost::asio::any_io_executor& executor)
      : asked_{std::make_shared<Asked<T>>(executor)} {}

  /// To be handed out once.
  [[nodiscard]] Reply<T> reply() const { return Reply<T>{asked_}; }

  /// Nothing where the reply was dropped.
  boost::asio::awaitable<std::optional<T>> answer() const {
    co_await asked_->bell.wait();
    co_return std::move(asked_->answer);
  }

 private:
  std::shared_ptr<Asked<T>> asked_;
};

}  // namespace flagrank::async

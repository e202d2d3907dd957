#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <memory>
#include <optional>
#include <utility>

#include "server/async/mailbox.hpp"

namespace flagrank::async {

/// The right to answer one question. Travels in a letter to whoever knows; may be used from any
/// thread, once. Dropped unused, it tells the asker that there will be no answer.
template <class T>
class Reply {
 public:
  explicit Reply(std::shared_ptr<Mailbox<T>> asker) : asker_{std::move(asker)} {}
  ~Reply() {
    if (asker_) asker_->close();
  }
  Reply(const Reply&) = delete;
  Reply& operator=(const Reply&) = delete;
  Reply(Reply&&) noexcept = default;
  Reply& operator=(Reply&& from) noexcept {
    std::swap(asker_, from.asker_);
    return *this;
  }

  void give(T answer) { asker_->push(std::move(answer)); }

 private:
  std::shared_ptr<Mailbox<T>> asker_;
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
      : box_{std::make_shared<Mailbox<T>>(executor, 1)} {}

  /// To be handed out once.
  [[nodiscard]] Reply<T> reply() const { return Reply<T>{box_}; }

  /// Nothing where the reply was dropped.
  boost::asio::awaitable<std::optional<T>> answer() const { return box_->take(); }

 private:
  std::shared_ptr<Mailbox<T>> box_;
};

}  // namespace flagrank::async

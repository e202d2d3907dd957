#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <memory>
#include <optional>
#include <utility>

#include "server/async/bell.hpp"
#include "server/room/outbox.hpp"

namespace flagrank::test {

/// Takes what an outbox holds, in a coroutine: a connection to nobody.
class OutboxReader final : public room::Outbox::Writer {
 public:
  /// The outbox's only one, before anybody pushes.
  static std::shared_ptr<OutboxReader> of(std::shared_ptr<room::Outbox> outbox,
                                          const boost::asio::any_io_executor& executor) {
    auto reader = std::make_shared<OutboxReader>(std::move(outbox), executor);
    reader->outbox_->attend(reader);
    return reader;
  }

  OutboxReader(std::shared_ptr<room::Outbox> outbox, const boost::asio::any_io_executor& executor)
      : outbox_{std::move(outbox)}, bell_{executor} {}

  void take_more() override { bell_.ring(); }

  /// The next thing, once there is one.
  static boost::asio::awaitable<room::Outbox::Next> next(std::shared_ptr<OutboxReader> self) {
    while (true) {
      if (auto next = self->outbox_->try_next()) co_return *std::move(next);
      co_await self->bell_.wait();
    }
  }

 private:
  std::shared_ptr<room::Outbox> outbox_;
  async::Bell bell_;
};

}  // namespace flagrank::test

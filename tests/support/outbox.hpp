#pragma once

#include <boost/asio/awaitable.hpp>
#include <memory>
#include <optional>
#include <utility>

#include "server/room/outbox.hpp"

namespace flagrank::test {

/// The next thing to write, once there is one.
inline boost::asio::awaitable<room::Outbox::Next> next_of(std::shared_ptr<room::Outbox> outbox) {
  auto next = outbox->try_next();
  while (!next) {
    co_await outbox->change();
    next = outbox->try_next();
  }
  co_return *std::move(next);
}

}  // namespace flagrank::test

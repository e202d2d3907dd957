#include <spdlog/spdlog.h>

#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "common/protocol/encode.hpp"
#include "common/protocol/error_code.hpp"
#include "server/net/session.hpp"

/// How a session tells its peer something: what is put into the outbox, and how that goes out.
namespace flagrank::net {

namespace asio = boost::asio;
using protocol::CloseCode;
using protocol::ErrorCode;

void Session::tell(const protocol::ServerMessage& message) {
  const bool answer = message.re || std::holds_alternative<protocol::Error>(message.body);
  if (answer) house_->lobby->counts().commands.answered(message.body);
  outbox_->push(std::make_shared<const std::string>(protocol::encode(message)));
}

void Session::refuse(std::optional<protocol::CommandId> id, ErrorCode code, Wait wait) {
  protocol::Error error{.code = code, .message = std::string{protocol::sentence(code)}};
  if (wait) error.retry_after_ms = static_cast<std::uint64_t>(wait->count());
  tell({.re = std::move(id), .body = std::move(error)});
}

void Session::take_more() {
  if (writing_) return;  // what comes behind is taken too
  try {
    if (auto late = write_at_once()) {
      writing_ = true;
      house_->sessions.spawn(executor_, "a connection's writer",
                             write_on(shared_from_this(), std::move(late)));
    }
  } catch (const std::exception& fault) {
    give_up_writing(fault);
  }
}

/// A frame is lost: what comes behind it must not go out.
void Session::give_up_writing(const std::exception& fault) {
  spdlog::error("connection {} is cut off: {}", number_, fault.what());
  writing_ = true;
  stop_writing();
}

/// Writes what waits in the outbox. What does not go out at once is given back; nothing where there
/// is no more to do.
room::Frame Session::write_at_once() {
  while (auto next = outbox_->try_next()) {
    if (const auto* code = std::get_if<CloseCode>(&*next)) {
      house_->sessions.spawn(executor_, "a connection's goodbye", close(shared_from_this(), *code));
      return nullptr;
    }
    auto& frame = std::get<room::Frame>(*next);
    const auto sending = socket_.begin_write(*frame);
    if (sending == Websocket::Sending::waits) return std::move(frame);
    if (sending == Websocket::Sending::gone) {
      stop_writing();
      return nullptr;
    }
    // Pongs are not read meanwhile.
    if (easing_) vigil_.heard(Clock::now());
  }
  return nullptr;
}

asio::awaitable<void> Session::write_on(std::shared_ptr<Session> self, room::Frame frame) {
  try {
    while (frame) {
      self->vigil_.write_began(Clock::now());
      self->look_sooner();
      const bool written = co_await self->socket_.finish_write(*frame);
      self->vigil_.write_ended();
      if (!written) co_return self->stop_writing();
      if (self->easing_) self->vigil_.heard(Clock::now());
      frame = self->write_at_once();
    }
    self->writing_ = false;
  } catch (const std::exception& fault) {
    self->give_up_writing(fault);
  }
}

asio::awaitable<void> Session::close(std::shared_ptr<Session> self, CloseCode code) {
  // Whoever closed the outbox may stand in the middle of a read: that is not ours to interrupt.
  co_await asio::post(self->executor_, asio::use_awaitable);
  self->say_goodbye(code);
  co_await self->socket_.close(code);
  spdlog::debug("connection {} ended: {}", self->number_, protocol::reason(code));
  self->stop_writing();
}

/// Ends a reader, too, that still waits, for the peer or for the outbox.
void Session::stop_writing() {
  socket_.cut();
  outbox_->close(CloseCode::normal);
}

}  // namespace flagrank::net

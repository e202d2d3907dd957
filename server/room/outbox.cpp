#include "server/room/outbox.hpp"

#include <cassert>
#include <mutex>
#include <optional>
#include <utility>

#include "server/async/bell.hpp"
#include "server/async/queue.hpp"

namespace asio = boost::asio;

namespace flagrank::room {

struct Outbox::State {
  State(const asio::any_io_executor& executor, Bounds limits)
      : bounds{limits}, bell{executor}, relief{executor} {}

  const Bounds bounds;
  std::mutex mutex;
  async::Queue<Frame> frames;
  std::size_t bytes = 0;
  std::optional<protocol::CloseCode> closing;
  async::Bell bell;
  async::Bell relief;  ///< for who waits until less waits

  bool push(Frame frame) {
    const std::lock_guard lock{mutex};
    if (closing) return false;
    if (frames.size() >= bounds.frames || bytes >= bounds.bytes) {
      frames.clear();
      closing = protocol::CloseCode::slow_reader;
      return false;
    }
    bytes += frame->size();
    frames.push(std::move(frame));
    return true;
  }

  void close(protocol::CloseCode code) {
    const std::lock_guard lock{mutex};
    if (!closing) closing = code;
  }

  std::optional<Next> pop() {
    const std::lock_guard lock{mutex};
    if (frames.empty()) {
      return closing ? std::optional<Next>{*closing} : std::nullopt;
    }
    Next first{frames.pop()};
    bytes -= std::get<Frame>(first)->size();
    return first;
  }

  bool easy() {
    const std::lock_guard lock{mutex};
    return closing || (frames.size() <= bounds.frames / 2 && bytes <= bounds.bytes / 2);
  }

  static asio::awaitable<Next> next(std::shared_ptr<State> self) {
    while (true) {
      if (auto first = self->pop()) {
        self->relief.ring();
        co_return *std::move(first);
      }
      co_await self->bell.wait();
    }
  }

  static asio::awaitable<void> eased(std::shared_ptr<State> self) {
    while (!self->easy()) {
      co_await self->relief.wait();
    }
  }
};

Outbox::Outbox(const asio::any_io_executor& executor, Bounds bounds)
    : state_{std::make_shared<State>(executor, bounds)} {}

Outbox::~Outbox() = default;

bool Outbox::push(Frame frame) {
  assert(frame);
  const bool fits = state_->push(std::move(frame));
  state_->bell.ring();
  if (!fits) state_->relief.ring();
  return fits;
}

void Outbox::close(protocol::CloseCode code) {
  state_->close(code);
  state_->bell.ring();
  state_->relief.ring();
}

std::optional<protocol::CloseCode> Outbox::closed_with() const {
  const std::lock_guard lock{state_->mutex};
  return state_->closing;
}

asio::awaitable<Outbox::Next> Outbox::next() { return State::next(state_); }

asio::awaitable<void> Outbox::eased() { return State::eased(state_); }

}  // namespace flagrank::room

#include "server/room/outbox.hpp"

#include <boost/asio/dispatch.hpp>
#include <cassert>
#include <utility>

namespace asio = boost::asio;

namespace flagrank::room {

Outbox::Outbox(const asio::any_io_executor& executor, Bounds bounds)
    : executor_{executor}, bounds_{bounds}, relief_{executor} {}

bool Outbox::push(Frame frame) {
  assert(frame);
  bool fits = false;
  bool told = false;
  {
    const std::lock_guard lock{mutex_};
    fits = put(std::move(frame));
    told = std::exchange(told_, true);
  }
  if (!told) tell();
  if (!fits) relief_.ring();
  return fits;
}

bool Outbox::put(Frame frame) {
  if (closing_) return false;
  if (frames_.size() >= bounds_.frames || bytes_ >= bounds_.bytes) {
    frames_.clear();
    closing_ = protocol::CloseCode::slow_reader;
    return false;
  }
  bytes_ += frame->size();
  frames_.push(std::move(frame));
  return true;
}

void Outbox::close(protocol::CloseCode code) {
  bool told = false;
  {
    const std::lock_guard lock{mutex_};
    if (!closing_) closing_ = code;
    told = std::exchange(told_, true);
  }
  if (!told) tell();
  relief_.ring();
}

void Outbox::tell() {
  asio::dispatch(executor_, [weak = writer_] {
    if (const auto writer = weak.lock()) writer->take_more();
  });
}

std::optional<protocol::CloseCode> Outbox::closed_with() const {
  const std::lock_guard lock{mutex_};
  return closing_;
}

std::optional<Outbox::Next> Outbox::try_next() {
  std::optional<Next> first;
  bool relieved = false;
  {
    const std::lock_guard lock{mutex_};
    if (frames_.empty()) {
      if (closing_ && !std::exchange(parted_, true)) first = *closing_;
      return first;
    }
    first = frames_.pop();
    bytes_ -= std::get<Frame>(*first)->size();
    if (frames_.empty() && !closing_) told_ = false;
    relieved = awaited_ && eased();
    if (relieved) awaited_ = false;
  }
  if (relieved) relief_.ring();
  return first;
}

Outbox::State Outbox::state() {
  const std::lock_guard lock{mutex_};
  if (closing_) return State::closed;
  awaited_ = !eased();
  return awaited_ ? State::full : State::easy;
}

bool Outbox::eased() const {
  return frames_.size() <= bounds_.frames / 2 && bytes_ <= bounds_.bytes / 2;
}

}  // namespace flagrank::room

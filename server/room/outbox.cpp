#include "server/room/outbox.hpp"

#include <cassert>
#include <utility>

namespace asio = boost::asio;

namespace flagrank::room {

Outbox::Outbox(const asio::any_io_executor& executor, Bounds bounds)
    : bounds_{bounds}, bell_{executor}, relief_{executor} {}

bool Outbox::push(Frame frame) {
  assert(frame);
  const bool fits = put(std::move(frame));
  bell_.ring(async::Bell::Turn::now);
  if (!fits) relief_.ring();
  return fits;
}

bool Outbox::put(Frame frame) {
  const std::lock_guard lock{mutex_};
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
  {
    const std::lock_guard lock{mutex_};
    if (!closing_) closing_ = code;
  }
  bell_.ring();
  relief_.ring();
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
      if (closing_) first = *closing_;
      return first;
    }
    first = frames_.pop();
    bytes_ -= std::get<Frame>(*first)->size();
    relieved = awaited_ && eased();
    if (relieved) awaited_ = false;
  }
  if (relieved) relief_.ring();
  return first;
}

bool Outbox::easy() {
  const std::lock_guard lock{mutex_};
  awaited_ = !eased();
  return !awaited_;
}

bool Outbox::eased() const {
  return closing_ || (frames_.size() <= bounds_.frames / 2 && bytes_ <= bounds_.bytes / 2);
}

}  // namespace flagrank::room

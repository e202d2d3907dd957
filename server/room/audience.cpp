#include "server/room/audience.hpp"

#include <algorithm>
#include <cassert>
#include <ranges>
#include <string>
#include <utility>

#include "common/protocol/encode.hpp"
#include "common/view/redact.hpp"

namespace flagrank::room {

namespace {

Frame frame_of(std::string text) { return std::make_shared<const std::string>(std::move(text)); }

/// One fact on its way to many: encoded once for all who see the same of it.
class Showing {
 public:
  Showing(std::uint64_t seq, const view::Fact& fact) : seq_{seq}, fact_{fact} {}

  Frame frame(view::Viewer viewer) {
    const auto same_eyes = std::ranges::find(looks_, viewer, &Look::viewer);
    if (same_eyes != looks_.end()) return same_eyes->frame;

    view::Seen seen = view::redact(fact_, viewer);
    const auto same_sight = std::ranges::find(looks_, seen, &Look::seen);
    Frame frame = same_sight != looks_.end() ? same_sight->frame : encoded(seen);
    looks_.push_back({.viewer = viewer, .seen = std::move(seen), .frame = frame});
    return frame;
  }

 private:
  struct Look {
    view::Viewer viewer;
    view::Seen seen;
    Frame frame;
  };

  [[nodiscard]] Frame encoded(const view::Seen& seen) const {
    return frame_of(protocol::encode({.re = {}, .body = protocol::Event{seq_, seen}}));
  }

  std::uint64_t seq_;
  const view::Fact& fact_;
  std::vector<Look> looks_;
};

Frame answering(const Frame& frame, std::string_view id) {
  return frame_of(protocol::answering(*frame, id));
}

}  // namespace

void Listener::tell(const protocol::ServerMessage& message) const {
  outbox->push(frame_of(protocol::encode(message)));
}

void Audience::admit(std::shared_ptr<Listener> listener) {
  auto& place = listeners_[index(listener->seat)];
  assert(!place);
  place = std::move(listener);
}

void Audience::release(const Listener& listener) {
  assert(holds(listener));
  auto& place = listeners_[index(listener.seat)];
  place->ended = true;
  place.reset();
}

void Audience::close(protocol::CloseCode code) {
  for (auto& place : listeners_) {
    if (!place) continue;
    const auto listener = place;
    release(*listener);
    listener->outbox->close(code);
  }
}

bool Audience::empty() const noexcept {
  return std::ranges::none_of(listeners_, [](const auto& listener) { return listener != nullptr; });
}

bool Audience::holds(const Listener& listener) const noexcept {
  return listeners_[index(listener.seat)].get() == &listener;
}

std::shared_ptr<Listener> Audience::on(view::Seat seat) const noexcept {
  return listeners_[index(seat)];
}

void Audience::show(std::uint64_t first_seq, const std::vector<view::Fact>& facts,
                    std::optional<Asker> asker) const {
  std::uint64_t seq = first_seq;
  for (const view::Fact& fact : facts) {
    Showing showing{seq, fact};
    for (const auto& listener : listeners_) {
      if (!listener) continue;
      const Frame frame = showing.frame(listener->viewer);
      const bool answers = asker && seq == first_seq && &asker->listener == listener.get();
      listener->outbox->push(answers ? answering(frame, asker->id) : frame);
    }
    ++seq;
  }
}

void Audience::repeat(std::uint64_t seq, const view::Fact& fact, Asker asker) const {
  Showing showing{seq, fact};
  const Frame frame = showing.frame(asker.listener.viewer);
  asker.listener.outbox->push(answering(frame, asker.id));
}

}  // namespace flagrank::room

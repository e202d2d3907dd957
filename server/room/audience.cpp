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
  Showing(std::uint64_t seq, match::Instant at, const view::Fact& fact)
      : seq_{seq}, at_{at}, fact_{fact} {
    constexpr std::size_t eyes = 3;  // both sides' and the spectators'
    looks_.reserve(eyes);
  }

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
    return frame_of(protocol::encode({.re = {}, .body = protocol::Event{seq_, at_, seen}}));
  }

  std::uint64_t seq_;
  match::Instant at_;
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
  if (!listener->seat) {
    spectators_.push_back(std::move(listener));
    return;
  }
  auto& place = players_[index(*listener->seat)];
  assert(!place);
  place = std::move(listener);
}

void Audience::release(const Listener& listener) {
  if (listener.seat) {
    auto& place = players_[index(*listener.seat)];
    assert(place.get() == &listener);
    place->ended = true;
    place.reset();
    return;
  }
  const auto place = std::ranges::find(spectators_, &listener, &std::shared_ptr<Listener>::get);
  assert(place != spectators_.end());
  (*place)->ended = true;
  spectators_.erase(place);
}

void Audience::close(protocol::CloseCode code) {
  const auto end = [code](Listener& listener) {
    listener.ended = true;
    listener.outbox->close(code);
  };
  for (auto& place : players_) {
    if (place) end(*place);
    place.reset();
  }
  for (const auto& spectator : spectators_) end(*spectator);
  spectators_.clear();
}

void Audience::dismiss_spectators(std::uint64_t seq, match::Instant at) {
  for (const auto& spectator : std::exchange(spectators_, {})) {
    spectator->ended = true;
    spectator->tell({.re = {}, .body = protocol::Event{seq, at, view::RoomClosed{}}});
  }
}

bool Audience::forsaken() const noexcept {
  return std::ranges::none_of(players_, [](const auto& player) { return player != nullptr; });
}

bool Audience::holds(const Listener& listener) const noexcept {
  if (listener.seat) return players_[index(*listener.seat)].get() == &listener;
  return std::ranges::find(spectators_, &listener, &std::shared_ptr<Listener>::get) !=
         spectators_.end();
}

std::shared_ptr<Listener> Audience::on(view::Seat seat) const noexcept {
  return players_[index(seat)];
}

void Audience::change_sides(const view::NextGame& next) const {
  for (const auto& player : players_) {
    if (player) player->viewer = view::Viewer::player(next.sides[index(*player->seat)]);
  }
}

void Audience::show(const match::Accepted& accepted, std::optional<Asker> asker) const {
  std::uint64_t seq = accepted.first_seq;
  for (const view::Fact& fact : accepted.facts) {
    if (const auto* next = std::get_if<view::NextGame>(&fact)) change_sides(*next);
    Showing showing{seq, accepted.at, fact};
    for (const auto& player : players_) {
      if (!player) continue;
      const Frame frame = showing.frame(player->viewer);
      const bool answers = asker && seq == accepted.first_seq && &asker->listener == player.get();
      player->outbox->push(answers ? answering(frame, asker->id) : frame);
    }
    for (const auto& spectator : spectators_) {
      spectator->outbox->push(showing.frame(spectator->viewer));
    }
    ++seq;
  }
}

void Audience::repeat(const match::Repeated& repeated, Asker asker) {
  Showing showing{repeated.seq, repeated.at, repeated.fact};
  // With the eyes it had then.
  const Frame frame = showing.frame(view::Viewer::player(repeated.side));
  asker.listener.outbox->push(answering(frame, asker.id));
}

}  // namespace flagrank::room

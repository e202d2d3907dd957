#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "common/protocol/close_code.hpp"
#include "common/protocol/server_message.hpp"
#include "common/view/seat.hpp"
#include "common/view/viewer.hpp"
#include "server/match/match.hpp"
#include "server/room/outbox.hpp"

namespace flagrank::room {

/// One connection that follows a room. Shared by its visit, which looks at `ended`, and the room,
/// which sets that and alone looks at `viewer`; all else never changes.
struct Listener {
  const std::shared_ptr<Outbox> outbox;
  const std::optional<view::Seat> seat;  ///< none for a spectator
  view::Viewer viewer;                   ///< changes with the colours, from game to game
  std::atomic<bool> ended = false;

  void tell(const protocol::ServerMessage& message) const;
};

/// Whose command something answers, and under which id.
struct Asker {
  const Listener& listener;
  std::string_view id;
};

/// Who listens in a room, and the one place that shows facts: each listener sees what `redact`
/// lets it see, and who sees the same gets the same frame. Belongs to the room's coroutine.
class Audience {
 public:
  /// From now on the listener is shown what happens. Where it has a seat, nobody else may be on it.
  void admit(std::shared_ptr<Listener> listener);

  /// The listener is shown no more, and its visit has ended when this returns.
  void release(const Listener& listener);

  /// The same for everybody, whose connections are closed.
  void close(protocol::CloseCode code);

  /// The same for the spectators, who are told that the room is gone and stay connected.
  void dismiss_spectators(std::uint64_t seq, match::Instant at);

  /// Whether nobody is on either seat. Spectators do not count.
  [[nodiscard]] bool forsaken() const noexcept;
  [[nodiscard]] std::size_t spectators() const noexcept { return spectators_.size(); }
  [[nodiscard]] bool holds(const Listener& listener) const noexcept;
  [[nodiscard]] std::shared_ptr<Listener> on(view::Seat seat) const noexcept;

  /// Shows what happened, in order. To the asker the first fact is the answer.
  void show(const match::Accepted& accepted, std::optional<Asker> asker = std::nullopt) const;

  /// Shows one fact again, to the asker alone.
  static void repeat(const match::Repeated& repeated, Asker asker);

 private:
  void change_sides(const view::NextGame& next) const;

  std::array<std::shared_ptr<Listener>, 2> players_;  ///< by `index(seat)`; null = nobody
  std::vector<std::shared_ptr<Listener>> spectators_;
};

}  // namespace flagrank::room

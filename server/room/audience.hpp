#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "common/protocol/close_code.hpp"
#include "common/protocol/server_message.hpp"
#include "common/view/fact.hpp"
#include "common/view/seat.hpp"
#include "common/view/viewer.hpp"
#include "server/room/outbox.hpp"

namespace flagrank::room {

/// One connection that follows a room. Shared by its visit, which looks at `ended`, and the room,
/// which sets it; all else never changes.
struct Listener {
  const std::shared_ptr<Outbox> outbox;
  const view::Seat seat;
  const view::Viewer viewer;
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
  /// From now on the listener is shown what happens. Its seat must have no other listener.
  void admit(std::shared_ptr<Listener> listener);

  /// The listener is shown no more, and its visit has ended when this returns.
  void release(const Listener& listener);

  /// The same for everybody, whose connections are closed.
  void close(protocol::CloseCode code);

  [[nodiscard]] bool empty() const noexcept;
  [[nodiscard]] bool holds(const Listener& listener) const noexcept;
  [[nodiscard]] std::shared_ptr<Listener> on(view::Seat seat) const noexcept;

  /// Shows facts in order, the first with number `first_seq`. To the asker the first one is the
  /// answer.
  void show(std::uint64_t first_seq, const std::vector<view::Fact>& facts,
            std::optional<Asker> asker = std::nullopt) const;

  /// Shows one fact again, to the asker alone.
  void repeat(std::uint64_t seq, const view::Fact& fact, Asker asker) const;

 private:
  std::array<std::shared_ptr<Listener>, 2> listeners_;  ///< by `index(seat)`; null = nobody
};

}  // namespace flagrank::room

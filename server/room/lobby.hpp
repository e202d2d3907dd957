#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/system/result.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "common/protocol/client_message.hpp"
#include "common/protocol/rooms.hpp"
#include "common/protocol/server_message.hpp"
#include "common/view/player_view.hpp"
#include "server/async/executors.hpp"
#include "server/match/command.hpp"
#include "server/room/counts.hpp"
#include "server/room/outbox.hpp"
#include "server/store/journal.hpp"

namespace flagrank::room {

/// A connection's stay in one room, from its admission until it leaves, the room closes, or the
/// connection ends. Sessions hold one; it says things into the room's bounded inbox and never
/// waits.
class Visit {
 public:
  virtual ~Visit() = default;

  /// Passes a command on. The room answers through the outbox, exactly once. False where the
  /// room's inbox is full: then nothing was passed on and the caller answers `rate_limited`.
  [[nodiscard]] virtual bool say(protocol::ClientMessage message) = 0;

  /// True once the room has let this connection go; set before the frame that tells the client is
  /// in the outbox.
  [[nodiscard]] virtual bool ended() const noexcept = 0;

  /// The connection is gone; the seat stays. Must be called once, unless `ended()`.
  virtual void detach() noexcept = 0;
};

/// Why nobody was let in, ready to be told.
using Admission = boost::system::result<std::shared_ptr<Visit>, protocol::Error>;

/// A room of which no more is known without waking it.
struct Asleep {
  std::string room;
  friend bool operator==(const Asleep&, const Asleep&) = default;
};
using Listing = boost::system::result<protocol::Rooms, protocol::Error>;
using Sight = boost::system::result<std::variant<protocol::RoomTold, Asleep>, protocol::Error>;

/// What the lobby and its rooms take from outside, so that tests can give their own. Called from
/// the threads of all rooms.
struct World {
  std::function<match::Instant()> now;
  std::function<std::uint32_t(std::uint32_t bound)> dice;  ///< for codes, sides, formations
  /// 128 random bits, as text: for seats, and for the keys of records.
  std::function<std::string()> new_token;
};

/// The server's clock: the system's when this was first asked, and from then on steady, so that
/// nobody's clock jumps when the system's is set.
[[nodiscard]] match::Instant server_now();

/// The server's clock and the operating system's randomness.
[[nodiscard]] World real_world();

struct LobbyLimits {
  std::size_t rooms = 20'000;  ///< awake or asleep
  std::size_t inbox = 256;     ///< letters that wait in one room
  std::size_t chat_bytes = 500;
  std::uint32_t chats_per_minute = 30;
  std::size_t spectators = 32;  ///< in one room
  bool records = false;         ///< whether finished games are kept
  // How long a room stays when nobody is connected, by its phase.
  std::chrono::milliseconds empty_room{std::chrono::minutes{10}};
  std::chrono::milliseconds unfinished_setup{std::chrono::hours{1}};
  std::chrono::milliseconds silent_game{std::chrono::hours{24}};
  std::chrono::milliseconds finished_room{std::chrono::minutes{10}};
};

/// Makes, finds and expires rooms. Those that the journal keeps from before sleep in it until
/// somebody comes back to them or a sweep wakes them. May be used from any executor; each call
/// completes on the caller's. The messages of success (`seated` and the snapshot, or the snapshot
/// alone for `watch` and `resume`) go out through the outbox, as answers to `id`, before any later
/// event.
class Lobby {
 public:
  Lobby(async::Executors executors, std::shared_ptr<store::Journal> journal, LobbyLimits limits,
        World world);
  ~Lobby();
  Lobby(const Lobby&) = delete;
  Lobby& operator=(const Lobby&) = delete;

  boost::asio::awaitable<Admission> create(protocol::CommandId id, protocol::CreateRoom wish,
                                           std::shared_ptr<Outbox> outbox);
  boost::asio::awaitable<Admission> join(protocol::CommandId id, protocol::JoinRoom wish,
                                         std::shared_ptr<Outbox> outbox);
  boost::asio::awaitable<Admission> watch(protocol::CommandId id, protocol::WatchRoom wish,
                                          std::shared_ptr<Outbox> outbox);
  boost::asio::awaitable<Admission> resume(protocol::CommandId id, protocol::Resume wish,
                                           std::shared_ptr<Outbox> outbox);

  /// Public rooms for whoever looks for one. Such as nobody is in, are asleep, or have finished are
  /// left out. Does not grow with the number of rooms.
  boost::asio::awaitable<Listing> list();

  /// What the room of that code shows to those who are not in it, public or not. Wakes nothing.
  boost::asio::awaitable<Sight> look_up(std::string typed_code);

  /// The record of a finished game; nothing where none of that id is kept.
  boost::asio::awaitable<boost::system::result<std::optional<std::string>, protocol::Error>> record(
      std::string id);

  /// Stops letting anybody in, lets every room finish the letter in hand, and returns when none
  /// will push a frame any more. Called once. Connections are not closed: that is the sessions'
  /// part.
  boost::asio::awaitable<void> stop();

  /// Wakes some of the rooms that sleep, and asks every room that is awake whether nobody has come
  /// back for too long. The lobby does so by itself every half minute.
  void sweep();

  [[nodiscard]] std::size_t rooms() const noexcept;   ///< how many are awake now
  [[nodiscard]] std::size_t asleep() const noexcept;  ///< how many rest in the journal
  /// How many of those that are awake are in that phase.
  [[nodiscard]] std::size_t in_phase(view::Phase phase) const noexcept;

  /// Why it should not be sent anybody, in a few words; empty where it should.
  [[nodiscard]] std::string_view trouble() const noexcept;

  /// What sessions count here, too. Lives as long as the lobby.
  [[nodiscard]] Counts& counts() noexcept;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace flagrank::room

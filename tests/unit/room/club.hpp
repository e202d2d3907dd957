#pragma once

#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <deque>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/protocol/client_message.hpp"
#include "common/protocol/close_code.hpp"
#include "common/protocol/server_message.hpp"
#include "common/rules/side.hpp"
#include "server/match/command.hpp"
#include "server/room/lobby.hpp"
#include "server/room/outbox.hpp"
#include "server/store/journal.hpp"
#include "tests/support/outbox.hpp"
#include "tests/support/random.hpp"

namespace flagrank::protocol {
void PrintTo(const ServerMessage& message, std::ostream* out);  ///< as on the wire
}  // namespace flagrank::protocol

/// A lobby in a test's own thread, with a clock that the test sets, and clients without sockets.
namespace flagrank::test {

/// When a club opens.
inline constexpr match::Instant club_noon{std::chrono::hours{12}};

/// What has come out of an outbox.
struct Heard {
  std::vector<protocol::ServerMessage> messages;
  std::optional<protocol::CloseCode> closed;
};

/// A connection: says things into its room, and reads its outbox.
class Client {
 public:
  /// One that does not read leaves everything in its outbox.
  explicit Client(boost::asio::io_context& io, bool reads = true);

  /// Says something under an id, and nothing more happens yet. False where the room's inbox is
  /// full.
  bool put(std::string id, protocol::ClientBody body) const;

  /// Says something and waits until everything stands still. Returns all that came since the last
  /// look.
  std::vector<protocol::ServerMessage> say(std::string id, protocol::ClientBody body);

  /// The same, for what must be answered and bring nothing else.
  protocol::ServerBody ask(std::string id, protocol::ClientBody body);

  /// Waits until everything stands still. Returns all that came since the last look.
  std::vector<protocol::ServerMessage> news();

  /// The connection is gone, and the room has heard of it.
  void detach();

  /// The code that the room wants the connection closed with.
  [[nodiscard]] std::optional<protocol::CloseCode> closed();

  std::shared_ptr<room::Outbox> outbox;
  std::shared_ptr<room::Visit> visit;  ///< once let in
  std::string room;                    ///< once seated
  std::string token;                   ///< once seated
  std::string invitation;              ///< once seated in a room of one's own

 private:
  void take_in();

  boost::asio::io_context* io_;
  std::shared_ptr<OutboxReader> letters_;
  Heard heard_;
  std::shared_ptr<Heard> arriving_ = std::make_shared<Heard>();
  std::shared_ptr<bool> reader_;
  bool reads_;
};

/// The lobby and its world.
class Club {
 public:
  explicit Club(std::shared_ptr<store::Journal> journal = nullptr, room::LobbyLimits limits = {});

  /// A new connection.
  Client client(bool reads = true) { return Client{io, reads}; }

  /// Asks to be let in, under the id "in". The error where it was not.
  std::optional<protocol::Error> create(Client& client, protocol::CreateRoom wish = red_wish());
  std::optional<protocol::Error> join(Client& client, std::string room, std::string name = "Bea",
                                      std::optional<std::string> retry_key = std::nullopt);
  std::optional<protocol::Error> join(Client& client, protocol::JoinRoom wish);
  std::optional<protocol::Error> watch(Client& client, std::string room);
  std::optional<protocol::Error> resume(Client& client, std::string room, std::string token);

  /// Two players, the host with Red, who have read all that was told so far.
  struct Pair {
    Client red;
    Client blue;
    [[nodiscard]] Client& of(rules::Side side) { return side == rules::Side::red ? red : blue; }
  };
  Pair sit_down(const protocol::CreateRoom& wish = red_wish());
  /// The same, with the classic armies set up.
  Pair start_game(const protocol::CreateRoom& wish = red_wish());

  void pass(std::chrono::milliseconds time) { now += time; }
  /// The same, and every room has a look at the clock.
  void strike(std::chrono::milliseconds time);
  void settle();

  static protocol::CreateRoom red_wish();

  boost::asio::io_context io;
  match::Instant now = club_noon;
  std::deque<std::uint32_t> rigged;  ///< the next results of the dice
  std::shared_ptr<store::Journal> journal;
  room::Lobby lobby;

 private:
  room::World world();
  std::optional<protocol::Error> let_in(
      Client& client, const std::shared_ptr<std::optional<room::Admission>>& asked);

  Random random_{1};
  int tokens_ = 0;
};

// What is told, in few words; where no moment is named, at noon.
[[nodiscard]] protocol::ServerMessage event(std::uint64_t seq, view::Seen seen);
[[nodiscard]] protocol::ServerMessage event(std::uint64_t seq, match::Instant at, view::Seen seen);
[[nodiscard]] protocol::ServerMessage answer(std::string re, protocol::ServerBody body);
[[nodiscard]] protocol::ServerMessage answer(std::string re, std::uint64_t seq, view::Seen seen);
[[nodiscard]] protocol::Error error(protocol::ErrorCode code);

using Messages = std::vector<protocol::ServerMessage>;

/// The classic army of a side, in the order of squares.
[[nodiscard]] std::vector<rules::Placement> army(rules::Side side);

}  // namespace flagrank::test

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "client/conformance/pace.hpp"
#include "client/conformance/schemas.hpp"
#include "client/conformance/ws_client.hpp"
#include "common/protocol/client_message.hpp"
#include "common/protocol/server_message.hpp"
#include "common/rules/side.hpp"
#include "common/rules/square.hpp"
#include "common/view/player_view.hpp"

namespace flagrank::conformance {

/// The server did not do what the protocol promises to every client.
struct Broken : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The server refuses for now, for a limit of its own: no fault, but the end of what can be tried.
struct Limited : std::runtime_error {
  Limited(protocol::ErrorCode code_told, const std::string& sentence);
  protocol::ErrorCode code;
};

/// Is it a code that tells more of this server's settings than of its correctness?
[[nodiscard]] bool is_limit(protocol::ErrorCode code) noexcept;

/// A client that believes nothing: it folds every event into its view and throws `Broken` when a
/// number of an event is missing, a command is answered twice, a snapshot differs from the folded
/// view, a frame cannot be read or is not as its schema says, or nothing comes in time.
class Player {
 public:
  /// Connects and takes the hello. Keeps to the limits that it tells: commands are spaced, and
  /// `Limited` is thrown where some other limit is met. The server may be a later one, which tells
  /// more than the schemas list.
  explicit Player(const text::Address& server);
  /// The same, on this machine, and heeds no limits: what it meets is an answer like others. What
  /// no schema lists is a fault of ours.
  explicit Player(std::uint16_t port);

  /// Says it under a new id and returns the one answer; events on the way are folded.
  protocol::ServerMessage say(protocol::ClientBody body);
  protocol::ServerMessage say(const protocol::ClientMessage& message);
  /// Says any text and returns the answer to `id`; without an id, the next message that is no event
  /// and answers nothing else.
  protocol::ServerMessage say_text(std::string_view frame, std::optional<std::string> id);
  /// Says it and waits for nothing.
  void put(const protocol::ClientMessage& message);

  // Commands that must be granted: `Broken` where they are not.
  void create(const protocol::CreateRoom& wish);
  void join(std::string_view room);
  void watch(std::string_view room);
  void resume(std::string_view room, std::string_view token);
  void lock(const std::vector<rules::Placement>& formation);
  /// At the present game and ply.
  void move(rules::Move move);

  /// The code that the command is refused with; `Broken` where it is granted.
  protocol::ErrorCode refusal(protocol::ClientBody body);
  protocol::ErrorCode refusal_of(const protocol::ClientMessage& message);

  /// Reads on until the event of that type comes.
  template <class Seen>
  Seen expect() {
    for (;;) {
      const protocol::ServerMessage message = next();
      const auto* event = std::get_if<protocol::Event>(&message.body);
      if (event == nullptr) continue;
      if (const auto* seen = std::get_if<Seen>(&event->seen)) return *seen;
    }
  }
  /// Reads one frame more, whatever it is.
  void hear_one() { next(); }
  /// Reads on until the view contains that event.
  void follow_to(std::uint64_t seq);
  /// Reads on until the server closes.
  Closed expect_close();

  /// Asks for a snapshot, which must equal the folded view.
  void check_view();
  /// The same, and nothing else must have been told unread before it. Outside a room too.
  void expect_nothing_new();
  /// Reads on until everything that was asked has been answered. An answer too many would show.
  void expect_no_debts();

  [[nodiscard]] protocol::DecidedAt at() const { return {view_.table.game, view_.ply}; }
  [[nodiscard]] const view::PlayerView& view() const { return view_; }
  [[nodiscard]] const protocol::Hello& hello() const { return hello_; }
  [[nodiscard]] const std::string& room() const { return room_; }
  [[nodiscard]] const std::string& token() const { return token_; }
  /// To the other seat, where it has made the room.
  [[nodiscard]] const std::optional<std::string>& invitation() const { return invitation_; }
  /// All text frames heard so far.
  [[nodiscard]] const std::vector<std::string>& frames() const { return frames_; }
  [[nodiscard]] WsClient& connection() { return connection_; }
  /// Never one that took effect before, on this connection or an earlier one of the seat.
  [[nodiscard]] std::string new_id() { return "c" + std::to_string(++commands_); }

 private:
  void take_hello();
  void speak(std::string_view frame);
  protocol::ServerMessage next();
  void count_answer(const std::string& id);
  void fold(const protocol::ServerMessage& message);
  void take_snapshot(const protocol::SnapshotTold& told);

  WsClient connection_;
  Reading reading_;           ///< of what the server tells
  std::optional<Pace> pace_;  ///< where limits are heeded
  protocol::Hello hello_;
  std::string room_;
  std::string token_;
  std::optional<std::string> invitation_;
  bool in_room_ = false;
  view::PlayerView view_;
  std::uint64_t commands_ = 0;
  std::map<std::string, int, std::less<>> debts_;  ///< answers still owed, by command id
  std::vector<std::string> frames_;
};

/// Two players at one table, the host with Red, each with all that was told so far.
struct Pair {
  Player red;
  Player blue;

  /// Both lock; returns when both have seen the game start.
  void lock(const std::vector<rules::Placement>& red_formation,
            const std::vector<rules::Placement>& blue_formation);
  [[nodiscard]] Player& of(rules::Side side) { return side == rules::Side::red ? red : blue; }
  /// Whoever is to move plays it; both have seen it when this returns.
  void play(rules::Move move);
  /// Neither has anything unread, and both views equal fresh snapshots.
  void check_views();
};

/// In a room that spectators may watch.
[[nodiscard]] Pair sit_down(std::uint16_t port, const rules::Ruleset& ruleset = {});
/// With players who keep to the limits.
[[nodiscard]] Pair sit_down(const text::Address& server, const rules::Ruleset& ruleset = {});

}  // namespace flagrank::conformance

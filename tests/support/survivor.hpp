#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/protocol/client_message.hpp"
#include "common/protocol/server_message.hpp"
#include "common/view/player_view.hpp"
#include "tests/support/ws_client.hpp"

namespace flagrank::test {

/// A player on a server that is killed again and again: connects anew, takes the seat back, and
/// says again, under the same id, what was not answered. Throws `Broken` where the server forgets
/// or doubles something, or does not come back in time.
class Survivor {
 public:
  explicit Survivor(std::uint16_t port) : port_{port} {}

  void create(const protocol::CreateRoom& wish);
  /// With that retry key, so that no answer can be lost.
  void join(std::string_view room, std::string_view name, std::string_view retry_key);

  /// Says it until it is answered, and returns the answer.
  protocol::ServerBody say(protocol::ClientBody body);

  [[nodiscard]] protocol::DecidedAt at() const { return {view_.table.game, view_.ply}; }
  [[nodiscard]] const view::PlayerView& view() const { return view_; }
  [[nodiscard]] const std::string& room() const { return room_; }
  [[nodiscard]] int comebacks() const { return comebacks_; }

  /// A command that was answered by an event.
  struct Done {
    std::string id;
    std::uint64_t seq = 0;
  };
  [[nodiscard]] const std::vector<Done>& done() const { return done_; }

 private:
  /// The answer to that id; nothing where the connection was lost before it came.
  std::optional<protocol::ServerMessage> answer_to(const protocol::ClientMessage& message);
  std::optional<protocol::ServerMessage> hear();
  void connect();
  void come_back();
  void enter(const protocol::ClientBody& body);
  void fold(const protocol::ServerMessage& message);
  void take(const protocol::SnapshotTold& told);
  std::string new_id() { return "c" + std::to_string(++commands_); }

  std::uint16_t port_;
  std::optional<WsClient> connection_;
  std::string room_;
  std::string token_;
  view::PlayerView view_;
  std::uint64_t commands_ = 0;
  int comebacks_ = 0;
  std::vector<Done> done_;
};

}  // namespace flagrank::test

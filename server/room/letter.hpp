#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "common/protocol/client_message.hpp"
#include "server/async/mailbox.hpp"
#include "server/async/question.hpp"
#include "server/room/audience.hpp"
#include "server/room/lobby.hpp"

/// All that a room ever hears of.
namespace flagrank::room {

/// A connection that asks to be let in. The reply is given after the frames that answer `id` are in
/// the outbox.
struct Petition {
  protocol::CommandId id;
  std::shared_ptr<Outbox> outbox;
  async::Reply<Admission> reply;
};

namespace letter {

/// Wants a free seat.
struct Join {
  Petition by;
  std::string name;
  std::optional<std::string> retry_key;
  std::optional<std::string> invitation;  ///< that was presented
  std::optional<std::string> to_pass_on;  ///< to be told to who has made the room: an invitation
};
/// Wants to see what a spectator may.
struct Watch {
  Petition by;
};
/// Wants the seat back that this token gives.
struct Resume {
  Petition by;
  std::string token;
};
struct Say {
  std::shared_ptr<Listener> listener;
  protocol::ClientMessage message;
};
struct Detach {
  std::shared_ptr<Listener> listener;
};
/// Time has passed.
struct Tick {};

}  // namespace letter

using Letter = std::variant<letter::Join, letter::Watch, letter::Resume, letter::Say,
                            letter::Detach, letter::Tick>;

/// Bounded for `Say` and `Tick`. The others are as many as there are connections: each has one
/// petition at a time and detaches once for each.
using Inbox = async::Mailbox<Letter>;

}  // namespace flagrank::room

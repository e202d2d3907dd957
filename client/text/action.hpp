#pragma once

#include <chrono>
#include <string>
#include <variant>
#include <vector>

#include "client/text/exit_status.hpp"
#include "client/text/seat.hpp"
#include "common/protocol/client_message.hpp"

/// What the state machine wants done; the program does it, in this order.
namespace flagrank::text {

namespace action {

struct Say {
  protocol::ClientMessage message;
  friend bool operator==(const Say&, const Say&) = default;
};
/// Say it again after a while: the server would not hear it now.
struct SayLater {
  protocol::ClientMessage message;
  std::chrono::milliseconds delay{0};
  friend bool operator==(const SayLater&, const SayLater&) = default;
};
/// Whole lines for the player; nothing in them is untrusted any more.
struct Print {
  std::string text;
  friend bool operator==(const Print&, const Print&) = default;
};
/// Read a file and call `Client::loaded` or `Client::failed`.
struct Load {
  std::string path;
  friend bool operator==(const Load&, const Load&) = default;
};
/// Write a file and call `Client::saved` or `Client::failed`.
struct Save {
  std::string path;
  std::string text;
  friend bool operator==(const Save&, const Save&) = default;
};
/// Put the seat where `flagrank resume` finds it, or call `Client::not_kept`.
struct Keep {
  KeptSeat seat;
  friend bool operator==(const Keep&, const Keep&) = default;
};
/// There is nothing to come back to any more.
struct Forget {
  KeptSeat seat;
  friend bool operator==(const Forget&, const Forget&) = default;
};
/// Drop the seats that nobody has used for long.
struct ForgetOld {
  friend bool operator==(const ForgetOld&, const ForgetOld&) = default;
};
/// Open a new connection after a while; the old one is gone.
struct Connect {
  std::chrono::milliseconds delay{0};
  friend bool operator==(const Connect&, const Connect&) = default;
};
/// Say goodbye to the server and end; nothing follows. The sentence, where there is one, is an
/// error.
struct Finish {
  ExitStatus status = ExitStatus::finished;
  std::string sentence;
  friend bool operator==(const Finish&, const Finish&) = default;
};

}  // namespace action

using Action =
    std::variant<action::Say, action::SayLater, action::Print, action::Load, action::Save,
                 action::Keep, action::Forget, action::ForgetOld, action::Connect, action::Finish>;
using Actions = std::vector<Action>;

}  // namespace flagrank::text

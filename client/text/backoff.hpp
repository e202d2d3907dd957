#pragma once

#include <chrono>
#include <optional>

#include "client/text/ending.hpp"
#include "common/protocol/server_message.hpp"

namespace flagrank::text {

/// When something happens, and a number from 0 up to 1 that nobody can foretell: clock and chance,
/// for those who have neither.
struct Moment {
  std::chrono::steady_clock::time_point now;
  double chance = 0;
};

/// How long the server asks to wait with it, within reason.
[[nodiscard]] std::chrono::milliseconds asked_delay(const protocol::Error& error);

/// How long to wait before connecting again: longer each time, varied by chance so that the clients
/// of a server that comes back do not all come at once (proto/close-codes.md).
class Backoff {
 public:
  /// How long to try before giving up.
  static constexpr std::chrono::minutes patience{10};

  /// After a connection was lost, or did not come about. Nothing: it is final, or has been tried
  /// long enough.
  [[nodiscard]] std::optional<std::chrono::milliseconds> wait(const Ending& ending, Moment moment);

  /// All is well again: the next loss is a first one.
  void restore() noexcept { *this = {}; }

 private:
  int tries_ = 0;
  std::optional<std::chrono::steady_clock::time_point> lost_;
};

}  // namespace flagrank::text

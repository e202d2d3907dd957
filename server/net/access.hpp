#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "common/protocol/client_message.hpp"
#include "common/protocol/error_code.hpp"
#include "server/room/token.hpp"

namespace flagrank::net {

/// Who belongs to a private server: whoever has its access key. Of the key no more is kept than a
/// hash, and what somebody says is compared with it in constant time. May be used from any thread.
class Access {
 public:
  /// Without a key the server is open to all, and nobody's is looked at.
  explicit Access(const std::optional<std::string>& key);

  [[nodiscard]] bool for_all() const noexcept { return open_; }

  /// What needs the key here, and what was said of it.
  struct Guarded {
    const std::optional<std::string>& key;  ///< in the wish
  };
  /// Nothing where it needs none: it has another secret with it, a token or an invitation, or leads
  /// into no room.
  [[nodiscard]] std::optional<Guarded> guarded(const protocol::ClientBody& wish) const noexcept;

  /// Is the server private, and this let through for its invitation alone? If that is wrong, it
  /// must not tell which rooms there are.
  [[nodiscard]] bool only_invited(const protocol::ClientBody& wish) const noexcept;

  /// Why that key, or none, does not do; nothing where it does.
  [[nodiscard]] std::optional<protocol::ErrorCode> refusal(
      const std::optional<std::string>& key) const;

  /// From now on this is the key of a server that has been private from the beginning. Whoever is
  /// in a room stays there.
  void change(std::string_view key);

 private:
  const bool open_;
  mutable std::mutex mutex_;  ///< held for a copy
  room::Hash key_{};
};

}  // namespace flagrank::net

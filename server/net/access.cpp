#include "server/net/access.hpp"

#include <variant>

namespace flagrank::net {

using protocol::ErrorCode;

Access::Access(const std::optional<std::string>& key) : open_{!key} {
  if (key) key_ = room::hash_of(*key);
}

std::optional<Access::Guarded> Access::guarded(const protocol::ClientBody& wish) const noexcept {
  if (open_) return std::nullopt;
  if (const auto* create = std::get_if<protocol::CreateRoom>(&wish)) {
    return Guarded{create->access_key};
  }
  if (const auto* join = std::get_if<protocol::JoinRoom>(&wish); join && !join->invitation) {
    return Guarded{join->access_key};
  }
  if (const auto* watch = std::get_if<protocol::WatchRoom>(&wish)) {
    return Guarded{watch->access_key};
  }
  if (const auto* list = std::get_if<protocol::ListRooms>(&wish)) return Guarded{list->access_key};
  return std::nullopt;
}

bool Access::only_invited(const protocol::ClientBody& wish) const noexcept {
  const auto* join = std::get_if<protocol::JoinRoom>(&wish);
  return !open_ && join != nullptr && join->invitation;
}

std::optional<ErrorCode> Access::refusal(const std::optional<std::string>& key) const {
  if (open_) return std::nullopt;
  if (!key) return ErrorCode::access_key_needed;
  const auto said = room::hash_of(*key);
  const std::lock_guard lock{mutex_};
  if (!room::equal_in_constant_time(said, key_)) return ErrorCode::wrong_access_key;
  return std::nullopt;
}

void Access::change(std::string_view key) {
  const auto hash = room::hash_of(key);
  const std::lock_guard lock{mutex_};
  key_ = hash;
}

}  // namespace flagrank::net

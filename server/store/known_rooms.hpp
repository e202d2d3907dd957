#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "server/store/journal.hpp"

namespace flagrank::store {

/// What is on disk of a room.
struct KnownRoom {
  std::int64_t id = 0;
  Epoch epoch = 0;
  std::uint64_t entries = 0;
};

/// The rooms of a journal that were asked for. Kept, since its holder alone writes it; and taken
/// back where a transaction is.
class KnownRooms {
 public:
  /// To be told of every transaction: what was changed before is kept then.
  void began() { changes_.clear(); }
  void rolled_back();

  /// Null where it is not known.
  [[nodiscard]] const KnownRoom* find(const RoomKey& room) const;
  /// The address is good until the room is forgotten.
  const KnownRoom& learn(const RoomKey& room, const KnownRoom& known);
  void forget(const RoomKey& room);

  [[nodiscard]] std::size_t size() const noexcept { return rooms_.size(); }

 private:
  /// What was known of a room before this transaction changed it.
  struct Change {
    RoomKey room;
    std::optional<KnownRoom> was;
  };

  void note(const RoomKey& room);

  std::unordered_map<RoomKey, KnownRoom> rooms_;
  std::vector<Change> changes_;
};

}  // namespace flagrank::store

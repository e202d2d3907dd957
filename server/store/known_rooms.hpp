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

  /// Null where it is not known. The address is good until the room is forgotten.
  [[nodiscard]] KnownRoom* find(const RoomKey& room);
  KnownRoom& learn(const RoomKey& room, const KnownRoom& known);
  /// Counts one more entry of a room that is known: there is one for every move, so the room is not
  /// looked up again.
  void count_entry(KnownRoom& known);
  void forget(const RoomKey& room);

  [[nodiscard]] std::size_t size() const noexcept { return rooms_.size(); }

 private:
  using Rooms = std::unordered_map<RoomKey, KnownRoom>;

  /// What a transaction has changed. A room that was forgotten is kept here, and where it comes
  /// back to its place its address is the same.
  struct Change {
    KnownRoom* room = nullptr;
    std::optional<KnownRoom> was;
    RoomKey learned;  ///< the room that was not known before
    Rooms::node_type forgotten;
  };

  Rooms rooms_;
  std::vector<Change> changes_;
};

}  // namespace flagrank::store

#include "server/store/known_rooms.hpp"

#include <utility>

namespace flagrank::store {

void KnownRooms::rolled_back() {
  for (auto change = changes_.rbegin(); change != changes_.rend(); ++change) {
    if (change->was) {
      rooms_.insert_or_assign(std::move(change->room), *change->was);
    } else {
      rooms_.erase(change->room);
    }
  }
  changes_.clear();
}

const KnownRoom* KnownRooms::find(const RoomKey& room) const {
  const auto known = rooms_.find(room);
  return known == rooms_.end() ? nullptr : &known->second;
}

const KnownRoom& KnownRooms::learn(const RoomKey& room, const KnownRoom& known) {
  note(room);
  return rooms_.insert_or_assign(room, known).first->second;
}

void KnownRooms::forget(const RoomKey& room) {
  note(room);
  rooms_.erase(room);
}

void KnownRooms::note(const RoomKey& room) {
  const KnownRoom* const known = find(room);
  changes_.push_back({.room = room, .was = known ? std::optional{*known} : std::nullopt});
}

}  // namespace flagrank::store

#include "server/store/known_rooms.hpp"

#include <ranges>
#include <utility>

namespace flagrank::store {

void KnownRooms::rolled_back() {
  for (Change& change : std::views::reverse(changes_)) {
    if (change.forgotten) {
      rooms_.insert(std::move(change.forgotten));
    } else if (change.was) {
      *change.room = *change.was;
    } else {
      rooms_.erase(change.learned);
    }
  }
  changes_.clear();
}

KnownRoom* KnownRooms::find(const RoomKey& room) {
  const auto known = rooms_.find(room);
  return known == rooms_.end() ? nullptr : &known->second;
}

KnownRoom& KnownRooms::learn(const RoomKey& room, const KnownRoom& known) {
  const auto [place, is_new] = rooms_.try_emplace(room, known);
  KnownRoom& kept = place->second;
  if (is_new) {
    changes_.push_back({.learned = room});
  } else {
    changes_.push_back({.room = &kept, .was = kept});
    kept = known;
  }
  return kept;
}

void KnownRooms::count_entry(KnownRoom& known) {
  changes_.push_back({.room = &known, .was = known});
  ++known.entries;
}

void KnownRooms::forget(const RoomKey& room) {
  if (auto known = rooms_.extract(room)) changes_.push_back({.forgotten = std::move(known)});
}

}  // namespace flagrank::store

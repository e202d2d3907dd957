#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <unordered_map>

#include "common/protocol/rooms.hpp"
#include "server/match/match.hpp"
#include "server/store/journal.hpp"

namespace flagrank::room {

/// What a room shows of itself to those who are not in it.
struct Notice {
  protocol::RoomTold told;
  bool attended = false;  ///< somebody is connected on one of its seats
  friend bool operator==(const Notice&, const Notice&) = default;
};

/// From what everybody in the room may see.
[[nodiscard]] Notice notice_of(const store::RoomKey& code, const match::Match& match);

/// The notices of all rooms that are awake, in the order in which the public ones are listed: those
/// with a free seat first, newest first. Belongs to one coroutine.
class Board {
 public:
  /// Puts the room's notice up, in place of the one before.
  void put_up(Notice notice);
  void take_down(const store::RoomKey& code);

  /// Null where there is none of that room. Valid until the next change.
  [[nodiscard]] const protocol::RoomTold* find(const store::RoomKey& code) const;

  /// The first ones of the public rooms in which somebody is and a game is to come or being played.
  [[nodiscard]] protocol::Rooms list(std::size_t most) const;

 private:
  struct Place {
    bool full = false;
    std::uint64_t age = 0;  ///< less for whoever came later
    friend auto operator<=>(const Place&, const Place&) = default;
  };
  struct Entry {
    Place place;
    Notice notice;
  };

  void enlist(const Entry& entry);

  std::unordered_map<store::RoomKey, Entry> entries_;
  std::map<Place, store::RoomKey> listed_;
  std::uint64_t next_age_ = UINT64_MAX;
};

}  // namespace flagrank::room

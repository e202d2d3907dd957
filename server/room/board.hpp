#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "common/protocol/rooms.hpp"
#include "common/view/player_view.hpp"
#include "server/match/match.hpp"
#include "server/store/journal.hpp"

namespace flagrank::room {

inline constexpr std::size_t phases = 4;

/// What a room shows of itself to those who are not in it.
struct Notice {
  protocol::RoomTold told;
  bool attended = false;  ///< somebody is connected on one of its seats
  friend bool operator==(const Notice&, const Notice&) = default;
};

/// The part of it that changes. Every room keeps what it showed last, and no more of it than this.
struct Standing {
  std::string host;
  view::Phase phase = view::Phase::waiting;
  std::uint32_t seats_free = 0;
  std::optional<rules::Side> free_side;
  bool attended = false;
};

/// Brings it up to what everybody in the room may see, and tells whether that has changed it. While
/// a restart is not decided nobody is back. Asked after each command, so it makes no copies where
/// nothing has changed.
[[nodiscard]] bool update(Standing& standing, const match::Match& match, bool restarting);

/// With what is settled when a room is made.
[[nodiscard]] Notice notice_of(const store::RoomKey& code, const match::Settings& settings,
                               const Standing& standing);

/// The notices of all rooms that are awake, in the order in which the public ones are listed: those
/// with a free seat first, newest first. Belongs to one coroutine.
class Board {
 public:
  /// As `World::dice`.
  explicit Board(std::function<std::uint32_t(std::uint32_t bound)> dice) : dice_{std::move(dice)} {}

  /// Puts the room's notice up, in place of the one before.
  void put_up(Notice notice);
  void take_down(const store::RoomKey& code);

  /// Null where there is none of that room. Valid until the next change.
  [[nodiscard]] const protocol::RoomTold* find(const store::RoomKey& code) const;

  /// How many there are of rooms in that phase.
  [[nodiscard]] std::size_t in_phase(view::Phase phase) const {
    return in_phase_[static_cast<std::size_t>(phase)];
  }

  /// The first ones of the public rooms in which somebody is and a game is to come or being played.
  /// Where more than `most` can be joined, another choice of them each time, by chance: nobody
  /// fills the list by making rooms faster than others.
  [[nodiscard]] protocol::Rooms list(std::size_t most) const;

 private:
  struct Place {
    bool full = false;
    std::uint64_t age = 0;  ///< less for whoever came later
    friend auto operator<=>(const Place&, const Place&) = default;
  };
  /// Where it lies among those that can be joined; the age tells two apart that drew the same.
  struct Lot {
    std::uint32_t drawn = 0;
    std::uint64_t age = 0;
    friend auto operator<=>(const Lot&, const Lot&) = default;
  };
  struct Entry {
    Place place;
    std::optional<std::uint32_t> drawn;  ///< once it can be joined, and from then on
    Notice notice;
  };

  [[nodiscard]] std::size_t& in_phase(const Entry& entry);
  void enlist(Entry& entry);
  void strike_off(const Entry& entry);
  /// That many of those that can be joined, which are at least as many, newest first.
  [[nodiscard]] protocol::Rooms some(std::size_t many) const;
  [[nodiscard]] std::uint32_t draw() const { return dice_(UINT32_MAX); }

  std::function<std::uint32_t(std::uint32_t bound)> dice_;
  std::unordered_map<store::RoomKey, Entry> entries_;
  std::array<std::size_t, phases> in_phase_{};
  std::map<Place, store::RoomKey> listed_;
  std::map<Lot, store::RoomKey> joinable_;  ///< of those
  std::uint64_t next_age_ = UINT64_MAX;
};

}  // namespace flagrank::room

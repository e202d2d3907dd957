#include "server/store/latest_entries.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

namespace flagrank::store {

namespace {

/// So many lie together then. To file one costs as much as the rest of what a move does to the
/// journal: the more at a time, the less.
constexpr std::size_t for_every_room = 32;
/// With more than so many added by one commit there is no time to spare.
constexpr std::size_t few_added = 16;
/// But there is where so many times as many wait, or so many: who reads waits for all of them.
constexpr std::size_t longest_delay = 8;
constexpr std::size_t most_delayed = 100'000;
/// So many are filed, and then forgotten, for each that is added: it is half of the time at rest.
constexpr std::size_t for_each_added = 4;

}  // namespace

LatestEntries::LatestEntries(sqlite::Connection& db)
    : add_{db, "INSERT INTO latest (place, room, number, bytes) VALUES (?1, ?2, ?3, ?4)"},
      // Some may have been filed already, of a server that was killed meanwhile; some are of rooms
      // that are no more.
      file_all_{db,
                "INSERT OR IGNORE INTO entries SELECT room, number, bytes FROM latest"
                " WHERE room IN (SELECT id FROM rooms) ORDER BY room, number"},
      forget_all_{db, "DELETE FROM latest"},
      file_one_{db,
                "INSERT OR IGNORE INTO entries SELECT room, number, bytes FROM latest"
                " WHERE place = ?1 AND room IN (SELECT id FROM rooms)"},
      forget_to_{db, "DELETE FROM latest WHERE place <= ?1"},
      save_{db, "SAVEPOINT filing"},
      undo_{db, "ROLLBACK TO filing"},
      release_{db, "RELEASE filing"},
      newest_{db, "SELECT ifnull(max(place), 0) FROM latest"} {
  newest_.with().step();
  next_place_ = newest_.integer(0) + 1;
  newest_.reset();
}

void LatestEntries::add(std::int64_t room, std::uint64_t number, std::string_view bytes) {
  add_.with(next_place_, room, static_cast<std::int64_t>(number), sqlite::Blob{bytes}).step();
  waiting_.push_back({.room = room, .place = next_place_});
  ++next_place_;
}

void LatestEntries::began() noexcept {
  if (trying_) next_pause_ = fewest;
  trying_ = false;
  filed_all_ = false;
  if (progress_.forgotten >= last_) filing_.clear();
  kept_ = progress_;
}

void LatestEntries::rolled_back() noexcept {
  progress_ = kept_;
  if (filed_all_) tracked_ = false;
  if (trying_) put_off();
  trying_ = false;
}

void LatestEntries::put_off() noexcept {
  constexpr std::size_t longest = std::size_t{1} << 20U;
  pause_ = next_pause_;
  next_pause_ = std::min(2 * next_pause_, longest);
}

void LatestEntries::file_all() {
  if (tracked_ && waiting_.empty() && filing_.empty()) return;
  file_all_.with().step();
  forget_all_.with().step();
  filed_all_ = true;
  tracked_ = true;
  waiting_.clear();
  filing_.clear();
  progress_.forgotten = next_place_ - 1;
}

void LatestEntries::file_some(std::size_t rooms, std::size_t added) {
  if (pause_ > 0) {
    pause_ -= std::min(pause_, added);
    return;
  }
  const std::size_t enough = std::max(fewest, for_every_room * rooms);
  if (filing_.empty() && waiting_.size() < enough) return;
  const std::size_t urgent = std::max(enough, std::min(longest_delay * enough, most_delayed));
  if (added > few_added && waiting_.size() + filing_.size() < urgent) return;
  trying_ = true;
  try {
    save_.with().step();
    file_next(for_each_added * added);
    release_.with().step();
  } catch (const sqlite::Error& error) {
    spdlog::warn("journal: the latest entries were not filed: {}", error.what());
    rolled_back();
    undo_.with().step();
    release_.with().step();
  }
}

void LatestEntries::file_next(std::size_t most) {
  if (!tracked_) return file_all();
  if (filing_.empty()) begin_to_file();
  if (progress_.filed < filing_.size()) return file(most);
  forget(most);
}

void LatestEntries::begin_to_file() {
  filing_ = std::exchange(waiting_, {});
  std::ranges::sort(filing_, {}, [](Entry entry) { return std::pair{entry.room, entry.place}; });
  progress_.filed = 0;
  kept_.filed = 0;
  last_ = next_place_ - 1;
}

void LatestEntries::file(std::size_t most) {
  const std::size_t end = std::min(filing_.size(), progress_.filed + most);
  for (; progress_.filed < end; ++progress_.filed) {
    file_one_.with(filing_[progress_.filed].place).step();
  }
}

void LatestEntries::forget(std::size_t most) {
  const std::int64_t upto = std::min(last_, progress_.forgotten + static_cast<std::int64_t>(most));
  forget_to_.with(upto).step();
  progress_.forgotten = upto;
}

}  // namespace flagrank::store

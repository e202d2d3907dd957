#include "server/store/latest_entries.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

namespace flagrank::store {

namespace {

constexpr std::size_t fewest = 1024;
/// So many share the page of their room then.
constexpr std::size_t for_every_room = 8;
/// To file for each that is added, so that filing is done long before it begins again.
constexpr std::size_t for_each_added = 2;

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

void LatestEntries::file_all() {
  file_all_.with().step();
  forget_all_.with().step();
  waiting_.clear();
  filing_.clear();
  untracked_ = false;
  forgotten_ = next_place_ - 1;
}

void LatestEntries::file_some(std::size_t rooms, std::size_t added) {
  const std::size_t enough = std::max(fewest, for_every_room * rooms) + put_off_;
  if (filing_.empty() && waiting_.size() < enough) return;
  try {
    save_.with().step();
    file_next(for_each_added * added);
    release_.with().step();
    put_off_ = 0;
  } catch (const sqlite::Error& error) {
    spdlog::warn("journal: the latest entries were not filed: {}", error.what());
    put_off_ = std::max(fewest, 2 * put_off_);
    rolled_back();
    undo_.with().step();
    release_.with().step();
  }
}

void LatestEntries::rolled_back() noexcept {
  waiting_.clear();
  filing_.clear();
  untracked_ = true;
}

void LatestEntries::file_next(std::size_t most) {
  if (untracked_) return file_all();
  if (filing_.empty()) begin_to_file();
  if (filed_ < filing_.size()) return file(most);
  forget(most);
}

void LatestEntries::begin_to_file() {
  filing_ = std::exchange(waiting_, {});
  std::ranges::stable_sort(filing_, {}, &Entry::room);
  filed_ = 0;
  last_ = next_place_ - 1;
}

void LatestEntries::file(std::size_t most) {
  const std::size_t end = std::min(filing_.size(), filed_ + most);
  for (; filed_ < end; ++filed_) file_one_.with(filing_[filed_].place).step();
}

void LatestEntries::forget(std::size_t most) {
  forgotten_ = std::min(last_, forgotten_ + static_cast<std::int64_t>(most));
  forget_to_.with(forgotten_).step();
  if (forgotten_ == last_) filing_.clear();
}

}  // namespace flagrank::store

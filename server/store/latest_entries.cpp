#include "server/store/latest_entries.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace flagrank::store {

namespace {

/// So many lie together then. To file one costs as much as the rest of what a move does to the
/// journal: the more at a time, the less.
constexpr std::size_t for_every_room = 32;
/// With more than so many added by one commit there is no time to spare.
constexpr std::size_t few_added = 16;
/// But there is where so many times as many wait, or so many: that is a minute of full load, 200 MB
/// of the file, and five seconds more for the next start where no quiet hour came before.
constexpr std::size_t longest_delay = 32;
constexpr std::size_t most_delayed = 1'000'000;
/// So many are filed, and then forgotten, for each that is added: it is half of the time at rest.
constexpr std::size_t for_each_added = 4;
/// So many in a second in which nothing was added: a twentieth of it.
constexpr std::size_t at_rest = 10'000;
/// So many are put in the order of their rooms at a time: for 15 ms, or with 13 MB of memory, which
/// SQLite takes to do it when the server starts.
constexpr std::size_t at_a_time = 100'000;

}  // namespace

LatestEntries::LatestEntries(sqlite::Connection& db)
    : add_{db, "INSERT INTO latest (place, room, number, bytes) VALUES (?1, ?2, ?3, ?4)"},
      read_one_{db, "SELECT bytes FROM latest WHERE place = ?1"},
      // Some may have been filed already, of a server that was killed meanwhile; some are of rooms
      // that are no more.
      file_to_{db,
               "INSERT OR IGNORE INTO entries SELECT room, number, bytes FROM latest"
               " WHERE place <= ?1 AND room IN (SELECT id FROM rooms) ORDER BY room, number"},
      file_one_{db,
                "INSERT OR IGNORE INTO entries SELECT room, number, bytes FROM latest"
                " WHERE place = ?1 AND room IN (SELECT id FROM rooms)"},
      forget_to_{db, "DELETE FROM latest WHERE place <= ?1"},
      save_{db, "SAVEPOINT filing"},
      undo_{db, "ROLLBACK TO filing"},
      release_{db, "RELEASE filing"},
      oldest_{db, "SELECT place FROM latest ORDER BY place LIMIT 1"},
      newest_{db, "SELECT ifnull(max(place), 0) FROM latest"} {
  newest_.with().step();
  next_place_ = newest_.integer(0) + 1;
  newest_.reset();
  progress_.forgotten = next_place_ - 1;
}

bool LatestEntries::file_left() {
  oldest_.with();
  if (!oldest_.step()) return false;
  const std::int64_t upto = oldest_.integer(0) + static_cast<std::int64_t>(at_a_time) - 1;
  oldest_.reset();
  file_to_.with(upto).step();
  forget_to_.with(upto).step();
  return true;
}

void LatestEntries::add(std::int64_t room, std::uint64_t number, std::string_view bytes) {
  add_.with(next_place_, room, static_cast<std::int64_t>(number), sqlite::Blob{bytes}).step();
  waiting_.push_back({.room = room, .place = next_place_});
  ++next_place_;
}

void LatestEntries::began() noexcept {
  if (trying_) next_pause_ = fewest;
  trying_ = false;
  if (progress_.forgotten >= last_) {
    filing_.clear();
    progress_.filed = 0;
  }
  kept_ = progress_;
}

void LatestEntries::rolled_back() noexcept {
  progress_ = kept_;
  if (trying_) put_off();
  trying_ = false;
}

void LatestEntries::put_off() noexcept {
  constexpr std::size_t longest = std::size_t{1} << 20U;
  pause_ = next_pause_;
  next_pause_ = std::min(2 * next_pause_, longest);
}

void LatestEntries::read(std::int64_t room, std::vector<std::string>& entries) {
  const auto unfiled = filing_.begin() + static_cast<std::ptrdiff_t>(progress_.filed);
  auto next = std::lower_bound(unfiled, filing_.end(), Entry{.room = room});
  for (; next != filing_.end() && next->room == room; ++next) read(*next, entries);
  for (const Entry entry : waiting_) {
    if (entry.room == room) read(entry, entries);
  }
}

void LatestEntries::read(Entry entry, std::vector<std::string>& entries) {
  read_one_.with(entry.place);
  if (read_one_.step()) entries.push_back(read_one_.bytes(0));
  read_one_.reset();
}

std::size_t LatestEntries::enough_for(std::size_t rooms) noexcept {
  return std::max(fewest, for_every_room * rooms);
}

void LatestEntries::file_some(std::size_t rooms, std::size_t added) {
  if (pause_ > 0) {
    pause_ -= std::min(pause_, added);
    return;
  }
  if (!has_time_to_file(rooms)) return;
  const std::size_t enough = enough_for(rooms);
  const std::size_t urgent = std::max(enough, std::min(longest_delay * enough, most_delayed));
  if (added > few_added && waiting_.size() + filing_.size() < urgent) return;
  try_to_file(for_each_added * added);
}

void LatestEntries::rest() noexcept { pause_ -= std::min(pause_, fewest); }

void LatestEntries::file_at_rest(std::size_t rooms) {
  if (has_time_to_file(rooms)) try_to_file(at_rest);
}

bool LatestEntries::has_time_to_file(std::size_t rooms) const noexcept {
  return pause_ == 0 && (!filing_.empty() || waiting_.size() >= enough_for(rooms));
}

void LatestEntries::try_to_file(std::size_t most) {
  trying_ = true;
  try {
    save_.with().step();
    file_next(most);
    release_.with().step();
  } catch (const sqlite::Error& error) {
    spdlog::warn("journal: the latest entries were not filed: {}", error.what());
    rolled_back();
    undo_.with().step();
    release_.with().step();
  }
}

void LatestEntries::file_next(std::size_t most) {
  if (filing_.empty()) begin_to_file();
  if (progress_.filed < filing_.size()) return file(most);
  forget(most);
}

void LatestEntries::begin_to_file() {
  const auto end =
      waiting_.begin() + static_cast<std::ptrdiff_t>(std::min(waiting_.size(), at_a_time));
  last_ = std::prev(end)->place;
  filing_.assign(waiting_.begin(), end);
  waiting_.erase(waiting_.begin(), end);
  std::ranges::sort(filing_);
  progress_.filed = 0;
  kept_.filed = 0;
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

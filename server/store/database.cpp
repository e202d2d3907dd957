#include "server/store/database.hpp"

#include <algorithm>

#include "server/store/moment.hpp"
#include "server/store/schema.hpp"
#include "server/store/sqlite_journal.hpp"

namespace flagrank::store {

namespace {

sqlite::Connection prepared(const std::filesystem::path& file) {
  sqlite::Connection db{file};
  schema::bring_up_to_date(db);
  return db;
}

}  // namespace

Database::Database(const std::filesystem::path& directory, const Clock& now, Retention retention)
    : lock_{directory}, db_{prepared(directory / journal_file)}, games_{db_, retention} {
  for (bool more = true; more;) {
    begin();
    more = latest_.file_left();
    commit();
  }
  // Not before that: until now nobody could play.
  const match::Instant ready = now();
  begin();
  note_outage(ready);
  commit();
  lock_.give_sign(ready);
}

void Database::rest() {
  latest_.rest();
  if (!latest_.has_time_to_file(known_.size())) return;
  begin();
  latest_.file_at_rest(known_.size());
  commit();
}

void Database::begin() {
  // First, so that where it cannot begin it is not the one before that is taken back.
  latest_.began();
  known_.began();
  begin_.with().step();
}

void Database::roll_back() noexcept {
  try {
    db_.run("ROLLBACK");
  } catch (const sqlite::Error&) {  // NOLINT(bugprone-empty-catch)
    // SQLite has rolled back by itself, as it does where the disk is full.
  }
  known_.rolled_back();
  games_.rolled_back();
  latest_.rolled_back();
}

Epoch Database::open(const RoomKey& room) {
  bump_epoch_.with().step();
  last_epoch_.with().step();
  const std::int64_t epoch = last_epoch_.integer(0);
  last_epoch_.reset();
  take_room_.with(std::string_view{room}, epoch).step();
  const std::int64_t id = take_room_.integer(0);
  take_room_.reset();
  const KnownRoom* const known = known_.find(room);
  const auto taken_in = static_cast<Epoch>(epoch);
  if (id == epoch) {
    known_.learn(room, {.id = id, .epoch = taken_in, .entries = 0});
  } else if (known != nullptr) {
    known_.learn(room, {.id = id, .epoch = taken_in, .entries = known->entries});
  }
  return taken_in;
}

Append Database::append(const RoomKey& room, Epoch epoch, std::uint64_t expected,
                        std::string_view bytes) {
  KnownRoom* const known = find(room);
  if (known == nullptr || known->epoch != epoch || known->entries != expected) {
    return Append::fenced;
  }
  latest_.add(known->id, expected, bytes);
  known_.count_entry(*known);
  return Append::ok;
}

std::optional<std::vector<std::string>> Database::read(const RoomKey& room) {
  const KnownRoom* const known = find(room);
  if (known == nullptr) return std::nullopt;
  std::vector<std::string> entries;
  entries.reserve(known->entries);
  read_entries_.with(known->id);
  while (read_entries_.step()) entries.push_back(read_entries_.bytes(0));
  if (entries.size() < known->entries) latest_.read(known->id, entries);
  if (entries.size() != known->entries) return std::nullopt;
  return entries;
}

bool Database::remove(const RoomKey& room, Epoch epoch) {
  const KnownRoom* const known = find(room);
  if (known == nullptr || known->epoch != epoch) return false;
  // Of the latest, those of rooms that are no more are not filed.
  remove_entries_.with(known->id).step();
  remove_room_.with(known->id).step();
  known_.forget(room);
  return true;
}

std::vector<RoomKey> Database::rooms() {
  std::vector<RoomKey> keys;
  all_rooms_.with();
  while (all_rooms_.step()) keys.push_back(all_rooms_.bytes(0));
  return keys;
}

std::vector<Outage> Database::outages() {
  std::vector<Outage> all;
  all_outages_.with();
  while (all_outages_.step()) {
    all.push_back({.from = moment(all_outages_.integer(0)), .to = moment(all_outages_.integer(1))});
  }
  return all;
}

void Database::note_outage(match::Instant now) {
  if (rooms().empty()) {
    forget_outages_.with().step();
    return;
  }
  match::Instant from = lock_.last_sign().value_or(match::Instant{});
  // Whoever noted the last one may have ended before it gave a sign.
  const auto noted = outages();
  if (!noted.empty()) from = std::max(from, noted.back().to);
  if (from < now) add_outage_.with(since_1970(from), since_1970(now)).step();
}

KnownRoom* Database::find(const RoomKey& room) {
  if (KnownRoom* const known = known_.find(room)) return known;
  // All its entries are filed: whoever has added one here has made it known.
  find_room_.with(std::string_view{room});
  if (!find_room_.step()) return nullptr;
  const KnownRoom known{.id = find_room_.integer(0),
                        .epoch = static_cast<Epoch>(find_room_.integer(1)),
                        .entries = static_cast<std::uint64_t>(find_room_.integer(2))};
  find_room_.reset();
  return &known_.learn(room, known);
}

}  // namespace flagrank::store

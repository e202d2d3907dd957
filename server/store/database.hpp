#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/store/directory_lock.hpp"
#include "server/store/finished_games.hpp"
#include "server/store/journal.hpp"
#include "server/store/known_rooms.hpp"
#include "server/store/latest_entries.hpp"
#include "server/store/sqlite.hpp"

namespace flagrank::store {

/// The database of a journal with its statements, used by one thread. Throws where the database
/// fails; then the transaction is to be rolled back.
class Database {
 public:
  /// Takes the directory, brings the schema up to date, files what was left unfiled, and notes that
  /// nobody was here until then.
  Database(const std::filesystem::path& directory, const Clock& now, Retention retention);

  void give_sign(match::Instant now) noexcept { lock_.give_sign(now); }

  void begin();
  void commit() { commit_.with().step(); }
  void roll_back() noexcept;

  /// To be done with each commit, before it.
  void file_some(std::size_t added) { latest_.file_some(known_.size(), added); }

  /// To be done each second in which there is nothing else, in a transaction of its own.
  void rest();

  FinishedGames& games() noexcept { return games_; }

  // As `Journal` has them.
  Epoch open(const RoomKey& room);
  Append append(const RoomKey& room, Epoch epoch, std::uint64_t expected, std::string_view bytes);
  std::optional<std::vector<std::string>> read(const RoomKey& room);
  bool remove(const RoomKey& room, Epoch epoch);
  std::vector<RoomKey> rooms();
  std::vector<Outage> outages();

 private:
  /// Notes that nobody was here from the last sign of life until now.
  void note_outage(match::Instant now);
  [[nodiscard]] KnownRoom* find(const RoomKey& room);

  DirectoryLock lock_;
  sqlite::Connection db_;
  FinishedGames games_;
  LatestEntries latest_{db_};
  KnownRooms known_;

  sqlite::Statement begin_{db_, "BEGIN IMMEDIATE"};
  sqlite::Statement commit_{db_, "COMMIT"};
  sqlite::Statement bump_epoch_{db_, "UPDATE epochs SET last = last + 1"};
  sqlite::Statement last_epoch_{db_, "SELECT last FROM epochs"};
  sqlite::Statement take_room_{db_,
                               // The id is one that no room before has had: epochs only grow.
                               "INSERT INTO rooms (id, code, epoch) VALUES (?2, ?1, ?2)"
                               " ON CONFLICT (code) DO UPDATE SET epoch = ?2 RETURNING id"};
  sqlite::Statement find_room_{db_,
                               "SELECT id, epoch, (SELECT count(*) FROM entries WHERE room = id)"
                               " FROM rooms WHERE code = ?1"};
  sqlite::Statement read_entries_{db_, "SELECT bytes FROM entries WHERE room = ?1 ORDER BY number"};
  sqlite::Statement remove_entries_{db_, "DELETE FROM entries WHERE room = ?1"};
  sqlite::Statement remove_room_{db_, "DELETE FROM rooms WHERE id = ?1"};
  sqlite::Statement all_rooms_{db_, "SELECT code FROM rooms"};
  sqlite::Statement add_outage_{db_, "INSERT INTO outages (began_ms, ended_ms) VALUES (?1, ?2)"};
  sqlite::Statement forget_outages_{db_, "DELETE FROM outages"};
  sqlite::Statement all_outages_{db_, "SELECT began_ms, ended_ms FROM outages ORDER BY ended_ms"};
};

}  // namespace flagrank::store

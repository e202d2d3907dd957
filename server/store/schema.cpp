#include "server/store/schema.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <stdexcept>

namespace flagrank::store::schema {

namespace {

/// Each step takes the schema from its position in this list to the next. Steps are only ever
/// added: `user_version` of a file says how many of them it has had.
constexpr std::array migrations{
    "CREATE TABLE rooms (id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE,"
    "  epoch INTEGER NOT NULL) STRICT;"
    "CREATE TABLE entries (room INTEGER NOT NULL, number INTEGER NOT NULL, bytes BLOB NOT NULL,"
    "  PRIMARY KEY (room, number)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE epochs (last INTEGER NOT NULL) STRICT;"
    "INSERT INTO epochs VALUES (0);",
    "CREATE TABLE outages (began_ms INTEGER NOT NULL, ended_ms INTEGER NOT NULL) STRICT;",
    "CREATE TABLE finished_games (id TEXT PRIMARY KEY, ended_ms INTEGER NOT NULL,"
    "  document BLOB NOT NULL) STRICT;"
    "CREATE INDEX finished_games_by_end ON finished_games (ended_ms);",
    "CREATE TABLE latest (place INTEGER PRIMARY KEY, room INTEGER NOT NULL,"
    "  number INTEGER NOT NULL, bytes BLOB NOT NULL) STRICT;"};

/// "FLGR": tells our files from other people's.
constexpr int application_id = 0x464c4752;
constexpr const char* not_ours = "the database in it is not a Flagrank journal";

}  // namespace

std::size_t newest() noexcept { return migrations.size(); }

void check(sqlite::Connection& db) {
  if (db.pragma("application_id") != application_id) throw std::runtime_error{not_ours};
  const std::int64_t version = db.pragma("user_version");
  if (version == std::ssize(migrations)) return;
  throw std::runtime_error{
      fmt::format("it was written by another version of flagrankd (schema {}, this one has {})",
                  version, migrations.size())};
}

void bring_up_to_date(sqlite::Connection& db, std::size_t goal) {
  const std::int64_t version = db.pragma("user_version");
  const bool empty = version == 0 && db.pragma("schema_version") == 0;
  if (!empty && db.pragma("application_id") != application_id) {
    throw std::runtime_error{not_ours};
  }
  if (version > std::ssize(migrations)) {
    throw std::runtime_error{
        fmt::format("it was written by a newer flagrankd (schema {}, this one knows {})", version,
                    migrations.size())};
  }
  db.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
  for (auto step = static_cast<std::size_t>(version); step < goal; ++step) {
    db.run(
        fmt::format("BEGIN IMMEDIATE; {} PRAGMA application_id = {}; PRAGMA user_version = {};"
                    "COMMIT;",
                    migrations.at(step), application_id, step + 1));
  }
}

}  // namespace flagrank::store::schema

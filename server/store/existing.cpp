#include "server/store/existing.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>

#include "server/store/entry.hpp"
#include "server/store/schema.hpp"
#include "server/store/sqlite.hpp"
#include "server/store/sqlite_journal.hpp"

namespace flagrank::store {
namespace {

namespace fs = std::filesystem;

std::string reason(int number) { return std::generic_category().message(number); }

sqlite::Connection journal_in(const fs::path& directory) {
  const fs::path file = directory / journal_file;
  std::error_code error;
  if (!fs::exists(file, error)) throw std::runtime_error{"there are no games in it"};
  sqlite::Connection db{file, sqlite::Connection::Missing::fails};
  schema::check(db);
  return db;
}

/// A file under a name that says that it is not finished, gone with what SQLite puts beside it
/// unless it is kept.
class Draft {
 public:
  explicit Draft(const fs::path& wanted) : wanted_{wanted}, draft_{wanted.string() + ".partial"} {
    remove();
  }
  ~Draft() { remove(); }
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;

  [[nodiscard]] const fs::path& path() const { return draft_; }

  /// Gives it its name, where nothing has that yet.
  void keep() {
    if (::renameat2(AT_FDCWD, draft_.c_str(), AT_FDCWD, wanted_.c_str(), RENAME_NOREPLACE) != 0) {
      throw std::runtime_error{reason(errno)};
    }
    // The name must outlast a crash, as the bytes do.
    const fs::path directory = fs::absolute(wanted_).parent_path();
    const int descriptor = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return;
    ::fsync(descriptor);
    ::close(descriptor);
  }

 private:
  void remove() const {
    std::error_code ignored;
    for (const char* part : {"", "-journal", "-wal", "-shm"}) {
      fs::remove(draft_.string() + part, ignored);
    }
  }

  const fs::path wanted_;
  const fs::path draft_;
};

void copy(sqlite::Connection& from, const fs::path& to) {
  sqlite::Connection copied{to};
  from.copy_to(copied);
  // One file, until a server opens it.
  copied.run("PRAGMA journal_mode = DELETE");
  sqlite::Statement check{copied, "PRAGMA integrity_check"};
  const bool sound = check.with().step() && check.bytes(0) == "ok";
  if (!sound) throw std::runtime_error{"the copy is not sound: " + check.bytes(0)};
}

match::Instant moment_of(const std::string& bytes) {
  const auto entry = decode(bytes);
  if (!entry) throw std::runtime_error{entry.error()};
  return std::visit([](const auto& one) { return one.at; }, *entry);
}

RoomAge age_of(sqlite::Statement& row) {
  return {.made = moment_of(row.bytes(0)),
          .last = moment_of(row.bytes(1)),
          .commands = static_cast<std::uint64_t>(row.integer(2))};
}

std::string spelt(match::Milliseconds age) {
  using namespace std::chrono;
  if (age >= days{2}) return fmt::format("{} days", age / days{1});
  if (age >= hours{2}) return fmt::format("{} hours", age / hours{1});
  return fmt::format("{} minutes", age / minutes{1});
}

}  // namespace

std::optional<std::string> back_up(const fs::path& directory, const fs::path& file) {
  try {
    std::error_code error;
    if (fs::symlink_status(file, error).type() != fs::file_type::not_found) {
      throw std::runtime_error{reason(error ? error.value() : EEXIST)};
    }
    auto journal = journal_in(directory);
    Draft draft{file};
    copy(journal, draft.path());
    draft.keep();
    return std::nullopt;
  } catch (const std::exception& error) {
    return fmt::format("the games in {} were not copied to {}: {}", directory.string(),
                       file.string(), error.what());
  }
}

boost::system::result<Inventory, std::string> take_inventory(const fs::path& directory) {
  try {
    auto journal = journal_in(directory);
    Inventory inventory;
    journal.run("BEGIN");
    sqlite::Statement games{journal, "SELECT count(*) FROM finished_games"};
    games.with().step();
    inventory.finished_games = static_cast<std::uint64_t>(games.integer(0));
    games.reset();
    // A room that is just being made has no entry yet. What is among the latest of a room is newer
    // than what is filed, and lies there in its order. All of them are put by room without their
    // bytes: that happens in memory, and there may be a million.
    sqlite::Statement rooms{
        journal,
        "WITH spans AS (SELECT room, min(place) AS first, max(place) AS last FROM latest"
        "  GROUP BY room)"
        " SELECT coalesce(filed.bytes, first.bytes), coalesce(last.bytes, newest.bytes),"
        "  coalesce(last.number, newest.number) FROM rooms"
        " LEFT JOIN entries AS filed ON filed.room = id AND filed.number = 0"
        " LEFT JOIN entries AS newest ON newest.room = id AND newest.number ="
        "  (SELECT max(number) FROM entries WHERE room = id)"
        " LEFT JOIN spans ON spans.room = id"
        " LEFT JOIN latest AS first ON first.place = spans.first"
        " LEFT JOIN latest AS last ON last.place = spans.last"
        " WHERE filed.bytes IS NOT NULL OR first.bytes IS NOT NULL"};
    rooms.with();
    while (rooms.step()) inventory.rooms.push_back(age_of(rooms));
    journal.run("COMMIT");
    return inventory;
  } catch (const std::exception& error) {
    return fmt::format("cannot read the games in {}: {}", directory.string(), error.what());
  }
}

std::string described(const Inventory& inventory, match::Instant now) {
  using namespace std::chrono;
  struct Span {
    const char* name;
    match::Milliseconds within;
    std::uint64_t rooms = 0;
  };
  std::array spans{Span{"a minute", minutes{1}}, Span{"an hour", hours{1}}, Span{"a day", days{1}},
                   Span{"a week", days{7}}, Span{"longer", match::Milliseconds::max()}};
  std::uint64_t commands = 0;
  match::Milliseconds oldest{};
  for (const RoomAge& room : inventory.rooms) {
    commands += room.commands;
    oldest = std::max(oldest, now - room.made);
    const auto span =
        std::ranges::find_if(spans, [&](const Span& one) { return now - room.last < one.within; });
    ++span->rooms;
  }

  std::string text =
      fmt::format("{:<24}{}\n{:<24}{}\n{:<24}{}\n", "rooms", inventory.rooms.size(),
                  "commands in them", commands, "finished games", inventory.finished_games);
  if (inventory.rooms.empty()) return text;
  text += fmt::format("{:<24}{}\nlast used within\n", "oldest room", spelt(oldest));
  for (const Span& span : spans) text += fmt::format("  {:<22}{}\n", span.name, span.rooms);
  return text;
}

}  // namespace flagrank::store

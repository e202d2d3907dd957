#include "server/store/sqlite_journal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <boost/asio/this_coro.hpp>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <utility>
#include <variant>

#include "server/async/question.hpp"
#include "server/store/sqlite.hpp"

namespace flagrank::store {

namespace {

namespace asio = boost::asio;

/// Each step takes the schema from its position in this list to the next. Steps are only ever
/// added: `user_version` of a file says how many of them it has had.
constexpr std::array<const char*, 1> migrations{
    "CREATE TABLE rooms (id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE,"
    "  epoch INTEGER NOT NULL) STRICT;"
    "CREATE TABLE entries (room INTEGER NOT NULL, number INTEGER NOT NULL, bytes BLOB NOT NULL,"
    "  PRIMARY KEY (room, number)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE epochs (last INTEGER NOT NULL) STRICT;"
    "INSERT INTO epochs VALUES (0);"};

/// "FLGR": tells our files from other people's.
constexpr int application_id = 0x464c4752;

/// A file held by one process at a time; the kernel lets go of it when the process ends, however.
class FileLock {
 public:
  explicit FileLock(const std::filesystem::path& path)
      : descriptor_{::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)} {
    if (descriptor_ < 0) {
      throw std::runtime_error{fmt::format("cannot write in the directory: {}",
                                           std::strerror(errno))};  // NOLINT(concurrency-mt-unsafe)
    }
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
      ::close(descriptor_);
      throw std::runtime_error{"another server is using it"};
    }
  }
  ~FileLock() { ::close(descriptor_); }
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int descriptor_;
};

void bring_up_to_date(sqlite::Connection& db) {
  const std::int64_t version = db.pragma("user_version");
  const bool empty = version == 0 && db.pragma("schema_version") == 0;
  if (!empty && db.pragma("application_id") != application_id) {
    throw std::runtime_error{"the database in it is not a Flagrank journal"};
  }
  if (version > std::ssize(migrations)) {
    throw std::runtime_error{
        fmt::format("it was written by a newer flagrankd (schema {}, this one knows {})", version,
                    migrations.size())};
  }
  db.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
  for (auto step = static_cast<std::size_t>(version); step < migrations.size(); ++step) {
    db.run(
        fmt::format("BEGIN IMMEDIATE; {} PRAGMA application_id = {}; PRAGMA user_version = {};"
                    "COMMIT;",
                    migrations.at(step), application_id, step + 1));
  }
}

}  // namespace

/// The database with its statements, used by one thread. Throws where the database fails; then the
/// transaction is to be rolled back.
class SqliteJournal::Database {
 public:
  explicit Database(const std::filesystem::path& directory)
      : lock_{directory / "lock"}, db_{prepared(directory / "journal.sqlite")} {}

  void begin() { begin_.with().step(); }
  void commit() { commit_.with().step(); }
  void roll_back() noexcept {
    try {
      db_.run("ROLLBACK");
    } catch (const sqlite::Error&) {
      // SQLite has rolled back by itself, as it does where the disk is full.
    }
    known_.clear();
  }

  Epoch open(const RoomKey& room) {
    bump_epoch_.with().step();
    last_epoch_.with().step();
    const std::int64_t epoch = last_epoch_.integer(0);
    last_epoch_.reset();
    take_room_.with(std::string_view{room}, epoch).step();
    known_.erase(room);
    return static_cast<Epoch>(epoch);
  }

  Append append(const RoomKey& room, Epoch epoch, std::uint64_t expected, std::string_view bytes) {
    Known* const known = find(room);
    if (known == nullptr || known->epoch != epoch || known->entries != expected) {
      return Append::fenced;
    }
    add_entry_.with(known->id, static_cast<std::int64_t>(expected), sqlite::Blob{bytes}).step();
    ++known->entries;
    return Append::ok;
  }

  std::optional<std::vector<std::string>> read(const RoomKey& room) {
    const Known* const known = find(room);
    if (known == nullptr) return std::nullopt;
    std::vector<std::string> entries;
    entries.reserve(known->entries);
    read_entries_.with(known->id);
    while (read_entries_.step()) entries.push_back(read_entries_.bytes(0));
    return entries;
  }

  bool remove(const RoomKey& room, Epoch epoch) {
    const Known* const known = find(room);
    if (known == nullptr || known->epoch != epoch) return false;
    remove_entries_.with(known->id).step();
    remove_room_.with(known->id).step();
    known_.erase(room);
    return true;
  }

  std::vector<RoomKey> rooms() {
    std::vector<RoomKey> keys;
    all_rooms_.with();
    while (all_rooms_.step()) keys.push_back(all_rooms_.bytes(0));
    return keys;
  }

 private:
  /// What is on disk of a room. Kept, since this process alone writes (see the lock).
  struct Known {
    std::int64_t id = 0;
    Epoch epoch = 0;
    std::uint64_t entries = 0;
  };

  static sqlite::Connection prepared(const std::filesystem::path& file) {
    sqlite::Connection db{file};
    bring_up_to_date(db);
    return db;
  }

  Known* find(const RoomKey& room) {
    if (const auto found = known_.find(room); found != known_.end()) return &found->second;
    find_room_.with(std::string_view{room});
    if (!find_room_.step()) return nullptr;
    const Known known{.id = find_room_.integer(0),
                      .epoch = static_cast<Epoch>(find_room_.integer(1)),
                      .entries = static_cast<std::uint64_t>(find_room_.integer(2))};
    find_room_.reset();
    return &known_.emplace(room, known).first->second;
  }

  FileLock lock_;
  sqlite::Connection db_;
  std::unordered_map<RoomKey, Known> known_;

  sqlite::Statement begin_{db_, "BEGIN IMMEDIATE"};
  sqlite::Statement commit_{db_, "COMMIT"};
  sqlite::Statement bump_epoch_{db_, "UPDATE epochs SET last = last + 1"};
  sqlite::Statement last_epoch_{db_, "SELECT last FROM epochs"};
  sqlite::Statement take_room_{db_,
                               "INSERT INTO rooms (code, epoch) VALUES (?1, ?2)"
                               " ON CONFLICT (code) DO UPDATE SET epoch = ?2"};
  sqlite::Statement find_room_{db_,
                               "SELECT id, epoch, (SELECT count(*) FROM entries WHERE room = id)"
                               " FROM rooms WHERE code = ?1"};
  sqlite::Statement add_entry_{db_,
                               "INSERT INTO entries (room, number, bytes) VALUES (?1, ?2, ?3)"};
  sqlite::Statement read_entries_{db_, "SELECT bytes FROM entries WHERE room = ?1 ORDER BY number"};
  sqlite::Statement remove_entries_{db_, "DELETE FROM entries WHERE room = ?1"};
  sqlite::Statement remove_room_{db_, "DELETE FROM rooms WHERE id = ?1"};
  sqlite::Statement all_rooms_{db_, "SELECT code FROM rooms"};
};

/// The thread that owns the database, and the work that waits for it.
class SqliteJournal::Writer {
 public:
  struct Open {
    using Answer = std::optional<Epoch>;
    RoomKey room;
    async::Reply<Answer> reply;
    Answer answer;
    void on(Database& database) { answer = database.open(room); }
  };
  struct Add {
    using Answer = Append;
    RoomKey room;
    Epoch epoch;
    std::uint64_t expected;
    std::string bytes;
    async::Reply<Answer> reply;
    Answer answer = Append::failed;
    void on(Database& database) { answer = database.append(room, epoch, expected, bytes); }
  };
  struct Read {
    using Answer = std::optional<std::vector<std::string>>;
    RoomKey room;
    async::Reply<Answer> reply;
    Answer answer;
    void on(Database& database) { answer = database.read(room); }
  };
  struct Remove {
    using Answer = bool;
    RoomKey room;
    Epoch epoch;
    async::Reply<Answer> reply;
    Answer answer = false;
    void on(Database& database) { answer = database.remove(room, epoch); }
  };
  struct Rooms {
    using Answer = std::vector<RoomKey>;
    async::Reply<Answer> reply;
    Answer answer;
    void on(Database& database) { answer = database.rooms(); }
  };
  using Job = std::variant<Open, Add, Read, Remove, Rooms>;

  explicit Writer(std::unique_ptr<Database> database)
      : database_{std::move(database)}, thread_{[this] { work(); }} {}
  ~Writer() {
    {
      const std::scoped_lock lock{mutex_};
      stopping_ = true;
    }
    wake_.notify_one();
    thread_.join();
  }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  void hand_in(Job job) {
    {
      const std::scoped_lock lock{mutex_};
      waiting_.push_back(std::move(job));
    }
    wake_.notify_one();
  }

 private:
  void work() {
    for (std::vector<Job> batch = take(); !batch.empty(); batch = take()) {
      if (!written(batch)) forget_answers(batch);
      for (Job& job : batch) {
        std::visit([](auto& one) { one.reply.give(std::move(one.answer)); }, job);
      }
    }
  }

  /// All that waits; nothing when the work is over.
  std::vector<Job> take() {
    std::unique_lock lock{mutex_};
    wake_.wait(lock, [this] { return stopping_ || !waiting_.empty(); });
    return std::exchange(waiting_, {});
  }

  /// One transaction for the whole batch: either all of it is on the disk afterwards or nothing.
  bool written(std::vector<Job>& batch) {
    try {
      database_->begin();
      for (Job& job : batch) {
        std::visit([this](auto& one) { one.on(*database_); }, job);
      }
      database_->commit();
      return true;
    } catch (const std::exception& error) {
      database_->roll_back();
      spdlog::error("journal: a transaction of {} jobs was not written: {}", batch.size(),
                    error.what());
      return false;
    }
  }

  static void forget_answers(std::vector<Job>& batch) {
    for (Job& job : batch) {
      std::visit(
          [](auto& one) {
            using One = std::remove_reference_t<decltype(one)>;
            if constexpr (std::is_same_v<One, Add>) {
              one.answer = Append::failed;
            } else {
              one.answer = typename One::Answer{};
            }
          },
          job);
    }
  }

  std::unique_ptr<Database> database_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<Job> waiting_;
  bool stopping_ = false;
  std::thread thread_;
};

SqliteJournal::SqliteJournal(std::unique_ptr<Writer> writer) : writer_{std::move(writer)} {}
SqliteJournal::~SqliteJournal() = default;

boost::system::result<std::unique_ptr<SqliteJournal>, std::string> SqliteJournal::open_in(
    const std::filesystem::path& directory) {
  try {
    if (std::filesystem::create_directories(directory)) {
      std::filesystem::permissions(directory, std::filesystem::perms::owner_all);
    }
    auto writer = std::make_unique<Writer>(std::make_unique<Database>(directory));
    return std::unique_ptr<SqliteJournal>{new SqliteJournal{std::move(writer)}};
  } catch (const std::exception& error) {
    return fmt::format("cannot keep games in {}: {}", directory.string(), error.what());
  }
}

asio::awaitable<std::optional<Epoch>> SqliteJournal::open(RoomKey room) {
  const async::Question<Writer::Open::Answer> question{co_await asio::this_coro::executor};
  writer_->hand_in(Writer::Open{std::move(room), question.reply(), {}});
  const auto answer = co_await question.answer();
  co_return answer.value_or(std::nullopt);
}

asio::awaitable<Append> SqliteJournal::append(RoomKey room, Epoch epoch, std::uint64_t expected,
                                              std::string bytes) {
  const async::Question<Append> question{co_await asio::this_coro::executor};
  writer_->hand_in(
      Writer::Add{std::move(room), epoch, expected, std::move(bytes), question.reply()});
  const auto answer = co_await question.answer();
  co_return answer.value_or(Append::failed);
}

asio::awaitable<std::optional<std::vector<std::string>>> SqliteJournal::read(RoomKey room) {
  const async::Question<Writer::Read::Answer> question{co_await asio::this_coro::executor};
  writer_->hand_in(Writer::Read{std::move(room), question.reply(), {}});
  auto answer = co_await question.answer();
  if (!answer) co_return std::nullopt;
  co_return std::move(*answer);
}

asio::awaitable<bool> SqliteJournal::remove(RoomKey room, Epoch epoch) {
  const async::Question<bool> question{co_await asio::this_coro::executor};
  writer_->hand_in(Writer::Remove{std::move(room), epoch, question.reply()});
  const auto answer = co_await question.answer();
  co_return answer.value_or(false);
}

asio::awaitable<std::vector<RoomKey>> SqliteJournal::rooms() {
  const async::Question<std::vector<RoomKey>> question{co_await asio::this_coro::executor};
  writer_->hand_in(Writer::Rooms{question.reply(), {}});
  auto answer = co_await question.answer();
  if (!answer) co_return std::vector<RoomKey>{};
  co_return std::move(*answer);
}

}  // namespace flagrank::store

#include "server/store/sqlite.hpp"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

namespace flagrank::store::sqlite {

namespace {

/// SQLite gives its side files the mode of the main one, so it is made before SQLite sees it, with
/// nobody else able to read it, not even for a moment.
void make_private(const std::filesystem::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor < 0) return;  // SQLite will say why
  ::fchmod(descriptor, 0600);
  ::close(descriptor);
}

}  // namespace

void Connection::Close::operator()(sqlite3* db) const noexcept { sqlite3_close_v2(db); }

Connection::Connection(const std::filesystem::path& file, Missing missing) {
  if (missing == Missing::made) make_private(file);
  sqlite3* raw = nullptr;
  const int code =
      sqlite3_open_v2(file.c_str(), &raw, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
  db_.reset(raw);
  if (code != SQLITE_OK) throw Error{sqlite3_errmsg(raw)};
  // Whoever looks into the file or backs it up may hold it for a moment.
  constexpr int patience_ms = 5000;
  sqlite3_busy_timeout(raw, patience_ms);
  // What a savepoint or a sort needs stays in memory: it is little, it is secret, and where SQLite
  // finds no place for files of its own, as in a container that can only be read, all still works.
  run("PRAGMA temp_store = MEMORY");
}

void Connection::run(const std::string& sql) {
  if (sqlite3_exec(db_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
    throw Error{sqlite3_errmsg(db_.get())};
  }
}

void Connection::copy_to(Connection& other) {
  constexpr int all_pages = -1;
  // What goes wrong is told by the connection that is written to.
  sqlite3* const db = other.db_.get();
  sqlite3_backup* const copying = sqlite3_backup_init(db, "main", db_.get(), "main");
  if (copying == nullptr) throw Error{sqlite3_errmsg(db)};
  const int code = sqlite3_backup_step(copying, all_pages);
  sqlite3_backup_finish(copying);
  if (code != SQLITE_DONE) throw Error{sqlite3_errstr(code)};
}

std::int64_t Connection::changes() noexcept { return sqlite3_changes64(db_.get()); }

std::int64_t Connection::pragma(const std::string& name) {
  Statement statement{*this, "PRAGMA " + name};
  return statement.step() ? statement.integer(0) : 0;
}

void Statement::Finalize::operator()(sqlite3_stmt* statement) const noexcept {
  sqlite3_finalize(statement);
}

Statement::Statement(Connection& connection, const std::string& sql) : db_{connection.db_.get()} {
  sqlite3_stmt* raw = nullptr;
  check(sqlite3_prepare_v3(db_, sql.data(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT,
                           &raw, nullptr));
  statement_.reset(raw);
}

bool Statement::step() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) {
    reset();
    return false;
  }
  const std::string message = sqlite3_errmsg(db_);
  reset();
  throw Error{message};
}

void Statement::reset() noexcept { sqlite3_reset(statement_.get()); }

std::int64_t Statement::integer(int column) {
  return sqlite3_column_int64(statement_.get(), column);
}

std::string Statement::bytes(int column) {
  const void* const data = sqlite3_column_blob(statement_.get(), column);
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column));
  return data == nullptr ? std::string{} : std::string{static_cast<const char*>(data), size};
}

void Statement::bind(int position, std::int64_t value) {
  check(sqlite3_bind_int64(statement_.get(), position, value));
}

void Statement::bind(int position, std::string_view text) {
  check(sqlite3_bind_text64(statement_.get(), position, text.data(), text.size(), nullptr,
                            SQLITE_UTF8));
}

void Statement::bind(int position, Blob blob) {
  check(sqlite3_bind_blob64(statement_.get(), position, blob.bytes.data(), blob.bytes.size(),
                            nullptr));
}

void Statement::check(int code) const {
  if (code != SQLITE_OK) throw Error{sqlite3_errmsg(db_)};
}

}  // namespace flagrank::store::sqlite

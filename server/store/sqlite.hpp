#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

/// As much of SQLite as the journal needs, behind small classes, so that its header stays in one
/// file. Everything here is used by one thread at a time and throws `Error` where SQLite fails.
namespace flagrank::store::sqlite {

class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Connection {
 public:
  enum class Missing : std::uint8_t {
    made,  ///< readable by its owner alone
    fails
  };
  /// Opens the file for reading and writing.
  explicit Connection(const std::filesystem::path& file, Missing missing = Missing::made);

  /// Runs statements that give no rows.
  void run(const std::string& sql);
  /// Makes `other`, whatever it holds, the same as this is at one moment. Writers go on meanwhile.
  void copy_to(Connection& other);
  /// How many rows the last statement that changes any has changed.
  [[nodiscard]] std::int64_t changes() noexcept;
  /// The value of a pragma that is a number.
  [[nodiscard]] std::int64_t pragma(const std::string& name);

 private:
  friend class Statement;
  struct Close {
    void operator()(sqlite3* db) const noexcept;
  };
  std::unique_ptr<sqlite3, Close> db_;
};

/// Bytes to bind that are no text.
struct Blob {
  std::string_view bytes;
};

/// A prepared statement, used over and over.
class Statement {
 public:
  /// The connection outlives the statement.
  Statement(Connection& connection, const std::string& sql);

  /// Starts a use with these values for ?1, ?2 …; texts and blobs must live until its last step.
  template <class... Values>
  Statement& with(const Values&... values) {
    reset();
    int position = 0;  // NOLINT(misc-const-correctness): changed where there are values
    (bind(++position, values), ...);
    return *this;
  }

  /// True while there is a row. After the last one the use is over.
  bool step();
  /// Ends a use before its last row: an open one would hold up the clean-up of the log.
  void reset() noexcept;

  [[nodiscard]] std::int64_t integer(int column);
  [[nodiscard]] std::string bytes(int column);

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const noexcept;
  };

  void bind(int position, std::int64_t value);
  void bind(int position, std::string_view text);
  void bind(int position, Blob blob);
  void check(int code) const;

  sqlite3* db_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

}  // namespace flagrank::store::sqlite

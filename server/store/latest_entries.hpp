#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "server/store/sqlite.hpp"

namespace flagrank::store {

/// New entries of all rooms in the database of a journal, one behind the other. Put where those of
/// its room lie, each would take a page of 4 KiB to itself in the log and later in the file; here
/// those of a commit share pages. Once there are some for every room they are filed by room, a few
/// with each commit so that none takes long, and where commits are large, later: to file an entry
/// costs more than to add one, and who adds many at a time has no time to lose.
///
/// Part of whatever transaction is open; throws where the database fails.
class LatestEntries {
 public:
  /// The connection outlives it. What a server before has left is to be filed before anything is
  /// added.
  explicit LatestEntries(sqlite::Connection& db);

  /// Files the oldest of those that a server before has left, as many as one transaction is for.
  /// False where there are none.
  [[nodiscard]] bool file_left();

  /// To be told when a transaction begins: the one before was committed, unless it was told of.
  void began() noexcept;
  void rolled_back() noexcept;

  void add(std::int64_t room, std::uint64_t number, std::string_view bytes);

  /// Puts those of a room that are not filed behind `entries`, in their order.
  void read(std::int64_t room, std::vector<std::string>& entries);

  /// Files a few, where it is time to: some for each entry that a commit adds, so that it comes to
  /// an end. `rooms` is about how many there are. Where a statement fails that goes on later, and
  /// the transaction is as it was before. At most once in a transaction.
  void file_some(std::size_t rooms, std::size_t added);

  /// To be told of each second in which nothing was added.
  void rest() noexcept;
  /// Files more than a few, where it is time to and nothing else is to be done.
  void file_at_rest(std::size_t rooms);
  [[nodiscard]] bool has_time_to_file(std::size_t rooms) const noexcept;

 private:
  static constexpr std::size_t fewest = 1024;

  struct Entry {
    std::int64_t room = 0;
    std::int64_t place = 0;
    auto operator<=>(const Entry&) const = default;
  };
  struct Progress {
    std::size_t filed = 0;       ///< of `filing_`
    std::int64_t forgotten = 0;  ///< entries up to that place are here no more
  };

  void read(Entry entry, std::vector<std::string>& entries);
  [[nodiscard]] static std::size_t enough_for(std::size_t rooms) noexcept;
  void try_to_file(std::size_t most);
  void file_next(std::size_t most);
  void begin_to_file();
  void file(std::size_t most);
  void forget(std::size_t most);
  void put_off() noexcept;

  std::int64_t next_place_;
  /// Not being filed yet, by place, and what is, by room. Of a transaction that was rolled back
  /// they name entries that are not there: then nothing is filed.
  std::deque<Entry> waiting_;
  std::deque<Entry> filing_;
  std::int64_t last_ = 0;  ///< the place of those in `filing_`
  Progress progress_;
  Progress kept_;          ///< as it was when the transaction began
  bool trying_ = false;    ///< to file, in this transaction
  std::size_t pause_ = 0;  ///< how many more to let pass after a failure
  std::size_t next_pause_ = fewest;

  sqlite::Statement add_;
  sqlite::Statement read_one_;
  sqlite::Statement file_to_;
  sqlite::Statement file_one_;
  sqlite::Statement forget_to_;
  sqlite::Statement save_;
  sqlite::Statement undo_;
  sqlite::Statement release_;
  sqlite::Statement oldest_;
  sqlite::Statement newest_;
};

}  // namespace flagrank::store

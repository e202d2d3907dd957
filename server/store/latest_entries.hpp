#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "server/store/sqlite.hpp"

namespace flagrank::store {

/// New entries of all rooms in the database of a journal, one behind the other. Put where those of
/// its room lie, each would take a page of 4 KiB to itself in the log and later in the file; here
/// those of a commit share pages. Once there are some for every room they are filed by room, a few
/// with each commit so that none takes long.
///
/// Part of whatever transaction is open; throws where the database fails.
class LatestEntries {
 public:
  /// The connection outlives it.
  explicit LatestEntries(sqlite::Connection& db);

  void add(std::int64_t room, std::uint64_t number, std::string_view bytes);

  /// Files all of them: whoever reads a room's entries finds them in one place.
  void file_all();

  /// Files a few, where it is time to: some for each entry that a commit adds, so that it comes to
  /// an end. `rooms` is about how many there are. Where that fails the commit is as it was before.
  void file_some(std::size_t rooms, std::size_t added);

  /// To be told when a transaction is rolled back.
  void rolled_back() noexcept;

 private:
  struct Entry {
    std::int64_t room;
    std::int64_t place;
  };

  void file_next(std::size_t most);
  void begin_to_file();
  void file(std::size_t most);
  void forget(std::size_t most);

  std::int64_t next_place_;
  std::vector<Entry> waiting_;  ///< added since filing began
  std::vector<Entry> filing_;   ///< sorted by room
  std::size_t filed_ = 0;       ///< of `filing_`
  std::int64_t last_ = 0;       ///< the place of those in `filing_`
  std::int64_t forgotten_ = 0;  ///< entries up to that place are here no more
  bool untracked_ = true;       ///< there may be others than those
  std::size_t put_off_ = 0;     ///< after failures, how many more are to wait

  sqlite::Statement add_;
  sqlite::Statement file_all_;
  sqlite::Statement forget_all_;
  sqlite::Statement file_one_;
  sqlite::Statement forget_to_;
  sqlite::Statement save_;
  sqlite::Statement undo_;
  sqlite::Statement release_;
  sqlite::Statement newest_;
};

}  // namespace flagrank::store

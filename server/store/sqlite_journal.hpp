#pragma once

#include <boost/system/result.hpp>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "server/store/journal.hpp"

namespace flagrank::store {

/// The database, in the directory of the journal.
inline constexpr const char* journal_file = "journal.sqlite";

/// The journal that lasts: one SQLite database in a directory of its own, written by one thread of
/// its own. What arrives while a transaction is being written goes into the next one together
/// (group commit), and nobody is answered before the transaction is on the disk.
///
/// One server at a time holds the directory; the file can be read and backed up meanwhile. May be
/// used from any thread.
class SqliteJournal final : public Journal {
 public:
  /// Makes the directory (mode 0700) and the file (mode 0600) where there are none, brings an older
  /// schema up to date. A sentence where that cannot be: no rights, held by another server, no
  /// journal at all, written by a newer version.
  ///
  /// `now` is the clock that outages are told by; it is called by the thread of the journal.
  [[nodiscard]] static boost::system::result<std::unique_ptr<SqliteJournal>, std::string> open_in(
      const std::filesystem::path& directory, Clock now, Retention retention = {});

  /// Closes it where that has not been done, and lets go of the directory.
  ~SqliteJournal() override;

  /// Writes what was handed in and ends the thread; what is asked later fails. To be called before
  /// the executors go on which answers are awaited.
  void close();

  boost::asio::awaitable<std::optional<Epoch>> open(RoomKey room) override;
  boost::asio::awaitable<Append> append(RoomKey room, Epoch epoch, std::uint64_t expected,
                                        std::string bytes,
                                        std::optional<FinishedGame> finished) override;
  boost::asio::awaitable<std::optional<std::vector<std::string>>> read(RoomKey room) override;
  boost::asio::awaitable<Found> finished(std::string id) override;
  boost::asio::awaitable<bool> remove(RoomKey room, Epoch epoch) override;
  boost::asio::awaitable<std::optional<std::vector<RoomKey>>> rooms() override;
  boost::asio::awaitable<std::vector<Outage>> outages() override;

 private:
  class Writer;
  explicit SqliteJournal(std::shared_ptr<Writer> writer);

  std::shared_ptr<Writer> writer_;
};

}  // namespace flagrank::store

#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "server/store/journal.hpp"

namespace flagrank::store {

/// A journal that lasts as long as the object: for tests, and for servers that may forget. Holds
/// the same contract as the lasting one. May be used from any thread; no call waits for anything.
class MemoryJournal final : public Journal {
 public:
  /// `now` tells when a finished game is too old; called from any thread.
  explicit MemoryJournal(Retention retention = {}, Clock now = [] { return match::Instant{}; });

  boost::asio::awaitable<std::optional<Epoch>> open(RoomKey room) override;
  boost::asio::awaitable<Append> append(RoomKey room, Epoch epoch, std::uint64_t expected,
                                        std::string bytes,
                                        std::optional<FinishedGame> finished) override;
  boost::asio::awaitable<std::optional<std::vector<std::string>>> read(RoomKey room) override;
  boost::asio::awaitable<Found> finished(std::string id) override;
  boost::asio::awaitable<bool> remove(RoomKey room, Epoch epoch) override;
  boost::asio::awaitable<std::optional<std::vector<RoomKey>>> rooms() override;
  /// None: whoever holds it holds it for as long as it lasts.
  boost::asio::awaitable<std::vector<Outage>> outages() override;

 private:
  struct Kept {
    Epoch epoch = 0;
    std::vector<std::string> entries;
  };

  struct Game {
    match::Instant ended;
    std::string document;
  };

  void add(FinishedGame game);
  [[nodiscard]] bool too_old(match::Instant ended) const;

  const Retention retention_;
  const Clock now_;
  // Rooms of one server append from several threads at once. The lock is held for the length of a
  // copy and never across a suspension.
  std::mutex mutex_;
  std::map<RoomKey, Kept> rooms_;
  std::map<std::string, Game> games_;                  ///< by id
  std::multimap<match::Instant, std::string> by_end_;  ///< their ids
  Epoch last_epoch_ = 0;  ///< of all rooms, so that no epoch comes twice, not even after `remove`
};

}  // namespace flagrank::store

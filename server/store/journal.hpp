#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "server/match/command.hpp"

namespace flagrank::store {

/// Names one room for the journal: its code.
using RoomKey = std::string;

/// Who may write to a room: the server that opened it last. An older holder is fenced off.
using Epoch = std::uint64_t;

/// The clock of what is written.
using Clock = std::function<match::Instant()>;

enum class Append : std::uint8_t {
  ok,      ///< on disk; tell everybody
  fenced,  ///< another server has taken the room over; stop serving it
  failed   ///< not written (disk full, store gone); stop serving the room, nothing was lost
};

/// A span in which no server held the journal, and so nobody's clock ran.
struct Outage {
  match::Instant from;  ///< 1970 where nobody knows: then all from a room's last entry on
  match::Instant to;
  friend bool operator==(const Outage&, const Outage&) = default;
};

/// A finished game, as a document for everybody who knows its id.
struct FinishedGame {
  std::string id;
  match::Instant ended;
  std::string document;
};

/// How long finished games are kept: none older, and no more of them; the oldest go first.
struct Retention {
  match::Milliseconds age = std::chrono::hours{24 * 30};
  std::size_t count = 100'000;
};

enum class Find : std::uint8_t {
  found,
  none,   ///< never kept, or kept no longer
  failed  ///< the store is gone
};
struct Found {
  Find find = Find::failed;
  std::string document;  ///< where it was found
  friend bool operator==(const Found&, const Found&) = default;
};

/// Where accepted commands are kept before anybody is told of them. Each room is a list of entries,
/// numbered from 0 without a gap; what the bytes mean is the caller's business (store/entry). The
/// games that were finished in it are kept apart and outlast it.
///
/// All implementations pass the same contract test (tests/unit/store). Awaiting must happen on an
/// Asio executor; the completion returns to it. Callers own what they pass; nothing is kept by
/// reference.
class Journal {
 public:
  Journal() = default;
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;
  virtual ~Journal() = default;

  /// Takes the room for this server, makes it where it is new, and gives the epoch to write with.
  virtual boost::asio::awaitable<std::optional<Epoch>> open(RoomKey room) = 0;

  /// Adds entry number `expected`; `fenced` too where that number is not the next one. With it goes
  /// the game that it finished: both are kept, or neither is.
  virtual boost::asio::awaitable<Append> append(RoomKey room, Epoch epoch, std::uint64_t expected,
                                                std::string bytes,
                                                std::optional<FinishedGame> finished) = 0;

  /// All entries of a room in order; nothing where there is no such room.
  virtual boost::asio::awaitable<std::optional<std::vector<std::string>>> read(RoomKey room) = 0;

  /// The document of a finished game.
  virtual boost::asio::awaitable<Found> finished(std::string id) = 0;

  /// Forgets a room and all that was kept of it, but for its finished games.
  virtual boost::asio::awaitable<bool> remove(RoomKey room, Epoch epoch) = 0;

  /// All rooms kept, in no special order; nothing where the store is gone.
  virtual boost::asio::awaitable<std::optional<std::vector<RoomKey>>> rooms() = 0;

  /// The outages that any of the rooms kept at the opening may have lived through, oldest first.
  virtual boost::asio::awaitable<std::vector<Outage>> outages() = 0;
};

}  // namespace flagrank::store

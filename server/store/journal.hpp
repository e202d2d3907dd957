#pragma once

#include <boost/asio/awaitable.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/match/command.hpp"

namespace flagrank::store {

/// Names one room for the journal: its code.
using RoomKey = std::string;

/// Who may write to a room: the server that opened it last. An older holder is fenced off.
using Epoch = std::uint64_t;

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

/// Where accepted commands are kept before anybody is told of them. Each room is a list of entries,
/// numbered from 0 without a gap; what the bytes mean is the caller's business (store/record).
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

  /// Adds entry number `expected`; `fenced` too where that number is not the next one.
  virtual boost::asio::awaitable<Append> append(RoomKey room, Epoch epoch, std::uint64_t expected,
                                                std::string bytes) = 0;

  /// All entries of a room in order; nothing where there is no such room.
  virtual boost::asio::awaitable<std::optional<std::vector<std::string>>> read(RoomKey room) = 0;

  /// Forgets a room and all that was kept of it.
  virtual boost::asio::awaitable<bool> remove(RoomKey room, Epoch epoch) = 0;

  /// All rooms kept, in no special order; nothing where the store is gone.
  virtual boost::asio::awaitable<std::optional<std::vector<RoomKey>>> rooms() = 0;

  /// The outages that any of the rooms kept at the opening may have lived through, oldest first.
  virtual boost::asio::awaitable<std::vector<Outage>> outages() = 0;
};

}  // namespace flagrank::store

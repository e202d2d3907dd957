#include "server/store/memory_journal.hpp"

#include <utility>

namespace flagrank::store {

MemoryJournal::MemoryJournal(Retention retention, Clock now)
    : retention_{retention}, now_{std::move(now)} {}

boost::asio::awaitable<std::optional<Epoch>> MemoryJournal::open(RoomKey room) {
  const std::scoped_lock lock{mutex_};
  Kept& kept = rooms_[std::move(room)];
  kept.epoch = ++last_epoch_;
  co_return kept.epoch;
}

boost::asio::awaitable<Append> MemoryJournal::append(RoomKey room, Epoch epoch,
                                                     std::uint64_t expected, std::string bytes,
                                                     std::optional<FinishedGame> finished) {
  const std::scoped_lock lock{mutex_};
  const auto found = rooms_.find(room);
  if (found == rooms_.end() || found->second.epoch != epoch) co_return Append::fenced;
  auto& entries = found->second.entries;
  if (entries.size() != expected) co_return Append::fenced;
  entries.push_back(std::move(bytes));
  if (finished) add(*std::move(finished));
  co_return Append::ok;
}

void MemoryJournal::add(FinishedGame game) {
  const auto [added, fresh] =
      games_.try_emplace(game.id, Game{game.ended, std::move(game.document)});
  if (fresh) by_end_.emplace(game.ended, std::move(game.id));
  while (!by_end_.empty() &&
         (by_end_.size() > retention_.count || too_old(by_end_.begin()->first))) {
    games_.erase(by_end_.begin()->second);
    by_end_.erase(by_end_.begin());
  }
}

bool MemoryJournal::too_old(match::Instant ended) const { return now_() - ended >= retention_.age; }

boost::asio::awaitable<Found> MemoryJournal::finished(std::string id) {
  const std::scoped_lock lock{mutex_};
  const auto game = games_.find(id);
  if (game == games_.end() || too_old(game->second.ended)) co_return Found{Find::none, {}};
  co_return Found{Find::found, game->second.document};
}

boost::asio::awaitable<std::optional<std::vector<std::string>>> MemoryJournal::read(RoomKey room) {
  const std::scoped_lock lock{mutex_};
  const auto found = rooms_.find(room);
  if (found == rooms_.end()) co_return std::nullopt;
  co_return found->second.entries;
}

boost::asio::awaitable<bool> MemoryJournal::remove(RoomKey room, Epoch epoch) {
  const std::scoped_lock lock{mutex_};
  const auto found = rooms_.find(room);
  if (found == rooms_.end() || found->second.epoch != epoch) co_return false;
  rooms_.erase(found);
  co_return true;
}

boost::asio::awaitable<std::optional<std::vector<RoomKey>>> MemoryJournal::rooms() {
  const std::scoped_lock lock{mutex_};
  std::vector<RoomKey> keys;
  keys.reserve(rooms_.size());
  for (const auto& [key, kept] : rooms_) keys.push_back(key);
  co_return keys;
}

boost::asio::awaitable<std::vector<Outage>> MemoryJournal::outages() {
  co_return std::vector<Outage>{};
}

}  // namespace flagrank::store

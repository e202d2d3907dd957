#include "server/store/memory_journal.hpp"

#include <utility>

namespace flagrank::store {

boost::asio::awaitable<std::optional<Epoch>> MemoryJournal::open(RoomKey room) {
  const std::scoped_lock lock{mutex_};
  Kept& kept = rooms_[std::move(room)];
  kept.epoch = ++last_epoch_;
  co_return kept.epoch;
}

boost::asio::awaitable<Append> MemoryJournal::append(RoomKey room, Epoch epoch,
                                                     std::uint64_t expected, std::string bytes) {
  const std::scoped_lock lock{mutex_};
  const auto found = rooms_.find(room);
  if (found == rooms_.end() || found->second.epoch != epoch) co_return Append::fenced;
  auto& entries = found->second.entries;
  if (entries.size() != expected) co_return Append::fenced;
  entries.push_back(std::move(bytes));
  co_return Append::ok;
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

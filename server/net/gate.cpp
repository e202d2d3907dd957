#include "server/net/gate.hpp"

#include <mutex>
#include <unordered_map>

namespace flagrank::net {
namespace {

/// Who holds more addresses than this has more tries than any tally could refuse.
constexpr std::size_t most_addresses = 65'536;
constexpr std::chrono::minutes sweep_interval{1};

}  // namespace

std::optional<std::chrono::milliseconds> Tally::count(const Address& address, Time now) {
  make_room(now);
  Bucket& bucket = buckets_[address];
  if (bucket.take(rate_, now)) return std::nullopt;
  return bucket.wait(rate_, now);
}

std::optional<std::chrono::milliseconds> Tally::wait(const Address& address, Time now) const {
  const auto found = buckets_.find(address);
  const auto wait = (found != buckets_.end() ? found->second : Bucket{}).wait(rate_, now);
  if (wait == std::chrono::milliseconds::zero()) return std::nullopt;
  return wait;
}

void Tally::charge(const Address& address, Time now) {
  make_room(now);
  buckets_[address].charge(rate_, now);
}

void Tally::forgive(const Address& address) {
  const auto found = buckets_.find(address);
  if (found != buckets_.end()) found->second.give_back(rate_);
}

void Tally::make_room(Time now) {
  if (now >= sweep_at_) {
    std::erase_if(buckets_, [now](const auto& entry) { return entry.second.full(now); });
    sweep_at_ = now + sweep_interval;
  }
  if (buckets_.size() >= most_addresses) buckets_.erase(buckets_.begin());
}

Gate::Gate(const config::Limits& limits)
    : most_{limits.connections},
      most_per_address_{limits.connections_per_address},
      failed_joins_{Rate::within(limits.failed_joins_per_minute, std::chrono::minutes{1})},
      rooms_made_{Rate::within(limits.rooms_per_address, std::chrono::hours{1})} {}

std::optional<Gate::Place> Gate::admit(const Address& address) {
  const std::lock_guard lock{mutex_};
  if (all_ >= most_ || !count(address)) return std::nullopt;
  ++all_;
  return std::optional<Place>{std::in_place, *this, address};
}

std::optional<Gate::Place> Gate::admit_unknown() {
  const std::lock_guard lock{mutex_};
  if (all_ >= most_) return std::nullopt;
  ++all_;
  return std::optional<Place>{std::in_place, *this, std::nullopt};
}

bool Gate::Place::know(const Address& address) {
  const std::lock_guard lock{gate_->mutex_};
  if (!gate_->count(address)) return false;
  address_ = address;
  return true;
}

bool Gate::count(const Address& address) {
  std::size_t& from_there = connected_[address];
  if (from_there >= most_per_address_) return false;
  ++from_there;
  return true;
}

void Gate::leave(const std::optional<Address>& address) {
  const std::lock_guard lock{mutex_};
  --all_;
  if (!address) return;
  const auto found = connected_.find(*address);
  if (--found->second == 0) connected_.erase(found);
}

Gate::Refusal Gate::may_join(const Address& address, Time now) const {
  const std::lock_guard lock{mutex_};
  return failed_joins_.wait(address, now);
}

void Gate::failed_join(const Address& address, Time now) {
  const std::lock_guard lock{mutex_};
  failed_joins_.charge(address, now);
}

Gate::Refusal Gate::try_make_room(const Address& address, Time now) {
  const std::lock_guard lock{mutex_};
  return rooms_made_.count(address, now);
}

void Gate::not_made(const Address& address) {
  const std::lock_guard lock{mutex_};
  rooms_made_.forgive(address);
}

std::size_t Gate::connections() const {
  const std::lock_guard lock{mutex_};
  return all_;
}

}  // namespace flagrank::net

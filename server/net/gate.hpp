#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>

#include "server/config/settings.hpp"
#include "server/net/address.hpp"
#include "server/net/bucket.hpp"
#include "server/net/time.hpp"

namespace flagrank::net {

/// How often each address did one thing. Not for several threads at once.
class Tally {
 public:
  explicit Tally(Rate rate) : rate_{rate} {}

  /// Counts one more; where that is over the rate nothing is counted, and the answer is how long to
  /// wait.
  [[nodiscard]] std::optional<std::chrono::milliseconds> count(const Address& address, Time now);

  /// How long until `count` would count one more; nothing where it would now.
  [[nodiscard]] std::optional<std::chrono::milliseconds> wait(const Address& address,
                                                              Time now) const;
  /// Counts one more, over the rate too.
  void charge(const Address& address, Time now);

  /// Takes one back that was counted.
  void forgive(const Address& address);

  [[nodiscard]] std::size_t addresses() const { return buckets_.size(); }

 private:
  void make_room(Time now);

  Rate rate_;
  std::unordered_map<Address, Bucket, AddressHash> buckets_;
  Time sweep_at_;
};

/// Limits that go over many connections: how many there are, in all and from one address, and what
/// one address has tried. May be used from any thread.
class Gate {
 public:
  /// Room for one connection, given back when it is destroyed.
  class Place {
   public:
    Place(Gate& gate, const std::optional<Address>& address) : gate_{&gate}, address_{address} {}
    ~Place() {
      if (gate_ != nullptr) gate_->leave(address_);
    }
    Place(Place&& from) noexcept
        : gate_{std::exchange(from.gate_, nullptr)}, address_{from.address_} {}
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;
    Place& operator=(Place&&) = delete;

    /// Nobody asks for it before it is known.
    [[nodiscard]] const Address& address() const { return *address_; }
    [[nodiscard]] bool known() const { return address_.has_value(); }

    /// Counts from now on for this address too, where it was not known. False where the house has
    /// enough guests from there.
    [[nodiscard]] bool know(const Address& address);

   private:
    Gate* gate_;
    std::optional<Address> address_;
  };

  /// How long to wait, where something was tried too often.
  using Refusal = std::optional<std::chrono::milliseconds>;

  explicit Gate(const config::Limits& limits);

  /// Nothing where the house is full, or has enough guests from there. The gate must outlive the
  /// place.
  [[nodiscard]] std::optional<Place> admit(const Address& address);

  /// The same for a connection of which only a proxy is known yet: among all it counts already.
  [[nodiscard]] std::optional<Place> admit_unknown();

  /// To be asked before somebody is let into a room by its code or token. Only failures count, so
  /// that however many with good tokens can come back at once; and all of them do, so that many
  /// tries at once gain nothing: whoever has failed too often waits for all that failed.
  [[nodiscard]] Refusal may_join(const Address& address, Time now) const;
  void failed_join(const Address& address, Time now);

  /// To be asked before a room is made, which is counted until `not_made`.
  [[nodiscard]] Refusal try_make_room(const Address& address, Time now);
  void not_made(const Address& address);

  [[nodiscard]] std::size_t connections() const;

 private:
  [[nodiscard]] bool count(const Address& address);  // under the lock
  void leave(const std::optional<Address>& address);

  const std::size_t most_;
  const std::size_t most_per_address_;
  // Sessions run on many threads and meet here. The lock is held for a look-up and never across a
  // suspension.
  mutable std::mutex mutex_;
  std::size_t all_ = 0;
  std::unordered_map<Address, std::size_t, AddressHash> connected_;
  Tally failed_joins_;
  Tally rooms_made_;
};

}  // namespace flagrank::net

#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/system/result.hpp>
#include <chrono>
#include <functional>
#include <memory>

#include "client/text/address.hpp"
#include "client/text/ending.hpp"
#include "common/wire/wire.hpp"

namespace flagrank::text {

/// How long a step of a conversation may take before the other end counts as silent.
inline constexpr std::chrono::seconds patience{10};

/// Closes a wire when its time is up, unless it is destroyed before. The wire must outlive it.
class Deadline {
 public:
  Deadline(wire::Wire& wire, std::chrono::seconds time);
  ~Deadline();
  Deadline(const Deadline&) = delete;
  Deadline& operator=(const Deadline&) = delete;

  [[nodiscard]] bool passed() const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

/// Finds the host, connects, and where the address is one for TLS agrees on it and checks who
/// answers; gives up after `patience` a step. All but what is said there can be tried again.
boost::asio::awaitable<boost::system::result<void, Ending>> dial(wire::Wire& wire,
                                                                 const Address& server);

}  // namespace flagrank::text

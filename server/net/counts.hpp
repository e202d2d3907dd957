#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "common/protocol/close_code.hpp"
#include "server/async/counting.hpp"

namespace flagrank::net {

/// How often each of a few numbers came up, such as the status of an answer.
template <std::size_t first, std::size_t last>
class CountsByNumber {
 public:
  void count(std::size_t number) noexcept {
    if (number >= first && number <= last) counts_[number - first].add();
  }

  /// Calls `tell(number, times)` for those that did.
  template <class Tell>
  void each(Tell tell) const {
    for (std::size_t at = 0; at < counts_.size(); ++at) {
      if (const std::uint64_t times = counts_[at].value(); times > 0) tell(first + at, times);
    }
  }

 private:
  std::array<async::Counter, last - first + 1> counts_;
};

/// What is counted at all connections.
class Counts {
 public:
  CountsByNumber<100, 599> answers;  ///< of HTTP, by status; 101 where it became a WebSocket
  async::Counter turned_away;        ///< connections, before anything was read of them

  /// A WebSocket has ended with that code.
  void closed(protocol::CloseCode code) noexcept {
    const auto number = static_cast<std::size_t>(code);
    standard_.count(number);
    own_.count(number);
  }

  /// Calls `tell(code, times)` for each code that any has ended with.
  template <class Tell>
  void each_close(Tell tell) const {
    const auto by_code = [&tell](std::size_t number, std::uint64_t times) {
      tell(static_cast<protocol::CloseCode>(number), times);
    };
    standard_.each(by_code);
    own_.each(by_code);
  }

 private:
  CountsByNumber<1000, 1015> standard_;
  CountsByNumber<4000, 4015> own_;
};

}  // namespace flagrank::net

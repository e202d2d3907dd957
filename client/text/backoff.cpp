#include "client/text/backoff.hpp"

#include <algorithm>
#include <cstdint>

namespace flagrank::text {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

milliseconds asked_delay(const protocol::Error& error) {
  constexpr std::uint64_t hour = 3'600'000;
  return milliseconds{static_cast<std::int64_t>(std::min(error.retry_after_ms.value_or(0), hour))};
}

std::optional<milliseconds> Backoff::wait(const Ending& ending, Moment moment) {
  constexpr milliseconds first = 1s;
  constexpr milliseconds longest = 15s;
  constexpr milliseconds later = 10s;  // "retry later" (proto/close-codes.md)

  if (ending.advice == protocol::Advice::final) return std::nullopt;
  if (!lost_) lost_ = moment.now;
  if (moment.now - *lost_ >= patience) return std::nullopt;

  milliseconds most = std::min(first * (1 << std::min(tries_, 10)), longest);
  milliseconds least = most / 2;
  ++tries_;
  milliseconds asked = ending.at_least;
  if (ending.advice == protocol::Advice::retry_later) asked = std::max(asked, later);
  if (asked > least) {
    most = asked + least;
    least = asked;
  }
  return least + milliseconds{static_cast<milliseconds::rep>(
                     moment.chance * static_cast<double>((most - least).count()))};
}

}  // namespace flagrank::text

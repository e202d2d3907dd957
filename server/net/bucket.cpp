#include "server/net/bucket.hpp"

#include <algorithm>

namespace flagrank::net {

bool Bucket::take(const Rate& rate, Time now) {
  if (wait(rate, now) > std::chrono::milliseconds::zero()) return false;
  full_at_ = std::max(full_at_, now) + rate.interval;
  return true;
}

void Bucket::give_back(const Rate& rate) { full_at_ -= rate.interval; }

std::chrono::milliseconds Bucket::wait(const Rate& rate, Time now) const {
  const auto missing = std::max(full_at_, now) + rate.interval - now;
  const auto over = missing - rate.interval * rate.burst;
  if (over <= std::chrono::nanoseconds::zero()) return std::chrono::milliseconds::zero();
  return std::chrono::ceil<std::chrono::milliseconds>(over);
}

}  // namespace flagrank::net

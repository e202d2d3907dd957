#pragma once

#include <cstdint>

#include "server/match/command.hpp"

/// Moments as the database has them: milliseconds since 1970.
namespace flagrank::store {

[[nodiscard]] inline std::int64_t since_1970(match::Instant moment) {
  return moment.time_since_epoch().count();
}

[[nodiscard]] inline match::Instant moment(std::int64_t since_1970) {
  return match::Instant{match::Instant::duration{since_1970}};
}

}  // namespace flagrank::store

#pragma once

#include <string>
#include <string_view>

#include "server/match/command.hpp"

namespace flagrank::room {

using Hash = match::TokenHash;
using match::equal_in_constant_time;

/// What is remembered of a secret: its SHA-256. A token and an invitation have 128 random bits, so
/// there is nothing to guess and no need for a slow hash.
[[nodiscard]] Hash hash_of(std::string_view secret);

/// The token of whoever joins that room with this retry key: the same each time, so that an answer
/// that was lost can be given again, and as hard to guess as the key.
[[nodiscard]] std::string token_from(std::string_view retry_key, std::string_view room);

}  // namespace flagrank::room

#pragma once

#include <string>
#include <string_view>

#include "server/match/command.hpp"

namespace flagrank::room {

/// What a room remembers of a seat token: its SHA-256. A token has 128 random bits, so there is
/// nothing to guess and no need for a slow hash.
[[nodiscard]] match::TokenHash hash_of(std::string_view token);

/// The token of whoever joins that room with this retry key: the same each time, so that an answer
/// that was lost can be given again, and as hard to guess as the key.
[[nodiscard]] std::string token_from(std::string_view retry_key, std::string_view room);

}  // namespace flagrank::room

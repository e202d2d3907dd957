#pragma once

#include <string_view>

#include "server/match/command.hpp"

namespace flagrank::room {

/// What a room remembers of a seat token: its SHA-256. A token has 128 random bits, so there is
/// nothing to guess and no need for a slow hash.
[[nodiscard]] match::TokenHash hash_of(std::string_view token);

}  // namespace flagrank::room

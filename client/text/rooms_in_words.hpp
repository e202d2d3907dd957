#pragma once

#include <string>

#include "client/text/style.hpp"
#include "common/protocol/rooms.hpp"

namespace flagrank::text {

/// The public rooms of a server, with how to get into them, for a person.
[[nodiscard]] std::string rooms_in_words(const protocol::Rooms& rooms, Style style);

}  // namespace flagrank::text

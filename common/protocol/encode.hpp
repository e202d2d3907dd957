#pragma once

#include <string>
#include <string_view>

#include "common/protocol/client_message.hpp"
#include "common/protocol/server_message.hpp"

namespace flagrank::protocol {

/// One text frame, compact JSON, fields in the order of the pages in proto/, `type` first.
[[nodiscard]] std::string encode(const ServerMessage& message);
[[nodiscard]] std::string encode(const ClientMessage& message);

/// The same frame as the answer to command `id`: `encode({.re = id, .body = b})` equals
/// `answering(encode({.body = b}), id)`. Lets one encoding serve everybody in a room.
[[nodiscard]] std::string answering(std::string_view frame, std::string_view id);

}  // namespace flagrank::protocol

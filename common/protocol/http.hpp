#pragma once

#include <string>
#include <string_view>

#include "common/protocol/rooms.hpp"
#include "common/protocol/rulesets.hpp"
#include "common/protocol/server_message.hpp"

/// What is told by HTTP: proto/http.md. JSON documents without a type.
namespace flagrank::protocol {

/// All that a client may want to know of a server beforehand.
[[nodiscard]] std::string info_document(const Hello& hello, const Rulesets& rulesets);

[[nodiscard]] std::string document(const Rooms& rooms);
[[nodiscard]] std::string document(const RoomTold& room);
/// Of a room of which no more is known.
[[nodiscard]] std::string asleep_document(std::string_view room);
/// Why something is refused: a word for programs and a sentence for people.
[[nodiscard]] std::string refusal_document(std::string_view error, std::string_view message);

}  // namespace flagrank::protocol

#pragma once

#include <iosfwd>

#include "common/protocol/client_message.hpp"
#include "common/protocol/decode.hpp"
#include "common/protocol/server_message.hpp"

/// How GoogleTest and rapidcheck write messages when a comparison fails: as on the wire.
namespace flagrank::protocol {

void PrintTo(const ClientMessage& message, std::ostream* out);
void PrintTo(const ServerMessage& message, std::ostream* out);
void PrintTo(const DecodeError& error, std::ostream* out);

void showValue(const ClientMessage& message, std::ostream& out);
void showValue(const ServerMessage& message, std::ostream& out);

}  // namespace flagrank::protocol

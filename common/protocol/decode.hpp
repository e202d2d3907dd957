#pragma once

#include <boost/system/result.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "common/protocol/client_message.hpp"
#include "common/protocol/error_code.hpp"
#include "common/protocol/server_message.hpp"

namespace flagrank::protocol {

/// Why bytes are no message. Never holds more than 200 bytes of what was sent.
struct DecodeError {
  ErrorCode code = ErrorCode::bad_json;
  std::string message;                 ///< a sentence for a person
  std::optional<std::string> pointer;  ///< JSON pointer to the culprit (RFC 6901); "" = the whole
  std::optional<CommandId> id;         ///< where the frame had a usable one
  friend bool operator==(const DecodeError&, const DecodeError&) = default;
};

/// Reads one text frame of a client. Strict: unknown and repeated fields are errors. Never throws,
/// whatever the bytes.
[[nodiscard]] boost::system::result<ClientMessage, DecodeError> decode_client(
    std::string_view frame);

/// Reads one text frame of a server, for clients. Lenient: unknown fields are passed over, an
/// unknown type comes back as `Unknown`. Never throws.
[[nodiscard]] boost::system::result<ServerMessage, DecodeError> decode_server(
    std::string_view frame);

}  // namespace flagrank::protocol

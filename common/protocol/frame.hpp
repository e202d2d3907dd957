#pragma once

#include <optional>
#include <string>

#include "common/protocol/cursor.hpp"
#include "common/protocol/decode.hpp"
#include "common/protocol/fields.hpp"
#include "common/protocol/json_value.hpp"

/// What all frames have in common.
namespace flagrank::protocol::wire {

/// What is wrong with a frame as JSON, or that it is no object; nothing where all is well.
[[nodiscard]] std::optional<DecodeError> json_error(const Parsed& parsed);

/// The `type` of a frame that is an object; null, and noted, where there is none.
[[nodiscard]] const std::string* message_type(const FieldReader& field, const Cursor& root);

}  // namespace flagrank::protocol::wire

#include "common/protocol/frame.hpp"

namespace flagrank::protocol::wire {

namespace {

[[nodiscard]] DecodeError as_error(const JsonFault& fault) {
  switch (fault.kind) {
    case JsonFault::Kind::syntax:
      return {.code = ErrorCode::bad_json,
              .message = "This is not JSON, from byte " + std::to_string(fault.byte) + " on.",
              .pointer = {},
              .id = {}};
    case JsonFault::Kind::too_deep:
      return {.code = ErrorCode::too_deep,
              .message = std::string{sentence(ErrorCode::too_deep)},
              .pointer = fault.pointer,
              .id = {}};
    case JsonFault::Kind::repeated_key:
      return {.code = ErrorCode::bad_message,
              .message = "A field stands here more than once.",
              .pointer = fault.pointer,
              .id = {}};
    case JsonFault::Kind::huge_number:
      break;
  }
  return {.code = ErrorCode::bad_value,
          .message = "This number is far too big.",
          .pointer = fault.pointer,
          .id = {}};
}

}  // namespace

std::optional<DecodeError> json_error(const Parsed& parsed) {
  if (parsed.fault) return as_error(*parsed.fault);
  if (std::holds_alternative<Object>(parsed.value.data)) return std::nullopt;
  return DecodeError{.code = ErrorCode::bad_message,
                     .message = "A message must be a JSON object.",
                     .pointer = "",
                     .id = {}};
}

const std::string* message_type(const FieldReader& field, const Cursor& root) {
  Member* const member = field.take("type");
  const auto* const type =
      member != nullptr ? std::get_if<std::string>(&member->value.data) : nullptr;
  if (type == nullptr) {
    root.fail_at("type", ErrorCode::bad_message, "A message needs a type, which is a string.");
  }
  return type;
}

}  // namespace flagrank::protocol::wire

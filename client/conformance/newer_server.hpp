#pragma once

#include <cstdint>
#include <string>
#include <string_view>

/// What a later server of the same protocol may say, and a client must bear (proto/README.md,
/// "Promise").
namespace flagrank::conformance {

/// The same frame with fields that nobody knows, in the message and in the objects inside it. Maps
/// from ranks, seats and sides to something stay as they are.
[[nodiscard]] std::string with_new_fields(std::string_view frame);

/// An event of a new type.
[[nodiscard]] std::string new_event(std::uint64_t seq, std::uint64_t at_ms);

/// A message of a new type that is no event and answers nothing.
[[nodiscard]] std::string new_message();

/// An answer with an error code that is new.
[[nodiscard]] std::string new_error(std::string_view id);

}  // namespace flagrank::conformance

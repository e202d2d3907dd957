#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace flagrank::protocol::wire {

/// A number that no field of ours can hold: negative, with a fraction or an exponent, or too big.
struct OtherNumber {};
struct Null {};

struct Value;
struct Member;
using Array = std::vector<Value>;
using Object = std::vector<Member>;  ///< in the order of the text; no key occurs twice

/// A piece of JSON as it was read.
struct Value {
  std::variant<Null, bool, std::uint64_t, OtherNumber, std::string, Array, Object> data;
};

struct Member {
  std::string key;
  Value value;
  bool asked_for = false;  ///< set by whoever reads it, so that what is left over is known
};

/// Why a text is no JSON that we read.
struct JsonFault {
  enum class Kind : std::uint8_t { syntax, too_deep, repeated_key, huge_number };
  Kind kind = Kind::syntax;
  std::size_t byte = 0;  ///< for syntax: how far the reading came
  std::string pointer;   ///< for the others: to the culprit
};

struct Parsed {
  Value value;  ///< with a fault: what had been read before it
  std::optional<JsonFault> fault;
};

/// Reads one JSON text (RFC 8259), nested at most `max_json_depth` deep, whatever the bytes.
[[nodiscard]] Parsed parse_json(std::string_view text);

/// The member of that key, or null.
[[nodiscard]] Member* find(Object& object, std::string_view key) noexcept;

/// Adds one step to a JSON pointer (RFC 6901). Refuses, changing nothing, a key that would make it
/// longer than 64 bytes or that should not be shown to anybody: then it points to what holds it.
[[nodiscard]] bool append_step(std::string& pointer, std::string_view key);

}  // namespace flagrank::protocol::wire

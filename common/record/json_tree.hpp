#pragma once

#include <boost/system/result.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "common/record/fault.hpp"

/// JSON as it was read, with the line on which each value begins.
namespace flagrank::record::tree {

/// A number that no field of a record can hold: negative, with a fraction or an exponent, too big.
struct OtherNumber {};
struct Null {};

struct Value;
struct Member;
using Array = std::vector<Value>;
using Object = std::vector<Member>;  ///< in the order of the text; no key occurs twice

struct Value {
  std::variant<Null, bool, std::uint64_t, OtherNumber, std::string, Array, Object> data;
  std::size_t line = 1;
};

struct Member {
  std::string key;
  Value value;
};

inline constexpr std::size_t max_depth = 16;
inline constexpr std::size_t max_values = std::size_t{1} << 20U;

/// Reads one JSON text (RFC 8259) in bounded memory, whatever the bytes.
[[nodiscard]] boost::system::result<Value, Fault> parse(std::string_view text);

/// The member of that key, or null.
[[nodiscard]] const Value* find(const Object& object, std::string_view key) noexcept;

}  // namespace flagrank::record::tree

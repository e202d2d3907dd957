#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "common/protocol/decode.hpp"
#include "common/protocol/json_value.hpp"

namespace flagrank::protocol::wire {

/// How the reading of one frame goes. Only the first thing that is wrong counts; readers go on with
/// defaults after it, and their result is dropped.
struct Reading {
  bool strict = true;  ///< fields that nobody asked for are errors
  std::optional<DecodeError> error;
};

/// A value inside a frame, and the way to it from the outside.
class Cursor {
 public:
  Cursor(Reading& reading, Value& root) noexcept : reading_{&reading}, value_{&root} {}

  [[nodiscard]] Cursor inside(Member& member) const noexcept {
    return Cursor{*this, member.value, member.key, 0};
  }
  [[nodiscard]] Cursor inside(Value& element, std::size_t position) const noexcept {
    return Cursor{*this, element, std::nullopt, position};
  }

  [[nodiscard]] Value& value() const noexcept { return *value_; }
  [[nodiscard]] bool strict() const noexcept { return reading_->strict; }

  /// Notes that this value, or the field `name` in it, is wrong.
  void fail(ErrorCode code, std::string sentence) const;
  void fail_at(std::string_view name, ErrorCode code, std::string sentence) const;
  /// The same with `bad_value` and "/the/place must be …".
  void refuse(std::string_view expectation) const;

 private:
  Cursor(const Cursor& holder, Value& value, std::optional<std::string_view> key,
         std::size_t position) noexcept
      : reading_{holder.reading_},
        holder_{&holder},
        value_{&value},
        key_{key},
        position_{position} {}

  /// Adds the way to here; false where a step could not be shown, and then no more is added.
  [[nodiscard]] bool append_to(std::string& pointer) const;

  Reading* reading_;
  const Cursor* holder_ = nullptr;
  Value* value_;
  std::optional<std::string_view> key_;
  std::size_t position_ = 0;
};

}  // namespace flagrank::protocol::wire

#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/protocol/cursor.hpp"
#include "common/protocol/json_writer.hpp"
#include "common/protocol/spelling.hpp"
#include "common/rules/move.hpp"
#include "common/rules/piece_id.hpp"
#include "common/rules/square.hpp"

/// One description of a message serves both directions:
///
///     static void fields(auto& field, Same<JoinRoom> auto& m) {
///       field("room", m.room, room_code);
///       field("name", m.name, player_name);
///     }
///
/// `field` is a FieldWriter or a FieldReader, and `m` is const or not. The order is that of the
/// wire. How a value of one type is said stands here as a pair `write` and `read`; whatever has a
/// description is an object. They are found by argument-dependent lookup, so they stand in this
/// namespace itself, and a type has one description in the whole program.
namespace flagrank::protocol::wire {

template <class T, class Wanted>
concept Same = std::same_as<std::remove_const_t<T>, Wanted>;

/// What a text must be beyond being a string. Held to when a client is read, not a server.
struct TextRule {
  bool (*accepts)(std::string_view) noexcept;
  std::string_view expectation;
};

struct AtMost {
  std::size_t entries;
};

struct From1 {};

class FieldWriter {
 public:
  explicit FieldWriter(Writer& out) noexcept : out_{&out} {}

  template <class T, class... Rule>
  void operator()(std::string_view name, const T& value, const Rule&... /*rule*/) {
    out_->key(name);
    write(*out_, value);
  }

  /// A field that is left out where it does not apply. Nothing secret may be left out.
  template <class T>
  void where_it_applies(std::string_view name, const std::optional<T>& value) {
    if (value) (*this)(name, *value);
  }
  template <class T>
  void where_it_applies(std::string_view name, const std::vector<T>& values) {
    if (!values.empty()) (*this)(name, values);
  }

 private:
  Writer* out_;
};

class FieldReader {
 public:
  /// `at` outlives the reader.
  explicit FieldReader(const Cursor& at)
      : at_{&at}, object_{std::get_if<Object>(&at.value().data)} {
    if (object_ == nullptr) at.refuse("must be an object");
  }

  template <class T, class... Rule>
  void operator()(std::string_view name, T&& value, const Rule&... rule) {
    if (object_ == nullptr) return;
    Member* const member = take(name);
    if (member == nullptr) return missing(name);
    read(at_->inside(*member), value, rule...);
  }

  template <class T>
  void where_it_applies(std::string_view name, std::optional<T>& value) {
    if (Member* const member = take(name)) read(at_->inside(*member), value.emplace());
  }
  template <class T>
  void where_it_applies(std::string_view name, T&& value) {
    if (Member* const member = take(name)) read(at_->inside(*member), value);
  }

  /// The member of that name, which then counts as asked for; null where there is none.
  [[nodiscard]] Member* take(std::string_view name) noexcept;
  /// Where the reading is strict: notes a field that nobody has asked for.
  void finish() const;

 private:
  void missing(std::string_view name) const;

  const Cursor* at_;
  Object* object_;
};

// One pair for each kind of value.

inline void write(Writer& out, bool value) { out.boolean(value); }
inline void write(Writer& out, const std::string& value) { out.text(value); }
inline void write(Writer& out, rules::Square square) { out.word(square.text()); }
inline void write(Writer& out, rules::PieceId piece) { out.word(piece.text()); }
/// As "a4-a5".
void write(Writer& out, rules::Move move);

void read(const Cursor& at, bool& value);
void read(const Cursor& at, std::string& value);
void read(const Cursor& at, std::string& value, const TextRule& rule);
void read(const Cursor& at, rules::Square& square);
void read(const Cursor& at, rules::PieceId& piece);
void read(const Cursor& at, rules::Move& move);

template <std::unsigned_integral Int>
void write(Writer& out, const Int& value) {
  out.integer(value);
}

/// False where there is no whole number from `least` to `most`.
[[nodiscard]] bool read_integer(const Cursor& at, std::uint64_t& value, std::uint64_t least,
                                std::uint64_t most);

template <std::unsigned_integral Int>
void read(const Cursor& at, Int& value) {
  std::uint64_t number = 0;
  if (read_integer(at, number, 0, std::numeric_limits<Int>::max()))
    value = static_cast<Int>(number);
}

template <std::unsigned_integral Int>
void read(const Cursor& at, Int& value, From1 /*rule*/) {
  std::uint64_t number = 0;
  if (read_integer(at, number, 1, std::numeric_limits<Int>::max()))
    value = static_cast<Int>(number);
}

template <class Enum>
  requires std::is_enum_v<Enum>
void write(Writer& out, const Enum& value) {
  out.word(spelt(value));
}

template <class Enum>
  requires std::is_enum_v<Enum>
void read(const Cursor& at, Enum& value) {
  const auto* const text = std::get_if<std::string>(&at.value().data);
  const auto known = text != nullptr ? from_spelling<Enum>(*text) : std::nullopt;
  if (!known) return at.refuse(expectation<Enum>());
  value = *known;
}

template <class T>
void write(Writer& out, const std::optional<T>& value) {
  if (!value) return out.null();
  write(out, *value);
}

template <class T>
void read(const Cursor& at, std::optional<T>& value) {
  value.reset();
  if (std::holds_alternative<Null>(at.value().data)) return;
  read(at, value.emplace());
}

template <class T>
void write(Writer& out, const std::vector<T>& values) {
  out.open_array();
  for (const T& value : values) write(out, value);
  out.close_array();
}

template <class T>
void read(const Cursor& at, std::vector<T>& values) {
  auto* const elements = std::get_if<Array>(&at.value().data);
  if (elements == nullptr) return at.refuse("must be an array");
  values.clear();
  for (std::size_t i = 0; i < elements->size(); ++i) {
    read(at.inside((*elements)[i], i), values.emplace_back());
  }
}

template <class T>
void read(const Cursor& at, std::vector<T>& values, AtMost most) {
  const auto* const elements = std::get_if<Array>(&at.value().data);
  if (elements != nullptr && elements->size() > most.entries) {
    return at.refuse("must have at most " + std::to_string(most.entries) + " entries");
  }
  read(at, values);
}

/// Anything with a description.
template <class T>
void write(Writer& out, const T& value) {
  out.open_object();
  FieldWriter field{out};
  fields(field, value);
  out.close_object();
}

template <class T>
void read(const Cursor& at, T& value) {
  FieldReader field{at};
  fields(field, value);
  field.finish();
}

/// Two things of a kind, one for each side or seat, as an object with a field for each.
template <class Array2>
struct BySide {
  Array2& both;
};
template <class Array2>
struct BySeat {
  Array2& both;
};
template <class Array2>
BySide(Array2&) -> BySide<Array2>;
template <class Array2>
BySeat(Array2&) -> BySeat<Array2>;

template <class Array2>
void fields(auto& field, const BySide<Array2>& pair) {
  field("red", pair.both[0]);
  field("blue", pair.both[1]);
}

template <class Array2>
void fields(auto& field, const BySeat<Array2>& pair) {
  field("host", pair.both[0]);
  field("guest", pair.both[1]);
}

}  // namespace flagrank::protocol::wire

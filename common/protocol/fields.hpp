#pragma once

#include <array>
#include <chrono>
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

#include "common/json/writer.hpp"
#include "common/protocol/cursor.hpp"
#include "common/protocol/spelling.hpp"
#include "common/rules/move.hpp"
#include "common/rules/piece_id.hpp"
#include "common/rules/square.hpp"
#include "common/view/timing.hpp"

/// One description of a message serves both directions:
///
///     template <>
///     struct Described<JoinRoom> {
///       static constexpr std::string_view type = "join_room";
///       static void fields(auto& field, auto& m) {
///         field("room", m.room, room_code);
///         field("name", m.name, player_name);
///       }
///     };
///
/// `field` is a FieldWriter or a FieldReader, and `m` is const or not. The order is that of the
/// wire. The third argument is a manner: a check on what is read, or a way to say a value that
/// differs from the usual one of its type. How a value is said stands as a pair of overloads
/// `write` and `read`; whatever is described is an object.
namespace flagrank::protocol::wire {

/// One of this namespace, so that the overloads of `write` here are found by its name.
struct Writer : json::Writer {
  using json::Writer::Writer;
};

/// The description of an object; of a message, with its `type`.
template <class T>
struct Described;

class FieldWriter {
 public:
  explicit FieldWriter(Writer& out) noexcept : out_{&out} {}

  template <class T, class... Manner>
  void operator()(std::string_view name, const T& value, const Manner&... manner) const {
    out_->key(name);
    write(*out_, value, manner...);
  }

  /// A field that is left out where it does not apply. Nothing secret may be left out.
  template <class T, class... Manner>
  void where_it_applies(std::string_view name, const std::optional<T>& value,
                        const Manner&... manner) const {
    if (value) (*this)(name, *value, manner...);
  }
  template <class T>
  void where_it_applies(std::string_view name, const std::vector<T>& values) const {
    if (!values.empty()) (*this)(name, values);
  }
  void where_it_applies(std::string_view name, bool value) const {
    if (value) (*this)(name, value);
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

  template <class T, class... Manner>
  void operator()(std::string_view name, T& value, const Manner&... manner) const {
    if (Member* const member = required(name)) read(at_->inside(*member), value, manner...);
  }

  template <class T>
  void where_it_applies(std::string_view name, std::optional<T>& value) const {
    if (Member* const member = take(name)) read(at_->inside(*member), value.emplace());
  }
  /// The manner is that of the value inside.
  template <class T, class Manner>
  void where_it_applies(std::string_view name, std::optional<T>& value, const Manner& manner) const
    requires requires(const Cursor& at, T& inner) { read(at, inner, manner); }
  {
    if (Member* const member = take(name)) read(at_->inside(*member), value.emplace(), manner);
  }
  template <class T, class... Manner>
  void where_it_applies(std::string_view name, T& value, const Manner&... manner) const {
    if (Member* const member = take(name)) read(at_->inside(*member), value, manner...);
  }

  /// The member of that name, which then counts as asked for; null where there is none.
  [[nodiscard]] Member* take(std::string_view name) const noexcept;
  [[nodiscard]] bool has(std::string_view name) const noexcept;
  /// Where the reading is strict: notes a field that nobody has asked for.
  void finish() const;

 private:
  /// As `take`, but notes that it is missing.
  [[nodiscard]] Member* required(std::string_view name) const;

  const Cursor* at_;
  Object* object_;
};

// Manners.

/// What a text must be beyond being a string. Held to when a client is read, not a server.
struct TextRule {
  bool (*accepts)(std::string_view) noexcept;
  std::string_view expectation;
};
struct AtMost {
  std::uint64_t most;
};
struct From1 {};
/// A length of time, in milliseconds.
struct Lasting {
  std::uint64_t least;
  std::uint64_t most;
};
/// Two things of a kind as an object with a field for each side, or each seat.
struct BySide {};
struct BySeat {};

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

/// What `parse` makes of a string, where it makes something of it.
template <class T, class Parse>
void read_string(const Cursor& at, T& value, Parse parse, std::string_view expectation) {
  const auto* const text = std::get_if<std::string>(&at.value().data);
  const std::optional<T> known = text != nullptr ? parse(*text) : std::nullopt;
  if (known) {
    value = *known;
  } else {
    at.refuse(expectation);
  }
}

template <std::unsigned_integral Int>
void write(Writer& out, const Int& value) {
  out.integer(value);
}

/// False where there is no whole number from `least` to `most`.
[[nodiscard]] bool read_integer(const Cursor& at, std::uint64_t& value, std::uint64_t least,
                                std::uint64_t most);

template <std::unsigned_integral Int>
void read_between(const Cursor& at, Int& value, std::uint64_t least, std::uint64_t most) {
  std::uint64_t number = 0;
  if (read_integer(at, number, least, most)) value = static_cast<Int>(number);
}
template <std::unsigned_integral Int>
void read(const Cursor& at, Int& value) {
  read_between(at, value, 0, std::numeric_limits<Int>::max());
}
template <std::unsigned_integral Int>
void read(const Cursor& at, Int& value, From1 /*manner*/) {
  read_between(at, value, 1, std::numeric_limits<Int>::max());
}
template <std::unsigned_integral Int>
void read(const Cursor& at, Int& value, AtMost manner) {
  read_between(at, value, 0, manner.most);
}

/// Times are whole milliseconds; moments count from 1970.
inline void write(Writer& out, const view::Milliseconds& time) {
  out.integer(static_cast<std::uint64_t>(time.count()));
}
inline void write(Writer& out, const view::Instant& moment) {
  write(out, moment.time_since_epoch());
}
/// What no clock can show counts as a fault, not as another time.
void read(const Cursor& at, view::Milliseconds& time);
void read(const Cursor& at, view::Milliseconds& time, Lasting manner);
void read(const Cursor& at, view::Instant& moment);

template <class Enum>
  requires std::is_enum_v<Enum>
void write(Writer& out, const Enum& value) {
  out.word(spelt(value));
}
template <class Enum>
  requires std::is_enum_v<Enum>
void read(const Cursor& at, Enum& value) {
  read_string(at, value, from_spelling<Enum>, expectation<Enum>());
}

template <class T>
void write(Writer& out, const std::optional<T>& value) {
  if (value) {
    write(out, *value);
  } else {
    out.null();
  }
}
template <class T>
void read(const Cursor& at, std::optional<T>& value) {
  value.reset();
  if (!std::holds_alternative<Null>(at.value().data)) read(at, value.emplace());
}

template <class T>
void write(Writer& out, const std::vector<T>& values) {
  out.open_array();
  for (const T& value : values) write(out, value);
  out.close_array();
}
/// Null, and noted, where there is no array of at most that many elements.
[[nodiscard]] Array* read_array(const Cursor& at, std::uint64_t most);

template <class T>
void read(const Cursor& at, std::vector<T>& values, AtMost manner) {
  values.clear();
  Array* const elements = read_array(at, manner.most);
  for (std::size_t i = 0; elements != nullptr && i < elements->size(); ++i) {
    read(at.inside((*elements)[i], i), values.emplace_back());
  }
}
template <class T>
void read(const Cursor& at, std::vector<T>& values) {
  read(at, values, AtMost{std::numeric_limits<std::uint64_t>::max()});
}

/// Anything that is described.
template <class T>
void write(Writer& out, const T& value) {
  out.open_object();
  const FieldWriter field{out};
  Described<T>::fields(field, value);
  out.close_object();
}
template <class T>
void read(const Cursor& at, T& value) {
  const FieldReader field{at};
  Described<T>::fields(field, value);
  field.finish();
}

template <class T>
void write(Writer& out, const std::array<T, 2>& pair, BySide /*manner*/) {
  out.open_object();
  const FieldWriter field{out};
  field("red", pair[0]);
  field("blue", pair[1]);
  out.close_object();
}
template <class T>
void read(const Cursor& at, std::array<T, 2>& pair, BySide /*manner*/) {
  const FieldReader field{at};
  field("red", pair[0]);
  field("blue", pair[1]);
}

template <class T>
void write(Writer& out, const std::array<T, 2>& pair, BySeat /*manner*/) {
  out.open_object();
  const FieldWriter field{out};
  field("host", pair[0]);
  field("guest", pair[1]);
  out.close_object();
}
template <class T>
void read(const Cursor& at, std::array<T, 2>& pair, BySeat /*manner*/) {
  const FieldReader field{at};
  field("host", pair[0]);
  field("guest", pair[1]);
}

/// A check has no say in how a value is written.
template <class T>
void write(Writer& out, const T& value, const TextRule& /*manner*/) {
  write(out, value);
}
template <class T>
void write(Writer& out, const T& value, Lasting /*manner*/) {
  write(out, value);
}
template <class T>
void write(Writer& out, const T& value, AtMost /*manner*/) {
  write(out, value);
}
template <class T>
void write(Writer& out, const T& value, From1 /*manner*/) {
  write(out, value);
}

}  // namespace flagrank::protocol::wire

#include "common/protocol/fields.hpp"

#include <algorithm>

#include "common/protocol/limits.hpp"
#include "common/protocol/text.hpp"

namespace flagrank::protocol::wire {

Member* FieldReader::take(std::string_view name) const noexcept {
  if (object_ == nullptr) return nullptr;
  Member* const member = find(*object_, name);
  if (member != nullptr) member->asked_for = true;
  return member;
}

bool FieldReader::has(std::string_view name) const noexcept {
  return object_ != nullptr && find(*object_, name) != nullptr;
}

Member* FieldReader::required(std::string_view name) const {
  Member* const member = take(name);
  if (member == nullptr) {
    at_->fail_at(name, ErrorCode::missing_field, "The field " + std::string{name} + " is missing.");
  }
  return member;
}

void FieldReader::finish() const {
  if (object_ == nullptr || !at_->strict()) return;
  const auto stray = std::ranges::find(*object_, false, &Member::asked_for);
  if (stray == object_->end()) return;
  at_->fail_at(stray->key, ErrorCode::unknown_field,
               "There is no field \"" + excerpt(stray->key) + "\" here.");
}

void write(Writer& out, rules::Move move) {
  std::string text = move.from.text();
  text += '-';
  text += move.to.text();
  out.word(text);
}

void read(const Cursor& at, bool& value) {
  if (const auto* const known = std::get_if<bool>(&at.value().data)) {
    value = *known;
  } else {
    at.refuse("must be true or false");
  }
}

void read(const Cursor& at, std::string& value) {
  if (auto* const text = std::get_if<std::string>(&at.value().data)) {
    value = std::move(*text);
  } else {
    at.refuse("must be a string");
  }
}

void read(const Cursor& at, std::string& value, const TextRule& rule) {
  const auto* const text = std::get_if<std::string>(&at.value().data);
  if (text != nullptr && (rule.accepts(*text) || !at.strict())) {
    value = *text;
  } else {
    at.refuse(rule.expectation);
  }
}

void read(const Cursor& at, rules::Square& square) {
  read_string(at, square, rules::Square::parse, "must be a square, a1 to j10");
}

void read(const Cursor& at, rules::PieceId& piece) {
  read_string(at, piece, rules::PieceId::parse, "must be a piece, named by the square it began on");
}

void read(const Cursor& at, rules::Move& move) {
  const auto parse = [](std::string_view text) -> std::optional<rules::Move> {
    const std::size_t dash = text.find('-');
    if (dash == std::string_view::npos) return std::nullopt;
    const auto from = rules::Square::parse(text.substr(0, dash));
    const auto to = rules::Square::parse(text.substr(dash + 1));
    if (!from || !to) return std::nullopt;
    return rules::Move{.from = *from, .to = *to};
  };
  read_string(at, move, parse, "must be a move such as a4-a5");
}

bool read_integer(const Cursor& at, std::uint64_t& value, std::uint64_t least, std::uint64_t most) {
  const auto* const number = std::get_if<std::uint64_t>(&at.value().data);
  if (number == nullptr || *number < least || *number > most) {
    at.refuse("must be a whole number from " + std::to_string(least) + " to " +
              std::to_string(most));
    return false;
  }
  value = *number;
  return true;
}

void read(const Cursor& at, view::Milliseconds& time, Lasting manner) {
  std::uint64_t count = 0;
  if (read_integer(at, count, manner.least, manner.most)) {
    time = view::Milliseconds{static_cast<view::Milliseconds::rep>(count)};
  }
}

void read(const Cursor& at, view::Milliseconds& time) { read(at, time, {0, max_moment_ms}); }

void read(const Cursor& at, view::Instant& moment) {
  view::Milliseconds since_1970{};
  read(at, since_1970);
  moment = view::Instant{since_1970};
}

Array* read_array(const Cursor& at, std::uint64_t most) {
  auto* const elements = std::get_if<Array>(&at.value().data);
  if (elements == nullptr) {
    at.refuse("must be an array");
    return nullptr;
  }
  if (elements->size() > most) {
    at.refuse("must have at most " + std::to_string(most) + " entries");
    return nullptr;
  }
  return elements;
}

}  // namespace flagrank::protocol::wire

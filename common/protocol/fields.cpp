#include "common/protocol/fields.hpp"

#include "common/protocol/text.hpp"

namespace flagrank::protocol::wire {

Member* FieldReader::take(std::string_view name) noexcept {
  if (object_ == nullptr) return nullptr;
  Member* const member = find(*object_, name);
  if (member != nullptr) member->asked_for = true;
  return member;
}

void FieldReader::missing(std::string_view name) const {
  at_->fail_at(name, ErrorCode::missing_field, "The field " + std::string{name} + " is missing.");
}

void FieldReader::finish() const {
  if (object_ == nullptr || !at_->strict()) return;
  for (const Member& member : *object_) {
    if (member.asked_for) continue;
    return at_->fail_at(member.key, ErrorCode::unknown_field,
                        "There is no field \"" + excerpt(member.key) + "\" here.");
  }
}

void write(Writer& out, rules::Move move) {
  std::string text = move.from.text();
  text += '-';
  text += move.to.text();
  out.word(text);
}

void read(const Cursor& at, bool& value) {
  const auto* const known = std::get_if<bool>(&at.value().data);
  if (known == nullptr) return at.refuse("must be true or false");
  value = *known;
}

void read(const Cursor& at, std::string& value) {
  auto* const text = std::get_if<std::string>(&at.value().data);
  if (text == nullptr) return at.refuse("must be a string");
  value = std::move(*text);
}

void read(const Cursor& at, std::string& value, const TextRule& rule) {
  const auto* const text = std::get_if<std::string>(&at.value().data);
  if (text == nullptr || (at.strict() && !rule.accepts(*text))) return at.refuse(rule.expectation);
  read(at, value);
}

void read(const Cursor& at, rules::Square& square) {
  const auto* const text = std::get_if<std::string>(&at.value().data);
  const auto known = text != nullptr ? rules::Square::parse(*text) : std::nullopt;
  if (!known) return at.refuse("must be a square, a1 to j10");
  square = *known;
}

void read(const Cursor& at, rules::PieceId& piece) {
  const auto* const text = std::get_if<std::string>(&at.value().data);
  const auto known = text != nullptr ? rules::PieceId::parse(*text) : std::nullopt;
  if (!known) return at.refuse("must be a piece, named by the square it began on");
  piece = *known;
}

void read(const Cursor& at, rules::Move& move) {
  const auto* const text = std::get_if<std::string>(&at.value().data);
  const std::string_view whole = text != nullptr ? std::string_view{*text} : std::string_view{};
  const std::size_t dash = whole.find('-');
  if (dash == std::string_view::npos) return at.refuse("must be a move such as a4-a5");
  const auto from = rules::Square::parse(whole.substr(0, dash));
  const auto to = rules::Square::parse(whole.substr(dash + 1));
  if (!from || !to) return at.refuse("must be a move such as a4-a5");
  move = {.from = *from, .to = *to};
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

}  // namespace flagrank::protocol::wire

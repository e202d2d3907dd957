#include "common/protocol/cursor.hpp"

namespace flagrank::protocol::wire {

bool Cursor::append_to(std::string& pointer) const {
  if (holder_ == nullptr) return true;
  if (!holder_->append_to(pointer)) return false;
  return append_step(pointer, key_ ? std::string{*key_} : std::to_string(position_));
}

void Cursor::fail(ErrorCode code, std::string sentence) const {
  if (reading_->error) return;
  std::string pointer;
  (void)append_to(pointer);
  reading_->error = DecodeError{
      .code = code, .message = std::move(sentence), .pointer = std::move(pointer), .id = {}};
}

void Cursor::fail_at(std::string_view name, ErrorCode code, std::string sentence) const {
  if (reading_->error) return;
  std::string pointer;
  if (append_to(pointer)) (void)append_step(pointer, name);
  reading_->error = DecodeError{
      .code = code, .message = std::move(sentence), .pointer = std::move(pointer), .id = {}};
}

void Cursor::refuse(std::string_view expectation) const {
  if (reading_->error) return;
  std::string place;
  (void)append_to(place);
  std::string sentence = place.empty() ? "The message" : place;
  sentence += ' ';
  sentence += expectation;
  sentence += '.';
  fail(ErrorCode::bad_value, std::move(sentence));
}

}  // namespace flagrank::protocol::wire

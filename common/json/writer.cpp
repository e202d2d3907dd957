#include "common/json/writer.hpp"

#include <algorithm>
#include <array>

#include "common/json/utf8.hpp"

namespace flagrank::json {

namespace {

[[nodiscard]] bool needs_care(char c) noexcept {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte >= 0x80 || c == '"' || c == '\\';
}

/// The letter after the backslash of a short escape, or 0.
[[nodiscard]] char short_escape(char c) noexcept {
  switch (c) {
    case '"':
      return '"';
    case '\\':
      return '\\';
    case '\b':
      return 'b';
    case '\f':
      return 'f';
    case '\n':
      return 'n';
    case '\r':
      return 'r';
    case '\t':
      return 't';
    default:
      return 0;
  }
}

/// The two digits of a control character's number.
[[nodiscard]] std::array<char, 2> digits_of(char c) noexcept {
  constexpr std::string_view digits = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  return {digits[byte >> 4U], digits[byte & 0xFU]};
}

}  // namespace

void Writer::open(char bracket) {
  separate();
  put(bracket);
  after_value_ = false;
}

void Writer::close(char bracket) {
  put(bracket);
  after_value_ = true;
}

void Writer::key(std::string_view name) {
  word(name);
  put(':');
  after_value_ = false;
}

void Writer::bare(std::string_view value) {
  separate();
  put(value);
}

void Writer::word(std::string_view value) {
  separate();
  put('"');
  put(value);
  put('"');
}

void Writer::text(std::string_view value) {
  separate();
  put('"');
  if (std::ranges::any_of(value, needs_care)) {
    escaped(value);
  } else {
    put(value);
  }
  put('"');
}

void Writer::escaped(std::string_view value) {
  while (!value.empty()) {
    const CodePoint c = first_code_point(value);
    if (c.length == 0) {
      put("\xEF\xBF\xBD");
      value.remove_prefix(1);
      continue;
    }
    if (const char letter = short_escape(value.front()); letter != 0) {
      put('\\');
      put(letter);
    } else if (c.value < 0x20) {
      put("\\u00");
      for (const char digit : digits_of(value.front())) put(digit);
    } else {
      put(value.substr(0, c.length));
    }
    value.remove_prefix(c.length);
  }
}

void Writer::put_long(std::string_view text) {
  spill();
  out_ += text;
}

void Writer::spill() {
  out_.append(latest_.data(), used_);
  used_ = 0;
}

std::string Writer::take() && {
  spill();
  return std::move(out_);
}

}  // namespace flagrank::json

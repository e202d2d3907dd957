#include "common/json/writer.hpp"

#include <algorithm>

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

void append_control(std::string& out, char c) {
  constexpr std::string_view digits = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  out += "\\u00";
  out += digits[byte >> 4U];
  out += digits[byte & 0xFU];
}

}  // namespace

void Writer::separate() {
  if (after_value_) out_ += ',';
  after_value_ = true;
}

void Writer::open(char bracket) {
  separate();
  out_ += bracket;
  after_value_ = false;
}

void Writer::close(char bracket) {
  out_ += bracket;
  after_value_ = true;
}

void Writer::key(std::string_view name) {
  word(name);
  out_ += ':';
  after_value_ = false;
}

void Writer::bare(std::string_view value) {
  separate();
  out_ += value;
}

void Writer::word(std::string_view value) {
  separate();
  out_ += '"';
  out_ += value;
  out_ += '"';
}

void Writer::text(std::string_view value) {
  separate();
  out_ += '"';
  if (std::ranges::any_of(value, needs_care)) {
    escaped(value);
  } else {
    out_ += value;
  }
  out_ += '"';
}

void Writer::escaped(std::string_view value) {
  while (!value.empty()) {
    const CodePoint c = first_code_point(value);
    if (c.length == 0) {
      out_ += "\xEF\xBF\xBD";
      value.remove_prefix(1);
      continue;
    }
    if (const char letter = short_escape(value.front()); letter != 0) {
      out_ += '\\';
      out_ += letter;
    } else if (c.value < 0x20) {
      append_control(out_, value.front());
    } else {
      out_ += value.substr(0, c.length);
    }
    value.remove_prefix(c.length);
  }
}

}  // namespace flagrank::json

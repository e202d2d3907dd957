#include "client/text/clean.hpp"

#include <algorithm>
#include <iterator>

#include "common/json/utf8.hpp"
#include "common/protocol/text.hpp"

namespace flagrank::text {

std::string clean(std::string_view text, Style style, std::size_t most_characters) {
  std::string out;
  for (std::size_t count = 0; !text.empty() && count < most_characters; ++count) {
    const auto [value, length] = json::first_code_point(text);
    const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
    const bool printable = length != 0 && protocol::plain_text(character);
    if (printable && (!style.ascii || value < 0x80)) {
      out += character;
    } else {
      out += '?';
    }
    text.remove_prefix(character.size());
  }
  return out;
}

std::string clean_code(std::string_view code) {
  std::string out;
  std::ranges::copy_if(code, std::back_inserter(out), [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  });
  return out;
}

}  // namespace flagrank::text

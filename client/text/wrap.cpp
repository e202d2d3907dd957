#include "client/text/wrap.hpp"

namespace flagrank::text {

std::string wrapped(std::string_view text, std::size_t indent) {
  constexpr std::size_t most = 79;
  std::string out;
  std::size_t room = most;
  while (text.size() > room) {
    const std::size_t comma = text.rfind(", ", room - 1);
    const std::size_t last = comma != std::string_view::npos ? comma + 1 : text.rfind(' ', room);
    if (last == std::string_view::npos) break;
    out += std::string{text.substr(0, last)} + "\n" + std::string(indent, ' ');
    text.remove_prefix(last + 1);
    room = most - indent;
  }
  return out + std::string{text};
}

}  // namespace flagrank::text

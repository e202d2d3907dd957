#include "client/text/blanks.hpp"

#include <algorithm>

namespace flagrank::text {

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::pair<std::string_view, std::string_view> split(std::string_view line) {
  const std::size_t end = std::min(line.find_first_of(blanks), line.size());
  return {line.substr(0, end), trimmed(line.substr(end))};
}

}  // namespace flagrank::text

#include "client/text/rules_in_words.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "common/rules/formation.hpp"

namespace flagrank::text {
namespace {

constexpr std::size_t width = 76;

/// The words of `text` after `head`, in lines of the usual width; the further ones begin below the
/// first word.
std::string hanging(std::string head, std::string_view text) {
  const std::string indent(head.size(), ' ');
  std::string out;
  std::string line = std::move(head);
  bool fresh = true;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!fresh && line.size() + 1 + word.size() > width) {
      out += line + "\n";
      line = indent;
      fresh = true;
    }
    line += (fresh ? "" : " ") + std::string{word};
    fresh = false;
  }
  return out + line + "\n";
}

/// "  name    summary": names padded to the same width.
std::string row(std::string_view name, std::size_t longest, std::string_view summary) {
  return hanging("  " + std::string{name} + std::string(longest + 2 - name.size(), ' '), summary);
}

}  // namespace

std::string styles_in_words(const rules::Variant& variant) {
  const auto styles = rules::formation_styles(variant);
  std::size_t longest = 0;
  for (const rules::FormationStyle& style : styles) longest = std::max(longest, style.name.size());
  std::string text = "Type formation and one of these names:\n\n";
  for (const rules::FormationStyle& style : styles) {
    text += row(style.name, longest, style.summary);
  }
  return text;
}

}  // namespace flagrank::text

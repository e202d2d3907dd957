#include "client/text/keys.hpp"

#include <algorithm>
#include <array>

#include "common/json/utf8.hpp"

namespace flagrank::text {
namespace {

constexpr char escape = '\033';

/// The sequences that are bound to something: arrows, Home, End, Delete, in both spellings, and
/// with the Meta key (which sends Esc first) word motions and deletions.
constexpr std::array<std::string_view, 21> useful{
    "\033[A",  "\033[B",  "\033[C",  "\033[D",   "\033[H", "\033[F",  "\033OA",
    "\033OB",  "\033OC",  "\033OD",  "\033OH",   "\033OF", "\033[1~", "\033[3~",
    "\033[4~", "\033[7~", "\033[8~", "\033\177", "\033b",  "\033f",   "\033d"};

/// How many bytes the escape sequence takes that the text begins with; 0 = it is not finished.
std::size_t sequence_length(std::string_view text) {
  if (text.size() < 2) return 0;
  if (text[1] == 'O') return text.size() < 3 ? 0 : 3;
  if (text[1] != '[') return 2;
  const auto* end =
      std::find_if(text.begin() + 2, text.end(), [](char c) { return c >= '@' && c <= '~'; });
  return end == text.end() ? 0 : static_cast<std::size_t>(end - text.begin()) + 1;
}

/// How many bytes a character takes that begins with this one; 1 for what begins none.
std::size_t character_length(char first) {
  const auto byte = static_cast<unsigned char>(first);
  if (byte >= 0xF8 || byte < 0xC0) return 1;
  if (byte >= 0xF0) return 4;
  return byte >= 0xE0 ? 3 : 2;
}

std::u32string ascii(std::string_view text) { return {text.begin(), text.end()}; }

}  // namespace

void Keys::feed(std::string_view bytes) { bytes_ += bytes; }

std::optional<std::u32string> Keys::next() {
  while (!bytes_.empty()) {
    const bool sequence = bytes_.front() == escape;
    const std::size_t length =
        sequence ? sequence_length(bytes_) : character_length(bytes_.front());
    if (length == 0 || length > bytes_.size()) return std::nullopt;
    const std::string key = bytes_.substr(0, length);
    if (sequence) {
      bytes_.erase(0, length);
      if (std::ranges::find(useful, key) != useful.end()) return ascii(key);
      continue;
    }
    const auto [character, read] = json::first_code_point(key);
    bytes_.erase(0, std::max<std::size_t>(read, 1));
    if (read > 0) return std::u32string{character};
  }
  return std::nullopt;
}

}  // namespace flagrank::text

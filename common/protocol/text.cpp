#include "common/protocol/text.hpp"

#include <algorithm>
#include <cstddef>
#include <initializer_list>

#include "common/json/utf8.hpp"
#include "common/protocol/limits.hpp"

namespace flagrank::protocol {

namespace {

struct Span {
  char32_t first;
  char32_t last;
};

[[nodiscard]] constexpr bool within(char32_t c, std::initializer_list<Span> spans) noexcept {
  return std::ranges::any_of(spans, [c](Span span) { return span.first <= c && c <= span.last; });
}

/// Controls, direction marks, line separators and format characters (Unicode Cc, Zl, Zp and most of
/// Cf). The two joiners U+200C and U+200D stay: scripts and emoji are spelt with them.
[[nodiscard]] constexpr bool steers(char32_t c) noexcept {
  return within(c, {{0x0000, 0x001F},
                    {0x007F, 0x009F},
                    {0x061C, 0x061C},
                    {0x180E, 0x180E},
                    {0x200B, 0x200B},
                    {0x200E, 0x200F},
                    {0x2028, 0x202E},
                    {0x2060, 0x206F},
                    {0xFEFF, 0xFEFF},
                    {0xFFF9, 0xFFFB},
                    {0xFFFE, 0xFFFF},
                    {0x1D173, 0x1D17A},
                    {0xE0000, 0xE007F}});
}

/// Characters that leave no mark.
[[nodiscard]] constexpr bool invisible(char32_t c) noexcept {
  return within(c, {{0x0020, 0x0020},
                    {0x00A0, 0x00A0},
                    {0x00AD, 0x00AD},
                    {0x034F, 0x034F},
                    {0x115F, 0x1160},
                    {0x1680, 0x1680},
                    {0x17B4, 0x17B5},
                    {0x2000, 0x200D},
                    {0x202F, 0x202F},
                    {0x205F, 0x205F},
                    {0x2800, 0x2800},
                    {0x3000, 0x3000},
                    {0x3164, 0x3164},
                    {0xFE00, 0xFE0F},
                    {0xFFA0, 0xFFA0},
                    {0xE0100, 0xE01EF}});
}

/// Is every character of the text valid UTF-8 and to the taste of `fits`?
template <class Fits>
[[nodiscard]] bool all_characters(std::string_view text, Fits fits) noexcept {
  while (!text.empty()) {
    const json::CodePoint c = json::first_code_point(text);
    if (c.length == 0 || !fits(c.value)) return false;
    text.remove_prefix(c.length);
  }
  return true;
}

[[nodiscard]] bool presentable(std::string_view text, std::size_t max_bytes) noexcept {
  return text.size() <= max_bytes && plain_text(text) && !blank_text(text);
}

[[nodiscard]] constexpr bool in_ids(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-';
}

}  // namespace

bool plain_text(std::string_view text) noexcept {
  return all_characters(text, [](char32_t c) { return !steers(c); });
}

bool blank_text(std::string_view text) noexcept { return all_characters(text, invisible); }

bool valid_command_id(std::string_view text) noexcept {
  return !text.empty() && text.size() <= max_command_id_bytes && std::ranges::all_of(text, in_ids);
}

bool valid_retry_key(std::string_view text) noexcept {
  return text.size() >= min_retry_key_bytes && text.size() <= max_retry_key_bytes &&
         std::ranges::all_of(text, in_ids);
}

bool valid_choice(std::string_view text) noexcept {
  return !text.empty() && text.size() <= max_choice_bytes && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  });
}

bool valid_player_name(std::string_view text) noexcept { return presentable(text, max_name_bytes); }

bool valid_chat_text(std::string_view text) noexcept { return presentable(text, max_chat_bytes); }

bool valid_record_id(std::string_view text) noexcept {
  constexpr std::size_t digits = 32;
  return text.size() == digits && std::ranges::all_of(text, [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

std::string excerpt(std::string_view text) {
  constexpr std::size_t most = 32;
  std::string out{text.substr(0, most)};
  for (char& c : out) {
    if (c < ' ' || c > '~') c = '?';
  }
  if (text.size() > most) out += "...";
  return out;
}

}  // namespace flagrank::protocol

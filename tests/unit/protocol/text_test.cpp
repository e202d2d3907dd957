#include "common/protocol/text.hpp"

#include <gtest/gtest.h>

namespace flagrank::protocol {
namespace {

TEST(PlayerName, may_be_any_visible_text_of_up_to_32_bytes) {
  EXPECT_TRUE(valid_player_name("A"));
  EXPECT_TRUE(valid_player_name("Ada Lovelace"));
  EXPECT_TRUE(valid_player_name(" padded "));
  EXPECT_TRUE(valid_player_name(std::string(32, 'n')));
  EXPECT_TRUE(valid_player_name("Zoë"));
  EXPECT_TRUE(valid_player_name("名前"));
  EXPECT_TRUE(valid_player_name("שלום"));
  EXPECT_TRUE(valid_player_name("👩‍🚀"));        // spelt with a joiner
  EXPECT_TRUE(valid_player_name("می‌خواهم"));  // and with a non-joiner
}

TEST(PlayerName, has_a_length_counted_in_bytes) {
  EXPECT_FALSE(valid_player_name(""));
  EXPECT_FALSE(valid_player_name(std::string(33, 'n')));
  EXPECT_TRUE(valid_player_name("ëëëëëëëëëëëëëëëë"));    // 16 characters, 32 bytes
  EXPECT_FALSE(valid_player_name("ëëëëëëëëëëëëëëëëx"));  // 33
}

TEST(PlayerName, is_not_only_blanks) {
  EXPECT_FALSE(valid_player_name(" "));
  EXPECT_FALSE(valid_player_name("   "));
  EXPECT_FALSE(valid_player_name("\u00A0\u2003\u3000"));
  EXPECT_FALSE(valid_player_name("\u200D"));
  EXPECT_FALSE(valid_player_name("\u3164"));
}

TEST(PlayerName, cannot_steer_a_terminal) {
  for (const std::string_view evil :
       {"a\nb", "a\rb", "a\tb", "\x1B[2J", "\x07", "\x7F", "\u0085", "\u009B2J", "\u200E", "\u202E",
        "\u2066", "\u2028", "\u2029", "\u061C", "\u200B", "\u2060", "\uFEFF", "\uFFF9",
        "\U000E0041"}) {
    EXPECT_FALSE(valid_player_name("x" + std::string{evil})) << testing::PrintToString(evil);
  }
  using namespace std::string_literals;
  EXPECT_FALSE(valid_player_name("a\0b"s));
}

TEST(PlayerName, is_valid_utf8) {
  for (const std::string_view broken :
       {"\x80", "\xC3", "\xC3(", "\xC0\xAF", "\xC1\xBF", "\xE0\x9F\xBF", "\xED\xA0\x80",
        "\xED\xBF\xBF", "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF8\x88\x80\x80\x80", "\xFF",
        "\xE2\x82", "\xF0\x9F\x99"}) {
    EXPECT_FALSE(valid_player_name("x" + std::string{broken})) << testing::PrintToString(broken);
  }
  EXPECT_TRUE(valid_player_name("\xED\x9F\xBF \xEE\x80\x80 \xF4\x8F\xBF\xBD"));
}

TEST(ChatText, is_one_visible_line_of_up_to_2000_bytes) {
  EXPECT_TRUE(valid_chat_text(std::string(2000, 'x')));
  EXPECT_FALSE(valid_chat_text(std::string(2001, 'x')));
  EXPECT_FALSE(valid_chat_text("two\nlines"));
  EXPECT_FALSE(valid_chat_text(""));
  EXPECT_FALSE(valid_chat_text(" \u2003"));
}

TEST(CommandId, is_1_to_36_letters_digits_lines_and_dashes) {
  EXPECT_TRUE(valid_command_id("0"));
  EXPECT_TRUE(valid_command_id("azAZ09_-"));
  EXPECT_TRUE(valid_command_id("123e4567-e89b-12d3-a456-426614174000"));
  EXPECT_FALSE(valid_command_id(""));
  EXPECT_FALSE(valid_command_id("123e4567-e89b-12d3-a456-4266141740000"));
  EXPECT_FALSE(valid_command_id("a b"));
  EXPECT_FALSE(valid_command_id("a.b"));
  EXPECT_FALSE(valid_command_id("ä"));
}

TEST(Excerpt, is_short_and_printable) {
  EXPECT_EQ(excerpt("teleport"), "teleport");
  EXPECT_EQ(excerpt("a\x1B[2Jz\xC3\xAB"), "a?[2Jz??");
  EXPECT_EQ(excerpt(std::string(40, 'x')), std::string(32, 'x') + "...");
}

TEST(RecordId, is_32_hexadecimal_digits) {
  EXPECT_TRUE(valid_record_id("0123456789abcdef0123456789abcdef"));
  EXPECT_FALSE(valid_record_id("0123456789abcdef0123456789abcdef0"));
  EXPECT_FALSE(valid_record_id("0123456789abcdef0123456789abcde"));
  EXPECT_FALSE(valid_record_id("0123456789ABCDEF0123456789abcdef"));
  EXPECT_FALSE(valid_record_id("0123456789abcdef0123456789abcde-"));
  EXPECT_FALSE(valid_record_id("game.json"));
}

}  // namespace
}  // namespace flagrank::protocol

#include "client/text/clean.hpp"

#include <gtest/gtest.h>

namespace flagrank::text {
namespace {

constexpr Style unicode{.colour = false, .ascii = false};
constexpr Style ascii{.colour = false, .ascii = true};

TEST(Clean, leaves_ordinary_text_as_it_is) {
  EXPECT_EQ(clean("Ann says: hi!", unicode), "Ann says: hi!");
  EXPECT_EQ(clean("Zoë 愛 🚩", unicode), "Zoë 愛 🚩");
}

TEST(Clean, takes_the_escape_out_of_escape_sequences) {
  EXPECT_EQ(clean("\033[2J\033]0;owned\007", unicode), "?[2J?]0;owned?");
}

TEST(Clean, takes_out_line_ends_and_other_controls) {
  EXPECT_EQ(clean("a\nb\rc\td\x7F", unicode), "a?b?c?d?");
  EXPECT_EQ(clean(std::string_view{"a\0b", 3}, unicode), "a?b");
  EXPECT_EQ(clean("\xC2\x9B"
                  "31m",
                  unicode),
            "?31m");  // CSI as one character
}

TEST(Clean, takes_out_what_turns_the_direction_of_writing) {
  EXPECT_EQ(clean("a\u202Eb\u2066c\u200Fd", unicode), "a?b?c?d");
}

TEST(Clean, shows_bytes_that_are_no_utf8_as_question_marks) {
  EXPECT_EQ(clean("a\xFF"
                  "b\xC3",
                  unicode),
            "a?b?");
  EXPECT_EQ(clean("\xC0\xAF", unicode), "??");
}

TEST(Clean, keeps_to_ascii_where_asked) { EXPECT_EQ(clean("Zoë 愛", ascii), "Zo? ?"); }

TEST(Clean, cuts_after_so_many_characters) {
  EXPECT_EQ(clean("äöü", unicode, 2), "äö");
  EXPECT_EQ(clean("abc", unicode, 0), "");
}

TEST(Clean, leaves_nothing_in_a_room_code_that_a_shell_would_act_on) {
  EXPECT_EQ(clean_code("K7QM-3P"), "K7QM-3P");
  EXPECT_EQ(clean_code("A;rm -rf $(B) `C`\n"), "Arm-rfBC");
}

}  // namespace
}  // namespace flagrank::text

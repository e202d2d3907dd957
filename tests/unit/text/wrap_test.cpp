#include "client/text/wrap.hpp"

#include <gtest/gtest.h>

namespace flagrank::text {
namespace {

const std::string forty(40, 'a');

TEST(Wrap, leaves_alone_what_fits) {
  EXPECT_EQ(wrapped(""), "");
  EXPECT_EQ(wrapped(forty + " " + std::string(38, 'b')), forty + " " + std::string(38, 'b'));
}

TEST(Wrap, breaks_between_words_and_indents_what_follows) {
  EXPECT_EQ(wrapped(forty + " " + std::string(39, 'b')), forty + "\n" + std::string(39, 'b'));
  EXPECT_EQ(wrapped(forty + " " + forty + " c", 3), forty + "\n   " + forty + " c");
}

TEST(Wrap, keeps_together_what_stands_between_commas) {
  EXPECT_EQ(wrapped(forty + ", " + forty + " c"), forty + ",\n" + forty + " c");
  EXPECT_EQ(wrapped(forty + ", " + std::string(36, 'b') + ", c"),
            forty + ", " + std::string(36, 'b') + ",\nc");
}

TEST(Wrap, does_not_break_a_word) {
  EXPECT_EQ(wrapped(forty + forty + " c"), forty + forty + " c");
}

}  // namespace
}  // namespace flagrank::text

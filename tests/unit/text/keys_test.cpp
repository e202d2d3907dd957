#include "client/text/keys.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace flagrank::text {
namespace {

std::vector<std::u32string> keys_of(Keys& keys) {
  std::vector<std::u32string> all;
  while (const auto key = keys.next()) all.push_back(*key);
  return all;
}

using All = std::vector<std::u32string>;

TEST(Keys, come_one_by_one) {
  Keys keys;
  keys.feed("a4\r");
  EXPECT_EQ(keys_of(keys), (All{U"a", U"4", U"\r"}));
  EXPECT_FALSE(keys.unfinished());
}

TEST(Keys, are_whole_characters_of_any_language) {
  Keys keys;
  keys.feed("ä愛🚩");
  EXPECT_EQ(keys_of(keys), (All{U"ä", U"愛", U"🚩"}));
}

TEST(Keys, wait_for_the_rest_of_a_character) {
  Keys keys;
  keys.feed("\xC3");
  EXPECT_EQ(keys_of(keys), All{});
  EXPECT_TRUE(keys.unfinished());
  keys.feed("\xA4x");
  EXPECT_EQ(keys_of(keys), (All{U"ä", U"x"}));
}

TEST(Keys, drop_bytes_that_are_no_character) {
  Keys keys;
  keys.feed(
      "a\xFF\x80\xF0"
      "bcde");
  EXPECT_EQ(keys_of(keys), (All{U"a", U"b", U"c", U"d", U"e"}));
}

TEST(Keys, keep_an_arrow_in_one_piece) {
  Keys keys;
  keys.feed("\033");
  EXPECT_EQ(keys_of(keys), All{});
  keys.feed("[");
  EXPECT_EQ(keys_of(keys), All{});
  keys.feed("Ax");
  EXPECT_EQ(keys_of(keys), (All{U"\033[A", U"x"}));
}

TEST(Keys, drop_sequences_that_nothing_is_bound_to) {
  Keys keys;
  keys.feed("\033[15~\033[1;5Ca\033OP\033[200~\033zb");
  EXPECT_EQ(keys_of(keys), (All{U"a", U"b"}));
}

TEST(Keys, forget_an_escape_that_nothing_follows) {
  Keys keys;
  keys.feed("\033");
  EXPECT_EQ(keys_of(keys), All{});
  EXPECT_TRUE(keys.unfinished());
  keys.give_up();
  keys.feed("a");
  EXPECT_EQ(keys_of(keys), All{U"a"});
}

}  // namespace
}  // namespace flagrank::text

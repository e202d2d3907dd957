#include "client/text/document.hpp"

#include <gtest/gtest.h>

#include "common/record/gravon.hpp"
#include "common/record/json.hpp"
#include "tests/support/record_play.hpp"

namespace flagrank::text {
namespace {

std::string text_of(Format format, std::size_t ply = 0) {
  return *write_document(test::short_record(), format, ply);
}

std::string complaint(std::string_view text) {
  return parse_document(text, "game").error().sentence;
}

TEST(Document, is_seen_from_what_is_in_it) {
  EXPECT_TRUE(std::holds_alternative<record::Game>(*parse_document(text_of(Format::json), "")));
  EXPECT_TRUE(std::holds_alternative<record::Game>(*parse_document(text_of(Format::gravon), "")));
  EXPECT_TRUE(
      std::holds_alternative<record::Position>(*parse_document(text_of(Format::strados2), "")));
  EXPECT_EQ(std::get<record::Position>(*parse_document(text_of(Format::strados3, 4), "")).moment,
            (record::Position::Moment{rules::Side::red, 5}));
}

TEST(Document, may_begin_with_a_byte_order_mark) {
  const std::string mark = "\xEF\xBB\xBF";
  for (const Format format : {Format::json, Format::gravon, Format::strados2}) {
    const auto marked = parse_document(mark + text_of(format), "game");
    ASSERT_TRUE(marked) << marked.error().sentence;
    EXPECT_EQ(marked->index(), parse_document(text_of(format), "game")->index());
  }
  EXPECT_EQ(complaint(mark + "{\n}"), "game: line 1: lacks the field format");
}

TEST(Document, is_refused_with_its_name_line_and_place) {
  EXPECT_EQ(complaint("{\n}"), "game: line 1: lacks the field format");
  EXPECT_EQ(complaint("<a/>"), "game: line 1: the outermost element must be stratego");
  EXPECT_EQ(complaint(""),
            "game: neither JSON nor XML, so read as STRADOS: line 1: a position has 100 letters, "
            "not 0");
}

TEST(Document, a_position_is_one_after_so_many_moves) {
  EXPECT_EQ(text_of(Format::strados3, 11).substr(100), " b 12\n");
  EXPECT_EQ(write_document(test::short_record(), Format::strados3, 12).error().sentence,
            "the game has only 11 moves");
}

TEST(Document, a_position_becomes_no_game_and_knows_no_turn_that_it_was_not_told) {
  const auto two = *parse_document(text_of(Format::strados2), "");
  EXPECT_EQ(*write_document(two, Format::strados2, 0), text_of(Format::strados2));
  EXPECT_FALSE(write_document(two, Format::strados3, 0));
  EXPECT_FALSE(write_document(two, Format::json, 0));
  EXPECT_FALSE(write_document(two, Format::gravon, 0));
}

}  // namespace
}  // namespace flagrank::text

#include <gtest/gtest.h>

#include <ostream>

#include "common/protocol/decode.hpp"
#include "tests/support/message_printing.hpp"

/// What a server says of frames that are no commands: code, pointer, and whom it can answer.
namespace flagrank::protocol {

namespace {

struct Row {
  std::string name;
  std::string frame;
  ErrorCode code;
  std::optional<std::string> pointer;
  std::optional<std::string> id;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.frame; }

std::string ping(std::string more) { return R"({"type":"ping","id":"c1")" + std::move(more) + "}"; }
std::string chat(const std::string& text) {
  return R"({"type":"chat","id":"c1","text":)" + text + "}";
}
std::string move(const std::string& game, const std::string& ply, const std::string& from) {
  return R"({"type":"move","id":"c1","game":)" + game + R"(,"ply":)" + ply + R"(,"from":)" + from +
         R"(,"to":"a5"})";
}
std::string room(const std::string& fields) {
  return R"({"type":"create_room","id":"c1","name":"Ada",)" + fields + "}";
}
std::string lock(const std::string& formation) {
  return R"({"type":"lock_formation","id":"c1","game":1,"formation":)" + formation + "}";
}

std::string placements(int count) {
  std::string list = "[";
  for (int i = 0; i < count; ++i) {
    list += i == 0 ? "" : ",";
    list += R"({"square":"a1","rank":"bomb"})";
  }
  return list + "]";
}

using enum ErrorCode;
constexpr std::nullopt_t none = std::nullopt;

class NoCommand : public testing::TestWithParam<Row> {};

TEST_P(NoCommand, is_refused_with_code_and_pointer) {
  const auto read = decode_client(GetParam().frame);
  ASSERT_FALSE(read);
  const DecodeError& error = read.error();
  EXPECT_EQ(name(error.code), name(GetParam().code)) << error.message;
  EXPECT_EQ(error.pointer, GetParam().pointer) << error.message;
  EXPECT_EQ(error.id, GetParam().id);
  EXPECT_FALSE(error.message.empty());
}

constexpr auto name_of_row = [](const auto& info) { return info.param.name; };

const std::vector<Row> envelopes{
    {"empty", "", bad_json, none, none},
    {"blank", " \n\t", bad_json, none, none},
    {"half", R"({"type":"ping","id":"c1")", bad_json, none, none},
    {"two_messages", R"({"type":"ping","id":"c1"}{"type":"ping","id":"c2"})", bad_json, none, none},
    {"trailing_comma", R"({"type":"ping","id":"c1",})", bad_json, none, none},
    {"comment", R"({"type":"ping",/* */"id":"c1"})", bad_json, none, none},
    {"single_quotes", "{'type':'ping','id':'c1'}", bad_json, none, none},
    {"nan", ping(R"(,"x":NaN)"), bad_json, none, none},
    {"leading_zero", ping(R"(,"x":01)"), bad_json, none, none},
    {"array", R"([{"type":"ping","id":"c1"}])", bad_message, "", none},
    {"string", R"("ping")", bad_message, "", none},
    {"null", "null", bad_message, "", none},
    {"number", "17", bad_message, "", none},
    {"nothing_in_it", "{}", bad_message, "/type", none},
    {"no_type", R"({"id":"c1"})", bad_message, "/type", "c1"},
    {"type_null", R"({"type":null,"id":"c1"})", bad_message, "/type", "c1"},
    {"type_object", R"({"type":{},"id":"c1"})", bad_message, "/type", "c1"},
    {"unknown_type", R"({"type":"teleport","id":"c1"})", unknown_type, "/type", "c1"},
    {"empty_type", R"({"type":"","id":"c1"})", unknown_type, "/type", "c1"},
    {"type_of_the_server", R"({"type":"moved","id":"c1"})", unknown_type, "/type", "c1"},
    {"type_in_capitals", R"({"type":"Ping","id":"c1"})", unknown_type, "/type", "c1"},
    {"no_id", R"({"type":"ping"})", bad_message, "/id", none},
    {"no_id_and_no_known_type", R"({"type":"teleport"})", bad_message, "/id", none},
    {"id_null", R"({"type":"ping","id":null})", bad_message, "/id", none},
    {"id_number", R"({"type":"ping","id":1})", bad_message, "/id", none},
    {"id_empty", R"({"type":"ping","id":""})", bad_message, "/id", none},
    {"id_with_blank", R"({"type":"ping","id":"c 1"})", bad_message, "/id", none},
    {"id_not_ascii", R"({"type":"ping","id":"ç1"})", bad_message, "/id", none},
    {"id_too_long", R"({"type":"ping","id":")" + std::string(37, 'x') + R"("})", bad_message, "/id",
     none},
    {"unknown_field", ping(R"(,"colour":"red")"), unknown_field, "/colour", "c1"},
    {"unknown_field_null", ping(R"(,"x":null)"), unknown_field, "/x", "c1"},
    {"field_of_answers", ping(R"(,"re":"c1")"), unknown_field, "/re", "c1"},
    {"pointer_escapes", ping(R"(,"a/b~c":1)"), unknown_field, "/a~1b~0c", "c1"},
    {"pointer_to_an_empty_key", ping(R"(,"":1)"), unknown_field, "/", "c1"},
    {"pointer_stops_at_long_keys", ping(",\"" + std::string(80, 'k') + "\":1"), unknown_field, "",
     "c1"},
    {"pointer_stops_at_steering_keys", ping(R"(,"\u202Ex":1)"), unknown_field, "", "c1"},
    {"repeated_type", R"({"type":"ping","type":"ping","id":"c1"})", bad_message, "/type", "c1"},
    {"repeated_id", R"({"type":"ping","id":"c1","id":"c2"})", bad_message, "/id", none},
    {"repeated_unknown_field", ping(R"(,"x":1,"x":1)"), bad_message, "/x", "c1"},
    {"repeated_by_escape", ping(R"(,"xy":1,"\u0078y":1)"), bad_message, "/xy", "c1"},
    {"repeated_inside", ping(R"(,"x":[{"a":1},{"b":{"c":1,"c":2}}])"), bad_message, "/x/1/b/c",
     "c1"},
    {"repeated_before_the_id", R"({"x":1,"x":1,"type":"ping","id":"c1"})", bad_message, "/x", "c1"},
    {"too_deep", ping(R"(,"x":[[[[[[[[1]]]]]]]])"), too_deep, "/x/0/0/0/0/0/0/0", "c1"},
    {"too_deep_in_objects", ping(R"(,"x":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{}}}}}}}})"), too_deep,
     "/x/a/a/a/a/a/a/a", "c1"},
    {"too_deep_before_the_id", R"({"x":[[[[[[[[1]]]]]]]],"type":"ping","id":"c1"})", too_deep,
     "/x/0/0/0/0/0/0/0", none},
    {"huge_number", ping(R"(,"x":1e999)"), bad_value, "/x", "c1"},
    {"huge_number_alone", "1e999", bad_value, "", none},
};
INSTANTIATE_TEST_SUITE_P(Envelope, NoCommand, testing::ValuesIn(envelopes), name_of_row);

const std::vector<Row> fields{
    {"missing_first", R"({"type":"move","id":"c1","ply":0,"from":"a4","to":"a5"})", missing_field,
     "/game", "c1"},
    {"missing_last", R"({"type":"move","id":"c1","game":1,"ply":0,"from":"a4"})", missing_field,
     "/to", "c1"},
    {"missing_before_unknown", R"({"type":"chat","id":"c1","txt":"hi"})", missing_field, "/text",
     "c1"},
    {"game_zero", move("0", "0", R"("a4")"), bad_value, "/game", "c1"},
    {"game_negative", move("-1", "0", R"("a4")"), bad_value, "/game", "c1"},
    {"game_string", move(R"("1")", "0", R"("a4")"), bad_value, "/game", "c1"},
    {"game_null", move("null", "0", R"("a4")"), bad_value, "/game", "c1"},
    {"game_true", move("true", "0", R"("a4")"), bad_value, "/game", "c1"},
    {"game_beyond_32_bits", move("4294967296", "0", R"("a4")"), bad_value, "/game", "c1"},
    {"ply_fraction", move("1", "1.0", R"("a4")"), bad_value, "/ply", "c1"},
    {"ply_exponent", move("1", "1e2", R"("a4")"), bad_value, "/ply", "c1"},
    {"ply_negative_zero", move("1", "-0", R"("a4")"), bad_value, "/ply", "c1"},
    {"ply_beyond_64_bits", move("1", "18446744073709551617", R"("a4")"), bad_value, "/ply", "c1"},
    {"ply_of_many_digits", move("1", std::string(300, '9'), R"("a4")"), bad_value, "/ply", "c1"},
    {"square_outside", move("1", "0", R"("k4")"), bad_value, "/from", "c1"},
    {"square_row_zero", move("1", "0", R"("a0")"), bad_value, "/from", "c1"},
    {"square_row_eleven", move("1", "0", R"("a11")"), bad_value, "/from", "c1"},
    {"square_padded", move("1", "0", R"("a04")"), bad_value, "/from", "c1"},
    {"square_in_capitals", move("1", "0", R"("A4")"), bad_value, "/from", "c1"},
    {"square_with_blank", move("1", "0", R"("a4 ")"), bad_value, "/from", "c1"},
    {"square_number", move("1", "0", "4"), bad_value, "/from", "c1"},
    {"square_empty", move("1", "0", R"("")"), bad_value, "/from", "c1"},
    {"side_unknown", room(R"("side":"green")"), bad_value, "/side", "c1"},
    {"side_null", room(R"("side":null)"), bad_value, "/side", "c1"},
    {"ruleset_null", room(R"("ruleset":null)"), bad_value, "/ruleset", "c1"},
    {"ruleset_text", room(R"("ruleset":"classic")"), bad_value, "/ruleset", "c1"},
    {"preset_unknown", room(R"("ruleset":{"preset":"chess"})"), bad_value, "/ruleset/preset", "c1"},
    {"switch_unknown", room(R"("ruleset":{"fly":true})"), unknown_field, "/ruleset/fly", "c1"},
    {"switch_of_the_told_ruleset", room(R"("ruleset":{"variant":"classic"})"), unknown_field,
     "/ruleset/variant", "c1"},
    {"switch_not_boolean", room(R"("ruleset":{"two_squares":1})"), bad_value,
     "/ruleset/two_squares", "c1"},
    {"chase_unknown", room(R"("ruleset":{"chase":"always"})"), bad_value, "/ruleset/chase", "c1"},
    {"immobility_unknown", room(R"("ruleset":{"mutual_immobility":"win"})"), bad_value,
     "/ruleset/mutual_immobility", "c1"},
    {"quiet_moves_beyond", room(R"("ruleset":{"draw_after_quiet_moves":1001})"), bad_value,
     "/ruleset/draw_after_quiet_moves", "c1"},
    {"style_in_capitals", R"({"type":"suggest_formation","id":"c1","style":"Best"})", bad_value,
     "/style", "c1"},
    {"style_empty", R"({"type":"suggest_formation","id":"c1","style":""})", bad_value, "/style",
     "c1"},
    {"style_too_long",
     R"({"type":"suggest_formation","id":"c1","style":")" + std::string(33, 's') + R"("})",
     bad_value, "/style", "c1"},
    {"style_number", R"({"type":"suggest_formation","id":"c1","style":1})", bad_value, "/style",
     "c1"},
    {"formation_object", lock("{}"), bad_value, "/formation", "c1"},
    {"formation_of_101", lock(placements(101)), bad_value, "/formation", "c1"},
    {"placement_text", lock(R"(["a1"])"), bad_value, "/formation/0", "c1"},
    {"placement_without_rank", lock(R"([{"square":"a1"}])"), missing_field, "/formation/0/rank",
     "c1"},
    {"placement_with_more", lock(R"([{"square":"a1","rank":"flag","x":1}])"), unknown_field,
     "/formation/0/x", "c1"},
    {"rank_unknown", lock(R"([{"square":"a1","rank":"flag"},{"square":"b1","rank":"king"}])"),
     bad_value, "/formation/1/rank", "c1"},
    {"rank_number", lock(R"([{"square":"a1","rank":10}])"), bad_value, "/formation/0/rank", "c1"},
    {"room_empty", R"({"type":"join_room","id":"c1","room":"","name":"Ada"})", bad_value, "/room",
     "c1"},
    {"room_too_long",
     R"({"type":"join_room","id":"c1","name":"Ada","room":")" + std::string(65, 'K') + R"("})",
     bad_value, "/room", "c1"},
    {"token_empty", R"({"type":"resume","id":"c1","room":"K7F2","token":""})", bad_value, "/token",
     "c1"},
    {"token_too_long",
     R"({"type":"resume","id":"c1","room":"K7F2","token":")" + std::string(129, 't') + R"("})",
     bad_value, "/token", "c1"},
    {"name_empty", R"({"type":"join_room","id":"c1","room":"K7F2","name":""})", bad_value, "/name",
     "c1"},
    {"name_of_33_bytes",
     R"({"type":"join_room","id":"c1","room":"K7F2","name":")" + std::string(33, 'n') + R"("})",
     bad_value, "/name", "c1"},
    {"chat_empty", chat(R"("")"), bad_value, "/text", "c1"},
    {"chat_blank", chat(R"("  ")"), bad_value, "/text", "c1"},
    {"chat_with_newline", chat(R"("a\nb")"), bad_value, "/text", "c1"},
    {"chat_with_escape", chat(R"("\u001b[2J")"), bad_value, "/text", "c1"},
    {"chat_with_nul", chat(R"("a\u0000b")"), bad_value, "/text", "c1"},
    {"chat_with_override", chat(R"("\u202Eevil")"), bad_value, "/text", "c1"},
    {"chat_of_2001_bytes", chat('"' + std::string(2001, 'x') + '"'), bad_value, "/text", "c1"},
};
INSTANTIATE_TEST_SUITE_P(Fields, NoCommand, testing::ValuesIn(fields), name_of_row);

TEST(Command, fields_may_come_in_any_order_and_with_blanks) {
  const auto read = decode_client(
      " { \"to\":\"a5\",\n\"from\":\"a4\", \"ply\":7,\"id\":\"c1\",\t"
      "\"game\":1,\"type\":\"move\" } ");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(std::get<Move>(read->body).at, (DecidedAt{.game = 1, .ply = 7}));
}

TEST(Command, a_field_may_be_spelt_with_escapes) {
  const auto read = decode_client(R"({"\u0074ype":"p\u0069ng","id":"c\u0031"})");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, (ClientMessage{.id = "c1", .body = Ping{}}));
}

TEST(Command, random_is_a_side_that_is_not_chosen) {
  const auto read = decode_client(R"({"type":"create_room","id":"c1","name":"A","side":"random"})");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(std::get<CreateRoom>(read->body).side, std::nullopt);
}

TEST(Command, an_empty_ruleset_is_the_classic_one) {
  const auto read = decode_client(room(R"("ruleset":{})"));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(std::get<CreateRoom>(read->body).ruleset, rules::Ruleset{});
}

TEST(Command, limits_can_be_used_to_the_full) {
  EXPECT_TRUE(decode_client(lock(placements(100))));
  EXPECT_TRUE(decode_client(chat('"' + std::string(2000, 'x') + '"')));
  EXPECT_TRUE(decode_client(room(R"("ruleset":{"draw_after_quiet_moves":1000})")));
  EXPECT_TRUE(decode_client(move("4294967295", "4294967295", R"("a4")")));
  EXPECT_TRUE(decode_client(R"({"type":"ping","id":")" + std::string(36, 'x') + R"("})"));
}

}  // namespace
}  // namespace flagrank::protocol

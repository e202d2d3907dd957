#include <gtest/gtest.h>

#include "common/protocol/decode.hpp"
#include "tests/support/message_printing.hpp"

/// How a client bears with servers that are newer than itself.
namespace flagrank::protocol {
namespace {

ServerMessage read(std::string_view frame) {
  const auto message = decode_server(frame);
  EXPECT_TRUE(message) << message.error().message;
  return message ? *message : ServerMessage{};
}

DecodeError refusal(std::string_view frame) {
  const auto message = decode_server(frame);
  EXPECT_FALSE(message);
  return message ? DecodeError{} : message.error();
}

TEST(ServerFrame, fields_that_are_not_known_are_passed_over) {
  EXPECT_EQ(read(R"({"type":"pong","re":"c1","time_ms":5,"drift_ms":[1,{"a":null}]})"),
            (ServerMessage{.re = "c1", .body = Pong{5}}));
}

TEST(ServerFrame, fields_that_are_not_known_are_passed_over_inside_too) {
  EXPECT_EQ(
      read(R"({"type":"formation_locked","seq":1,"at_ms":0,"side":"red",)"
           R"("formation":[{"square":"a1","rank":"flag","skin":"gold"}]})"),
      (ServerMessage{.re = {},
                     .body = Event{.seq = 1,
                                   .at = {},
                                   .seen = view::FormationLocked{
                                       .side = rules::Side::red,
                                       .formation = {{{rules::Square{}, rules::Rank::flag}}}}}}));
}

TEST(ServerFrame, a_preset_that_is_not_known_is_told_without_its_ruleset) {
  const auto message =
      read(R"({"type":"rulesets","re":"c1","presets":[{"name":"ultra","summary":"Big.",)"
           R"("ruleset":{"preset":"ultra","variant":"ultra","walls":7},"formations":[]}],)"
           R"("switches":[]})");
  const PresetTold ultra{.name = "ultra", .summary = "Big.", .ruleset = {}, .formations = {}};
  EXPECT_EQ(message, (ServerMessage{.re = "c1", .body = Rulesets{{ultra}, {}}}));
}

TEST(ServerFrame, a_setting_that_is_no_value_is_refused) {
  const auto fault = refusal(R"({"type":"rulesets","re":"c1","presets":[],"switches":[)"
                             R"({"name":"x","summary":"X.","default":null,"values":[true]}]})");
  EXPECT_EQ(fault.pointer, "/switches/0/default");
}

TEST(ServerFrame, a_type_that_is_not_known_is_told_apart_from_an_error) {
  EXPECT_EQ(read(R"({"type":"clock","red_ms":5})"),
            (ServerMessage{.re = {}, .body = Unknown{.type = "clock", .seq = {}}}));
}

TEST(ServerFrame, an_event_that_is_not_known_still_counts) {
  EXPECT_EQ(read(R"({"type":"crowned","re":"c1","seq":31,"square":"a1"})"),
            (ServerMessage{.re = "c1", .body = Unknown{.type = "crowned", .seq = 31}}));
  EXPECT_EQ(read(R"({"type":"crowned","seq":"31"})"),
            (ServerMessage{.re = {}, .body = Unknown{.type = "crowned", .seq = {}}}));
}

TEST(ServerFrame, an_error_code_that_is_not_known_counts_as_internal) {
  const auto message =
      read(R"({"type":"error","re":"c1","code":"no_ink","message":"No ink.","pointer":null})");
  EXPECT_EQ(std::get<Error>(message.body).code, ErrorCode::internal);
  EXPECT_EQ(std::get<Error>(message.body).message, "No ink.");
}

TEST(ServerFrame, re_may_be_null_or_absent) {
  EXPECT_EQ(read(R"({"type":"left_room","re":null})"),
            (ServerMessage{.re = {}, .body = LeftRoom{}}));
  EXPECT_EQ(read(R"({"type":"left_room"})"), (ServerMessage{.re = {}, .body = LeftRoom{}}));
}

TEST(ServerFrame, texts_may_be_longer_than_what_a_client_may_say) {
  const std::string text(3000, 'x');
  const auto message =
      read(R"({"type":"chat","seq":1,"at_ms":0,"seat":"host","text":")" + text + R"("})");
  EXPECT_EQ(std::get<view::Chat>(std::get<Event>(message.body).seen).text, text);
}

TEST(ServerFrame, what_is_left_out_is_an_error_all_the_same) {
  EXPECT_EQ(refusal(R"({"type":"pong","re":"c1"})").pointer, "/time_ms");
  EXPECT_EQ(refusal(R"({"type":"draw_offered","side":"red"})").pointer, "/seq");
  EXPECT_EQ(refusal(R"({"type":"formation_locked","seq":1,"at_ms":0,"side":"red"})").pointer,
            "/formation");
  EXPECT_EQ(refusal(R"({"type":"snapshot","seq":1,"room":"K","seat":null,"side":null})").pointer,
            "/ruleset");
}

TEST(ServerFrame, wrong_values_are_pointed_at) {
  EXPECT_EQ(
      refusal(R"({"type":"presence","seq":1,"at_ms":0,"seat":"guest","present":"yes"})").pointer,
      "/present");
  EXPECT_EQ(refusal(R"({"type":"legal_moves","re":"c1","game":1,"ply":1,"moves":["a4-a5","a4a6"]})")
                .pointer,
            "/moves/1");
  EXPECT_EQ(
      refusal(R"({"type":"game_started","seq":1,"at_ms":0,"game":1,"squares":{"red":["a1"]}})")
          .pointer,
      "/squares/blue");
  EXPECT_EQ(refusal(R"({"type":"left_room","re":5})").pointer, "/re");
}

}  // namespace
}  // namespace flagrank::protocol

#include "client/conformance/comparison.hpp"

#include <gmock/gmock.h>

#include <optional>
#include <string>

namespace flagrank::conformance {
namespace {

using testing::Optional;

TEST(Comparison, the_same_frame_in_another_order_of_fields_is_the_same) {
  EXPECT_EQ(difference(R"({"type":"moved","seq":6,"rank":null})",
                       R"({"rank":null,"type":"moved","seq":6})"),
            std::nullopt);
}

TEST(Comparison, a_server_may_say_more_than_is_expected) {
  EXPECT_EQ(difference(R"({"type":"moved","combat":{"result":"both_lost"}})",
                       R"({"type":"moved","combat":{"result":"both_lost","new":1},"new":[]})"),
            std::nullopt);
}

TEST(Comparison, another_value_is_told_with_its_place) {
  EXPECT_THAT(difference(R"({"type":"moved","combat":{"defender_rank":null}})",
                         R"({"type":"moved","combat":{"defender_rank":"spy"}})"),
              Optional(std::string{R"(/combat/defender_rank is "spy", not null)"}));
}

TEST(Comparison, a_field_that_may_be_hidden_must_be_there_all_the_same) {
  EXPECT_THAT(difference(R"({"type":"moved","rank":null})", R"({"type":"moved"})"),
              Optional(std::string{"/rank is missing"}));
}

TEST(Comparison, a_server_may_know_no_invitations) {
  EXPECT_EQ(difference(R"({"type":"seated","invitation":"<host-invitation>","seat":"host"})",
                       R"({"type":"seated","seat":"host"})"),
            std::nullopt);
}

TEST(Comparison, another_type_is_told_before_all_else) {
  EXPECT_THAT(difference(R"({"type":"moved","seq":6})", R"({"type":"error","re":"h1"})"),
              Optional(std::string{R"(/type is "error", not "moved")"}));
}

TEST(Comparison, a_list_may_not_be_longer) {
  EXPECT_THAT(difference(R"({"type":"snapshot","lost":[]})", R"({"type":"snapshot","lost":[1]})"),
              Optional(std::string{"/lost has 1 entries, not 0"}));
}

TEST(Comparison, the_order_of_legal_moves_means_nothing) {
  EXPECT_EQ(difference(R"({"type":"legal_moves","moves":["a4-a5","b4-b5"]})",
                       R"({"type":"legal_moves","moves":["b4-b5","a4-a5"]})"),
            std::nullopt);
}

TEST(Comparison, what_is_told_to_people_is_not_compared) {
  EXPECT_EQ(difference(R"({"type":"error","re":"h1","code":"lake","message":"No."})",
                       R"({"type":"error","re":"h1","code":"lake","message":"There is a lake."})"),
            std::nullopt);
}

TEST(Comparison, nor_is_what_a_server_may_choose) {
  EXPECT_EQ(difference(R"({"type":"hello","limits":{"message_burst":60}})",
                       R"({"type":"hello","limits":{"message_burst":10}})"),
            std::nullopt);
  EXPECT_EQ(difference(R"({"type":"rulesets","re":"h1","presets":[]})",
                       R"({"type":"rulesets","re":"h1","presets":["chess"]})"),
            std::nullopt);
  EXPECT_NE(difference(R"({"type":"rulesets","re":"h1"})", R"({"type":"rulesets","re":"h2"})"),
            std::nullopt);
}

TEST(Comparison, what_is_no_json_is_told_as_such) {
  EXPECT_THAT(difference(R"({"type":"pong"})", "pong"),
              Optional(std::string{"this is no JSON object"}));
}

TEST(Comparison, some_ends_may_come_without_their_reason) {
  EXPECT_EQ(difference_of_ends("1009 too_big", "1009 "), std::nullopt);
  EXPECT_EQ(difference_of_ends("4000 replaced", "4000 replaced"), std::nullopt);
  EXPECT_THAT(difference_of_ends("4000 replaced", "4000 "),
              Optional(std::string{"closed with 4000 , not 4000 replaced"}));
  EXPECT_NE(difference_of_ends("4000 replaced", "1006 "), std::nullopt);
}

TEST(Comparison, the_code_of_an_error_is_found) {
  EXPECT_EQ(error_code_of(R"({"type":"error","code":"too_many_rooms"})"), "too_many_rooms");
  EXPECT_EQ(error_code_of(R"({"type":"chat","code":"too_many_rooms"})"), "");
  EXPECT_EQ(error_code_of("nonsense"), "");
}

}  // namespace
}  // namespace flagrank::conformance

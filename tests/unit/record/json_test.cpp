#include "common/record/json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "client/conformance/schemas.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/positions.hpp"
#include "tests/support/record_play.hpp"
#include "tests/unit/record/files.hpp"

namespace flagrank::record {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(RecordJson, tells_a_whole_game_and_reads_it_again) {
  const Game game = test::short_record();
  const auto read = from_json(to_json(game));
  ASSERT_TRUE(read) << text(read.error());
  EXPECT_EQ(*read, game);
}

TEST(RecordJson, is_compact_and_valid_by_its_schema) {
  const std::string text = to_json(test::short_record());
  EXPECT_EQ(Json::parse(text).dump(), text);
  EXPECT_THAT(
      conformance::schema_faults_by("record.json", Json::parse(text), conformance::Reading::closed),
      IsEmpty());
}

TEST(RecordJson, tells_a_fight_with_both_ranks) {
  Game game = test::short_record();
  game.ruleset.silent_defense = true;
  EXPECT_EQ(Json::parse(to_json(game))["moves"][0],
            Json::parse(R"({"ply":1,"side":"red","from":"e4","to":"e7","at_ms":1767225605000,
                            "combat":{"attacker_rank":"scout","defender":"e7",
                                      "defender_rank":"scout","result":"both_lost"},
                            "rescue":null})"));
}

TEST(RecordJson, has_null_for_what_nobody_knows) {
  Game game = test::short_record();
  game.names = {};
  game.started_ms.reset();
  game.ended_ms.reset();
  for (Turn& turn : game.turns) turn.at_ms.reset();
  const Json json = Json::parse(to_json(game));
  EXPECT_EQ(json["players"], Json::parse(R"({"red":null,"blue":null})"));
  EXPECT_TRUE(json["moves"][3]["at_ms"].is_null());
  EXPECT_EQ(*from_json(json.dump()), game);
}

TEST(RecordJson, does_not_write_a_game_that_cannot_be) {
  Game game = test::short_record();
  game.turns.pop_back();
  EXPECT_THROW((void)to_json(game), std::logic_error);
}

TEST(RecordJson, passes_over_fields_that_it_does_not_know) {
  Json json = Json::parse(to_json(test::short_record()));
  json["moves"][0]["thought_ms"] = {{"red", 1}};
  json["players"]["watching"] = {"Eve"};
  json["room"] = nullptr;
  EXPECT_EQ(*from_json(json.dump()), test::short_record());
}

TEST(RecordJson, is_read_from_a_file_of_many_lines) {
  EXPECT_EQ(*from_json(test::record_file("short-game.json")), test::short_record());
}

TEST(RecordJson, has_an_example_in_its_schema_and_on_its_page) {
  const nlohmann::json& example = conformance::schema("record.json")["examples"][0];
  const auto read = from_json(example.dump());
  ASSERT_TRUE(read) << text(read.error());
  EXPECT_EQ(nlohmann::json::parse(to_json(*read)), example);
  EXPECT_THAT(test::contents(test::source_dir() / "proto/record.md"), HasSubstr(to_json(*read)));
}

// --- what is refused

/// A change to the short game that no longer agrees with the rest of it, and what is told.
struct Change {
  const char* name;
  const char* patch;  ///< RFC 6902
  const char* where;
  const char* reason;
};

class WrongRecord : public testing::TestWithParam<Change> {};

TEST_P(WrongRecord, is_refused_with_place_and_reason) {
  const Change& change = GetParam();
  const Json json = Json::parse(to_json(test::short_record())).patch(Json::parse(change.patch));
  const auto read = from_json(json.dump());
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().line, 1U);
  EXPECT_EQ(read.error().where, change.where);
  EXPECT_EQ(read.error().reason, change.reason);
}

constexpr Change changes[]{
    {"another_format", R"([{"op":"replace","path":"/format","value":"pgn"}])", "/format",
     "must be flagrank.record here"},
    {"another_version", R"([{"op":"replace","path":"/version","value":2}])", "/version",
     "must be 1, the only version there is"},
    {"no_version", R"([{"op":"remove","path":"/version"}])", "", "lacks the field version"},
    {"an_array", R"([{"op":"replace","path":"","value":[]}])", "", "must be an object"},
    {"an_unknown_variant", R"([{"op":"replace","path":"/ruleset/variant","value":"chess"}])",
     "/ruleset/variant", "must be the name of a known variant, such as classic"},
    {"a_switch_of_another_kind", R"([{"op":"replace","path":"/ruleset/chase","value":true}])",
     "/ruleset/chase", "must be a string"},
    {"a_switch_without_that_value", R"([{"op":"replace","path":"/ruleset/chase","value":"on"}])",
     "/ruleset/chase", "must be one of the words that are listed for it"},
    {"switches_that_do_not_go_together",
     R"([{"op":"replace","path":"/ruleset/silent_defense","value":true},
         {"op":"replace","path":"/ruleset/visible_survivors","value":true}])",
     "/ruleset", "silent_defense hides what visible_survivors would show."},
    {"another_inventory", R"([{"op":"replace","path":"/ruleset/inventory/scout","value":9}])",
     "/ruleset/inventory/scout", "must be 8 here"},
    {"other_lakes", R"([{"op":"remove","path":"/ruleset/lakes/0"}])", "/ruleset/lakes",
     "must be the lakes of the variant here"},
    {"a_name_that_is_too_long",
     R"([{"op":"replace","path":"/players/red","value":"12345678901234567890123456789012345678901234567890123456789012345"}])",
     "/players/red", "must be 1 to 64 bytes without control characters, or null"},
    {"a_name_that_steers_a_terminal",
     R"([{"op":"replace","path":"/players/red","value":"\u001b[2J"}])", "/players/red",
     "must be 1 to 64 bytes without control characters, or null"},
    {"a_moment_with_a_fraction", R"([{"op":"replace","path":"/started_ms","value":0.5}])",
     "/started_ms", "must be a whole number from 0 to 9007199254740992"},
    {"a_negative_moment", R"([{"op":"replace","path":"/moves/2/at_ms","value":-1}])",
     "/moves/2/at_ms", "must be a whole number from 0 to 9007199254740992"},
    {"a_piece_too_few", R"([{"op":"remove","path":"/formations/red/0"}])", "/formations/red",
     "is no formation of this variant: missing miner"},
    {"a_piece_outside", R"([{"op":"replace","path":"/formations/red/0/square","value":"a5"}])",
     "/formations/red", "is no formation of this variant: outside a5"},
    {"no_square", R"([{"op":"replace","path":"/formations/blue/7/square","value":"k1"}])",
     "/formations/blue/7/square", "must be a square, such as a4"},
    {"no_rank", R"([{"op":"replace","path":"/formations/blue/7/rank","value":"10"}])",
     "/formations/blue/7/rank", "must be the name of a rank, such as scout"},
    {"a_ply_left_out", R"([{"op":"replace","path":"/moves/1/ply","value":3}])", "/moves/1/ply",
     "must be 2 here"},
    {"the_other_side", R"([{"op":"replace","path":"/moves/1/side","value":"red"}])",
     "/moves/1/side", "must be blue here"},
    {"an_illegal_move", R"([{"op":"replace","path":"/moves/2/to","value":"f6"}])", "/moves/2",
     "the rules do not let red play f4-f6 (too_far)"},
    {"a_move_without_a_target", R"([{"op":"remove","path":"/moves/2/to"}])", "/moves/2",
     "lacks the field to"},
    {"a_fight_where_there_is_none",
     R"([{"op":"copy","from":"/moves/0/combat","path":"/moves/1/combat"}])", "/moves/1/combat",
     "must be null here"},
    {"no_fight_where_there_is_one", R"([{"op":"replace","path":"/moves/0/combat","value":null}])",
     "/moves/0/combat", "must not be null: there is a fight here"},
    {"another_rank", R"([{"op":"replace","path":"/moves/0/combat/defender_rank","value":"spy"}])",
     "/moves/0/combat/defender_rank", "must be scout here"},
    {"another_outcome",
     R"([{"op":"replace","path":"/moves/0/combat/result","value":"attacker_won"}])",
     "/moves/0/combat/result", "must be both_lost here"},
    {"a_rescue_that_the_rules_do_not_have",
     R"([{"op":"replace","path":"/moves/1/rescue","value":{"piece":"blue1","square":"a6","rank":"spy"}}])",
     "/moves/1", "nothing can come back after this move"},
    {"a_move_after_the_end", R"([{"op":"copy","from":"/moves/9","path":"/moves/-"}])", "/moves/11",
     "the game was over before: flag_captured, won by red"},
    {"a_result_that_has_not_come", R"([{"op":"remove","path":"/moves/10"}])", "/result",
     "the game does not end here by itself: flag_captured, won by red"},
    {"another_winner", R"([{"op":"replace","path":"/result/winner","value":"blue"}])", "/result",
     "the moves led to another end: flag_captured, won by red"},
    {"a_resignation_after_the_end",
     R"([{"op":"replace","path":"/result/reason","value":"resignation"}])", "/result",
     "the moves led to another end: flag_captured, won by red"},
    {"a_resignation_that_nobody_won",
     R"([{"op":"remove","path":"/moves/10"},
         {"op":"replace","path":"/result","value":{"reason":"resignation","winner":null}}])",
     "/result", "somebody wins by resignation"},
    {"an_agreement_that_somebody_won",
     R"([{"op":"remove","path":"/moves/10"},
         {"op":"replace","path":"/result","value":{"reason":"agreement","winner":"red"}}])",
     "/result", "nobody wins by agreement"},
};

INSTANTIATE_TEST_SUITE_P(RecordJson, WrongRecord, testing::ValuesIn(changes),
                         [](const auto& row) { return std::string{row.param.name}; });

}  // namespace
}  // namespace flagrank::record

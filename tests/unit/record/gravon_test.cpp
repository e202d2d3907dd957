#include "common/record/gravon.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "client/conformance/schemas.hpp"
#include "common/record/json.hpp"
#include "common/record/replay.hpp"
#include "common/record/strados.hpp"
#include "tests/support/positions.hpp"
#include "tests/support/record_play.hpp"
#include "tests/unit/record/files.hpp"

namespace flagrank::record {
namespace {

using rules::EndReason;
using rules::Side;
using testing::HasSubstr;

/// The game without what Gravon does not keep.
Game timeless(Game game) {
  game.started_ms.reset();
  game.ended_ms.reset();
  for (Turn& turn : game.turns) turn.at_ms.reset();
  return game;
}

std::string replaced(std::string text, std::string_view old, std::string_view by) {
  const std::size_t found = text.find(old);
  if (found == std::string::npos)
    throw std::invalid_argument{"it does not say " + std::string{old}};
  return text.replace(found, old.size(), by);
}

std::string short_game() { return test::record_file("short-game.xml"); }

TEST(Gravon, is_written_as_in_the_file) {
  EXPECT_EQ(*to_gravon(test::short_record()), short_game());
}

TEST(Gravon, tells_a_whole_game) {
  const auto read = from_gravon(short_game());
  ASSERT_TRUE(read) << text(read.error());
  EXPECT_EQ(*read, timeless(test::short_record()));
}

TEST(Gravon, old_files_are_latin_1_and_have_a_j) {
  const auto read = from_gravon(test::record_file("old-files.xml"));
  ASSERT_TRUE(read) << text(read.error());
  Game game = timeless(test::short_record());
  game.names[1] = "Zo\xC3\xAB";
  EXPECT_EQ(*read, game);
}

TEST(Gravon, a_type_that_names_no_army_is_whatever_the_army_is) {
  EXPECT_EQ(*from_gravon(test::record_file("classicfree.xml")), timeless(test::short_record()));
  const auto lightning = from_gravon(
      replaced(test::record_file("barrage.xml"), "\"barrage\"", "\"ultimate lightning\""));
  ASSERT_TRUE(lightning) << text(lightning.error());
  EXPECT_EQ(lightning->ruleset.variant->name, "barrage");
}

TEST(Gravon, has_the_example_of_the_page) {
  const std::string page = test::contents(test::source_dir() / "proto/record.md");
  const std::string xml = test::record_file("barrage.xml");
  EXPECT_THAT(page, HasSubstr(xml));
  const auto game = from_gravon(xml);
  ASSERT_TRUE(game) << text(game.error());
  EXPECT_EQ(*to_gravon(*game), xml);
  const auto example = from_json(conformance::schema("record.json")["examples"][0].dump());
  EXPECT_EQ(*game, timeless(*example));

  Replay replay{game->ruleset, game->formations};
  for (const Turn& turn : game->turns) ASSERT_TRUE(replay.play(turn));
  const std::string end = to_strados3(position_of(replay.game())) + "\n";
  EXPECT_EQ(end, test::record_file("barrage.strados3"));
  EXPECT_THAT(page, HasSubstr(end));
}

// --- repetition

/// A game in which Red goes to and fro, and Blue does something else meanwhile.
std::string to_and_fro(int moves) {
  std::string text = short_game();
  const std::size_t begin = text.find("    <move");
  const std::size_t end = text.find("    <result");
  std::string list;
  for (int i = 0; i < moves; ++i) {
    constexpr const char* red[]{"\"A4\" target=\"A5\"", "\"A5\" target=\"A4\""};
    constexpr const char* blue[]{"\"B7\" target=\"B6\"", "\"K7\" target=\"K6\"",
                                 "\"B6\" target=\"B7\"", "\"K6\" target=\"K7\""};
    const std::string squares = i % 2 == 0 ? red[i / 2 % 2] : blue[i / 2 % 4];
    list += "    <move id=\"" + std::to_string(i + 1) + "\" source=" + squares + " />\n";
  }
  text.replace(begin, end - begin, list);
  return replaced(text, "type=\"1\" winner=\"1\"", "type=\"3\" winner=\"2\"");
}

TEST(Gravon, is_read_under_the_strictest_rules_that_it_obeys) {
  const auto short_one = from_gravon(to_and_fro(6));
  ASSERT_TRUE(short_one) << text(short_one.error());
  EXPECT_TRUE(short_one->ruleset.two_squares);
  EXPECT_EQ(short_one->ruleset.chase, rules::ChaseRule::isf);
  const auto long_one = from_gravon(to_and_fro(40));
  ASSERT_TRUE(long_one) << text(long_one.error());
  EXPECT_FALSE(long_one->ruleset.two_squares);
  EXPECT_EQ(long_one->ruleset.chase, rules::ChaseRule::off);
}

// --- results

struct Ending {
  int type;
  int winner;
  EndReason reason;
  std::optional<Side> side;
  int written;  ///< the type with which it is written again
};

class GravonResult : public testing::TestWithParam<Ending> {};

TEST_P(GravonResult, has_its_reason) {
  const Ending& ending = GetParam();
  const auto said = [&](int type) {
    return "type=\"" + std::to_string(type) + "\" winner=\"" + std::to_string(ending.winner) + "\"";
  };
  const auto read =
      from_gravon(replaced(to_and_fro(6), "type=\"3\" winner=\"2\"", said(ending.type)));
  ASSERT_TRUE(read) << text(read.error());
  EXPECT_EQ(read->result, (rules::Ended{ending.reason, ending.side}));
  EXPECT_THAT(*to_gravon(*read), HasSubstr(said(ending.written)));
}

INSTANTIATE_TEST_SUITE_P(Gravon, GravonResult,
                         testing::Values(Ending{3, 1, EndReason::resignation, Side::red, 3},
                                         Ending{3, 2, EndReason::resignation, Side::blue, 3},
                                         Ending{4, 3, EndReason::agreement, std::nullopt, 4},
                                         Ending{10, 3, EndReason::abandonment, std::nullopt, 10},
                                         Ending{11, 1, EndReason::time, Side::red, 11},
                                         Ending{12, 3, EndReason::time, std::nullopt, 12},
                                         Ending{13, 2, EndReason::abandonment, Side::blue, 14},
                                         Ending{14, 1, EndReason::abandonment, Side::red, 14}),
                         [](const auto& row) {
                           return "type_" + std::to_string(row.param.type) + "_won_by_" +
                                  std::to_string(row.param.winner);
                         });

// --- what is refused

struct Change {
  const char* name;
  const char* old;
  const char* by;
  std::size_t line;
  const char* where;
  const char* reason;
};

class WrongGravon : public testing::TestWithParam<Change> {};

TEST_P(WrongGravon, is_refused_with_line_and_reason) {
  const Change& change = GetParam();
  const auto read = from_gravon(replaced(short_game(), change.old, change.by));
  ASSERT_FALSE(read);
  EXPECT_EQ(text(read.error()), text(Fault{change.line, change.where, change.reason}));
}

constexpr Change changes[]{
    {"an_unknown_type", "\"classic\"", "\"chess\"", 3, "game",
     "must have a type: classic, barrage, duell, classicfree or ultimate lightning"},
    {"another_type", "\"classic\"", "\"duell\"", 6, "field",
     "Red has no army of duel: surplus scout (6)"},
    {"an_army_of_no_game", "\"EF", "\"AF", 6, "field", "Red has no army of classic: missing miner"},
    {"a_broken_field", "AA__AA", "AAA_AA", 6, "field c5", "must be _, for there is a lake"},
    {"an_id_left_out", "id=\"5\"", "id=\"6\"", 11, "move 5", "must have the id 5"},
    {"no_square", "target=\"F5\"", "target=\"L5\"", 9, "move 3",
     "must have a source and a target, squares such as B4"},
    {"an_illegal_move", "source=\"B7\"", "source=\"B8\"", 12, "move 6",
     "the rules do not let blue play b8-b5 (too_far)"},
    {"an_unknown_result", "result type=\"1\"", "result type=\"5\"", 18, "result",
     "must have a type of 0 to 4 or 10 to 14, and a winner from 1 to 3"},
    {"another_winner", "winner=\"1\"", "winner=\"2\"", 18, "result",
     "the moves led to another end: flag_captured, won by red"},
    {"two_games", "</game>", "</game><game/>", 19, "game", "there must be one only"},
    {"three_players", "<player", "<player/><player", 5, "player", "there must be no more than two"},
    {"a_name_that_is_too_long", "Ada",
     "12345678901234567890123456789012345678901234567890123456789012345", 4, "player",
     "a name must have at most 64 bytes and no control characters"},
};

INSTANTIATE_TEST_SUITE_P(Gravon, WrongGravon, testing::ValuesIn(changes),
                         [](const auto& row) { return std::string{row.param.name}; });

TEST(Gravon, is_not_written_where_a_reader_would_play_another_game) {
  Game game = test::short_record();
  game.ruleset.aggressor_advantage = true;
  EXPECT_FALSE(to_gravon(game));
  test::Random random{1};
  const auto* const training = rules::find_variant("training");
  ASSERT_NE(training, nullptr);
  EXPECT_EQ(to_gravon(test::random_record({.variant = training}, 10, random)).error().reason,
            "Gravon's archive has no type for the variant training");
}

}  // namespace
}  // namespace flagrank::record

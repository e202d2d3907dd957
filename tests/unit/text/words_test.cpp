#include "client/text/words.hpp"

#include <gtest/gtest.h>

#include "client/text/command.hpp"
#include "client/text/help.hpp"
#include "client/text/news.hpp"
#include "tests/unit/text/dealer.hpp"

namespace flagrank::text {
namespace {

using rules::BattleResult;
using rules::EndReason;
using rules::Rank;
using rules::Side;
using rules::Square;
using view::Seat;

constexpr Style plain{};

Square square(std::string_view text) { return Square::parse(text).value(); }

struct Outcome {
  std::string name;
  Side attacker;
  std::optional<Rank> attacking;
  std::optional<Rank> defending;
  BattleResult result;
  std::string sentence;
};

class EveryFight : public testing::TestWithParam<Outcome> {};

TEST_P(EveryFight, is_told_in_a_sentence) {
  const auto& [name, attacker, attacking, defending, result, sentence] = GetParam();
  const Dealer dealer{Side::red};
  const view::Fight fight{.ply = 1,
                          .side = attacker,
                          .attacker = {},
                          .defender = {},
                          .attacker_rank = attacking,
                          .defender_rank = defending,
                          .result = result};
  EXPECT_EQ(fight_in_words(dealer.view(), fight, square("e5")), sentence);
}

const std::vector<Outcome> outcomes{
    {"won", Side::red, Rank::marshal, Rank::general, BattleResult::attacker_won,
     "Your marshal (10) attacked Blue's general (9) on e5 and took it."},
    {"lost", Side::blue, Rank::miner, Rank::scout, BattleResult::defender_won,
     "Blue's miner (3) attacked your scout (2) on e5 and was lost."},
    {"both", Side::red, Rank::spy, Rank::spy, BattleResult::both_lost,
     "Your spy attacked Blue's spy on e5 and both were lost."},
    {"blown_up", Side::red, Rank::colonel, Rank::bomb, BattleResult::defender_won,
     "Your colonel (8) attacked Blue's bomb on e5 and was blown up."},
    {"defused", Side::blue, Rank::miner, Rank::bomb, BattleResult::attacker_won,
     "Blue's miner (3) attacked your bomb on e5 and defused it."},
    {"flag", Side::blue, Rank::scout, Rank::flag, BattleResult::attacker_won,
     "Blue's scout (2) attacked your flag on e5 and captured it."},
    {"hidden", Side::red, Rank::major, std::nullopt, BattleResult::defender_won,
     "Your major (7) attacked Blue's piece on e5 and was lost."},
};

INSTANTIATE_TEST_SUITE_P(Words, EveryFight, testing::ValuesIn(outcomes),
                         [](const auto& one) { return one.param.name; });

struct End {
  std::string name;
  rules::Ended ended;
  std::string sentence;
};

class EveryEnd : public testing::TestWithParam<End> {};

TEST_P(EveryEnd, is_told_in_a_sentence) {
  Dealer dealer{Side::red};
  dealer.run();
  dealer.end(GetParam().ended.reason, GetParam().ended.winner);
  EXPECT_EQ(result_in_words(dealer.view()), GetParam().sentence);
}

const std::vector<End> ends{
    {"own_flag", {EndReason::flag_captured, Side::blue}, "Blue wins: your flag is captured."},
    {"their_flag", {EndReason::flag_captured, Side::red}, "You win: Blue's flag is captured."},
    {"stuck", {EndReason::no_legal_move, Side::red}, "You win: Blue cannot move any more."},
    {"both_stuck", {EndReason::no_legal_move, {}}, "The game is a draw: nobody can move any more."},
    {"resigned", {EndReason::resignation, Side::blue}, "Blue wins: you resigned."},
    {"agreed", {EndReason::agreement, {}}, "The game is a draw: both agreed to it."},
    {"quiet", {EndReason::quiet_moves, {}}, "The game is a draw: too many moves without a fight."},
    {"late", {EndReason::time, Side::red}, "You win: Blue's time is up."},
    {"away", {EndReason::abandonment, Side::red}, "You win: Blue stayed away too long."},
};

INSTANTIATE_TEST_SUITE_P(Words, EveryEnd, testing::ValuesIn(ends),
                         [](const auto& one) { return one.param.name; });

TEST(History, is_told_move_by_move) {
  Dealer dealer{Side::red};
  dealer.run();
  EXPECT_EQ(history_in_words(dealer.view(), false), "Nobody has moved yet.\n");
  for (const auto* move : {"a4-a6", "b7-b6", "a6-a7"}) dealer.move(move);
  EXPECT_EQ(history_in_words(dealer.view(), false),
            "1. Your scout ran from a4 to a6.\n"
            "2. Blue moved b7 to b6.\n"
            "3. Your scout (2) attacked Blue's scout (2) on a7 and both were lost.\n");
}

TEST(History, shows_the_last_moves_unless_asked_for_all) {
  Dealer dealer{Side::red};
  dealer.run();
  const std::vector<std::string> steps{"a4-a5", "j7-j6", "b4-b5", "i7-i6",
                                       "a5-a4", "j6-j7", "b5-b4", "i6-i7"};
  for (int i = 0; i < 24; ++i) dealer.move(steps[static_cast<std::size_t>(i) % steps.size()]);
  const std::string last = history_in_words(dealer.view(), false);
  EXPECT_TRUE(last.starts_with(" 5. You moved a5 to a4.\n")) << last;
  EXPECT_TRUE(last.ends_with("24. Blue moved i6 to i7.\n(history all shows those before.)\n"))
      << last;
  EXPECT_TRUE(history_in_words(dealer.view(), true).starts_with(" 1. You moved a4 to a5.\n"));
}

TEST(Losses, are_listed_for_both_sides) {
  Dealer dealer{Side::blue};
  dealer.run();
  EXPECT_EQ(losses_in_words(dealer.view()),
            "You have lost nothing yet.\nRed has lost nothing yet.\n");
  for (const auto* move : {"a4-a7", "j7-j4", "b4-b5", "b7-b6", "b5-b6"}) dealer.move(move);
  EXPECT_EQ(losses_in_words(dealer.view()),
            "You have lost 1 lieutenant (5), 2 scouts (2).\nRed has lost 2 scouts (2).\n");
}

TEST(NextStep, offers_a_move_that_is_possible) {
  Dealer dealer{Side::red};
  dealer.run();
  EXPECT_EQ(next_step(dealer.view(), dealer.now()),
            "Your turn. Type a move such as a4 a5, or help.");
  dealer.move("a4-a5");
  EXPECT_EQ(example_move(dealer.view()), (rules::Move{square("a7"), square("a6")}));
}

TEST(NextStep, mentions_an_open_offer) {
  Dealer dealer{Side::red};
  dealer.run();
  dealer.tell(view::DrawOffered{Side::blue});
  EXPECT_EQ(next_step(dealer.view(), dealer.now()),
            "Blue offers a draw: type accept or decline, or play on: it is your turn.");
}

TEST(NextStep, says_to_wait_where_an_offer_comes_in_the_others_turn) {
  Dealer dealer{Side::red};
  dealer.run();
  dealer.move("a4-a5");
  dealer.tell(view::DrawOffered{Side::blue});
  EXPECT_EQ(next_step(dealer.view(), dealer.now()),
            "Blue offers a draw: type accept or decline, or wait.");
}

TEST(News, comes_in_lines_for_a_script) {
  const Dealer dealer{Side::red};
  const auto line = [&](const view::Seen& seen) {
    return news_in_lines(dealer.view(), seen, plain);
  };
  EXPECT_EQ(line(view::PlayerJoined{Seat::guest, "B\nob", Side::blue}), "joined blue B?ob\n");
  EXPECT_EQ(line(view::PlayerLeft{Seat::host}), "left red\n");
  EXPECT_EQ(line(view::Presence{Seat::host, false}), "away red\n");
  EXPECT_EQ(line(view::Presence{Seat::host, true}), "");
  EXPECT_EQ(line(view::FormationLocked{Side::blue, {}}), "locked blue\n");
  EXPECT_EQ(line(view::GameStarted{.game = 2, .squares = {}}), "started 2\nturn red\n");
  EXPECT_EQ(line(view::DrawOffered{Side::blue}), "offered blue\n");
  EXPECT_EQ(line(view::DrawDeclined{Side::red}), "declined red\n");
  EXPECT_EQ(line(view::Chat{Seat::host, "a\033[2Jb\nover"}), "chat red a?[2Jb?over\n");
  EXPECT_EQ(line(view::RoomClosed{}), "closed\n");
  EXPECT_EQ(line(view::GameOver{.game = 1, .ended = {EndReason::agreement, {}}, .formations = {}}),
            "over agreement draw\n");
}

TEST(News, of_a_fight_hides_what_the_rules_hide) {
  const Dealer dealer{Side::red};
  view::Moved moved{.game = 1, .ply = 1, .side = Side::red};
  moved.move = {square("a4"), square("a5")};
  moved.combat = view::Fight{.ply = 1, .side = Side::red, .attacker_rank = Rank::scout};
  EXPECT_EQ(news_in_lines(dealer.view(), moved, plain),
            "move red a4 a5\nfight red scout unknown both_lost\nturn blue\n");
}

TEST(Help, is_there_for_every_topic_and_every_command) {
  for (const HelpTopic& topic : help_topics()) {
    EXPECT_FALSE(help(topic.word, plain).starts_with("There is no help")) << topic.word;
  }
  for (const CommandEntry& entry : command_entries()) {
    EXPECT_FALSE(help(entry.word, plain).starts_with("There is no help")) << entry.word;
  }
  EXPECT_TRUE(help("chess", plain).starts_with("There is no help on \"chess\".\nCapture"));
}

TEST(Help, fits_a_terminal_and_keeps_to_ascii_where_asked) {
  std::vector<std::string_view> words{""};
  for (const HelpTopic& topic : help_topics()) words.push_back(topic.word);
  for (const std::string_view word : words) {
    const std::string text = help(word, plain);
    std::size_t columns = 0;
    int lines = 0;
    for (const char c : text) {
      EXPECT_TRUE(c == '\n' || (c >= ' ' && c <= '~')) << word;
      columns = c == '\n' ? 0 : columns + 1;
      EXPECT_LE(columns, 80U) << word;
      if (c == '\n') ++lines;
    }
    EXPECT_LE(lines, 22) << word;
  }
}

}  // namespace
}  // namespace flagrank::text

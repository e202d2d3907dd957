#include "client/text/command.hpp"

#include <gtest/gtest.h>

namespace flagrank::text {
namespace {

using rules::Square;

Square square(std::string_view text) { return Square::parse(text).value(); }

command::Move move(std::string_view from, std::string_view to) {
  return {{square(from), square(to)}};
}

struct Reading {
  std::string name;
  std::string line;
  Command command;
};

class EveryCommand : public testing::TestWithParam<Reading> {};

TEST_P(EveryCommand, is_read) {
  const auto command = parse_command(GetParam().line);
  ASSERT_TRUE(command) << command.error().sentence;
  EXPECT_EQ(*command, GetParam().command);
}

const std::vector<Reading> readings{
    {"help", "help", command::Help{}},
    {"help_by_a_question_mark", "?", command::Help{}},
    {"help_on_a_topic", "help Ranks", command::Help{"ranks"}},
    {"rules", "rules", command::Rules{}},
    {"board", "board", command::Board{}},
    {"show", "show", command::Board{}},
    {"formation_default", "formation default", command::Formation{"default"}},
    {"formation_random", "Formation RANDOM", command::Formation{"random"}},
    {"formation_guarded", "formation random_guarded", command::Formation{"random_guarded"}},
    {"formation_alone", "formation", command::Formation{}},
    {"swap", "swap a1 j4", command::Swap{square("a1"), square("j4")}},
    {"load", "load  my army.txt ", command::Load{"my army.txt"}},
    {"save", "save Army.txt", command::Save{"Army.txt"}},
    {"lock", "lock", command::Lock{}},
    {"move", "move a4 a5", move("a4", "a5")},
    {"bare_move", "a4 a5", move("a4", "a5")},
    {"move_with_a_dash", "a4-a10", move("a4", "a10")},
    {"move_with_spaces_and_a_dash", "a4 - a5", move("a4", "a5")},
    {"move_with_a_cross", "a4xa5", move("a4", "a5")},
    {"move_in_words", "move A4 to A5", move("a4", "a5")},
    {"moves", "moves", command::Moves{}},
    {"moves_of_a_piece", "moves j10", command::Moves{square("j10")}},
    {"captured", "captured", command::Captured{}},
    {"history", "history", command::History{false}},
    {"history_all", "history all", command::History{true}},
    {"say", "say  Hello,   you!", command::Say{"Hello,   you!"}},
    {"known", "known", command::Known{}},
    {"armies", "armies", command::Armies{}},
    {"rescue", "rescue miner a1", command::Rescue{rules::Rank::miner, square("a1")}},
    {"rescue_by_a_number", "rescue 10 J5", command::Rescue{rules::Rank::marshal, square("j5")}},
    {"rescue_of_the_spy_by_its_number", "rescue 1 b2",
     command::Rescue{rules::Rank::spy, square("b2")}},
    {"rescue_by_a_symbol", "Rescue s b2", command::Rescue{rules::Rank::spy, square("b2")}},
    {"pass", "pass", command::Pass{}},
    {"rematch", "rematch", command::Rematch{}},
    {"offer", "offer", command::Offer{}},
    {"accept", "accept", command::Accept{}},
    {"decline", "decline", command::Decline{}},
    {"resign", "resign", command::Resign{false}},
    {"resign_yes", "resign yes", command::Resign{true}},
    {"leave", "leave", command::Leave{false}},
    {"leave_yes", "leave YES", command::Leave{true}},
    {"quit", "quit", command::Quit{false}},
    {"quit_yes", "quit yes", command::Quit{true}},
    {"exit", "exit", command::Quit{false}},
    {"an_empty_line", "", command::Nothing{}},
    {"blanks", "  \t\r", command::Nothing{}},
    {"a_comment", "# a4 a5", command::Nothing{}},
    {"a_line_end_of_another_system", "lock\r", command::Lock{}},
};

INSTANTIATE_TEST_SUITE_P(Command, EveryCommand, testing::ValuesIn(readings),
                         [](const auto& one) { return one.param.name; });

struct Refusal {
  std::string name;
  std::string line;
  std::string sentence;
};

class EveryMistake : public testing::TestWithParam<Refusal> {};

TEST_P(EveryMistake, is_answered_with_what_would_have_been_right) {
  const auto command = parse_command(GetParam().line);
  ASSERT_FALSE(command);
  EXPECT_EQ(command.error().sentence, GetParam().sentence);
}

const std::vector<Refusal> refusals{
    {"unknown_word", "jump a4",
     "There is no command \"jump\". Type help commands to see them all."},
    {"half_a_word", "he", "Did you mean help? Type it in full, or help commands."},
    {"rescue_alone", "rescue",
     "A rank and a square are needed, such as rescue miner a1; or type pass."},
    {"rescue_to_nowhere", "rescue miner",
     "A rank and a square are needed, such as rescue miner a1; or type pass."},
    {"rescue_of_no_rank", "rescue knight a1", "\"knight\" is no rank; miner or 3 is one."},
    {"rescue_to_no_square", "rescue miner z9", "\"z9\" is no square: they run from a1 to j10."},
    {"several_words", "mov", "Did you mean move, moves? Type it in full, or help commands."},
    {"square_off_the_board", "a4 a11", "\"a11\" is no square: they run from a1 to j10."},
    {"file_off_the_board", "z4 a5", "\"z4\" is no square: they run from a1 to j10."},
    {"one_square", "a4", "Two squares are needed, such as a4 a5."},
    {"three_squares", "a4 a5 a6", "Two squares are needed, such as a4 a5."},
    {"move_without_squares", "move", "Two squares are needed, such as move a4 a5."},
    {"swap_without_squares", "swap", "Two squares are needed, such as swap a1 b4."},
    {"moves_of_two", "moves a4 a5", "One square is enough, such as moves a4."},
    {"formation_file", "formation army.txt",
     "Type formation and a name, or formation alone to see which there are; a file is taken with "
     "load FILE."},
    {"load_nothing", "load", "A file is needed: load FILE."},
    {"save_nowhere", "save", "A file is needed: save FILE."},
    {"say_nothing", "say ", "Say what? Type say and then your words."},
    {"lock_something", "lock a4", "The command lock stands alone."},
    {"resign_perhaps", "resign perhaps", "Type resign, or resign yes."},
};

INSTANTIATE_TEST_SUITE_P(Command, EveryMistake, testing::ValuesIn(refusals),
                         [](const auto& one) { return one.param.name; });

using Words = std::vector<std::string>;

TEST(Completion, offers_the_commands_that_begin_so) {
  EXPECT_EQ(completions("l"), (Words{"load", "lock", "leave"}));
  EXPECT_EQ(completions("  SW"), (Words{"swap"}));
  EXPECT_EQ(completions("xyz"), Words{});
}

TEST(Completion, offers_every_command_on_an_empty_line) {
  EXPECT_EQ(completions("").size(), command_entries().size());
}

TEST(Completion, offers_what_can_follow) {
  EXPECT_EQ(completions("help r"), (Words{"rules", "ranks"}));
  EXPECT_EQ(completions("formation "),
            (Words{"default", "corner", "decoy", "storm", "random", "random_guarded", "centre"}));
  EXPECT_EQ(completions("rescue mi"), (Words{"miner"}));
  EXPECT_EQ(completions("rescue b"), Words{}) << "bombs do not come back";
  EXPECT_EQ(completions("lock "), Words{});
}

TEST(Completion, knows_only_commands_that_are_understood) {
  for (const CommandEntry& entry : command_entries()) {
    const auto command = parse_command(entry.word);
    const bool unknown = !command && command.error().sentence.starts_with("There is no command");
    EXPECT_FALSE(unknown) << entry.word;
  }
}

}  // namespace
}  // namespace flagrank::text

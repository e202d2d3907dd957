#include "client/text/stepping.hpp"

#include <gmock/gmock.h>

#include "tests/support/record_play.hpp"

namespace flagrank::text {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr Style ascii{.colour = false, .ascii = true};

Stepping steps(Angle angle = Angle::both) {
  return Stepping{Film{test::short_record()}, angle, ascii};
}

TEST(Stepping, tells_a_script_who_played_what) {
  EXPECT_EQ(steps().opening(), "variant classic\nplayer red Ada\nplayer blue Bob\nat 0 11\n");
}

TEST(Stepping, does_not_name_players_whom_nobody_knows) {
  record::Game game = test::short_record();
  game.names = {"",
                "\xE2\x80\xAE"
                "bob"};
  const Stepping stepping{Film{game}, Angle::both, ascii};
  EXPECT_EQ(stepping.opening(), "variant classic\nplayer blue ?bob\nat 0 11\n");
}

TEST(Stepping, tells_the_moves_that_it_passes) {
  Stepping stepping = steps();
  EXPECT_EQ(stepping.typed("next"), "move red e4 e7\nfight red scout scout both_lost\nat 1 11\n");
  EXPECT_EQ(stepping.typed(" next  2 \r"), "move blue f7 f6\nmove red f4 f5\nat 3 11\n");
  EXPECT_EQ(stepping.typed("back"), "at 2 11\n");
  EXPECT_EQ(stepping.typed("go 1"), "at 1 11\n");
  EXPECT_EQ(stepping.typed("go 2"), "move blue f7 f6\nat 2 11\n");
  EXPECT_EQ(stepping.typed("start"), "at 0 11\n");
}

TEST(Stepping, goes_from_fight_to_fight_and_to_the_end) {
  Stepping stepping = steps();
  EXPECT_THAT(stepping.typed("fight"), HasSubstr("at 1 11\n"));
  EXPECT_THAT(stepping.typed("fight"),
              HasSubstr("fight blue captain marshal defender_won\nat 4 11\n"));
  EXPECT_THAT(stepping.typed("end"), HasSubstr("over flag_captured red\nat 11 11\n"));
  EXPECT_EQ(stepping.typed("fight"), "error end There is no other fight.\n");
  EXPECT_EQ(stepping.typed("next"), "error end This is the end.\n");
  EXPECT_THAT(stepping.typed("board"), HasSubstr("Red wins: Blue's flag is captured.\n"));
}

TEST(Stepping, goes_no_further_than_there_are_moves) {
  Stepping stepping = steps();
  EXPECT_THAT(stepping.typed("next 18446744073709551615"), HasSubstr("at 11 11\n"));
  EXPECT_EQ(stepping.typed("back 18446744073709551615"), "at 0 11\n");
  EXPECT_EQ(stepping.typed("back"), "error start This is the beginning.\n");
  EXPECT_EQ(stepping.typed("go 12"), "error usage There are only 11 moves.\n");
}

TEST(Stepping, answers_what_makes_no_sense) {
  Stepping stepping = steps();
  for (const auto* line :
       {"nxt", "next -1", "next 0", "next 1 2", "go", "go x", "side green", "board 1", "end 3"}) {
    EXPECT_THAT(stepping.typed(line), HasSubstr("error usage ")) << line;
  }
  EXPECT_EQ(stepping.typed(""), "");
  EXPECT_EQ(stepping.typed("# comment"), "");
  EXPECT_THAT(stepping.typed("help"), HasSubstr("next [N]"));
}

TEST(Stepping, ends_when_it_is_told_to_quit) {
  Stepping stepping = steps();
  EXPECT_FALSE(stepping.over());
  EXPECT_EQ(stepping.typed("quit"), "");
  EXPECT_TRUE(stepping.over());
}

TEST(Stepping, shows_a_player_only_what_that_player_knew) {
  record::Game game = test::short_record();
  game.ruleset.silent_defense = true;
  Stepping stepping{Film{game}, Angle::blue, ascii};
  EXPECT_THAT(stepping.typed("go 4"),
              HasSubstr("fight red scout scout both_lost\nmove blue f7 f6\nmove red f4 f5\n"
                        "move blue f6 f5\nfight blue captain unknown defender_won\n"));
  EXPECT_EQ(stepping.typed("side red"), "side red\n");
  EXPECT_EQ(stepping.typed("start"), "at 0 11\n");
  EXPECT_THAT(stepping.typed("go 4"), HasSubstr("fight blue captain marshal defender_won\n"));
}

TEST(Stepping, draws_the_board_with_both_armies_open) {
  Stepping stepping = steps();
  (void)stepping.typed("go 6");
  EXPECT_EQ("\n" + stepping.typed("board"), R"(
     a  b  c  d  e  f  g  h  i  j       Blue: Bob
   +------------------------------+
10 |(3)(B)(2)(B)(3)(4)(2)(3)(2)(B)| 10                M 9 8 7 6 5 4 3 2 S B F
 9 |(4)(2)(B)(S)(5)(3)(4)(B)(2)(2)|  9  Blue lost     . . . . 1 . . . 1 . . .
 8 |(5)(7)(8)(6)(F)(M)(5)(8)(6)(4)|  8  Red lost      . . . . . . . . 1 . . .
 7 |(B) _ (7)(9) .  . (7)(5)(3)(6)|  7
 6 | .  . ~~~~~~ .  M ~~~~~~ .  . |  6  Move 6 of 11
 5 | . >2)~~~~~~ .  . ~~~~~~ .  . |  5  Played after 0:30
 4 | 2  6  5  9  .  .  3  6  5  2 |  4  Both armies are open
 3 | 4  7  2  S  6  8  7  B  8  2 |  3  (5) is Blue's
 2 | 5  2  3  5  4  B  B  3  2  7 |  2
 1 | 3  4  3  6  B  F  B  4  B  2 |  1
   +------------------------------+
     a  b  c  d  e  f  g  h  i  j       Red: Ada
Blue's scout ran from b7 to b5.
Red is to move.
)");
}

TEST(Stepping, draws_the_board_as_one_player_saw_it) {
  Stepping stepping = steps(Angle::blue);
  (void)stepping.typed("go 6");
  EXPECT_EQ("\n" + stepping.typed("board"), R"(
     j  i  h  g  f  e  d  c  b  a       Red: Ada
   +------------------------------+
 1 | #  #  #  #  #  #  #  #  #  # |  1                M 9 8 7 6 5 4 3 2 S B F
 2 | #  #  #  #  #  #  #  #  #  # |  2  Red lost      . . . . . . . . 1 . . .
 3 | #  #  #  #  #  #  #  #  #  # |  3  Blue lost     . . . . 1 . . . 1 . . .
 4 | #  #  #  #  .  .  #  #  #  # |  4
 5 | .  . ~~~~~~ .  . ~~~~~~>2  . |  5  Move 6 of 11
 6 | .  . ~~~~~~(M) . ~~~~~~ .  . |  6  Played after 0:30
 7 | 6  3  5  7  .  .  9  7  _  B |  7  As Blue saw it
 8 | 4  6  8  5  M  F  6  8  7  5 |  8  # never moved   ? has moved
 9 | 2  2  B  4  3  5  S  B  2  4 |  9  (5) has shown what it is
10 | B  2  3  2  4  3  B  2  B  3 | 10
   +------------------------------+
     j  i  h  g  f  e  d  c  b  a       Blue: Bob
Blue's scout ran from b7 to b5.
Red is to move.
)");
}

TEST(Stepping, shows_a_position_as_a_game_without_moves) {
  const auto position = record::position_of(rules::Game::start(
      {}, test::short_record().formations[0], test::short_record().formations[1]));
  Stepping stepping{Film{position}, Angle::both, ascii};
  EXPECT_EQ(stepping.opening(), "at 0 0\n");
  EXPECT_EQ(stepping.typed("next"), "error end This is the end.\n");
  EXPECT_THAT(stepping.typed("board"), HasSubstr("A position\n"));
  EXPECT_THAT(stepping.typed("board"), HasSubstr("Red is to move.\n"));
}

TEST(Stepping, knows_a_game_without_moves_from_a_position) {
  record::Game game = test::short_record();
  game.turns.clear();
  game.result = {rules::EndReason::resignation, rules::Side::blue};
  Stepping stepping{Film{game}, Angle::both, ascii};
  EXPECT_EQ(stepping.opening(),
            "variant classic\nplayer red Ada\nplayer blue Bob\nover resignation blue\nat 0 0\n");
  EXPECT_EQ(stepping.typed("end"), "at 0 0\n");
  EXPECT_THAT(stepping.typed("board"), HasSubstr("Move 0 of 0\n"));
  EXPECT_THAT(stepping.typed("board"), HasSubstr("Blue wins"));
}

// --- keys

TEST(Stepping, steps_by_keys) {
  Stepping stepping = steps();
  const auto after = [&](std::u32string_view key) {
    stepping.pressed(key);
    return stepping.screen();
  };
  EXPECT_THAT(stepping.screen(), HasSubstr("Move 0 of 11"));
  EXPECT_THAT(after(U"\033[C"), HasSubstr("Move 1 of 11"));
  EXPECT_THAT(after(U" "), HasSubstr("Move 2 of 11"));
  EXPECT_THAT(after(U"\r"), HasSubstr("Move 3 of 11"));
  EXPECT_THAT(after(U"\033[D"), HasSubstr("Move 2 of 11"));
  EXPECT_THAT(after(U"f"), HasSubstr("Move 4 of 11"));
  EXPECT_THAT(after(U"\033[F"), HasSubstr("Move 11 of 11"));
  EXPECT_THAT(after(U"\033[B"), HasSubstr("Move 1 of 11"));
  EXPECT_THAT(after(U"\033[H"), HasSubstr("Move 0 of 11"));
  EXPECT_THAT(after(U"b"), HasSubstr("This is the beginning."));
  EXPECT_THAT(after(U"x"), HasSubstr("That key does nothing here"));
  EXPECT_THAT(after(U"n"), Not(HasSubstr("nothing here")));
}

TEST(Stepping, asks_for_the_number_of_a_move) {
  Stepping stepping = steps();
  for (const auto* key : {U"g", U"1", U"0"}) stepping.pressed(key);
  EXPECT_THAT(stepping.screen(), HasSubstr("Go to move: 10"));
  stepping.pressed(U"\r");
  EXPECT_THAT(stepping.screen(), HasSubstr("Move 10 of 11"));
  for (const auto* key : {U"g", U"9", U"9", U"\r"}) stepping.pressed(key);
  EXPECT_THAT(stepping.screen(), HasSubstr("Move 11 of 11"));
  for (const auto* key : {U"g", U"2", U"x"}) stepping.pressed(key);
  EXPECT_THAT(stepping.screen(), HasSubstr("Move 11 of 11"));
}

TEST(Stepping, changes_sides_explains_itself_and_goes) {
  Stepping stepping = steps();
  stepping.pressed(U"2");
  EXPECT_THAT(stepping.screen(), HasSubstr("As Blue saw it"));
  stepping.pressed(U"h");
  EXPECT_THAT(stepping.screen(), HasSubstr("to the next fight"));
  stepping.pressed(U"q");
  EXPECT_FALSE(stepping.over());
  stepping.pressed(U"\003");
  EXPECT_TRUE(stepping.over());
}

}  // namespace
}  // namespace flagrank::text

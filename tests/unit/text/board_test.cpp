#include "client/text/board.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <string>

#include "client/text/screen.hpp"
#include "tests/support/positions.hpp"
#include "tests/unit/text/dealer.hpp"
#include "tests/unit/text/parlour.hpp"

namespace flagrank::text {
namespace {

using rules::Rank;
using rules::Side;

constexpr Style ascii{.colour = false, .ascii = true};
constexpr Style unicode{.colour = false, .ascii = false};

std::string drawn(const Dealer& dealer, Style style = ascii) {
  return "\n" + draw_screen(dealer.view(), {}, style, dealer.now());
}

/// A game in which Red's scout has run into a scout, Red's captain has taken a lieutenant, and
/// Blue's marshal stands in the open.
Dealer battle(Side side) {
  Dealer dealer{side};
  dealer.run();
  for (const auto* move : {"a4-a7", "b7-b6", "b4-b5", "e7-e6", "b5-b6"}) dealer.move(move);
  return dealer;
}

TEST(Screen, shows_red_its_side_below) {
  EXPECT_EQ(drawn(battle(Side::red)), R"(
     a  b  c  d  e  f  g  h  i  j       Blue: Bob
   +------------------------------+
10 | #  #  #  #  #  #  #  #  #  # | 10                M 9 8 7 6 5 4 3 2 S B F
 9 | #  #  #  #  #  #  #  #  #  # |  9  Blue unseen   1 1 2 3 4 3 4 5 7 1 6 1
 8 | #  #  #  #  #  #  #  #  #  # |  8  Blue lost     . . . . . 1 . . 1 . . .
 7 | .  .  #  #  .  #  #  #  #  # |  7  You lost      . . . . . . . . 1 . . .
 6 | . >6 ~~~~~~ ?  . ~~~~~~ .  . |  6
 5 | .  _ ~~~~~~ .  . ~~~~~~ .  . |  5  Moves so far: 5
 4 | .  .  5  2  7  M  2  6  5  2 |  4
 3 | 4  8  2  S  6  9  7  B  8  2 |  3  # never moved   ? has moved
 2 | 5  2  3  6  4  B  B  3  B  7 |  2  (5) has shown what it is
 1 | 3  4  3  5  B  F  B  4  3  2 |  1
   +------------------------------+
     a  b  c  d  e  f  g  h  i  j       Red: Ann (you)
Last move: Your captain (6) attacked Blue's lieutenant (5) on b6 and took it.
Blue is to move.
)");
}

TEST(Screen, shows_blue_its_side_below_and_the_enemy_it_remembers) {
  Dealer dealer = battle(Side::blue);
  dealer.move("a8-a7");
  EXPECT_EQ(drawn(dealer), R"(
     j  i  h  g  f  e  d  c  b  a       Red: Bob
   +------------------------------+
 1 | #  #  #  #  #  #  #  #  #  # |  1                M 9 8 7 6 5 4 3 2 S B F
 2 | #  #  #  #  #  #  #  #  #  # |  2  Red unseen    1 1 2 3 3 4 4 5 7 1 6 1
 3 | #  #  #  #  #  #  #  #  #  # |  3  Red lost      . . . . . . . . 1 . . .
 4 | #  #  #  #  #  #  #  #  .  . |  4  You lost      . . . . . 1 . . 1 . . .
 5 | .  . ~~~~~~ .  . ~~~~~~ .  . |  5
 6 | .  . ~~~~~~ .  M ~~~~~~(6) . |  6  Moves so far: 6
 7 | 2  6  5  2  7  .  2  6  . >2 |  7
 8 | 4  8  2  S  6  9  7  B  8  _ |  8  # never moved   ? has moved
 9 | 5  2  3  6  4  B  B  3  B  7 |  9  (5) has shown what it is
10 | 3  4  3  5  B  F  B  4  3  2 | 10
   +------------------------------+
     j  i  h  g  f  e  d  c  b  a       Blue: Ann (you)
Last move: You moved a8 to a7.
Last fight: Red's captain (6) attacked your lieutenant (5) on b6 and took it.
Red is to move.
)");
}

TEST(Screen, uses_what_the_terminal_can_show) {
  EXPECT_EQ(drawn(battle(Side::red), unicode), R"(
     a  b  c  d  e  f  g  h  i  j       Blue: Bob
   ┌──────────────────────────────┐
10 │ ■  ■  ■  ■  ■  ■  ■  ■  ■  ■ │ 10                M 9 8 7 6 5 4 3 2 S B F
 9 │ ■  ■  ■  ■  ■  ■  ■  ■  ■  ■ │  9  Blue unseen   1 1 2 3 4 3 4 5 7 1 6 1
 8 │ ■  ■  ■  ■  ■  ■  ■  ■  ■  ■ │  8  Blue lost     · · · · · 1 · · 1 · · ·
 7 │ ·  ·  ■  ■  ·  ■  ■  ■  ■  ■ │  7  You lost      · · · · · · · · 1 · · ·
 6 │ · >6 ≈≈≈≈≈≈ □  · ≈≈≈≈≈≈ ·  · │  6
 5 │ ·  ∘ ≈≈≈≈≈≈ ·  · ≈≈≈≈≈≈ ·  · │  5  Moves so far: 5
 4 │ ·  ·  5  2  7  M  2  6  5  2 │  4
 3 │ 4  8  2  S  6  9  7  B  8  2 │  3  ■ never moved   □ has moved
 2 │ 5  2  3  6  4  B  B  3  B  7 │  2  (5) has shown what it is
 1 │ 3  4  3  5  B  F  B  4  3  2 │  1
   └──────────────────────────────┘
     a  b  c  d  e  f  g  h  i  j       Red: Ann (you)
Last move: Your captain (6) attacked Blue's lieutenant (5) on b6 and took it.
Blue is to move.
)");
}

TEST(Screen, tells_how_to_set_up) {
  Dealer dealer{Side::blue};
  const Draft draft = dealer.army(Side::blue).placements();
  EXPECT_EQ("\n" + draw_screen(dealer.view(), draft, ascii, dealer.now()), R"(
     j  i  h  g  f  e  d  c  b  a       Red: nobody yet
   +------------------------------+
 1 | .  .  .  .  .  .  .  .  .  . |  1  Your army, with row 7 in front:
 2 | .  .  .  .  .  .  .  .  .  . |  2  M marshal (10), 9 general, down to
 3 | .  .  .  .  .  .  .  .  .  . |  3  2 scout, S spy, B bomb, F flag.
 4 | .  .  .  .  .  .  .  .  .  . |  4
 5 | .  . ~~~~~~ .  . ~~~~~~ .  . |  5  swap a1 b4        exchange two squares
 6 | .  . ~~~~~~ .  . ~~~~~~ .  . |  6  formation         lists ready armies
 7 | 2  6  5  2  7  M  2  6  5  2 |  7  load FILE         take one from a file
 8 | 4  8  2  S  6  9  7  B  8  2 |  8  save FILE         keep this one
 9 | 5  2  3  6  4  B  B  3  B  7 |  9  lock              done: it is final
10 | 3  4  3  5  B  F  B  4  3  2 | 10  help              the rules
   +------------------------------+
     j  i  h  g  f  e  d  c  b  a       Blue: Ann (you)
Waiting for the other player. Meanwhile, arrange your army and lock it.
)");
}

TEST(Screen, shows_the_locked_army_and_who_is_waited_for) {
  Dealer dealer{Side::red};
  dealer.join("Bob");
  dealer.lock(Side::red);
  const std::string screen = draw_screen(dealer.view(), {}, ascii, dealer.now());
  EXPECT_NE(screen.find("\n 4 | 2  6  5  2  7  M  2  6  5  2 |  4"), std::string::npos) << screen;
  EXPECT_NE(screen.find("Your army is locked."), std::string::npos) << screen;
  EXPECT_NE(screen.find("\nYour army is locked. Waiting for Blue to be ready.\n"),
            std::string::npos)
      << screen;
}

TEST(Screen, opens_everything_when_the_game_is_over) {
  Dealer dealer = battle(Side::red);
  dealer.end(rules::EndReason::resignation, Side::red);
  EXPECT_EQ(drawn(dealer), R"(
     a  b  c  d  e  f  g  h  i  j       Blue: Bob
   +------------------------------+
10 |(2)(3)(4)(B)(F)(B)(5)(3)(4)(3)| 10                M 9 8 7 6 5 4 3 2 S B F
 9 |(7)(B)(3)(B)(B)(4)(6)(3)(2)(5)|  9  Blue lost     . . . . . 1 . . 1 . . .
 8 |(2)(8)(B)(7)(9)(6)(S)(2)(8)(4)|  8  You lost      . . . . . . . . 1 . . .
 7 | .  . (6)(2) . (7)(2)(5)(6)(2)|  7
 6 | . >6 ~~~~~~(M) . ~~~~~~ .  . |  6  Moves so far: 5
 5 | .  _ ~~~~~~ .  . ~~~~~~ .  . |  5
 4 | .  .  5  2  7  M  2  6  5  2 |  4
 3 | 4  8  2  S  6  9  7  B  8  2 |  3
 2 | 5  2  3  6  4  B  B  3  B  7 |  2
 1 | 3  4  3  5  B  F  B  4  3  2 |  1
   +------------------------------+
     a  b  c  d  e  f  g  h  i  j       Red: Ann (you)
Last move: Your captain (6) attacked Blue's lieutenant (5) on b6 and took it.
You win: Blue resigned.
Type rematch to play again, or quit to leave.
)");
}

TEST(Screen, fits_a_terminal_of_80_columns_and_24_lines) {
  rules::Ruleset ruleset;
  ruleset.draw_after_quiet_moves = 200;
  Dealer dealer{Side::red, ruleset};
  dealer.join(std::string(32, 'W'));
  dealer.lock(Side::red);
  dealer.lock(Side::blue);
  dealer.start();
  for (const auto* move : {"a4-a7", "b7-b6", "b4-b5", "e7-e6", "b5-b6", "a8-a7"}) dealer.move(move);
  dealer.tell(view::DrawOffered{Side::blue});
  std::istringstream lines{drawn(dealer)};
  std::string line;
  int count = 0;
  while (std::getline(lines, line)) {
    ++count;
    EXPECT_LE(line.size(), 80U) << line;
  }
  EXPECT_LE(count, 22);
}

std::size_t widest_line(const std::string& screen) {
  std::size_t most = 0;
  std::istringstream lines{screen};
  for (std::string line; std::getline(lines, line);) most = std::max(most, line.size());
  return most;
}

TEST(Screen, of_a_set_up_fits_into_80_columns_on_either_side) {
  for (const Side side : {Side::red, Side::blue}) {
    const Dealer dealer{side};
    const Draft draft = dealer.army(side).placements();
    EXPECT_LT(widest_line(draw_screen(dealer.view(), draft, ascii, dealer.now())), 80U);
  }
}

TEST(Screen, with_many_unknown_losses_fits_into_80_columns) {
  Dealer dealer{Side::red};
  dealer.join("Bob");
  dealer.lock(Side::red);
  dealer.lock(Side::blue);
  dealer.start();
  view::PlayerView view = dealer.view();
  for (std::uint32_t ply = 1; ply <= 12; ++ply) {
    view.losses.push_back({.piece = {}, .side = Side::blue, .rank = {}, .known = {}, .ply = ply});
  }
  const std::string screen = draw_screen(view, {}, ascii, dealer.now());
  EXPECT_THAT(screen, testing::HasSubstr("Blue lost +12 . . ."));
  EXPECT_LT(widest_line(screen), 80U);
}

TEST(Screen, shows_a_spectator_the_known_pieces_of_both_sides_in_brackets) {
  Dealer dealer = battle(Side::red);
  view::PlayerView view = dealer.view();
  view.viewer = view::Viewer::spectator();
  for (view::PieceView& piece : view.pieces) {
    piece.rank.reset();
    piece.known.reset();
    if (piece.square == test::parse_square("a1")) piece.known = rules::Rank::miner;
  }
  EXPECT_THAT(draw_screen(view, {}, ascii, dealer.now()), testing::HasSubstr("\n 1 |(3)"));
}

TEST(Screen, cleans_names) {
  Dealer dealer{Side::red};
  dealer.join("B\033[2Job");
  const std::string screen = draw_screen(dealer.view(), {}, ascii, dealer.now());
  EXPECT_TRUE(screen.starts_with("     a  b  c  d  e  f  g  h  i  j       Blue: B?[2Job\n"))
      << screen;
}

TEST(Screen, says_who_is_away) {
  Dealer dealer{Side::red};
  dealer.run();
  dealer.tell(view::Presence{view::Seat::guest, false});
  EXPECT_NE(draw_screen(dealer.view(), {}, ascii, dealer.now()).find("Blue: Bob (away)\n"),
            std::string::npos);
}

TEST(Screen, counts_moves_without_a_fight_where_they_matter) {
  rules::Ruleset ruleset;
  ruleset.draw_after_quiet_moves = 100;
  Dealer dealer{Side::red, ruleset};
  dealer.run();
  for (const auto* move : {"a4-a7", "b7-b6", "b4-b5"}) dealer.move(move);
  EXPECT_NE(draw_screen(dealer.view(), {}, ascii, dealer.now())
                .find("Without a fight: 2, a draw at 100\n"),
            std::string::npos);
}

TEST(Board, colours_the_two_sides_apart) {
  const Dealer dealer = battle(Side::red);
  const auto lines = draw_board(dealer.view(), {}, {.colour = true, .ascii = true});
  EXPECT_TRUE(lines[2].starts_with("10 |\033[97;44m # \033[0m")) << lines[2];
  EXPECT_EQ(lines[6],
            " 6 |\033[2m . \033[0m\033[1;93;41m>6 \033[0m\033[36m~~~\033[0m\033[36m~~~\033[0m"
            "\033[97;44m ? \033[0m\033[2m . \033[0m\033[36m~~~\033[0m\033[36m~~~\033[0m"
            "\033[2m . \033[0m\033[2m . \033[0m|  6");
}

TEST(Board, is_as_wide_and_high_as_it_says) {
  const Dealer dealer = battle(Side::blue);
  const auto lines = draw_board(dealer.view(), {}, ascii);
  EXPECT_EQ(lines.size(), board_lines);
  for (const std::string& line : lines) EXPECT_EQ(line.size(), board_columns) << line;
}

TEST(Board, remembers_what_a_fight_has_shown_wherever_the_piece_goes) {
  Dealer dealer = battle(Side::blue);
  dealer.move("a8-a7");
  dealer.move("b6-b5");
  const auto lines = draw_board(dealer.view(), {}, ascii);
  EXPECT_EQ(lines[6], " 5 | .  . ~~~~~~ .  . ~~~~~~>6) . |  5");
}

TEST(Board, remembers_that_a_piece_has_run) {
  Dealer dealer{Side::blue};
  dealer.run();
  dealer.move("a4-a6");
  dealer.move("j7-j6");
  const auto lines = draw_board(dealer.view(), {}, ascii);
  EXPECT_EQ(lines[7], " 6 |>2  . ~~~~~~ .  . ~~~~~~ . (2)|  6");
}

TEST(Board, shows_face_up_what_the_rules_leave_so) {
  rules::Ruleset ruleset;
  ruleset.visible_survivors = true;
  Dealer dealer{Side::blue, ruleset};
  dealer.run();
  for (const auto* move : {"a4-a7", "b7-b6", "b4-b5", "e7-e6", "b5-b6", "a8-a7"}) dealer.move(move);
  const std::string screen = drawn(dealer);
  EXPECT_NE(screen.find("\n 6 | .  . ~~~~~~ .  M ~~~~~~[6] . |  6"), std::string::npos) << screen;
  EXPECT_NE(screen.find("  [5] lies open\n"), std::string::npos) << screen;
}

TEST(Board, draws_what_came_back_as_neither_bomb_nor_flag) {
  Dealer dealer{Side::blue, lane_rules(), lane_board};
  dealer.run();
  for (const auto move : lane_moves) dealer.move(move);
  dealer.rescue(Rank::scout, "a5");
  const auto lines = draw_board(dealer.view(), {}, ascii);
  EXPECT_EQ(lines[6], " 5 | .  . ~~~~~~ .  . ~~~~~~ .  ? |  5");
  EXPECT_EQ(lines[2], " 1 | .  .  .  .  #  .  .  .  #  # |  1");
}

}  // namespace
}  // namespace flagrank::text

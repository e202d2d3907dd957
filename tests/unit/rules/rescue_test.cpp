#include "common/rules/rescue.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <ostream>
#include <sstream>
#include <string>
#include <string_view>

#include "common/rules/game.hpp"
#include "common/rules/names.hpp"
#include "tests/support/positions.hpp"

namespace flagrank::rules {
namespace {

using test::parse_move;
using test::parse_square;

const Ruleset with_rescue{.rescue = true};

/// Red's captain is about to enter Blue's back row, its sergeant to fall to a general. Blue's miner
/// has a long way down the file j.
constexpr std::string_view captain_before_the_row = R"(
    .........f
    ....P....n
    ..........
    ..........
    ..~~g.~~..
    ..~~T.~~..
    ..........
    ..........
    ON........
    FB........)";
constexpr std::string_view sergeant_falls = "e5-e6 j9-j8";

Rescue rescue(char letter, std::string_view square) {
  return {*from_letter(letter), parse_square(square)};
}

/// Plays moves, rescues ("+Ta5" brings a sergeant back on a5) and "pass"; each must be allowed.
void play(Game& game, std::string_view text) {
  std::istringstream words{std::string{text}};
  for (std::string word; words >> word;) {
    if (word == "pass") {
      ASSERT_TRUE(game.decline_rescue(game.to_move())) << word;
    } else if (word.starts_with('+')) {
      const auto turn = game.rescue(game.to_move(), rescue(word[1], word.substr(2)));
      ASSERT_TRUE(turn) << word << ' ' << name(turn.error());
    } else {
      const auto turn = game.apply(game.to_move(), parse_move(word));
      ASSERT_TRUE(turn) << word << ' ' << name(turn.error());
      ASSERT_EQ(turn->moved.rescue_pending, game.rescue_pending()) << word;
    }
    ASSERT_EQ(game.broken_invariant(), std::nullopt) << word;
  }
}

Game played(std::string_view board, std::string_view text, const Ruleset& ruleset = with_rescue) {
  Game game = test::game_at(test::drawn(board), ruleset);
  play(game, text);
  return game;
}

/// The captain has entered the row, and Red has a sergeant to bring back.
Game pending() { return played(captain_before_the_row, std::string{sergeant_falls} + " e9-e10"); }

// ── When there is a rescue to decide on

struct Row {
  const char* name;
  std::string_view board;
  std::string_view moves;  ///< the last one may open a rescue
  Ruleset ruleset;
  bool opens;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

class Entering : public testing::TestWithParam<Row> {};

TEST_P(Entering, the_back_row_opens_a_rescue_or_does_not) {
  const Game game = played(GetParam().board, GetParam().moves, GetParam().ruleset);
  EXPECT_EQ(game.rescue_pending(), GetParam().opens);
  EXPECT_FALSE(game.ended());
}

constexpr std::string_view row_held_by_miner = R"(
    ....n....f
    ....P....n
    ..........
    ..........
    ..~~g.~~..
    ..~~T.~~..
    ..........
    ..........
    ON........
    FB........)";
constexpr std::string_view row_held_by_general = R"(
    ....g....f
    ....P....n
    ..........
    ..........
    ..~~g.~~..
    ..~~T.~~..
    ..........
    ..........
    ON........
    FB........)";
constexpr std::string_view row_held_by_captain = R"(
    ....p....f
    ....P....n
    ..........
    ..........
    ..~~g.~~..
    ..~~T.~~..
    ..........
    ..........
    ON........
    FB........)";
constexpr std::string_view captain_in_the_row = R"(
    ....P....f
    ...t.....n
    ..........
    ..........
    ..~~g.~~..
    ..~~T.~~..
    ..........
    ..........
    ON........
    FB........)";
constexpr std::string_view scout_before_the_row = R"(
    ......s..f
    .........n
    ....O.....
    ..........
    ..~~g.~~..
    ..~~T.~~..
    ..........
    ..........
    ON........
    FB........)";
constexpr std::string_view bomb_under_attack = R"(
    .........f
    ....P....n
    ..........
    ..........
    ..~~n.~~..
    ..~~B.~~..
    ....o.....
    ..........
    ON........
    FB........)";
constexpr std::string_view own_half_full = R"(
    .........f
    ....P....n
    ..........
    ....g.....
    ..~~T.~~..
    bb~~bb~~bb
    BBBBBBBBBb
    BBBBBBBBBb
    BBBBBBBBBB
    FBBBBBBBBB)";
constexpr std::string_view blues_captain = R"(
    .........f
    .........n
    ..........
    ..........
    ..~~t.~~..
    ..~~G.~~..
    ..........
    ..........
    .N..p.....
    FB........)";

INSTANTIATE_TEST_SUITE_P(
    Rescue, Entering,
    testing::Values(
        Row{"a_step", captain_before_the_row, "e5-e6 j9-j8 e9-e10", with_rescue, true},
        Row{"a_step_without_the_switch", captain_before_the_row, "e5-e6 j9-j8 e9-e10", {}, false},
        Row{"a_step_with_nothing_captured", captain_before_the_row, "e9-e10", with_rescue, false},
        Row{"a_step_before_the_row", captain_before_the_row, "e5-e6 j9-j8 e9-d9", with_rescue,
            false},
        Row{"a_won_attack", row_held_by_miner, "e5-e6 j9-j8 e9-e10", with_rescue, true},
        Row{"a_won_attack_in_silence",
            row_held_by_miner,
            "e5-e6 j9-j8 e9-e10",
            {.silent_defense = true, .rescue = true},
            true},
        Row{"a_won_attack_face_up",
            row_held_by_miner,
            "e5-e6 j9-j8 e9-e10",
            {.visible_survivors = true, .rescue = true},
            true},
        Row{"a_lost_attack", row_held_by_general, "e5-e6 j9-j8 e9-e10", with_rescue, false},
        Row{"an_attack_in_which_both_fall", row_held_by_captain, "e5-e6 j9-j8 e9-e10", with_rescue,
            false},
        Row{"an_attack_on_equals_with_advantage",
            row_held_by_captain,
            "e5-e6 j9-j8 e9-e10",
            {.aggressor_advantage = true, .rescue = true},
            true},
        Row{"sideways_inside_the_row", captain_in_the_row, "e5-e6 j9-j8 e10-f10", with_rescue,
            false},
        Row{"an_enemy_that_falls_to_a_piece_in_the_row", captain_in_the_row,
            "e5-e6 d9-e9 a2-a3 e9-e10", with_rescue, false},
        Row{"a_hidden_scout", scout_before_the_row, "e5-e6 j9-j8 e8-e9 j8-j7 e9-e10", with_rescue,
            true},
        Row{"a_scout_that_runs_in", scout_before_the_row, "e5-e6 j9-j8 e8-e10", with_rescue, false},
        Row{"a_scout_that_ran_before", scout_before_the_row,
            "e5-e6 j9-j8 e8-h8 j8-j7 h8-h9 j7-j6 h9-h10", with_rescue, false},
        Row{"a_scout_that_attacks", scout_before_the_row,
            "e5-e6 j9-j8 e8-f8 j8-j7 f8-g8 j7-j6 g8-g9 j6-j5 g9-g10", with_rescue, false},
        Row{"only_a_bomb_captured", bomb_under_attack, "a2-a3 e6-e5 e9-e10", with_rescue, false},
        Row{"only_a_bomb_captured_in_silence",
            bomb_under_attack,
            "a2-a3 e6-e5 e9-e10",
            {.silent_defense = true, .rescue = true},
            true},
        Row{"only_a_bomb_captured_in_silence_that_a_scout_has_found",
            bomb_under_attack,
            "a2-a3 e4-e5 a3-a4 e6-e5 e9-e10",
            {.silent_defense = true, .rescue = true},
            false},
        Row{"no_square_free", own_half_full, "e6-e7 j9-j8 e9-e10", with_rescue, false},
        Row{"blue_with_nothing_captured", blues_captain, "b2-b3 e2-e1", with_rescue, false},
        Row{"blue_after_a_lost_defence", blues_captain, "e5-e6 e2-e1", with_rescue, true},
        Row{"blue_after_a_lost_attack", blues_captain, "b2-b3 e6-e5 b3-b4 e2-e1", with_rescue,
            true}),
    [](const auto& row) { return row.param.name; });

TEST(Rescue, opens_after_a_piece_was_found_in_silence_by_a_scout_that_is_no_bomb) {
  const Game game =
      played(R"(
      .........f
      ....P....n
      ..........
      ..........
      ..~~n.~~..
      ..~~O.~~..
      ....o.....
      ..........
      ON........
      FB........)",
             "a2-a3 e4-e5 a3-a4 j9-j8 e9-e10", {.silent_defense = true, .rescue = true});
  EXPECT_TRUE(game.rescue_pending());
  EXPECT_EQ(game.rescuable(Side::red)[index(Rank::scout)], 1);
}

// ── What is refused, and why

struct Refused {
  const char* name;
  Rescue rescue;
  std::optional<Rejection> why;
};

void PrintTo(const Refused& row, std::ostream* out) { *out << row.name; }

class Bringing : public testing::TestWithParam<Refused> {};

TEST_P(Bringing, a_piece_back_is_allowed_or_refused_for_a_reason) {
  Game game = pending();
  const Game before = game;
  EXPECT_EQ(game.check_rescue(Side::red, GetParam().rescue), GetParam().why);
  const auto turn = game.rescue(Side::red, GetParam().rescue);
  EXPECT_EQ(turn.has_value(), !GetParam().why);
  if (GetParam().why) {
    EXPECT_EQ(turn.error(), *GetParam().why);
    EXPECT_EQ(game, before);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Rescue, Bringing,
    testing::Values(
        Refused{"back_what_fell", rescue('T', "a5"), std::nullopt},
        Refused{"back_where_it_fell", rescue('T', "e5"), std::nullopt},
        Refused{"a_rank_that_did_not_fall", rescue('N', "a5"), Rejection::not_captured},
        Refused{"a_bomb", rescue('B', "a5"), Rejection::not_captured},
        Refused{"a_flag", rescue('F', "a5"), Rejection::not_captured},
        Refused{"what_did_not_fall_to_the_other_half", rescue('N', "a6"), Rejection::not_captured},
        Refused{"to_the_other_half", rescue('T', "a6"), Rejection::not_own_half},
        Refused{"to_a_lake_of_the_other_half", rescue('T', "c6"), Rejection::not_own_half},
        Refused{"to_a_lake", rescue('T', "c5"), Rejection::lake},
        Refused{"onto_an_own_piece", rescue('T', "a1"), Rejection::occupied}),
    [](const auto& row) { return row.param.name; });

TEST(Rescue, is_not_to_a_square_where_an_enemy_stands) {
  Game game = played(captain_before_the_row, "e5-e6 e6-e5 a2-a3 j9-j8 e9-e10");
  EXPECT_EQ(game.check_rescue(Side::red, rescue('T', "e5")), Rejection::occupied);
}

TEST(Rescue, is_refused_to_a_hidden_scout_whatever_it_asks_for_and_so_it_declines) {
  Game game = played(scout_before_the_row, "e5-e6 j9-j8 e8-e9 j8-j7 e9-e10");
  EXPECT_EQ(game.check_rescue(Side::red, rescue('T', "a5")), Rejection::scout_cannot_rescue);
  EXPECT_EQ(game.check_rescue(Side::red, rescue('F', "c6")), Rejection::scout_cannot_rescue);
  play(game, "pass");
  EXPECT_FALSE(game.at(parse_square("e10"))->known);
  EXPECT_EQ(game.to_move(), Side::blue);
}

TEST(Rescue, finds_nothing_to_bring_back_where_bombs_alone_fell_in_silence) {
  Game game =
      played(bomb_under_attack, "a2-a3 e6-e5 e9-e10", {.silent_defense = true, .rescue = true});
  EXPECT_EQ(game.rescuable(Side::red), Inventory{});
  EXPECT_EQ(game.check_rescue(Side::red, rescue('B', "a5")), Rejection::not_captured);
  play(game, "pass j9-j8");
}

TEST(Rescue, holds_up_every_move_and_is_for_nobody_else_to_decide) {
  Game game = pending();
  EXPECT_EQ(game.to_move(), Side::red);
  EXPECT_TRUE(game.legal_moves().empty());
  EXPECT_EQ(game.check(Side::red, parse_move("a2-a3")), Rejection::rescue_pending);
  EXPECT_EQ(game.check(Side::blue, parse_move("j8-j7")), Rejection::not_your_turn);
  EXPECT_EQ(game.check_rescue(Side::blue, rescue('T', "a6")), Rejection::not_your_turn);
  EXPECT_EQ(game.decline_rescue(Side::blue).error(), Rejection::not_your_turn);
}

TEST(Rescue, is_not_there_to_be_decided_where_none_is_open) {
  Game game = played(captain_before_the_row, sergeant_falls);
  EXPECT_EQ(game.check_rescue(Side::red, rescue('T', "a5")), Rejection::no_rescue);
  EXPECT_EQ(game.decline_rescue(Side::red).error(), Rejection::no_rescue);
  play(game, "e9-e10 pass");
  EXPECT_EQ(game.check_rescue(Side::red, rescue('T', "a5")), Rejection::not_your_turn);
}

// ── What it brings about

TEST(Rescue, brings_a_piece_back_hidden_and_unmoved_under_a_new_identity) {
  Game game = pending();
  const PieceId red1 = *PieceId::parse("red1");
  const auto turn = game.rescue(Side::red, rescue('T', "a5"));
  const Rescued rescued{.ply = 3,
                        .side = Side::red,
                        .piece = red1,
                        .square = parse_square("a5"),
                        .rank = Rank::sergeant};
  EXPECT_EQ(*turn, (RescueTurn{.rescued = rescued, .ended = std::nullopt}));
  const Piece back{
      .id = red1, .side = Side::red, .rank = Rank::sergeant, .square = parse_square("a5")};
  ASSERT_NE(game.at(parse_square("a5")), nullptr);
  EXPECT_EQ(*game.at(parse_square("a5")), back);
  EXPECT_EQ(game.pieces(Side::red).back(), back);
}

TEST(Rescue, ends_the_turn_of_the_move_before_it) {
  Game game = pending();
  EXPECT_EQ(game.ply(), 3U);
  EXPECT_EQ(game.quiet_moves(), 2U);
  play(game, "+Ta5");
  EXPECT_EQ(game.ply(), 3U);
  EXPECT_EQ(game.quiet_moves(), 2U);
  EXPECT_EQ(game.to_move(), Side::blue);
  EXPECT_FALSE(game.rescue_pending());
}

TEST(Rescue, declined_leaves_everything_as_it_was_and_ends_the_turn) {
  Game game = pending();
  EXPECT_EQ(*game.decline_rescue(Side::red), RescueTurn{});
  EXPECT_EQ(game.to_move(), Side::blue);
  EXPECT_EQ(game.pieces(Side::red).size(), 6U);
  EXPECT_EQ(game.rescuable(Side::red)[index(Rank::sergeant)], 1);
}

TEST(Rescue, brings_back_what_fell_once_for_each_time_it_fell) {
  Game game = pending();
  EXPECT_EQ(game.rescuable(Side::red)[index(Rank::sergeant)], 1);
  play(game, "+Te5");
  EXPECT_EQ(game.rescuable(Side::red)[index(Rank::sergeant)], 0);
  play(game, "j8-j7 e5-e6");
  EXPECT_EQ(game.rescuable(Side::red)[index(Rank::sergeant)], 1) << "it fell again";
}

TEST(Rescue, lists_the_free_land_of_the_own_half) {
  const Game game = pending();
  const SquareSet squares = game.rescue_squares(Side::red);
  EXPECT_EQ(squares.size(), 50 - 4 - 4);
  EXPECT_TRUE(squares.contains(parse_square("e5")));
  EXPECT_FALSE(squares.contains(parse_square("c5")));
  EXPECT_FALSE(squares.contains(parse_square("a1")));
  EXPECT_FALSE(squares.contains(parse_square("a6")));
  // Of Blue's half the general, the miner, the flag and Red's captain take a square each.
  EXPECT_EQ(game.rescue_squares(Side::blue).size(), 50 - 4 - 4);
}

TEST(Rescue, is_made_by_a_piece_once) {
  Game game = played(captain_before_the_row, "e5-e6 j9-j8 e9-e10 +Te5 j8-j7 e5-e6 j7-j6");
  ASSERT_EQ(game.rescuable(Side::red)[index(Rank::sergeant)], 1);
  play(game, "e10-e9 j6-j5 e9-e10");
  EXPECT_FALSE(game.rescue_pending());
}

TEST(Rescue, that_was_declined_is_open_to_the_same_piece_again) {
  Game game = pending();
  play(game, "pass j8-j7 e10-e9 j7-j6 e9-e10");
  EXPECT_TRUE(game.rescue_pending());
}

TEST(Rescue, is_made_twice_by_a_side_and_no_more) {
  Game game = played(R"(
      .........f
      ....PPP..n
      ..........
      ..........
      ..~~gg~~..
      ..~~TL~~..
      ..........
      ..........
      ON........
      FB........)",
                     "e5-e6 j9-j8 f5-f6 j8-j7 e9-e10 +Te5 j7-j6 f9-f10 +Lf5 j6-j5");
  EXPECT_EQ(game.pieces(Side::red).back().id, *PieceId::parse("red2"));
  play(game, "e5-e6 j5-j4");
  ASSERT_EQ(game.rescuable(Side::red)[index(Rank::sergeant)], 1);
  play(game, "g9-g10");
  EXPECT_FALSE(game.rescue_pending());
}

TEST(Rescue, gives_blue_its_own_identities_and_its_own_half) {
  Game game = played(blues_captain, "b2-b3 e6-e5 b3-b4 e2-e1");
  EXPECT_EQ(game.check_rescue(Side::blue, rescue('T', "a5")), Rejection::not_own_half);
  play(game, "+Ta6");
  EXPECT_EQ(game.at(parse_square("a6"))->id, PieceId::of_rescued(Side::blue, 0));
}

TEST(Rescue, lets_what_came_back_play_fight_and_fall_like_any_piece) {
  Game game = played(captain_before_the_row, "e5-e6 j9-j8 e9-e10 +Te5 e6-e7 e5-e6");
  EXPECT_TRUE(game.at(parse_square("e6"))->moved);
  const auto turn = game.apply(Side::blue, parse_move("e7-e6"));
  ASSERT_TRUE(turn);
  EXPECT_EQ(turn->moved.combat->defender, *PieceId::parse("red1"));
  EXPECT_FALSE(game.pieces(Side::red).back().alive);
  EXPECT_EQ(game.broken_invariant(), std::nullopt);
}

// ── With the other rules

TEST(Rescue, does_not_come_before_the_capture_of_a_flag) {
  Game game = played(R"(
      ....f....n
      ....P.....
      ..........
      ..........
      ..~~g.~~..
      ..~~T.~~..
      ..........
      ..........
      ON........
      FB........)",
                     "e5-e6 j10-j9 e9-e10");
  EXPECT_FALSE(game.rescue_pending());
  EXPECT_EQ(game.ended(), (Ended{EndReason::flag_captured, Side::red}));
}

TEST(Rescue, is_not_asked_for_when_the_last_mover_of_the_enemy_has_fallen) {
  const Game game = played(R"(
      .........f
      ....Pn....
      ..........
      ..........
      ..~~b.~~..
      ..~~T.~~..
      ..........
      ..........
      ON........
      FB........)",
                           "e5-e6 f9-f10 a2-a3 f10-e10 e9-e10");
  EXPECT_FALSE(game.rescue_pending());
  EXPECT_EQ(game.ended(), (Ended{EndReason::no_legal_move, Side::red}));
}

/// Two squares hold the last mover of either side, once the captain has entered the row again.
constexpr std::string_view both_held = R"(
    .B......fb
    P.......bn
    ........b.
    .........b
    ..~~b.~~..
    ..~~T.~~..
    ..........
    ..........
    ..........
    F.........)";
constexpr std::string_view until_both_are_held =
    "e5-e6 j9-j8 a9-a10 pass j8-j9 a10-a9 j9-j8 a9-a10";

TEST(Rescue, is_not_asked_for_when_neither_side_can_move_any_more) {
  const Ruleset draw{.rescue = true, .mutual_immobility = MutualImmobility::draw};
  const Game drawn = played(both_held, until_both_are_held, draw);
  EXPECT_FALSE(drawn.rescue_pending());
  EXPECT_EQ(drawn.ended(), (Ended{EndReason::no_legal_move, std::nullopt}));
  const Game lost = played(both_held, until_both_are_held);
  EXPECT_EQ(lost.ended(), (Ended{EndReason::no_legal_move, Side::red}));
}

TEST(Rescue, is_not_asked_for_when_the_move_is_the_last_of_the_quiet_ones) {
  const Game game = played(captain_before_the_row, "e5-e6 j9-j8 e9-e10",
                           {.rescue = true, .draw_after_quiet_moves = 2});
  EXPECT_FALSE(game.rescue_pending());
  EXPECT_EQ(game.ended(), (Ended{EndReason::quiet_moves, std::nullopt}));
}

TEST(Rescue, is_over_with_the_game_when_something_else_ends_it) {
  Game game = pending();
  game.end(EndReason::time, Side::blue);
  EXPECT_FALSE(game.rescue_pending());
  EXPECT_EQ(game.check_rescue(Side::red, rescue('T', "a5")), Rejection::game_over);
  EXPECT_EQ(game.decline_rescue(Side::red).error(), Rejection::game_over);
  EXPECT_EQ(game.broken_invariant(), std::nullopt);
}

TEST(Rescue, is_no_move_and_so_does_not_interrupt_two_squares) {
  for (const std::string_view answer : {"+Ta5", "pass"}) {
    Game game = played(captain_before_the_row, "e5-e6 j9-j8 e9-e10");
    play(game, answer);
    play(game, "j8-j7 e10-e9 j7-j6 e9-e10");
    if (game.rescue_pending()) play(game, answer);
    play(game, "j6-j5");
    EXPECT_EQ(game.check(Side::red, parse_move("e10-e9")), Rejection::two_squares) << answer;
  }
}

TEST(Rescue, is_no_move_and_so_does_not_interrupt_three_squares) {
  Game game = played(captain_before_the_row,
                     "e5-e6 j9-j8 e9-d9 j8-j7 d9-e9 j7-j6 e9-e10 +Ta5 j6-j5 e10-e9 j5-j4 e9-d9 "
                     "j4-j3",
                     {.rescue = true, .two_squares = false, .chase = ChaseRule::three_squares});
  EXPECT_EQ(game.check(Side::red, parse_move("d9-e9")), Rejection::chase);
  EXPECT_EQ(game.check(Side::red, parse_move("d9-c9")), std::nullopt);
}

/// The captain chases a miner round four squares, e9 e10 f10 f9, and on its way enters the row.
constexpr std::string_view round_four_squares = R"(
    .....P...f
    ....n.....
    ..........
    ..........
    ..~~g.~~..
    ..~~T.~~..
    ..........
    ..........
    O.........
    F.........)";
constexpr std::string_view once_round =
    "e5-e6 e6-f6 f10-e10 e9-f9 e10-e9 f9-f10 e9-f9 f10-e10 f9-f10";

TEST(Rescue, declined_lets_a_chase_go_on_as_if_nothing_had_been_asked) {
  Game game = played(round_four_squares, once_round);
  play(game, "pass e10-e9");
  EXPECT_EQ(game.check(Side::red, parse_move("f10-e10")), Rejection::chase);
}

TEST(Rescue, makes_a_position_new_and_the_chase_goes_on_from_there) {
  Game game = played(round_four_squares, once_round);
  play(game, "+Ta5 e10-e9 f10-e10 e9-f9 e10-e9 f9-f10 e9-f9 f10-e10");
  EXPECT_EQ(game.check(Side::red, parse_move("f9-f10")), Rejection::chase)
      << "it stood when the sergeant had come back";
}

// ── Names

TEST(RescuedPiece, is_named_by_its_side_and_the_number_of_its_rescue) {
  for (const Side side : {Side::red, Side::blue}) {
    for (std::size_t nth = 0; nth < PieceId::max_rescues; ++nth) {
      const PieceId id = PieceId::of_rescued(side, nth);
      EXPECT_EQ(id.text(), std::string{name(side)} + std::to_string(nth + 1));
      EXPECT_EQ(PieceId::parse(id.text()), id);
      EXPECT_TRUE(id.rescued());
      EXPECT_EQ(id.nth_rescue(), nth);
    }
  }
  EXPECT_FALSE(PieceId::parse("a4")->rescued());
  for (const std::string_view wrong : {"red", "red0", "red3", "blue11", "green1", "Red1", "1red"}) {
    EXPECT_EQ(PieceId::parse(wrong), std::nullopt) << wrong;
  }
}

TEST(Ruleset, makes_no_sense_where_one_switch_hides_what_another_shows) {
  EXPECT_TRUE(incoherence({.silent_defense = true, .visible_survivors = true}));
  EXPECT_FALSE(incoherence({.silent_defense = true, .rescue = true}));
  EXPECT_FALSE(incoherence({.visible_survivors = true, .rescue = true}));
  EXPECT_FALSE(incoherence({}));
}

}  // namespace
}  // namespace flagrank::rules

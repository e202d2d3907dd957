#include "common/view/player_view.hpp"

#include <gtest/gtest.h>

#include "tests/support/match_play.hpp"

namespace flagrank::view {
namespace {

using rules::PieceId;
using rules::Rank;
using rules::Side;
using test::parse_move;
using test::parse_square;

constexpr Instant noon{std::chrono::hours{12}};

PieceId piece(std::string_view start) { return PieceId{parse_square(start)}; }

const std::vector<rules::Placement> red_army{{parse_square("a4"), Rank::scout},
                                             {parse_square("e4"), Rank::captain}};
const std::vector<rules::Placement> blue_army{{parse_square("e7"), Rank::captain},
                                              {parse_square("j7"), Rank::flag}};

/// Red's view of a game of two pieces a side, Red to move.
PlayerView running() {
  PlayerView view{.viewer = Viewer::player(Side::red)};
  view.apply(1, noon, PlayerJoined{.seat = Seat::host, .name = "Ann", .side = Side::red});
  view.apply(2, noon, PlayerJoined{.seat = Seat::guest, .name = "Bob", .side = Side::blue});
  view.apply(3, noon, FormationLocked{.side = Side::blue, .formation = std::nullopt});
  view.apply(4, noon, FormationLocked{.side = Side::red, .formation = red_army});
  view.apply(5, noon,
             GameStarted{.game = 1,
                         .squares = {{{parse_square("a4"), parse_square("e4")},
                                      {parse_square("e7"), parse_square("j7")}}}});
  return view;
}

Moved move(std::uint32_t ply, std::string_view start, std::string_view text) {
  return {.game = 1,
          .ply = ply,
          .side = ply % 2 == 1 ? Side::red : Side::blue,
          .piece = piece(start),
          .move = parse_move(text),
          .rank = std::nullopt,
          .combat = std::nullopt};
}

Moved both_captains_fall() {
  Moved moved = move(3, "e4", "e5-e6");
  moved.combat = Fight{.ply = 3,
                       .side = Side::red,
                       .attacker = piece("e4"),
                       .defender = piece("e7"),
                       .attacker_rank = Rank::captain,
                       .defender_rank = Rank::captain,
                       .result = rules::BattleResult::both_lost};
  return moved;
}

GameOver over() {
  return {.game = 1,
          .ended = {.reason = rules::EndReason::resignation, .winner = Side::red},
          .formations = {red_army, blue_army}};
}

TEST(PlayerView, a_start_puts_the_pieces_on_the_board_with_the_own_ranks_alone) {
  PlayerView expected{.viewer = Viewer::player(Side::red), .seq = 5};
  expected.table.phase = Phase::playing;
  expected.table.seats = {
      SeatView{.name = "Ann", .side = Side::red, .present = true, .locked = true},
      SeatView{.name = "Bob", .side = Side::blue, .present = true, .locked = true}};
  expected.formation = red_army;
  expected.to_move = Side::red;
  expected.pieces = {{piece("a4"), Side::red, parse_square("a4"), false, Rank::scout},
                     {piece("e4"), Side::red, parse_square("e4"), false, Rank::captain},
                     {piece("e7"), Side::blue, parse_square("e7"), false, std::nullopt},
                     {piece("j7"), Side::blue, parse_square("j7"), false, std::nullopt}};
  EXPECT_EQ(running(), expected);
}

TEST(PlayerView, a_move_takes_a_piece_to_its_new_square_in_order) {
  PlayerView view = running();
  PlayerView expected = view;
  view.apply(6, noon, move(1, "a4", "a4-a9"));
  expected.seq = 6;
  expected.ply = 1;
  expected.quiet_moves = 1;
  expected.to_move = Side::blue;
  expected.moves = {parse_move("a4-a9")};
  expected.pieces = {{piece("e4"), Side::red, parse_square("e4"), false, Rank::captain},
                     {piece("e7"), Side::blue, parse_square("e7"), false, std::nullopt},
                     {piece("j7"), Side::blue, parse_square("j7"), false, std::nullopt},
                     {piece("a4"), Side::red, parse_square("a9"), true, Rank::scout}};
  EXPECT_EQ(view, expected);
}

TEST(PlayerView, a_fight_takes_the_fallen_off_the_board_and_into_the_losses) {
  PlayerView view = running();
  view.apply(6, noon, move(1, "e4", "e4-e5"));
  view.apply(7, noon, move(2, "e7", "e7-e6"));
  PlayerView expected = view;
  view.apply(8, noon, both_captains_fall());
  expected.seq = 8;
  expected.ply = 3;
  expected.quiet_moves = 0;
  expected.to_move = Side::blue;
  expected.moves.push_back(parse_move("e5-e6"));
  expected.pieces = {{piece("a4"), Side::red, parse_square("a4"), false, Rank::scout},
                     {piece("j7"), Side::blue, parse_square("j7"), false, std::nullopt}};
  expected.fights = {*both_captains_fall().combat};
  expected.losses = {{piece("e4"), Side::red, Rank::captain, Rank::captain, 3},
                     {piece("e7"), Side::blue, Rank::captain, Rank::captain, 3}};
  EXPECT_EQ(view, expected);
}

TEST(PlayerView, a_survivor_of_the_enemy_is_turned_face_down_again) {
  PlayerView view = running();
  view.apply(6, noon, move(1, "e4", "e4-e5"));
  view.apply(7, noon, move(2, "e7", "e7-e6"));
  Moved lost = both_captains_fall();
  lost.combat->result = rules::BattleResult::defender_won;
  view.apply(8, noon, lost);
  EXPECT_EQ(view.pieces[1], (PieceView{piece("e7"), Side::blue, parse_square("e6"), true,
                                       std::nullopt, Rank::captain}));
}

TEST(PlayerView, the_end_opens_pieces_losses_and_fights) {
  PlayerView view = running();
  view.apply(6, noon, move(1, "e4", "e4-e5"));
  view.apply(7, noon, move(2, "e7", "e7-e6"));
  view.table.ruleset.silent_defense = true;
  Moved silent = both_captains_fall();
  silent.combat->defender_rank.reset();
  view.apply(8, noon, silent);
  EXPECT_EQ(view.losses[1].rank, std::nullopt);
  view.apply(9, noon, over());
  EXPECT_EQ(view.table.phase, Phase::over);
  EXPECT_EQ(view.table.result, over());
  EXPECT_EQ(view.to_move, std::nullopt);
  EXPECT_EQ(view.losses[1].rank, Rank::captain);
  EXPECT_EQ(view.fights[0].defender_rank, Rank::captain);
  EXPECT_EQ(view.pieces[1],
            (PieceView{piece("j7"), Side::blue, parse_square("j7"), false, Rank::flag}));
}

TEST(PlayerView, a_player_who_leaves_during_set_up_takes_the_lock_along) {
  PlayerView view{.viewer = Viewer::player(Side::red)};
  view.apply(1, noon, PlayerJoined{.seat = Seat::host, .name = "Ann", .side = Side::red});
  view.apply(2, noon, FormationLocked{.side = Side::red, .formation = red_army});
  view.apply(3, noon, PlayerLeft{Seat::host});
  EXPECT_EQ(view, (PlayerView{.viewer = Viewer::player(Side::red), .seq = 3}));
}

TEST(PlayerView, a_player_who_leaves_after_the_end_leaves_the_board_as_it_is) {
  PlayerView view = running();
  view.apply(6, noon, over());
  PlayerView expected = view;
  view.apply(7, noon, PlayerLeft{Seat::host});
  expected.seq = 7;
  expected.table.seats[0].reset();
  EXPECT_EQ(view, expected);
}

TEST(PlayerView, the_recipients_move_closes_an_offer_and_the_offerers_does_not) {
  PlayerView view = running();
  view.apply(6, noon, DrawOffered{Side::red});
  view.apply(7, noon, move(1, "e4", "e4-e5"));
  EXPECT_EQ(view.table.draw_offer, Side::red);
  view.apply(8, noon, move(2, "e7", "e7-e6"));
  EXPECT_EQ(view.table.draw_offer, std::nullopt);
}

Rescued came_back(std::string_view square) {
  return {.game = 1,
          .ply = 1,
          .side = Side::red,
          .piece = PieceId::of_rescued(Side::red, 0),
          .square = parse_square(square),
          .rank = Rank::spy};
}

/// Red has to say whether it brings a piece back.
PlayerView pending() {
  PlayerView view = running();
  Moved entering = move(1, "a4", "a4-a10");
  entering.rescue_pending = true;
  view.apply(6, noon, entering);
  return view;
}

TEST(PlayerView, a_pending_rescue_keeps_the_turn_until_it_is_decided) {
  PlayerView view = pending();
  EXPECT_TRUE(view.rescue_pending);
  EXPECT_EQ(view.to_move, Side::red);
  view.apply(7, noon, came_back("a1"));
  EXPECT_FALSE(view.rescue_pending);
  EXPECT_EQ(view.to_move, Side::blue);
  EXPECT_EQ(view.pieces.front(), (PieceView{PieceId::of_rescued(Side::red, 0), Side::red,
                                            parse_square("a1"), false, Rank::spy, std::nullopt}));
}

TEST(PlayerView, while_a_rescue_is_pending_nothing_else_follows_of_the_game) {
  RescueDeclined by_blue{Side::blue};
  Rescued of_blue = came_back("a1");
  of_blue.side = Side::blue;
  const std::vector<Seen> nonsense{move(2, "e7", "e7-e6"), move(2, "e4", "e4-e5"), came_back("e4"),
                                   of_blue, by_blue};
  for (const Seen& event : nonsense) {
    PlayerView view = pending();
    PlayerView expected = view;
    view.apply(7, noon, event);
    expected.seq = 7;
    EXPECT_EQ(view, expected) << testing::PrintToString(event);
  }
}

TEST(PlayerView, an_event_that_cannot_follow_changes_nothing_but_the_number) {
  const std::vector<Seen> nonsense{
      PlayerJoined{.seat = Seat::host, .name = "Eve", .side = Side::blue},
      PlayerLeft{Seat::host},
      FormationLocked{.side = Side::red, .formation = blue_army},
      GameStarted{.game = 2, .squares = {}},
      came_back("a1"),
      RescueDeclined{Side::red},
      RematchOffered{Seat::host},
      NextGame{.game = 2, .match = 1, .sides = {Side::blue, Side::red}},
      move(1, "e4", "a4-a5"),
      move(1, "e4", "b4-b5")};
  for (const Seen& event : nonsense) {
    PlayerView view = running();
    PlayerView expected = view;
    view.apply(6, noon, event);
    expected.seq = 6;
    EXPECT_EQ(view, expected) << testing::PrintToString(event);
  }
}

TEST(PlayerView, events_of_a_game_cannot_follow_an_empty_room) {
  const std::vector<Seen> nonsense{PlayerLeft{Seat::guest},
                                   Presence{.seat = Seat::guest, .present = true},
                                   FormationLocked{.side = Side::red, .formation = red_army},
                                   GameStarted{.game = 1, .squares = {}},
                                   move(1, "e4", "e4-e5"),
                                   DrawOffered{Side::red},
                                   DrawDeclined{Side::red},
                                   came_back("a1"),
                                   RescueDeclined{Side::red},
                                   DrawNear{10},
                                   RematchOffered{Seat::host},
                                   NextGame{},
                                   over(),
                                   Chat{.seat = Seat::host, .text = "hello"},
                                   RoomClosed{}};
  for (const Seen& event : nonsense) {
    PlayerView view;
    view.apply(1, noon, event);
    EXPECT_EQ(view, PlayerView{.seq = 1}) << testing::PrintToString(event);
  }
}

TEST(PlayerView, losses_of_known_rank_are_accounted_for) {
  PlayerView view = running();
  EXPECT_EQ(view.unaccounted(Side::blue), rules::classic().inventory);
  view.losses = {{piece("e7"), Side::blue, Rank::captain, Rank::captain, 3},
                 {piece("e8"), Side::blue, Rank::captain, Rank::captain, 5},
                 {piece("e9"), Side::blue, std::nullopt, std::nullopt, 7},
                 {piece("e4"), Side::red, Rank::marshal, Rank::marshal, 9}};
  rules::Inventory blue = rules::classic().inventory;
  blue[index(Rank::captain)] = 2;
  rules::Inventory red = rules::classic().inventory;
  red[index(Rank::marshal)] = 0;
  EXPECT_EQ(view.unaccounted(Side::blue), blue);
  EXPECT_EQ(view.unaccounted(Side::red), red);
}

TEST(PlayerView, more_losses_than_there_were_pieces_leave_none) {
  PlayerView view = running();
  view.losses = {{piece("e7"), Side::blue, Rank::spy, Rank::spy, 3},
                 {piece("e8"), Side::blue, Rank::spy, Rank::spy, 5}};
  EXPECT_EQ(view.unaccounted(Side::blue)[index(Rank::spy)], 0);
}

TEST(Table, a_side_finds_its_seat) {
  const Table table = running().table;
  EXPECT_EQ(table.seat_of(Side::red), Seat::host);
  EXPECT_EQ(table.seat_of(Side::blue), Seat::guest);
  EXPECT_EQ(Table{}.seat_of(Side::red), std::nullopt);
}

}  // namespace
}  // namespace flagrank::view

#include <gmock/gmock.h>

#include <optional>
#include <string>
#include <vector>

#include "client/conformance/bad_frames.hpp"
#include "tests/integration/with_server.hpp"
#include "tests/support/armies.hpp"
#include "tests/support/positions.hpp"

/// What a client may say and should not: it is told so, and nobody else notices.
namespace flagrank::test {
namespace {

using protocol::ErrorCode;
using rules::FormationFault;
using rules::Placement;
using rules::Rank;
using rules::Side;

// --- frames that are no command

class BadFrames : public WithServer, public testing::WithParamInterface<conformance::BadFrame> {};

TEST_P(BadFrames, are_refused_by_name_and_change_nothing) {
  Pair pair = begin_game();
  const view::PlayerView before = pair.red.view();
  const auto answer = pair.red.say_text(GetParam().frame, GetParam().id);

  EXPECT_EQ(answer.re, GetParam().id);
  const auto& error = std::get<protocol::Error>(answer.body);
  EXPECT_EQ(error.code, GetParam().code) << error.message;
  if (GetParam().pointer) {
    EXPECT_EQ(error.pointer, GetParam().pointer);
  }
  EXPECT_LE(error.message.size(), 300U);
  pair.red.expect_nothing_new();
  EXPECT_EQ(pair.red.view(), before);
  pair.blue.expect_nothing_new();
}

INSTANTIATE_TEST_SUITE_P(Each, BadFrames, testing::ValuesIn(conformance::bad_frames()),
                         [](const auto& row) { return std::string{row.param.name}; });

// --- moves against the rules

struct BadMove {
  const char* name;
  const char* move;
  ErrorCode code;
  bool by_blue = false;
};

class BadMoves : public WithServer, public testing::WithParamInterface<BadMove> {};

TEST_P(BadMoves, are_refused_by_name_and_change_nothing) {
  Pair pair = begin_game();
  Player& mover = GetParam().by_blue ? pair.blue : pair.red;
  EXPECT_EQ(mover.refusal(protocol::Move{mover.at(), parse_move(GetParam().move)}),
            GetParam().code);
  pair.red.expect_nothing_new();
  pair.blue.expect_nothing_new();
  pair.play(parse_move("a4-a5"));
}

INSTANTIATE_TEST_SUITE_P(
    Each, BadMoves,
    testing::Values(BadMove{"out_of_turn", "f7-f6", ErrorCode::not_your_turn, true},
                    BadMove{"of_the_other_side_in_its_turn", "a4-a5", ErrorCode::not_your_turn,
                            true},
                    BadMove{"of_an_enemy_piece", "f7-f6", ErrorCode::not_your_piece},
                    BadMove{"from_an_empty_square", "a5-a6", ErrorCode::not_your_piece},
                    BadMove{"of_a_bomb", "e1-e2", ErrorCode::immovable},
                    BadMove{"diagonally", "b4-a5", ErrorCode::not_straight},
                    BadMove{"to_where_it_stands", "b4-b4", ErrorCode::not_straight},
                    BadMove{"too_far", "b4-b6", ErrorCode::too_far},
                    BadMove{"into_a_lake", "c4-c5", ErrorCode::lake},
                    BadMove{"onto_an_own_piece", "a3-a4", ErrorCode::own_piece},
                    BadMove{"through_a_piece", "a4-a8", ErrorCode::blocked}),
    [](const auto& row) { return std::string{row.param.name}; });

// --- formations that are no army

struct BadFormation {
  const char* name;
  std::vector<Placement> formation;
  std::vector<FormationFault> faults;
};

std::vector<Placement> blue_army() { return classic_armies()[index(Side::blue)]; }

/// Blue's army with the piece on one square put elsewhere.
std::vector<Placement> with_moved(std::string_view from, std::string_view to) {
  std::vector<Placement> army = blue_army();
  for (Placement& placement : army) {
    if (placement.square == parse_square(from)) placement.square = parse_square(to);
  }
  return army;
}

std::vector<Placement> with_promoted(std::string_view square, Rank rank) {
  std::vector<Placement> army = blue_army();
  for (Placement& placement : army) {
    if (placement.square == parse_square(square)) placement.rank = rank;
  }
  return army;
}

FormationFault outside(std::string_view square) {
  return {.kind = FormationFault::Kind::outside, .square = parse_square(square)};
}

std::vector<BadFormation> bad_formations() {
  using Kind = FormationFault::Kind;
  std::vector<Placement> without_spy = blue_army();
  std::erase_if(without_spy,
                [](const Placement& placement) { return placement.rank == Rank::spy; });
  return {
      {"empty", {}, {}},
      {"without_a_spy", without_spy, {{.kind = Kind::missing, .rank = Rank::spy, .count = 1}}},
      {"with_two_marshals",
       with_promoted("f7", Rank::marshal),
       {{.kind = Kind::missing, .rank = Rank::captain, .count = 1},
        {.kind = Kind::surplus, .rank = Rank::marshal, .count = 1}}},
      {"in_a_lake", with_moved("c7", "c6"), {outside("c6")}},
      {"in_no_mans_land", with_moved("a7", "a6"), {outside("a6")}},
      {"on_the_enemy_s_side", with_moved("a7", "a4"), {outside("a4")}},
      {"twice_on_a_square",
       with_moved("a7", "b7"),
       {{.kind = Kind::doubled, .square = parse_square("b7"), .count = 2}}},
  };
}

class BadFormations : public WithServer, public testing::WithParamInterface<BadFormation> {};

TEST_P(BadFormations, are_refused_with_every_fault_named_and_change_nothing) {
  Pair pair = sit_down();
  const auto answer = pair.blue.say(protocol::LockFormation{1, GetParam().formation});

  const auto& error = std::get<protocol::Error>(answer.body);
  EXPECT_EQ(error.code, ErrorCode::bad_formation);
  if (!GetParam().faults.empty()) {
    EXPECT_EQ(error.faults, GetParam().faults);
  }
  pair.red.expect_nothing_new();
  pair.blue.lock(blue_army());
}

INSTANTIATE_TEST_SUITE_P(Each, BadFormations, testing::ValuesIn(bad_formations()),
                         [](const auto& row) { return std::string{row.param.name}; });

// --- commands out of phase

class OutOfPhase : public WithServer {};

TEST_F(OutOfPhase, nothing_of_the_game_can_be_done_before_it_begins) {
  Pair pair = sit_down();
  EXPECT_EQ(pair.red.refusal(protocol::Move{{1, 0}, parse_move("a4-a5")}), ErrorCode::wrong_phase);
  EXPECT_EQ(pair.red.refusal(protocol::OfferDraw{{1, 0}}), ErrorCode::wrong_phase);
  EXPECT_EQ(pair.red.refusal(protocol::AcceptDraw{{1, 0}}), ErrorCode::wrong_phase);
  EXPECT_EQ(pair.red.refusal(protocol::DeclineDraw{{1, 0}}), ErrorCode::wrong_phase);
  EXPECT_EQ(pair.red.refusal(protocol::Resign{1}), ErrorCode::wrong_phase);
  EXPECT_EQ(pair.red.refusal(protocol::LegalMoves{}), ErrorCode::wrong_phase);
  pair.red.expect_nothing_new();
  pair.blue.expect_nothing_new();
}

TEST_F(OutOfPhase, a_locked_formation_is_final) {
  Pair pair = sit_down();
  pair.red.lock(classic_armies()[0]);
  pair.blue.follow_to(pair.red.view().seq);
  EXPECT_EQ(pair.red.refusal(protocol::LockFormation{1, classic_armies()[0]}),
            ErrorCode::already_locked);
  EXPECT_EQ(pair.red.refusal(protocol::SuggestFormation{}), ErrorCode::already_locked);
  pair.blue.expect_nothing_new();
}

TEST_F(OutOfPhase, no_formation_is_taken_once_the_game_runs) {
  Pair pair = begin_game();
  EXPECT_EQ(pair.red.refusal(protocol::LockFormation{1, classic_armies()[0]}),
            ErrorCode::wrong_phase);
  EXPECT_EQ(pair.red.refusal(protocol::SuggestFormation{}), ErrorCode::wrong_phase);
  pair.blue.expect_nothing_new();
}

TEST_F(OutOfPhase, a_formation_for_another_game_is_stale) {
  Pair pair = sit_down();
  EXPECT_EQ(pair.red.refusal(protocol::LockFormation{2, classic_armies()[0]}), ErrorCode::stale);
  pair.blue.expect_nothing_new();
}

TEST_F(OutOfPhase, a_formation_may_not_be_that_of_the_other_side) {
  Pair pair = sit_down();
  EXPECT_EQ(pair.red.refusal(protocol::LockFormation{1, blue_army()}), ErrorCode::bad_formation);
  pair.blue.expect_nothing_new();
}

}  // namespace
}  // namespace flagrank::test

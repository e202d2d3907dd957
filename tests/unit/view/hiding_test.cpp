#include <gtest/gtest.h>

#include <array>
#include <cctype>
#include <optional>
#include <ostream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "common/rules/names.hpp"
#include "common/view/redact.hpp"
#include "tests/support/match_play.hpp"

/// What each ruleset shows of fights, runs and rescues, and to whom.
namespace flagrank::view {
namespace {

using rules::PieceId;
using rules::Rank;
using rules::Ruleset;
using rules::Side;
using test::parse_square;

constexpr Viewer red = Viewer::player(Side::red);
constexpr Viewer blue = Viewer::player(Side::blue);
constexpr Viewer spectator = Viewer::spectator();
constexpr std::array everybody{red, blue, spectator};

/// A game with its history, seen by anybody.
class Shown {
 public:
  Shown(std::string_view board, std::string_view text, const Ruleset& ruleset)
      : game_{test::game_at(test::drawn(board), ruleset)} {
    table_.ruleset = ruleset;
    table_.phase = Phase::playing;
    table_.seats = {SeatView{.name = "Ann", .side = Side::red, .present = true, .locked = true},
                    SeatView{.name = "Bob", .side = Side::blue, .present = true, .locked = true}};
    std::istringstream words{std::string{text}};
    for (std::string word; words >> word;) step(word);
  }

  [[nodiscard]] PlayerView by(Viewer viewer) const {
    return view_of(
        {.table = table_, .seq = 9, .game = &game_, .formations = {}, .history = history_}, viewer);
  }
  [[nodiscard]] PieceView piece(Viewer viewer, std::string_view square) const {
    for (const PieceView& piece : by(viewer).pieces) {
      if (piece.square == parse_square(square)) return piece;
    }
    ADD_FAILURE() << "nothing stands on " << square;
    return {};
  }
  [[nodiscard]] std::optional<rules::Ended> ended() const { return game_.ended(); }

 private:
  /// A move, "pass" or a rescue: "+Ta5".
  void step(std::string_view word) {
    if (word == "pass") {
      ASSERT_TRUE(game_.decline_rescue(game_.to_move()));
    } else if (word.starts_with('+')) {
      const auto turn = game_.rescue(game_.to_move(),
                                     {*rules::from_letter(word[1]), parse_square(word.substr(2))});
      ASSERT_TRUE(turn) << word;
      history_.rescues.push_back(*turn->rescued);
    } else {
      const auto turn = game_.apply(game_.to_move(), test::parse_move(word));
      ASSERT_TRUE(turn) << word;
      history_.add(turn->moved);
    }
  }

  Table table_;
  rules::Game game_;
  truth::History history_;
};

// ── Silent defence

/// An attack of what stands on e5 on what stands on e6.
std::string attack_board(char attacker, char defender) {
  std::string board = R"(
      .........b
      .........f
      .........n
      ..........
      ..~~D.~~..
      ..~~A.~~..
      ..........
      N.........
      F.........
      B.........)";
  board.at(board.find('D')) = defender;
  board.at(board.find('A')) = attacker;
  return board;
}

struct Silence {
  const char* name;
  char attacker;
  char defender;
  rules::BattleResult result;
  bool shown;  ///< … is the defender's rank
  bool aggressor_advantage = false;
};

void PrintTo(const Silence& row, std::ostream* out) { *out << row.name; }

class SilentDefense : public testing::TestWithParam<Silence> {
 protected:
  [[nodiscard]] static Shown fought(bool silent) {
    const Ruleset ruleset{.aggressor_advantage = GetParam().aggressor_advantage,
                          .silent_defense = silent};
    return {attack_board(GetParam().attacker, GetParam().defender), "e5-e6", ruleset};
  }
  [[nodiscard]] static Rank defender() {
    return *rules::from_letter(
        static_cast<char>(std::toupper(static_cast<unsigned char>(GetParam().defender))));
  }
  [[nodiscard]] static Rank attacker() { return *rules::from_letter(GetParam().attacker); }
};

TEST_P(SilentDefense, shows_the_attacker_the_result_and_the_defender_to_a_scout_alone) {
  const Shown shown = fought(true);
  for (const Viewer viewer : everybody) {
    const Fight fight = shown.by(viewer).fights.at(0);
    EXPECT_EQ(fight.attacker_rank, attacker());
    EXPECT_EQ(fight.result, GetParam().result);
    const bool knows = GetParam().shown || viewer == blue;
    EXPECT_EQ(fight.defender_rank, knows ? std::optional{defender()} : std::nullopt);
  }
}

TEST_P(SilentDefense, keeps_the_lists_of_the_fallen_and_of_the_unaccounted_as_silent) {
  const Shown shown = fought(true);
  const bool fell = GetParam().result != rules::BattleResult::defender_won;
  for (const Viewer viewer : everybody) {
    const PlayerView view = shown.by(viewer);
    for (const Loss& loss : view.losses) {
      if (loss.side == Side::red) {
        EXPECT_EQ(loss.rank, attacker());
        EXPECT_EQ(loss.known, attacker());
        continue;
      }
      const bool knows = GetParam().shown || viewer == blue;
      EXPECT_EQ(loss.rank, knows ? std::optional{defender()} : std::nullopt);
      EXPECT_EQ(loss.known, GetParam().shown ? std::optional{defender()} : std::nullopt);
    }
    rules::Inventory expected = rules::classic().inventory;
    EXPECT_EQ(view.unaccounted(Side::red)[index(attacker())], expected[index(attacker())] - 1);
    if (GetParam().shown) --expected[index(defender())];
    EXPECT_EQ(view.unaccounted(Side::blue), expected);
    if (!fell) {
      EXPECT_EQ(shown.piece(viewer, "e6").known,
                GetParam().shown ? std::optional{defender()} : std::nullopt);
    }
  }
}

TEST_P(SilentDefense, switched_off_shows_both_ranks_to_everybody) {
  const Shown shown = fought(false);
  for (const Viewer viewer : everybody) {
    const Fight fight = shown.by(viewer).fights.at(0);
    EXPECT_EQ(fight.attacker_rank, attacker());
    EXPECT_EQ(fight.defender_rank, defender());
    EXPECT_EQ(fight.result, GetParam().result);
    for (const Loss& loss : shown.by(viewer).losses) EXPECT_EQ(loss.rank, loss.known);
  }
}

constexpr auto attacker_won = rules::BattleResult::attacker_won;
constexpr auto defender_won = rules::BattleResult::defender_won;
constexpr auto both_lost = rules::BattleResult::both_lost;

INSTANTIATE_TEST_SUITE_P(
    View, SilentDefense,
    testing::Values(Silence{"a_captain_takes_a_miner", 'P', 'n', attacker_won, false},
                    Silence{"a_captain_falls_to_a_general", 'P', 'g', defender_won, false},
                    Silence{"a_captain_falls_to_a_bomb", 'P', 'b', defender_won, false},
                    Silence{"a_miner_takes_a_bomb", 'N', 'b', attacker_won, false},
                    Silence{"a_spy_takes_the_marshal", 'S', 'm', attacker_won, false},
                    Silence{"the_marshal_takes_a_spy", 'M', 's', attacker_won, false},
                    Silence{"captains_fall_together", 'P', 'p', both_lost, false},
                    Silence{"a_captain_takes_a_captain", 'P', 'p', attacker_won, false, true},
                    Silence{"a_scout_takes_a_spy", 'O', 's', attacker_won, true},
                    Silence{"a_scout_falls_to_a_miner", 'O', 'n', defender_won, true},
                    Silence{"a_scout_falls_to_a_bomb", 'O', 'b', defender_won, true},
                    Silence{"scouts_fall_together", 'O', 'o', both_lost, true},
                    Silence{"a_spy_falls_to_a_scout", 'S', 'o', defender_won, false}),
    [](const auto& row) { return row.param.name; });

TEST(SilentDefense, does_not_tell_a_bomb_that_holds_from_a_higher_rank) {
  const Ruleset silent{.silent_defense = true};
  const Shown bomb{attack_board('P', 'b'), "e5-e6", silent};
  for (const char other : {'m', 'g', 'c', 'j'}) {
    const Shown piece{attack_board('P', other), "e5-e6", silent};
    EXPECT_EQ(bomb.by(red), piece.by(red)) << other;
    EXPECT_EQ(bomb.by(spectator), piece.by(spectator)) << other;
  }
}

TEST(SilentDefense, does_not_tell_a_bomb_that_a_miner_took_from_a_lower_rank) {
  const Ruleset silent{.silent_defense = true};
  const Shown bomb{attack_board('N', 'b'), "e5-e6", silent};
  for (const char other : {'o', 's'}) {
    const Shown piece{attack_board('N', other), "e5-e6", silent};
    EXPECT_EQ(bomb.by(red), piece.by(red)) << other;
    EXPECT_EQ(bomb.by(spectator), piece.by(spectator)) << other;
  }
}

TEST(SilentDefense, shows_everything_when_a_flag_is_taken) {
  const Shown shown{attack_board('P', 'f'), "e5-e6", {.silent_defense = true}};
  ASSERT_TRUE(shown.ended());
  for (const Viewer viewer : everybody) {
    EXPECT_EQ(shown.by(viewer).fights.at(0).defender_rank, Rank::flag);
    EXPECT_EQ(shown.by(viewer).losses.at(0).rank, Rank::flag);
  }
}

TEST(SilentDefense, remembers_what_a_scout_has_found_when_that_falls_in_silence_later) {
  const Shown shown{R"(
      .........b
      .........f
      .........n
      ..........
      ..~~l.~~..
      ..~~O.~~..
      ....P.....
      ..........
      F.........
      B.........)",
                    "e5-e6 j8-j7 e4-e5 j7-j8 e5-e6",
                    {.silent_defense = true}};
  const PlayerView view = shown.by(spectator);
  EXPECT_EQ(view.losses.back().rank, Rank::lieutenant) << "everybody has seen it before";
  EXPECT_EQ(view.fights.back().defender_rank, std::nullopt) << "and that fight did not show it";
}

// ── Visible survivors

struct Survivor {
  const char* name;
  std::string board;
  std::string_view moves;
  std::string_view square;
  Rank rank;
  bool learnt = true;  ///< has everybody seen the rank, whatever the switch?
  Ruleset ruleset = {};
};

void PrintTo(const Survivor& row, std::ostream* out) { *out << row.name; }

class VisibleSurvivors : public testing::TestWithParam<Survivor> {
 protected:
  [[nodiscard]] static PieceView shown_to(Viewer viewer, bool visible) {
    Ruleset ruleset = GetParam().ruleset;
    ruleset.visible_survivors = visible;
    return Shown{GetParam().board, GetParam().moves, ruleset}.piece(viewer, GetParam().square);
  }
  [[nodiscard]] static std::optional<Rank> where(bool condition) {
    return condition ? std::optional{GetParam().rank} : std::nullopt;
  }
};

TEST_P(VisibleSurvivors, stay_face_up_to_everybody) {
  for (const Viewer viewer : everybody) {
    const PieceView piece = shown_to(viewer, true);
    EXPECT_EQ(piece.rank, where(GetParam().learnt || viewer.plays(piece.side)));
    EXPECT_EQ(piece.known, where(GetParam().learnt));
  }
}

TEST_P(VisibleSurvivors, switched_off_are_turned_face_down_and_still_known) {
  for (const Viewer viewer : everybody) {
    const PieceView piece = shown_to(viewer, false);
    EXPECT_EQ(piece.rank, where(viewer.plays(piece.side)));
    EXPECT_EQ(piece.known, where(GetParam().learnt));
  }
}

const std::string scouts_board = R"(
    .........b
    .........f
    .........n
    ..........
    ..~~..~~..
    O.~~..~~..
    ..........
    N.........
    F.........
    B.........)";

const std::string rescue_board = R"(
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

INSTANTIATE_TEST_SUITE_P(
    View, VisibleSurvivors,
    testing::Values(
        Survivor{"an_attacker", attack_board('P', 'n'), "e5-e6", "e6", Rank::captain},
        Survivor{"an_attacker_after_many_moves", attack_board('P', 'n'),
                 "e5-e6 j8-j7 e6-e7 j7-j6 e7-f7 j6-j5", "f7", Rank::captain},
        Survivor{"an_attacker_with_advantage",
                 attack_board('P', 'p'),
                 "e5-e6",
                 "e6",
                 Rank::captain,
                 true,
                 {.aggressor_advantage = true}},
        Survivor{"a_defender", attack_board('P', 'g'), "e5-e6", "e6", Rank::general},
        Survivor{"a_bomb_that_held", attack_board('P', 'b'), "e5-e6", "e6", Rank::bomb},
        Survivor{"a_runner", scouts_board, "a5-a8", "a8", Rank::scout},
        Survivor{"a_scout_that_went_one_square", scouts_board, "a5-a6", "a6", Rank::scout, false},
        Survivor{"who_has_not_fought", scouts_board, "a5-a8 j8-j7", "j7", Rank::miner, false},
        Survivor{"a_rescuer_that_won",
                 rescue_board,
                 "e5-e6 j9-j8 e9-e10 +Ta5",
                 "e10",
                 Rank::captain,
                 true,
                 {.rescue = true}},
        Survivor{"what_came_back",
                 rescue_board,
                 "e5-e6 j9-j8 e9-e10 +Ta5",
                 "a5",
                 Rank::sergeant,
                 false,
                 {.rescue = true}},
        Survivor{"what_came_back_and_fought",
                 rescue_board,
                 "e5-e6 e6-f6 e9-e10 +Te5 j9-j8 e5-e6 f6-e6",
                 "e6",
                 Rank::general,
                 true,
                 {.rescue = true}}),
    [](const auto& row) { return row.param.name; });

// ── Rescues

TEST(RescueSeen, is_told_with_its_rank_to_its_owner_alone) {
  const Shown shown{rescue_board, "e5-e6 j9-j8 e9-e10 +Ta5", {.rescue = true}};
  for (const Viewer viewer : everybody) {
    const auto rank = viewer == red ? std::optional{Rank::sergeant} : std::nullopt;
    const Rescue rescue{.ply = 3,
                        .side = Side::red,
                        .piece = *PieceId::parse("red1"),
                        .square = parse_square("a5"),
                        .rank = rank};
    EXPECT_EQ(shown.by(viewer).rescues, (std::vector{rescue}));
    EXPECT_EQ(shown.piece(viewer, "a5"), (PieceView{.piece = *PieceId::parse("red1"),
                                                    .side = Side::red,
                                                    .square = parse_square("a5"),
                                                    .moved = false,
                                                    .rank = rank,
                                                    .known = std::nullopt}));
  }
}

TEST(RescueSeen, changes_no_list_and_no_count_that_others_see) {
  const std::string_view moves = "e5-e6 j9-j8 e9-e10";
  const Shown before{rescue_board, moves, {.rescue = true}};
  const Shown after{rescue_board, std::string{moves} + " +Ta5", {.rescue = true}};
  for (const Viewer viewer : everybody) {
    EXPECT_EQ(before.by(viewer).losses, after.by(viewer).losses);
    for (const Side side : {Side::red, Side::blue}) {
      EXPECT_EQ(before.by(viewer).unaccounted(side), after.by(viewer).unaccounted(side));
    }
  }
  EXPECT_EQ(before.by(red).rescuable()[index(Rank::sergeant)], 1);
  EXPECT_EQ(after.by(red).rescuable()[index(Rank::sergeant)], 0);
  EXPECT_EQ(after.by(blue).rescuable()[index(Rank::sergeant)], 0);
  EXPECT_EQ(after.by(spectator).rescuable(), rules::Inventory{});
}

TEST(RescueSeen, is_pending_for_everybody_to_see) {
  const Shown shown{rescue_board, "e5-e6 j9-j8 e9-e10", {.rescue = true}};
  for (const Viewer viewer : everybody) {
    EXPECT_TRUE(shown.by(viewer).rescue_pending);
    EXPECT_EQ(shown.by(viewer).to_move, Side::red);
  }
}

TEST(RescueSeen, does_not_count_what_came_back_among_the_pieces_of_the_start) {
  const Shown shown{rescue_board, "e5-e6 e6-f6 e9-e10 +Te5 j9-j8 e5-e6 f6-e6", {.rescue = true}};
  rules::Inventory red_left = rules::classic().inventory;
  --red_left[index(Rank::sergeant)];  // once, though it fell twice
  --red_left[index(Rank::captain)];
  rules::Inventory blue_left = rules::classic().inventory;
  --blue_left[index(Rank::general)];
  --blue_left[index(Rank::miner)];
  for (const Viewer viewer : everybody) {
    EXPECT_EQ(shown.by(viewer).unaccounted(Side::red), red_left);
    EXPECT_EQ(shown.by(viewer).unaccounted(Side::blue), blue_left);
    ASSERT_EQ(shown.by(viewer).losses.size(), 3U);
    EXPECT_EQ(shown.by(viewer).losses.back().piece, *PieceId::parse("red1"));
    EXPECT_EQ(shown.by(viewer).losses.back().rank, Rank::sergeant);
  }
}

TEST(RescueSeen, in_silence_tells_its_owner_alone_what_can_come_back) {
  const Shown shown{R"(
      .........f
      ....P....n
      ..........
      ..........
      ..~~g.~~..
      ..~~T.~~..
      ..........
      ..........
      ON........
      FB........)",
                    "a2-a3 e6-e5 e9-e10",
                    {.silent_defense = true, .rescue = true}};
  EXPECT_EQ(shown.by(red).losses.at(0).rank, Rank::sergeant);
  EXPECT_EQ(shown.by(blue).losses.at(0).rank, std::nullopt);
  EXPECT_EQ(shown.by(red).rescuable()[index(Rank::sergeant)], 1);
  EXPECT_TRUE(shown.by(blue).rescue_pending);
}

// ── Folding: what the events say, one by one

TEST(RescueSeen, folds_into_a_view_that_knows_nothing_else) {
  const Shown before{rescue_board, "e5-e6 j9-j8 e9-e10", {.rescue = true}};
  const Shown after{rescue_board, "e5-e6 j9-j8 e9-e10 +Ta5", {.rescue = true}};
  const Shown declined{rescue_board, "e5-e6 j9-j8 e9-e10 pass", {.rescue = true}};
  const truth::Rescued fact{.game = 1,
                            .rescued = {.ply = 3,
                                        .side = Side::red,
                                        .piece = *PieceId::parse("red1"),
                                        .square = parse_square("a5"),
                                        .rank = Rank::sergeant}};
  for (const Viewer viewer : everybody) {
    PlayerView view = before.by(viewer);
    view.apply(9, Instant{}, redact(fact, viewer));
    EXPECT_EQ(view, after.by(viewer));
    view = before.by(viewer);
    view.apply(9, Instant{}, redact(RescueDeclined{Side::red}, viewer));
    EXPECT_EQ(view, declined.by(viewer));
  }
}

}  // namespace
}  // namespace flagrank::view

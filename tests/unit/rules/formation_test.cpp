#include "common/rules/formation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <vector>

#include "common/rules/names.hpp"
#include "common/rules/variant.hpp"
#include "tests/support/positions.hpp"
#include "tests/support/random.hpp"

namespace flagrank::rules {
namespace {

using Kind = FormationFault::Kind;
using testing::ElementsAre;

std::vector<Placement> red_army() { return default_formation(classic(), Side::red).placements(); }

Placement& on(std::vector<Placement>& army, std::string_view square) {
  return *std::ranges::find(army, test::parse_square(square), &Placement::square);
}

std::vector<FormationFault> faults(const std::vector<Placement>& army, Side side = Side::red) {
  const auto formation = Formation::check(classic(), side, army);
  return formation ? std::vector<FormationFault>{} : formation.error();
}

TEST(Formation, of_the_whole_army_in_the_own_rows_is_accepted) {
  const auto formation = Formation::check(classic(), Side::red, red_army());
  ASSERT_TRUE(formation);
  EXPECT_EQ(formation->side(), Side::red);
  EXPECT_EQ(formation->placements(), red_army());
}

TEST(Formation, forgets_the_order_in_which_it_was_set_up) {
  auto army = red_army();
  std::ranges::reverse(army);
  std::swap(army[3], army[30]);
  EXPECT_EQ(Formation::check(classic(), Side::red, army)->placements(), red_army());
}

TEST(Formation, without_a_piece_is_refused) {
  auto army = red_army();
  std::erase_if(army, [](const Placement& placement) { return placement.rank == Rank::miner; });
  EXPECT_THAT(faults(army),
              ElementsAre(FormationFault{.kind = Kind::missing, .rank = Rank::miner, .count = 5}));
}

TEST(Formation, with_a_piece_too_many_is_refused) {
  auto army = red_army();
  std::ranges::find(army, Rank::scout, &Placement::rank)->rank = Rank::marshal;
  EXPECT_THAT(
      faults(army),
      ElementsAre(FormationFault{.kind = Kind::missing, .rank = Rank::scout, .count = 1},
                  FormationFault{.kind = Kind::surplus, .rank = Rank::marshal, .count = 1}));
}

TEST(Formation, with_a_piece_outside_the_own_rows_is_refused) {
  for (const auto* outside : {"a5", "c5", "j7", "a10"}) {
    auto army = red_army();
    on(army, "d2").square = test::parse_square(outside);
    EXPECT_THAT(faults(army), ElementsAre(FormationFault{.kind = Kind::outside,
                                                         .square = test::parse_square(outside)}));
  }
}

TEST(Formation, with_two_pieces_on_a_square_is_refused) {
  auto army = red_army();
  on(army, "d2").square = test::parse_square("e2");
  EXPECT_THAT(faults(army),
              ElementsAre(FormationFault{
                  .kind = Kind::doubled, .square = test::parse_square("e2"), .count = 2}));
}

TEST(Formation, of_the_other_side_is_refused_square_by_square) {
  EXPECT_EQ(faults(red_army(), Side::blue).size(), 40U);
}

TEST(Formation, has_every_fault_named_in_a_fixed_order) {
  auto army = red_army();
  on(army, "f1").rank = Rank::bomb;  // the flag
  on(army, "a1").square = test::parse_square("j10");
  on(army, "b1").square = test::parse_square("j10");
  on(army, "c1").square = test::parse_square("d5");
  army.push_back({test::parse_square("d2"), Rank::spy});
  EXPECT_THAT(
      faults(army),
      ElementsAre(
          FormationFault{.kind = Kind::missing, .rank = Rank::flag, .count = 1},
          FormationFault{.kind = Kind::surplus, .rank = Rank::spy, .count = 1},
          FormationFault{.kind = Kind::surplus, .rank = Rank::bomb, .count = 1},
          FormationFault{.kind = Kind::outside, .square = test::parse_square("d5")},
          FormationFault{.kind = Kind::outside, .square = test::parse_square("j10")},
          FormationFault{.kind = Kind::doubled, .square = test::parse_square("d2"), .count = 2},
          FormationFault{.kind = Kind::doubled, .square = test::parse_square("j10"), .count = 2}));
}

TEST(Formation, of_no_pieces_misses_every_rank_of_the_inventory) {
  const auto missing = faults({});
  EXPECT_EQ(missing.size(), rank_count);
  EXPECT_TRUE(std::ranges::all_of(missing, [](const FormationFault& fault) {
    return fault.kind == Kind::missing && fault.count == classic().inventory[index(fault.rank)];
  }));
}

TEST(DefaultFormation, is_the_first_of_every_variant) {
  for (const Variant& variant : variants()) {
    for (const Side side : {Side::red, Side::blue}) {
      EXPECT_EQ(default_formation(variant, side), make_formation(variant, side, "default", {}))
          << variant.name;
    }
  }
}

TEST(DefaultFormation, looks_the_same_from_both_ends_of_the_board) {
  const auto red = default_formation(classic(), Side::red).placements();
  auto blue = default_formation(classic(), Side::blue).placements();
  for (Placement& placement : blue) {
    placement.square = Square::from_index(Square::count - 1 - placement.square.index());
  }
  std::ranges::sort(blue);
  EXPECT_EQ(red, blue);
}

TEST(DefaultFormation, guards_the_flag_with_bombs_on_all_sides) {
  const auto army = red_army();
  const Square flag = std::ranges::find(army, Rank::flag, &Placement::rank)->square;
  for (const Placement& placement : army) {
    if (!neighbours(flag, placement.square)) continue;
    EXPECT_EQ(placement.rank, Rank::bomb) << placement.square.text();
  }
}

TEST(DefaultFormation, lets_both_sides_move) {
  const Game game = Game::start({}, default_formation(classic(), Side::red),
                                default_formation(classic(), Side::blue));
  EXPECT_FALSE(game.ended());
  EXPECT_TRUE(game.has_legal_move(Side::blue));
}

SquareSet of_rank(const Formation& formation, Rank rank) {
  SquareSet squares;
  for (const Placement& placement : formation.placements()) {
    if (placement.rank == rank) squares.insert(placement.square);
  }
  return squares;
}

/// Where a lone piece of that side could walk to from the enemy's half, past flag and bombs.
SquareSet ways_out(const Variant& variant, const Formation& formation) {
  const SquareSet walls =
      of_rank(formation, Rank::bomb) | of_rank(formation, Rank::flag) | variant.lakes;
  std::vector<Square> to_visit{Square::at(0, 4)};
  SquareSet seen{Square::at(0, 4)};
  while (!to_visit.empty()) {
    const Square square = to_visit.back();
    to_visit.pop_back();
    (neighbourhood({square}) - walls - seen).for_each([&](Square next) {
      seen.insert(next);
      to_visit.push_back(next);
    });
  }
  return seen;
}

SquareSet back_row(Side side) {
  return side == Side::red ? SquareSet::of_rows(0, 0) : SquareSet::of_rows(9, 9);
}

std::uint32_t no_dice(std::uint32_t /*bound*/) {
  ADD_FAILURE() << "nothing here is left to chance";
  return 0;
}

/// The named formation as a position is drawn: the own rows below.
SquareSet drawn_rank(const NamedFormation& formation, Rank rank) {
  SquareSet squares;
  for (int row = 0; row < 4; ++row) {
    for (int file = 0; file < Square::files; ++file) {
      const char c =
          formation.rows[static_cast<std::size_t>(3 - row)][static_cast<std::size_t>(file)];
      if (c == letter(rank)) squares.insert(Square::at(file, row));
    }
  }
  return squares;
}

TEST(NamedFormation, is_a_formation_of_its_variant_that_can_move_for_both_sides) {
  for (const Variant& variant : variants()) {
    for (const NamedFormation& named : variant.formations) {
      const auto red = make_formation(variant, Side::red, named.name, no_dice);
      const auto blue = make_formation(variant, Side::blue, named.name, no_dice);
      ASSERT_TRUE(red && blue) << variant.name << ' ' << named.name;
      EXPECT_TRUE(Formation::check(variant, Side::red, red->placements())) << named.name;
      EXPECT_TRUE(Formation::check(variant, Side::blue, blue->placements())) << named.name;
      for (const Rank rank : all_ranks) {
        EXPECT_EQ(of_rank(*red, rank), drawn_rank(named, rank)) << named.name;
      }
      const Game game = Game::start({.variant = &variant}, *red, *blue);
      EXPECT_FALSE(game.ended()) << variant.name << ' ' << named.name;
      EXPECT_TRUE(game.has_legal_move(Side::blue)) << variant.name << ' ' << named.name;
    }
  }
}

TEST(NamedFormation, has_the_flag_at_the_back_and_a_way_out_for_every_miner) {
  for (const Variant& variant : variants()) {
    for (const NamedFormation& named : variant.formations) {
      for (const Side side : {Side::red, Side::blue}) {
        const auto army = make_formation(variant, side, named.name, no_dice);
        EXPECT_EQ(of_rank(*army, Rank::flag) - back_row(side), SquareSet{})
            << variant.name << ' ' << named.name;
        EXPECT_EQ(of_rank(*army, Rank::miner) - ways_out(variant, *army), SquareSet{})
            << variant.name << ' ' << named.name;
      }
    }
  }
}

TEST(NamedFormation, differs_from_every_other_of_its_variant) {
  for (const Variant& variant : variants()) {
    std::set<std::vector<Placement>> seen;
    for (const NamedFormation& named : variant.formations) {
      const auto army = make_formation(variant, Side::red, named.name, no_dice);
      EXPECT_TRUE(seen.insert(army->placements()).second) << variant.name << ' ' << named.name;
    }
  }
}

TEST(FormationStyles, are_the_named_ones_and_then_the_random_ones) {
  const auto styles = formation_styles(*find_variant("barrage"));
  std::vector<std::string_view> names;
  for (const FormationStyle& style : styles) names.push_back(style.name);
  EXPECT_THAT(names, ElementsAre("default", "centre", "decoy", "random", "random_guarded"));
}

TEST(FormationStyles, can_all_be_made_for_both_sides_of_every_variant) {
  test::Random random{5};
  for (const Variant& variant : variants()) {
    for (const FormationStyle& style : formation_styles(variant)) {
      for (const Side side : {Side::red, Side::blue}) {
        const auto army = make_formation(variant, side, style.name, std::ref(random));
        ASSERT_TRUE(army) << variant.name << ' ' << style.name;
        EXPECT_EQ(army->side(), side);
      }
    }
  }
}

TEST(FormationStyles, that_a_variant_does_not_have_make_nothing) {
  for (const auto* unknown : {"", "Default", "default ", "rand", "storm"}) {
    EXPECT_FALSE(make_formation(*find_variant("duel"), Side::red, unknown, no_dice)) << unknown;
  }
}

TEST(RandomFormation, is_playable_in_every_variant_for_both_sides) {
  test::Random random{23};
  for (const Variant& variant : variants()) {
    const Ruleset ruleset{.variant = &variant};
    for (int i = 0; i < 300; ++i) {
      for (const auto* style : {"random", "random_guarded"}) {
        const auto red = make_formation(variant, Side::red, style, std::ref(random));
        const auto blue = make_formation(variant, Side::blue, style, std::ref(random));
        ASSERT_TRUE(Formation::check(variant, Side::red, red->placements())) << variant.name;
        ASSERT_TRUE(Formation::check(variant, Side::blue, blue->placements())) << variant.name;
        const Game game = Game::start(ruleset, *red, *blue);
        ASSERT_FALSE(game.ended()) << variant.name << ' ' << style;
        ASSERT_TRUE(game.has_legal_move(Side::blue)) << variant.name << ' ' << style;
      }
    }
  }
}

TEST(GuardedFormation, has_the_flag_at_the_back_with_as_many_bombs_next_to_it_as_can_be) {
  test::Random random{29};
  for (const Variant& variant : variants()) {
    for (int i = 0; i < 500; ++i) {
      for (const Side side : {Side::red, Side::blue}) {
        const Formation army = random_guarded_formation(variant, side, std::ref(random));
        const SquareSet flag = of_rank(army, Rank::flag);
        ASSERT_EQ(flag - back_row(side), SquareSet{}) << variant.name;
        const SquareSet beside = neighbourhood(flag);
        const int possible = std::min<int>(beside.size(), variant.inventory[index(Rank::bomb)]);
        ASSERT_EQ((beside & of_rank(army, Rank::bomb)).size(), possible) << variant.name;
      }
    }
  }
}

TEST(GuardedFormation, walls_no_miner_in) {
  test::Random random{31};
  for (const Variant& variant : variants()) {
    for (int i = 0; i < 500; ++i) {
      for (const Side side : {Side::red, Side::blue}) {
        const Formation army = random_guarded_formation(variant, side, std::ref(random));
        ASSERT_EQ(of_rank(army, Rank::miner) - ways_out(variant, army), SquareSet{})
            << variant.name;
      }
    }
  }
}

TEST(GuardedFormation, puts_the_flag_on_every_square_of_the_back_row_about_equally_often) {
  constexpr int armies = 2000;
  test::Random random{37};
  std::array<int, Square::files> flags{};
  for (int i = 0; i < armies; ++i) {
    const auto army = random_guarded_formation(classic(), Side::blue, std::ref(random));
    ++flags[static_cast<std::size_t>(of_rank(army, Rank::flag).first().file())];
  }
  // 200 on each are expected, with a standard deviation of 13; the seed is fixed.
  for (const int count : flags) {
    EXPECT_GT(count, 150);
    EXPECT_LT(count, 250);
  }
}

TEST(RandomFormation, is_a_formation_that_can_move) {
  test::Random random{7};
  for (int i = 0; i < 200; ++i) {
    const auto red = random_formation(classic(), Side::red, std::ref(random));
    const auto blue = random_formation(classic(), Side::blue, std::ref(random));
    ASSERT_TRUE(Formation::check(classic(), Side::red, red.placements()));
    ASSERT_FALSE(Game::start({}, red, blue).ended());
  }
}

TEST(RandomFormation, tries_again_when_nothing_could_move) {
  // Dice that show 0 set the ranks up in ascending order from a1 on, colonels on a4 and b4 and
  // the six bombs from e4 to j4. Two throws of 6 put bombs on a4 and b4 instead: every square of
  // the front row that is not behind a lake is then a bomb's.
  test::Random random{3};
  int throws = 0;
  const auto formation = random_formation(classic(), Side::red, [&](std::uint32_t bound) {
    ++throws;
    if (throws > 40) return random(bound);
    return throws == 31 || throws == 32 ? 6U : 0U;
  });
  EXPECT_GE(throws, 80);
  EXPECT_FALSE(Game::start({}, formation, default_formation(classic(), Side::blue)).ended());
}

TEST(RandomFormation, puts_every_rank_on_every_square_about_equally_often) {
  constexpr int shuffles = 4000;
  test::Random random{11};
  std::array<int, Square::count> flags{};
  for (int i = 0; i < shuffles; ++i) {
    const auto army = random_formation(classic(), Side::red, std::ref(random));
    const auto flag = std::ranges::find(army.placements(), Rank::flag, &Placement::rank);
    ++flags[static_cast<std::size_t>(flag->square.index())];
  }
  // 100 on each of the 40 squares are expected, with a standard deviation of 10; a fixed seed
  // draws the same ones each time.
  for (std::size_t i = 0; i < 40; ++i) {
    EXPECT_GT(flags[i], 55) << i;
    EXPECT_LT(flags[i], 145) << i;
  }
}

}  // namespace
}  // namespace flagrank::rules

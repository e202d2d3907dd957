#include "common/rules/formation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <vector>

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

TEST(DefaultFormation, is_a_formation_of_every_variant_for_both_sides) {
  for (const Variant& variant : variants()) {
    for (const Side side : {Side::red, Side::blue}) {
      const auto formation = default_formation(variant, side);
      EXPECT_TRUE(Formation::check(variant, side, formation.placements())) << variant.name;
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

#include "common/rules/formation.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

#include "common/rules/names.hpp"

namespace flagrank::rules {
namespace {

using Faults = std::vector<FormationFault>;
using Kind = FormationFault::Kind;

void add_count_faults(const Variant& variant, std::span<const Placement> placements,
                      Faults& faults) {
  std::array<int, rank_count> lacking{};
  for (const Rank rank : all_ranks) lacking[index(rank)] = variant.inventory[index(rank)];
  for (const Placement& placement : placements) --lacking[index(placement.rank)];

  for (const Rank rank : all_ranks) {
    const int count = lacking[index(rank)];
    if (count > 0) faults.push_back({.kind = Kind::missing, .rank = rank, .count = count});
  }
  for (const Rank rank : all_ranks) {
    const int count = -lacking[index(rank)];
    if (count > 0) faults.push_back({.kind = Kind::surplus, .rank = rank, .count = count});
  }
}

void add_square_faults(SquareSet area, std::span<const Placement> placements, Faults& faults) {
  std::array<int, Square::count> pieces{};
  SquareSet taken;
  for (const Placement& placement : placements) {
    ++pieces[static_cast<std::size_t>(placement.square.index())];
    taken.insert(placement.square);
  }

  (taken - area).for_each([&](Square square) {
    faults.push_back({.kind = Kind::outside, .square = square});
  });
  taken.for_each([&](Square square) {
    const int count = pieces[static_cast<std::size_t>(square.index())];
    if (count > 1) faults.push_back({.kind = Kind::doubled, .square = square, .count = count});
  });
}

/// Can any piece move at once, whatever the enemy's formation is?
bool playable(const Variant& variant, std::span<const Placement> placements) {
  SquareSet taken;
  SquareSet movers;
  for (const Placement& placement : placements) {
    taken.insert(placement.square);
    if (movable(placement.rank)) movers.insert(placement.square);
  }
  return !(neighbourhood(movers) - taken - variant.lakes).empty();
}

Formation accepted(const Variant& variant, Side side, std::span<const Placement> placements) {
  auto formation = Formation::check(variant, side, placements);
  assert(formation.has_value());
  return *std::move(formation);
}

std::vector<Rank> army(const Variant& variant) {
  std::vector<Rank> ranks;
  for (const Rank rank : all_ranks) ranks.insert(ranks.end(), variant.inventory[index(rank)], rank);
  return ranks;
}

std::vector<Square> listed(SquareSet set) {
  std::vector<Square> squares;
  set.for_each([&](Square square) { squares.push_back(square); });
  return squares;
}

Formation drawn(const Variant& variant, Side side, const NamedFormation& formation) {
  std::vector<Placement> placements;
  const int rows = static_cast<int>(formation.rows.size());
  for (int row = 0; row < rows; ++row) {
    for (int file = 0; file < Square::files; ++file) {
      const std::string_view line = formation.rows[static_cast<std::size_t>(rows - 1 - row)];
      const auto rank = from_letter(line[static_cast<std::size_t>(file)]);
      if (!rank) continue;
      // Blue looks at the board from the other end: the same picture, turned by half.
      const Square square = side == Side::red
                                ? Square::at(file, row)
                                : Square::at(Square::files - 1 - file, Square::rows - 1 - row);
      placements.push_back({square, *rank});
    }
  }
  return accepted(variant, side, placements);
}

/// Puts the ranks on squares of `free`, each set of squares being as likely as any other.
void scatter(std::span<const Rank> ranks, SquareSet free, const Dice& dice,
             std::vector<Placement>& placements) {
  std::vector<Square> squares = listed(free);
  // The first squares of a Fisher-Yates shuffle, one for each piece.
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    const std::size_t j = i + dice(static_cast<std::uint32_t>(squares.size() - i));
    std::swap(squares[i], squares[j]);
    placements.push_back({squares[i], ranks[i]});
  }
}

/// The squares of the set-up area that are farthest from the enemy.
SquareSet back_row(const Variant& variant, Side side) {
  const SquareSet area = variant.set_up_area(side);
  int row = area.first().row();
  if (side == Side::blue) area.for_each([&](Square square) { row = square.row(); });
  return area & SquareSet::of_rows(row, row);
}

/// Could every miner walk out of the set-up area if all that moves made way?
bool miners_can_leave(const Variant& variant, Side side, std::span<const Placement> placements) {
  SquareSet miners;
  SquareSet in_the_way = variant.lakes;
  for (const Placement& placement : placements) {
    if (placement.rank == Rank::miner) miners.insert(placement.square);
    if (!movable(placement.rank)) in_the_way.insert(placement.square);
  }
  SquareSet reached = SquareSet::of_rows(0, Square::rows - 1) - variant.set_up_area(side);
  for (SquareSet before; before != reached;) {
    before = reached;
    reached = (reached | neighbourhood(reached)) - in_the_way;
  }
  return (miners - reached).empty();
}

std::vector<Placement> guarded(const Variant& variant, Side side, const Dice& dice) {
  std::vector<Placement> placements;
  scatter(std::array{Rank::flag}, back_row(variant, side), dice, placements);

  const Square flag = placements.front().square;
  SquareSet free = variant.set_up_area(side) - SquareSet{flag};
  const SquareSet next_to_it = neighbourhood({flag}) & free;
  const auto bombs = std::min<std::size_t>(variant.inventory[index(Rank::bomb)],
                                           static_cast<std::size_t>(next_to_it.size()));
  scatter(std::vector(bombs, Rank::bomb), next_to_it, dice, placements);

  std::vector<Rank> others = army(variant);
  for (const Placement& placement : placements) {
    others.erase(std::ranges::find(others, placement.rank));
    free.erase(placement.square);
  }
  scatter(others, free, dice, placements);
  return placements;
}

/// A style that is made anew each time.
struct RandomStyle {
  FormationStyle style;
  Formation (*make)(const Variant& variant, Side side, const Dice& dice) = nullptr;
};

constexpr std::array random_styles{
    RandomStyle{.style = {.name = "random", .summary = "Every piece anywhere, by chance."},
                .make = random_formation},
    RandomStyle{.style = {.name = "random_guarded",
                          .summary = "By chance, but with the flag at the back next to bombs, and "
                                     "a way out for every miner."},
                .make = random_guarded_formation},
};

}  // namespace

Formation::Formation(Side side, std::vector<Placement> placements)
    : side_{side}, placements_{std::move(placements)} {
  std::ranges::sort(placements_);
}

boost::system::result<Formation, std::vector<FormationFault>> Formation::check(
    const Variant& variant, Side side, std::span<const Placement> placements) {
  Faults faults;
  add_count_faults(variant, placements, faults);
  add_square_faults(variant.set_up_area(side), placements, faults);
  if (!faults.empty()) return faults;
  return Formation{side, {placements.begin(), placements.end()}};
}

std::vector<FormationStyle> formation_styles(const Variant& variant) {
  std::vector<FormationStyle> styles;
  for (const NamedFormation& named : variant.formations) {
    styles.push_back({named.name, named.summary});
  }
  for (const RandomStyle& random : random_styles) styles.push_back(random.style);
  return styles;
}

std::optional<Formation> make_formation(const Variant& variant, Side side, std::string_view style,
                                        const Dice& dice) {
  for (const NamedFormation& named : variant.formations) {
    if (named.name == style) return drawn(variant, side, named);
  }
  for (const RandomStyle& random : random_styles) {
    if (random.style.name == style) return random.make(variant, side, dice);
  }
  return std::nullopt;
}

Formation default_formation(const Variant& variant, Side side) {
  return drawn(variant, side, variant.formations.front());
}

Formation random_formation(const Variant& variant, Side side, const Dice& dice) {
  const std::vector<Rank> ranks = army(variant);
  std::vector<Placement> placements;
  do {
    placements.clear();
    scatter(ranks, variant.set_up_area(side), dice, placements);
  } while (!playable(variant, placements));
  return accepted(variant, side, placements);
}

Formation random_guarded_formation(const Variant& variant, Side side, const Dice& dice) {
  std::vector<Placement> placements;
  do {
    placements = guarded(variant, side, dice);
  } while (!playable(variant, placements) || !miners_can_leave(variant, side, placements));
  return accepted(variant, side, placements);
}

}  // namespace flagrank::rules

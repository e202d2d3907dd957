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

Formation default_formation(const Variant& variant, Side side) {
  std::vector<Placement> placements;
  const int rows = static_cast<int>(variant.default_rows.size());
  for (int row = 0; row < rows; ++row) {
    for (int file = 0; file < Square::files; ++file) {
      const std::string_view drawn = variant.default_rows[static_cast<std::size_t>(rows - 1 - row)];
      const auto rank = from_letter(drawn[static_cast<std::size_t>(file)]);
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

Formation random_formation(const Variant& variant, Side side, const Dice& dice) {
  std::vector<Square> squares;
  variant.set_up_area(side).for_each([&](Square square) { squares.push_back(square); });
  const std::vector<Rank> ranks = army(variant);
  std::vector<Placement> placements(ranks.size());
  do {
    // The first squares of a Fisher-Yates shuffle, one for each piece.
    for (std::size_t i = 0; i < ranks.size(); ++i) {
      const std::size_t j = i + dice(static_cast<std::uint32_t>(squares.size() - i));
      std::swap(squares[i], squares[j]);
      placements[i] = {squares[i], ranks[i]};
    }
  } while (!playable(variant, placements));
  return accepted(variant, side, placements);
}

}  // namespace flagrank::rules

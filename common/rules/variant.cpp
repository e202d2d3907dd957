#include "common/rules/variant.hpp"

#include <algorithm>
#include <numeric>

namespace flagrank::rules {
namespace {

constexpr SquareSet two_lakes{
    Square::at(2, 4), Square::at(3, 4), Square::at(2, 5), Square::at(3, 5),  // c5 d5 c6 d6
    Square::at(6, 4), Square::at(7, 4), Square::at(6, 5), Square::at(7, 5),  // g5 h5 g6 h6
};
constexpr std::array four_rows_each{SquareSet::of_rows(0, 3), SquareSet::of_rows(6, 9)};

constexpr std::array table{
    Variant{.name = "classic",
            .lakes = two_lakes,
            .set_up_areas = four_rows_each,
            //            flag spy scout miner 4  5  6  7  8  9  marshal bomb
            .inventory = {1, 1, 8, 5, 4, 4, 4, 3, 2, 1, 1, 6},
            .default_rows = {"OPLOJMOPLO",  //
                             "TCOSPGJBCO",  //
                             "LONPTBBNBJ",  //
                             "NTNLBFBTNO"}},
};

}  // namespace

int Variant::pieces() const noexcept {
  return std::accumulate(inventory.begin(), inventory.end(), 0);
}

std::span<const Variant> variants() noexcept { return table; }

const Variant& classic() noexcept { return table.front(); }

const Variant* find_variant(std::string_view name) noexcept {
  const auto* found = std::ranges::find(table, name, &Variant::name);
  return found == table.end() ? nullptr : found;
}

}  // namespace flagrank::rules

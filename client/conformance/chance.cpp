#include "client/conformance/chance.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "common/rules/names.hpp"

namespace flagrank::conformance {
namespace {

[[nodiscard]] int liking(const rules::Game& game, rules::Move move) {
  if (game.at(move.to) != nullptr) return 2;
  const int rows = move.to.row() - move.from.row();
  return (game.to_move() == rules::Side::red ? rows : -rows) > 0 ? 1 : 0;
}

}  // namespace

rules::Move Chance::move(const rules::Game& game) {
  const rules::MoveList moves = game.legal_moves();
  const auto any = [&] { return moves[(*this)(static_cast<std::uint32_t>(moves.size()))]; };
  const std::array three{any(), any(), any()};
  return *std::ranges::max_element(three, {}, [&](rules::Move move) { return liking(game, move); });
}

std::optional<rules::Rescue> Chance::rescue(const rules::Game& game) {
  std::vector<rules::Rescue> choices;
  const rules::Inventory lost = game.rescuable(game.to_move());
  for (const rules::Rank rank : rules::all_ranks) {
    if (lost[rules::index(rank)] == 0) continue;
    game.rescue_squares(game.to_move()).for_each([&](rules::Square square) {
      choices.push_back({.rank = rank, .square = square});
    });
  }
  // A scout can bring nobody back, whatever it is asked for.
  std::erase_if(choices, [&](rules::Rescue rescue) {
    return game.check_rescue(game.to_move(), rescue).has_value();
  });
  if (choices.empty()) return std::nullopt;
  return choices[(*this)(static_cast<std::uint32_t>(choices.size()))];
}

}  // namespace flagrank::conformance

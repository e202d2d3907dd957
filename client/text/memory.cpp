#include "client/text/memory.hpp"

#include <cstddef>
#include <cstdlib>

namespace flagrank::text {
namespace {

std::size_t place(rules::Square square) { return static_cast<std::size_t>(square.index()); }
std::size_t place(rules::PieceId piece) { return static_cast<std::size_t>(piece.index()); }

/// Where each piece stands while the moves of a game are gone through once more.
class Retrace {
 public:
  explicit Retrace(const view::PlayerView& view) {
    // A piece is named by the square that it started on.
    for (const view::PieceView& piece : view.pieces) on_[place(piece.piece)] = piece.piece;
    for (const view::Loss& loss : view.losses) on_[place(loss.piece)] = loss.piece;
  }

  [[nodiscard]] std::optional<rules::PieceId> at(rules::Square square) const {
    return on_[place(square)];
  }

  void move(rules::Move move, const view::Fight* fight) {
    const auto piece = on_[place(move.from)];
    on_[place(move.from)].reset();
    if (fight == nullptr || fight->result == rules::BattleResult::attacker_won) {
      on_[place(move.to)] = piece;
    } else if (fight->result == rules::BattleResult::both_lost) {
      on_[place(move.to)].reset();
    }
  }

 private:
  std::array<std::optional<rules::PieceId>, rules::Square::count> on_{};
};

}  // namespace

bool is_run(rules::Move move) noexcept { return !rules::neighbours(move.from, move.to); }

rules::Side mover(std::uint32_t ply) noexcept {
  return ply % 2 == 1 ? rules::Side::red : rules::Side::blue;
}

Memory::Memory(const view::PlayerView& view) {
  Retrace retrace{view};
  auto fight = view.fights.begin();
  for (std::size_t i = 0; i < view.moves.size(); ++i) {
    const rules::Move move = view.moves[i];
    if (is_run(move)) {
      if (const auto runner = retrace.at(move.from)) ranks_[place(*runner)] = rules::Rank::scout;
    }
    const bool fought = fight != view.fights.end() && fight->ply == i + 1;
    if (fought) {
      if (fight->attacker_rank) ranks_[place(fight->attacker)] = fight->attacker_rank;
      if (fight->defender_rank) ranks_[place(fight->defender)] = fight->defender_rank;
    }
    retrace.move(move, fought ? &*fight : nullptr);
    if (fought) ++fight;
  }
  for (const view::PieceView& piece : view.pieces) {
    if (piece.rank) ranks_[place(piece.piece)] = piece.rank;
  }
}

std::optional<rules::Rank> Memory::rank(rules::PieceId piece) const noexcept {
  return ranks_[place(piece)];
}

}  // namespace flagrank::text

#include "common/view/player_view.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "common/view/losses.hpp"

namespace flagrank::view {

namespace {

using Placements = std::vector<rules::Placement>;

std::optional<rules::Rank> rank_at(const Placements& placements, rules::PieceId piece) {
  for (const rules::Placement& placement : placements) {
    if (rules::PieceId{placement.square} == piece) return placement.rank;
  }
  return std::nullopt;
}

/// Takes one event into a view whose table can follow it.
class Fold {
 public:
  Fold(PlayerView& view, Instant at) : view_{view}, at_{at} {}

  void operator()(const PlayerLeft& event) const {
    const auto sitting = view_.table.seats[index(event.seat)];
    if (!view_.table.follow(event, at_)) return;
    const bool undone = view_.table.phase == Phase::waiting;
    if (undone && view_.viewer.plays(sitting->side)) view_.formation.reset();
  }

  void operator()(const FormationLocked& event) const {
    if (!view_.table.follow(event, at_)) return;
    if (view_.viewer.plays(event.side)) view_.formation = event.formation;
  }

  void operator()(const GameStarted& event) const {
    if (!view_.table.follow(event, at_)) return;
    view_.ply = 0;
    view_.to_move = rules::Side::red;
    view_.losses.clear();
    view_.moves.clear();
    view_.fights.clear();
    view_.pieces.clear();
    for (const rules::Side side : {rules::Side::red, rules::Side::blue}) set_up(side, event);
    std::ranges::sort(view_.pieces, {}, &PieceView::square);
  }

  void operator()(const Moved& event) const {
    const auto mover = on(event.move.from);
    if (mover == view_.pieces.end() || mover->piece != event.piece) return;
    if (!view_.table.follow(event, at_)) return;
    view_.ply = event.ply;
    view_.to_move = rules::opponent(event.side);
    view_.moves.push_back(event.move);
    PieceView piece = *mover;
    piece.square = event.move.to;
    piece.moved = true;
    view_.pieces.erase(mover);
    if (!event.combat) return put(piece);
    fight(*event.combat, piece);
  }

  void operator()(const GameOver& event) const {
    if (!view_.table.follow(event, at_)) return;
    view_.to_move.reset();
    const auto open = [&](rules::Side side, rules::PieceId piece) {
      return rank_at(event.formations[rules::index(side)], piece);
    };
    for (PieceView& piece : view_.pieces) piece.rank = open(piece.side, piece.piece);
    for (Loss& loss : view_.losses) loss.rank = open(loss.side, loss.piece);
    for (Fight& fight : view_.fights) {
      fight.attacker_rank = open(fight.side, fight.attacker);
      fight.defender_rank = open(rules::opponent(fight.side), fight.defender);
    }
  }

  /// All that concerns the table alone.
  template <class Event>
  void operator()(const Event& event) const {
    static_cast<void>(view_.table.follow(event, at_));
  }

 private:
  using Pieces = std::vector<PieceView>;

  /// Where the piece on that square is, or would have to be put.
  [[nodiscard]] Pieces::iterator place(rules::Square square) const {
    return std::ranges::lower_bound(view_.pieces, square, {}, &PieceView::square);
  }
  [[nodiscard]] Pieces::iterator on(rules::Square square) const {
    const auto found = place(square);
    return found != view_.pieces.end() && found->square == square ? found : view_.pieces.end();
  }
  void put(const PieceView& piece) const { view_.pieces.insert(place(piece.square), piece); }

  void set_up(rules::Side side, const GameStarted& event) const {
    const bool own = view_.viewer.plays(side) && view_.formation;
    for (const rules::Square square : event.squares[rules::index(side)]) {
      const rules::PieceId piece{square};
      view_.pieces.push_back({.piece = piece,
                              .side = side,
                              .square = square,
                              .moved = false,
                              .rank = own ? rank_at(*view_.formation, piece) : std::nullopt});
    }
  }

  /// The fight that `attacker` carries to the square where it would stand after a win.
  void fight(const Fight& fight, const PieceView& attacker) const {
    view_.fights.push_back(fight);
    add_losses(view_.losses, fight);
    if (fight.result == rules::BattleResult::defender_won) return;
    const auto defender = on(attacker.square);
    if (defender != view_.pieces.end()) view_.pieces.erase(defender);
    if (fight.result == rules::BattleResult::attacker_won) put(attacker);
  }

  PlayerView& view_;
  Instant at_;
};

}  // namespace

void PlayerView::apply(std::uint64_t event_seq, Instant at, const Seen& event) {
  seq = event_seq;
  std::visit(Fold{*this, at}, event);
}

rules::Inventory PlayerView::unaccounted(rules::Side side) const {
  rules::Inventory counts = table.ruleset.variant->inventory;
  for (const Loss& loss : losses) {
    if (loss.side != side || !loss.rank) continue;
    std::uint8_t& count = counts[rules::index(*loss.rank)];
    if (count > 0) --count;
  }
  return counts;
}

}  // namespace flagrank::view

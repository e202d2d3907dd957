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

/// The ranks that the end of a game opens.
class Opened {
 public:
  explicit Opened(const GameOver& event) : event_{event} {}

  [[nodiscard]] std::optional<rules::Rank> rank(rules::Side side, rules::PieceId piece) const {
    if (!piece.rescued()) return rank_at(event_.formations[rules::index(side)], piece);
    const auto& rescued = event_.rescued[rules::index(side)];
    if (piece.nth_rescue() >= rescued.size()) return std::nullopt;
    return rescued[piece.nth_rescue()];
  }

 private:
  const GameOver& event_;
};

/// Takes one event into a view whose table can follow it.
class Fold {
 public:
  Fold(PlayerView& view, Instant at) : view_{view}, at_{at} {}

  void operator()(const PlayerLeft& event) const {
    const auto sitting = view_.table.seats[index(event.seat)];
    if (!view_.table.follow(event, at_)) return;
    // Once a game has begun, its formations belong to it and no longer to who sits there.
    if (!view_.pieces.empty()) return;
    if (view_.viewer.plays(sitting->side)) view_.formation.reset();
  }

  void operator()(const FormationLocked& event) const {
    if (!view_.table.follow(event, at_)) return;
    if (view_.viewer.plays(event.side)) view_.formation = event.formation;
  }

  void operator()(const GameStarted& event) const {
    if (!view_.table.follow(event, at_)) return;
    clear();
    view_.to_move = rules::Side::red;
    for (const rules::Side side : {rules::Side::red, rules::Side::blue}) set_up(side, event);
    std::ranges::sort(view_.pieces, {}, &PieceView::square);
  }

  void operator()(const Moved& event) const {
    const auto mover = on(event.move.from);
    if (mover == view_.pieces.end() || mover->piece != event.piece) return;
    if (view_.rescue_pending || !view_.table.follow(event, at_)) return;
    view_.ply = event.ply;
    view_.to_move = event.rescue_pending ? event.side : rules::opponent(event.side);
    view_.rescue_pending = event.rescue_pending;
    view_.quiet_moves = event.combat ? 0 : view_.quiet_moves + 1;
    view_.moves.push_back(event.move);
    PieceView piece = *mover;
    piece.square = event.move.to;
    piece.moved = true;
    if (event.rank) learn(piece, *event.rank);
    view_.pieces.erase(mover);
    if (!event.combat) return put(piece);
    fight(*event.combat, piece);
  }

  void operator()(const Rescued& event) const {
    if (!may_decide(event.side) || on(event.square) != view_.pieces.end()) return;
    if (!view_.table.follow(event, at_)) return;
    end_turn(event.side);
    view_.rescues.push_back({.ply = event.ply,
                             .side = event.side,
                             .piece = event.piece,
                             .square = event.square,
                             .rank = event.rank});
    put({.piece = event.piece,
         .side = event.side,
         .square = event.square,
         .moved = false,
         .rank = event.rank,
         .known = std::nullopt});
  }

  void operator()(const RescueDeclined& event) const {
    if (!may_decide(event.side) || !view_.table.follow(event, at_)) return;
    end_turn(event.side);
  }

  void operator()(const NextGame& event) const {
    const auto own = view_.viewer.side();
    const auto seat = own ? view_.table.seat_of(*own) : std::nullopt;
    if (!view_.table.follow(event, at_)) return;
    if (seat) view_.viewer = Viewer::player(event.sides[index(*seat)]);
    view_.formation.reset();
    clear();
  }

  void operator()(const GameOver& event) const {
    if (!view_.table.follow(event, at_)) return;
    view_.to_move.reset();
    view_.rescue_pending = false;
    const Opened opened{event};
    for (PieceView& piece : view_.pieces) piece.rank = opened.rank(piece.side, piece.piece);
    for (Loss& loss : view_.losses) loss.rank = opened.rank(loss.side, loss.piece);
    for (Rescue& rescue : view_.rescues) rescue.rank = opened.rank(rescue.side, rescue.piece);
    for (Fight& fight : view_.fights) {
      fight.attacker_rank = opened.rank(fight.side, fight.attacker);
      fight.defender_rank = opened.rank(rules::opponent(fight.side), fight.defender);
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

  /// Nothing has been played yet.
  void clear() const {
    view_.ply = 0;
    view_.to_move.reset();
    view_.rescue_pending = false;
    view_.quiet_moves = 0;
    view_.pieces.clear();
    view_.losses.clear();
    view_.moves.clear();
    view_.fights.clear();
    view_.rescues.clear();
  }

  /// Is there a rescue for that side to decide on?
  [[nodiscard]] bool may_decide(rules::Side side) const {
    return view_.rescue_pending && view_.to_move == side;
  }

  void end_turn(rules::Side side) const {
    view_.rescue_pending = false;
    view_.to_move = rules::opponent(side);
  }

  /// Everybody has learnt the rank of that piece.
  void learn(PieceView& piece, rules::Rank rank) const {
    piece.known = rank;
    if (view_.table.ruleset.visible_survivors) piece.rank = rank;
  }

  void set_up(rules::Side side, const GameStarted& event) const {
    const bool own = view_.viewer.plays(side) && view_.formation;
    for (const rules::Square square : event.squares[rules::index(side)]) {
      const rules::PieceId piece{square};
      view_.pieces.push_back({.piece = piece,
                              .side = side,
                              .square = square,
                              .moved = false,
                              .rank = own ? rank_at(*view_.formation, piece) : std::nullopt,
                              .known = std::nullopt});
    }
  }

  /// The fight that `attacker` carries to the square where it would stand after a win.
  void fight(const Fight& fight, PieceView attacker) const {
    view_.fights.push_back(fight);
    const auto defender = on(attacker.square);
    if (defender == view_.pieces.end()) return;
    // What shows a rank to all shows it to whoever it is not: a rank that is told of another's
    // piece is public, and of an own piece just what the rules show the other side.
    if (fight.attacker_rank) learn(attacker, *fight.attacker_rank);
    if (fight.defender_rank && shows_defender(fight)) learn(*defender, *fight.defender_rank);
    add_losses(view_.losses, fight, [&](rules::Side side, rules::PieceId /*piece*/) {
      const PieceView& lost = side == fight.side ? attacker : *defender;
      return Knowledge{.rank = view_.viewer.plays(side) ? lost.rank : lost.known,
                       .known = lost.known};
    });
    if (fight.result == rules::BattleResult::defender_won) return;
    view_.pieces.erase(defender);
    if (fight.result == rules::BattleResult::attacker_won) put(attacker);
  }

  /// Does everybody see the defender's rank, and not only its owner?
  [[nodiscard]] bool shows_defender(const Fight& fight) const {
    return fight.attacker_rank && rules::shows_defender(view_.table.ruleset, *fight.attacker_rank);
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
  const auto account_for = [&](const auto& piece) {
    if (piece.side != side || !piece.known || piece.piece.rescued()) return;
    std::uint8_t& count = counts[rules::index(*piece.known)];
    if (count > 0) --count;
  };
  std::ranges::for_each(losses, account_for);
  std::ranges::for_each(pieces, account_for);
  return counts;
}

rules::Inventory PlayerView::rescuable() const {
  std::array<int, rules::rank_count> missing{};
  const auto count = [&](const auto& piece, int by) {
    if (viewer.plays(piece.side) && piece.rank && rules::movable(*piece.rank)) {
      missing[rules::index(*piece.rank)] += by;
    }
  };
  for (const Loss& loss : losses) count(loss, 1);
  for (const Rescue& rescue : rescues) count(rescue, -1);
  rules::Inventory counts{};
  std::ranges::transform(missing, counts.begin(),
                         [](int left) { return static_cast<std::uint8_t>(std::max(left, 0)); });
  return counts;
}

}  // namespace flagrank::view

#include "common/view/redact.hpp"

#include <type_traits>

#include "common/view/losses.hpp"

namespace flagrank::view {

namespace {

using Ranks = std::optional<rules::Rank>;

/// What a fight shows of the piece of `owner`, which it revealed to all or did not.
Ranks shown(rules::Rank rank, rules::Side owner, bool revealed, Viewer viewer) {
  if (revealed || viewer.plays(owner)) return rank;
  return std::nullopt;
}

Fight seen(const truth::Fight& fight, Viewer viewer) {
  const rules::Combat& combat = fight.combat;
  const rules::Side attacked = rules::opponent(fight.side);
  return {
      .ply = fight.ply,
      .side = fight.side,
      .attacker = fight.attacker,
      .defender = combat.defender,
      .attacker_rank = shown(combat.attacker_rank, fight.side, combat.attacker_revealed, viewer),
      .defender_rank = shown(combat.defender_rank, attacked, combat.defender_revealed, viewer),
      .result = combat.result};
}

/// Nothing is hidden any more once a game is over.
Fight opened(const truth::Fight& fight) {
  Fight open = seen(fight, Viewer::spectator());
  open.attacker_rank = fight.combat.attacker_rank;
  open.defender_rank = fight.combat.defender_rank;
  return open;
}

std::vector<rules::Square> squares(const rules::Formation& formation) {
  std::vector<rules::Square> squares;
  squares.reserve(formation.placements().size());
  for (const rules::Placement& placement : formation.placements()) {
    squares.push_back(placement.square);
  }
  return squares;
}

Seen redact_one(const truth::FormationLocked& fact, Viewer viewer) {
  FormationLocked seen{.side = fact.formation.side(), .formation = std::nullopt};
  if (viewer.plays(seen.side)) seen.formation = fact.formation.placements();
  return seen;
}

Seen redact_one(const truth::GameStarted& fact, Viewer /*viewer*/) {
  return GameStarted{.game = fact.game, .squares = {squares(fact.red), squares(fact.blue)}};
}

Seen redact_one(const truth::Moved& fact, Viewer viewer) {
  const rules::Moved& moved = fact.moved;
  Moved told{.game = fact.game,
             .ply = moved.ply,
             .side = moved.side,
             .piece = moved.piece,
             .move = moved.move,
             .rank = std::nullopt,
             .combat = std::nullopt};
  if (moved.ran) told.rank = rules::Rank::scout;
  if (moved.combat) {
    told.combat = seen({moved.ply, moved.side, moved.piece, *moved.combat}, viewer);
  }
  return told;
}

/// Facts in which nothing is hidden. The list is closed, so that a new fact with a secret in it
/// does not pass here by itself.
template <class Open>
  requires(std::is_same_v<Open, PlayerJoined> || std::is_same_v<Open, PlayerLeft> ||
           std::is_same_v<Open, Presence> || std::is_same_v<Open, DrawOffered> ||
           std::is_same_v<Open, DrawDeclined> || std::is_same_v<Open, GameOver> ||
           std::is_same_v<Open, Chat> || std::is_same_v<Open, Restarted> ||
           std::is_same_v<Open, RoomClosed>)
Seen redact_one(const Open& fact, Viewer /*viewer*/) {
  return fact;
}

std::vector<PieceView> seen_pieces(const rules::Game& game, Viewer viewer, bool over) {
  std::vector<PieceView> pieces;
  for (int i = 0; i < rules::Square::count; ++i) {
    const rules::Piece* piece = game.at(rules::Square::from_index(i));
    if (piece == nullptr) continue;
    PieceView seen{.piece = piece->id,
                   .side = piece->side,
                   .square = piece->square,
                   .moved = piece->moved,
                   .rank = std::nullopt};
    if (over || viewer.plays(piece->side)) seen.rank = piece->rank;
    pieces.push_back(seen);
  }
  return pieces;
}

}  // namespace

Seen redact(const Fact& fact, Viewer viewer) {
  return std::visit([viewer](const auto& one) { return redact_one(one, viewer); }, fact);
}

PlayerView view_of(const Truth& truth, Viewer viewer) {
  PlayerView view{.viewer = viewer, .seq = truth.seq, .table = truth.table};
  if (const auto side = viewer.side()) {
    const rules::Formation* own = truth.formations[rules::index(*side)];
    if (own != nullptr) view.formation = own->placements();
  }
  if (truth.game == nullptr) return view;

  const bool over = truth.table.phase == Phase::over;
  view.ply = truth.game->ply();
  if (!over) view.to_move = truth.game->to_move();
  view.pieces = seen_pieces(*truth.game, viewer, over);
  view.moves = truth.history.moves;
  view.fights.reserve(truth.history.fights.size());
  for (const truth::Fight& fight : truth.history.fights) {
    view.fights.push_back(over ? opened(fight) : seen(fight, viewer));
    add_losses(view.losses, view.fights.back());
  }
  return view;
}

}  // namespace flagrank::view

#include "common/view/redact.hpp"

#include <algorithm>
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
             .combat = std::nullopt,
             .rescue_pending = moved.rescue_pending};
  if (moved.ran) told.rank = rules::Rank::scout;
  if (moved.combat) {
    told.combat = seen({moved.ply, moved.side, moved.piece, *moved.combat}, viewer);
  }
  return told;
}

Seen redact_one(const truth::Rescued& fact, Viewer viewer) {
  const rules::Rescued& rescued = fact.rescued;
  return Rescued{.game = fact.game,
                 .ply = rescued.ply,
                 .side = rescued.side,
                 .piece = rescued.piece,
                 .square = rescued.square,
                 .rank = shown(rescued.rank, rescued.side, false, viewer)};
}

/// Facts in which nothing is hidden. The list is closed, so that a new fact with a secret in it
/// does not pass here by itself.
template <class Open>
  requires(std::is_same_v<Open, PlayerJoined> || std::is_same_v<Open, PlayerLeft> ||
           std::is_same_v<Open, Presence> || std::is_same_v<Open, RescueDeclined> ||
           std::is_same_v<Open, DrawNear> || std::is_same_v<Open, DrawOffered> ||
           std::is_same_v<Open, DrawDeclined> || std::is_same_v<Open, GameOver> ||
           std::is_same_v<Open, RematchOffered> || std::is_same_v<Open, NextGame> ||
           std::is_same_v<Open, Chat> || std::is_same_v<Open, Restarted> ||
           std::is_same_v<Open, RoomClosed>)
Seen redact_one(const Open& fact, Viewer /*viewer*/) {
  return fact;
}

/// What the rules let this viewer know of the pieces of one game.
class Eyes {
 public:
  Eyes(const rules::Game& game, Viewer viewer, bool over)
      : game_{game}, viewer_{viewer}, over_{over} {}

  [[nodiscard]] Ranks rank(rules::Rank rank, rules::Side side) const {
    return shown(rank, side, over_, viewer_);
  }
  /// Of a piece on the board.
  [[nodiscard]] Knowledge standing(const rules::Piece& piece) const {
    const bool face_up = over_ || (piece.known && game_.ruleset().visible_survivors);
    return {.rank = shown(piece.rank, piece.side, face_up, viewer_), .known = known(piece)};
  }
  /// Of a piece that fell.
  [[nodiscard]] Knowledge fallen(rules::Side side, rules::PieceId id) const {
    const auto pieces = game_.pieces(side);
    const rules::Piece& piece = *std::ranges::lower_bound(pieces, id, {}, &rules::Piece::id);
    return {.rank = shown(piece.rank, side, over_ || piece.known, viewer_), .known = known(piece)};
  }

 private:
  [[nodiscard]] static Ranks known(const rules::Piece& piece) {
    return piece.known ? Ranks{piece.rank} : std::nullopt;
  }

  const rules::Game& game_;
  Viewer viewer_;
  bool over_;
};

std::vector<PieceView> seen_pieces(const rules::Game& game, const Eyes& eyes) {
  std::vector<PieceView> pieces;
  for (int i = 0; i < rules::Square::count; ++i) {
    const rules::Piece* piece = game.at(rules::Square::from_index(i));
    if (piece == nullptr) continue;
    const Knowledge knowledge = eyes.standing(*piece);
    pieces.push_back({.piece = piece->id,
                      .side = piece->side,
                      .square = piece->square,
                      .moved = piece->moved,
                      .rank = knowledge.rank,
                      .known = knowledge.known});
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

  const bool over = truth.game->ended().has_value();
  const Eyes eyes{*truth.game, viewer, over};
  view.ply = truth.game->ply();
  if (!over) view.to_move = truth.game->to_move();
  view.rescue_pending = truth.game->rescue_pending();
  view.quiet_moves = truth.game->quiet_moves();
  view.pieces = seen_pieces(*truth.game, eyes);
  view.moves = truth.history.moves;
  view.fights.reserve(truth.history.fights.size());
  for (const truth::Fight& fight : truth.history.fights) {
    view.fights.push_back(over ? opened(fight) : seen(fight, viewer));
    add_losses(view.losses, view.fights.back(),
               [&](rules::Side side, rules::PieceId piece) { return eyes.fallen(side, piece); });
  }
  view.rescues.reserve(truth.history.rescues.size());
  for (const rules::Rescued& rescued : truth.history.rescues) {
    view.rescues.push_back({.ply = rescued.ply,
                            .side = rescued.side,
                            .piece = rescued.piece,
                            .square = rescued.square,
                            .rank = eyes.rank(rescued.rank, rescued.side)});
  }
  return view;
}

}  // namespace flagrank::view

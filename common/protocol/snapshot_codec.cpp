#include "common/protocol/snapshot_codec.hpp"

#include "common/protocol/game_fields.hpp"

namespace flagrank::protocol::wire {

static void fields(auto& field, Same<view::SeatView> auto& seat) {
  field("name", seat.name);
  field("side", seat.side);
  field("present", seat.present);
  field("locked", seat.locked);
}

static void fields(auto& field, Same<view::PieceView> auto& piece) {
  field("square", piece.square);
  field("piece", piece.piece);
  field("side", piece.side);
  field("moved", piece.moved);
  field("rank", piece.rank);
}

static void fields(auto& field, Same<view::Loss> auto& loss) {
  field("piece", loss.piece);
  field("side", loss.side);
  field("rank", loss.rank);
  field("ply", loss.ply);
}

static void fields(auto& field, Same<view::Fight> auto& fight) {
  field("ply", fight.ply);
  field("side", fight.side);
  field("attacker", fight.attacker);
  field("attacker_rank", fight.attacker_rank);
  field("defender", fight.defender);
  field("defender_rank", fight.defender_rank);
  field("result", fight.result);
}

/// The end of the game that the snapshot numbers.
template <class Table>
struct ResultOf {
  Table& table;
};
template <class Table>
ResultOf(Table&) -> ResultOf<Table>;

static void result_fields(auto& field, Same<view::GameOver> auto& result) {
  field("reason", result.ended.reason);
  field("winner", result.ended.winner);
  field("formations", BySide{result.formations});
}

static void write(Writer& out, const ResultOf<const view::Table>& of) {
  if (!of.table.result) return out.null();
  out.open_object();
  FieldWriter field{out};
  result_fields(field, *of.table.result);
  out.close_object();
}

static void read(const Cursor& at, ResultOf<view::Table>& of) {
  if (std::holds_alternative<Null>(at.value().data)) return;
  FieldReader field{at};
  result_fields(field, of.table.result.emplace());
  of.table.result->game = of.table.game;
  field.finish();
}

static void fields(auto& field, Same<LastCommand> auto& last) {
  field("id", last.id);
  field("seq", last.seq);
}

namespace {

/// What stands between `ruleset` and `unaccounted`, and what comes after, the same both ways.
void first_part(auto& field, auto& view) {
  field("phase", view.table.phase);
  field("game", view.table.game);
  field("ply", view.ply);
  field("to_move", view.to_move);
  field("seats", BySeat{view.table.seats});
  field("formation", view.formation);
  field("board", view.pieces);
  field("lost", view.losses);
}

void last_part(auto& field, auto& snapshot) {
  auto& view = snapshot.view;
  field("draw_offer", view.table.draw_offer);
  field("moves", view.moves);
  field("fights", view.fights);
  field("result", ResultOf{view.table});
  field("last_command", snapshot.last_command);
}

}  // namespace

void write_snapshot(Writer& out, const SnapshotTold& snapshot) {
  const view::PlayerView& view = snapshot.view;
  FieldWriter field{out};
  field("room", snapshot.room);
  field("seat", snapshot.seat);
  field("side", view.viewer.side());
  field("ruleset", RulesetTold{view.table.ruleset});
  first_part(field, view);
  const std::array unaccounted{view.unaccounted(rules::Side::red),
                               view.unaccounted(rules::Side::blue)};
  field("unaccounted", BySide{unaccounted});
  last_part(field, snapshot);
}

void read_snapshot(FieldReader& field, SnapshotTold& snapshot) {
  view::PlayerView& view = snapshot.view;
  field("room", snapshot.room);
  field("seat", snapshot.seat);
  std::optional<rules::Side> side;
  field("side", side);
  view.viewer = side ? view::Viewer::player(*side) : view::Viewer::spectator();
  field("ruleset", RulesetTold{view.table.ruleset});
  first_part(field, view);
  last_part(field, snapshot);
}

}  // namespace flagrank::protocol::wire

#include "common/protocol/snapshot_codec.hpp"

#include <array>

#include "common/protocol/game_fields.hpp"

namespace flagrank::protocol::wire {

template <>
struct Described<view::SeatView> {
  static void fields(auto& field, auto& seat) {
    field("name", seat.name);
    field("side", seat.side);
    field("present", seat.present);
    field("absent_since_ms", seat.absent_since);
    field("locked", seat.locked);
  }
};

template <>
struct Described<view::PieceView> {
  static void fields(auto& field, auto& piece) {
    field("square", piece.square);
    field("piece", piece.piece);
    field("side", piece.side);
    field("moved", piece.moved);
    field("rank", piece.rank);
    field("known", piece.known);
  }
};

template <>
struct Described<view::Loss> {
  static void fields(auto& field, auto& loss) {
    field("piece", loss.piece);
    field("side", loss.side);
    field("rank", loss.rank);
    field("known", loss.known);
    field("ply", loss.ply);
  }
};

template <>
struct Described<view::Fight> {
  static void fields(auto& field, auto& fight) {
    field("ply", fight.ply);
    field("side", fight.side);
    field("attacker", fight.attacker);
    field("attacker_rank", fight.attacker_rank);
    field("defender", fight.defender);
    field("defender_rank", fight.defender_rank);
    field("result", fight.result);
  }
};

template <>
struct Described<view::Rescue> {
  static void fields(auto& field, auto& rescue) {
    field("ply", rescue.ply);
    field("side", rescue.side);
    field("piece", rescue.piece);
    field("square", rescue.square);
    field("rank", rescue.rank);
  }
};

template <>
struct Described<view::Score> {
  static void fields(auto& field, auto& score) {
    field("wins", score.wins, BySeat{});
    field("draws", score.draws);
  }
};

template <>
struct Described<view::Clocks> {
  static void fields(auto& field, auto& clocks) {
    field("red_ms", clocks.left[0]);
    field("blue_ms", clocks.left[1]);
    field("running", clocks.running);
    field("at_ms", clocks.since);
  }
};

template <>
struct Described<LastCommand> {
  static void fields(auto& field, auto& last) {
    field("id", last.id);
    field("seq", last.seq);
  }
};

namespace {

/// How a game ended, as part of what a snapshot says; as a message of its own it has a type.
struct AsResult {};

void write(Writer& out, const std::optional<view::GameOver>& result, AsResult /*manner*/) {
  if (!result) {
    out.null();
    return;
  }
  out.open_object();
  const FieldWriter field{out};
  result_fields(field, *result);
  out.close_object();
}

void read(const Cursor& at, std::optional<view::GameOver>& result, AsResult /*manner*/) {
  result.reset();
  if (std::holds_alternative<Null>(at.value().data)) return;
  const FieldReader field{at};
  result_fields(field, result.emplace());
}

/// The same both ways: what stands before `unaccounted`, which is written only, and what after.
void first_part(auto& field, auto& view) {
  field("ruleset", view.table.ruleset, InFull{});
  field("timing", view.table.timing);
  field("spectators", view.table.spectators);
  field("public", view.table.is_public);
  field("return_match", view.table.return_match);
  field("phase", view.table.phase);
  field("game", view.table.game);
  field("match", view.table.match);
  field("score", view.table.score);
  field("ply", view.ply);
  field("to_move", view.to_move);
  field("rescue_pending", view.rescue_pending);
  field("quiet_moves", view.quiet_moves);
  field("seats", view.table.seats, BySeat{});
  field("setup_ends_ms", view.table.setup_ends);
  field("clocks", view.table.clocks);
  field("formation", view.formation);
  field("board", view.pieces);
  field("lost", view.losses);
}

void last_part(auto& field, auto& view) {
  field("draw_offer", view.table.draw_offer);
  field("moves", view.moves);
  field("fights", view.fights);
  field("rescues", view.rescues);
  field("rematch_offer", view.table.rematch_offer);
  field("result", view.table.result, AsResult{});
}

}  // namespace

void write_snapshot(Writer& out, const SnapshotTold& snapshot) {
  const view::PlayerView& view = snapshot.view;
  const FieldWriter field{out};
  field("room", snapshot.room);
  field("seat", snapshot.seat);
  field("side", view.viewer.side());
  first_part(field, view);
  const std::array unaccounted{view.unaccounted(rules::Side::red),
                               view.unaccounted(rules::Side::blue)};
  field("unaccounted", unaccounted, BySide{});
  last_part(field, view);
  field("last_command", snapshot.last_command);
}

void read_snapshot(const FieldReader& field, SnapshotTold& snapshot) {
  view::PlayerView& view = snapshot.view;
  std::optional<rules::Side> side;
  field("room", snapshot.room);
  field("seat", snapshot.seat);
  field("side", side);
  view.viewer = side ? view::Viewer::player(*side) : view::Viewer::spectator();
  first_part(field, view);
  last_part(field, view);
  field("last_command", snapshot.last_command);
}

}  // namespace flagrank::protocol::wire

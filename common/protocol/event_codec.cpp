#include "common/protocol/event_codec.hpp"

#include "common/protocol/dispatch.hpp"
#include "common/protocol/game_fields.hpp"

namespace flagrank::protocol::wire {

namespace {

/// A fight inside the move that made it, which says the rest of what a fight is.
struct InsideMove {};

void combat_fields(auto& field, auto& combat) {
  field("attacker_rank", combat.attacker_rank);
  field("defender", combat.defender);
  field("defender_rank", combat.defender_rank);
  field("result", combat.result);
}

void write(Writer& out, const std::optional<view::Fight>& combat, InsideMove /*manner*/) {
  if (!combat) {
    out.null();
    return;
  }
  out.open_object();
  const FieldWriter field{out};
  combat_fields(field, *combat);
  out.close_object();
}

void read(const Cursor& at, std::optional<view::Fight>& combat, InsideMove /*manner*/) {
  combat.reset();
  if (std::holds_alternative<Null>(at.value().data)) return;
  const FieldReader field{at};
  combat_fields(field, combat.emplace());
}

void complete_combat(const view::Moved& /*told*/) {}
void complete_combat(view::Moved& read) {
  if (!read.combat) return;
  read.combat->ply = read.ply;
  read.combat->side = read.side;
  read.combat->attacker = read.piece;
}

}  // namespace

template <>
struct Described<view::PlayerJoined> {
  static constexpr std::string_view type = "player_joined";
  static void fields(auto& field, auto& e) {
    field("seat", e.seat);
    field("name", e.name);
    field("side", e.side);
  }
};

template <>
struct Described<view::PlayerLeft> {
  static constexpr std::string_view type = "player_left";
  static void fields(auto& field, auto& e) { field("seat", e.seat); }
};

template <>
struct Described<view::Presence> {
  static constexpr std::string_view type = "presence";
  static void fields(auto& field, auto& e) {
    field("seat", e.seat);
    field("present", e.present);
  }
};

template <>
struct Described<view::FormationLocked> {
  static constexpr std::string_view type = "formation_locked";
  static void fields(auto& field, auto& e) {
    field("side", e.side);
    field("formation", e.formation);
  }
};

template <>
struct Described<view::GameStarted> {
  static constexpr std::string_view type = "game_started";
  static void fields(auto& field, auto& e) {
    field("game", e.game);
    field("squares", e.squares, BySide{});
  }
};

template <>
struct Described<view::Moved> {
  static constexpr std::string_view type = "moved";
  static void fields(auto& field, auto& e) {
    field("game", e.game);
    field("ply", e.ply);
    field("side", e.side);
    field("piece", e.piece);
    field("from", e.move.from);
    field("to", e.move.to);
    field("rank", e.rank);
    field("combat", e.combat, InsideMove{});
    field.where_it_applies("rescue_pending", e.rescue_pending);
    complete_combat(e);
  }
};

template <>
struct Described<view::Rescued> {
  static constexpr std::string_view type = "rescued";
  static void fields(auto& field, auto& e) {
    field("game", e.game);
    field("ply", e.ply);
    field("side", e.side);
    field("piece", e.piece);
    field("square", e.square);
    field("rank", e.rank);
  }
};

template <>
struct Described<view::RescueDeclined> {
  static constexpr std::string_view type = "rescue_declined";
  static void fields(auto& field, auto& e) { field("side", e.side); }
};

template <>
struct Described<view::DrawNear> {
  static constexpr std::string_view type = "draw_near";
  static void fields(auto& field, auto& e) { field("left", e.left); }
};

template <>
struct Described<view::RematchOffered> {
  static constexpr std::string_view type = "rematch_offered";
  static void fields(auto& field, auto& e) { field("seat", e.seat); }
};

template <>
struct Described<view::NextGame> {
  static constexpr std::string_view type = "next_game";
  static void fields(auto& field, auto& e) {
    field("game", e.game);
    field("match", e.match);
    field("sides", e.sides, BySeat{});
  }
};

template <>
struct Described<view::DrawOffered> {
  static constexpr std::string_view type = "draw_offered";
  static void fields(auto& field, auto& e) { field("side", e.side); }
};

template <>
struct Described<view::DrawDeclined> {
  static constexpr std::string_view type = "draw_declined";
  static void fields(auto& field, auto& e) { field("side", e.side); }
};

template <>
struct Described<view::GameOver> {
  static constexpr std::string_view type = "game_over";
  static void fields(auto& field, auto& e) { result_fields(field, e); }
};

template <>
struct Described<view::Chat> {
  static constexpr std::string_view type = "chat";
  static void fields(auto& field, auto& e) {
    field("seat", e.seat);
    field("text", e.text);
  }
};

template <>
struct Described<view::Restarted> {
  static constexpr std::string_view type = "restarted";
  static void fields(auto& field, auto& e) {
    field("down_from_ms", e.down_from);
    field("down_ms", e.down);
  }
};

template <>
struct Described<view::RoomClosed> {
  static constexpr std::string_view type = "room_closed";
  static void fields(auto& /*field*/, auto& /*e*/) {}
};

std::string_view event_type(const view::Seen& event) noexcept { return type_of(event); }

void write_event(Writer& out, const view::Seen& event) { write_fields(out, event); }

std::optional<view::Seen> read_event(const FieldReader& field, std::string_view type) {
  return read_alternative<view::Seen>(field, type);
}

}  // namespace flagrank::protocol::wire

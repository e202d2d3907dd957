#include "common/protocol/event_codec.hpp"

#include "common/protocol/dispatch.hpp"
#include "common/protocol/game_fields.hpp"

namespace flagrank::protocol::wire {

template <>
inline constexpr std::string_view type_of<view::PlayerJoined> = "player_joined";
template <>
inline constexpr std::string_view type_of<view::PlayerLeft> = "player_left";
template <>
inline constexpr std::string_view type_of<view::Presence> = "presence";
template <>
inline constexpr std::string_view type_of<view::FormationLocked> = "formation_locked";
template <>
inline constexpr std::string_view type_of<view::GameStarted> = "game_started";
template <>
inline constexpr std::string_view type_of<view::Moved> = "moved";
template <>
inline constexpr std::string_view type_of<view::DrawOffered> = "draw_offered";
template <>
inline constexpr std::string_view type_of<view::DrawDeclined> = "draw_declined";
template <>
inline constexpr std::string_view type_of<view::GameOver> = "game_over";
template <>
inline constexpr std::string_view type_of<view::Chat> = "chat";
template <>
inline constexpr std::string_view type_of<view::RoomClosed> = "room_closed";

static void fields(auto& field, Same<view::PlayerJoined> auto& e) {
  field("seat", e.seat);
  field("name", e.name);
  field("side", e.side);
}

static void fields(auto& field, Same<view::PlayerLeft> auto& e) { field("seat", e.seat); }

static void fields(auto& field, Same<view::Presence> auto& e) {
  field("seat", e.seat);
  field("present", e.present);
}

static void fields(auto& field, Same<view::FormationLocked> auto& e) {
  field("side", e.side);
  field("formation", e.formation);
}

static void fields(auto& field, Same<view::GameStarted> auto& e) {
  field("game", e.game);
  field("squares", BySide{e.squares});
}

/// A fight inside the move that made it, which says the rest of what a fight is.
template <class Moved>
struct CombatOf {
  Moved& moved;
};
template <class Moved>
CombatOf(Moved&) -> CombatOf<Moved>;

static void combat_fields(auto& field, Same<view::Fight> auto& combat) {
  field("attacker_rank", combat.attacker_rank);
  field("defender", combat.defender);
  field("defender_rank", combat.defender_rank);
  field("result", combat.result);
}

static void write(Writer& out, const CombatOf<const view::Moved>& of) {
  if (!of.moved.combat) return out.null();
  out.open_object();
  FieldWriter field{out};
  combat_fields(field, *of.moved.combat);
  out.close_object();
}

static void read(const Cursor& at, CombatOf<view::Moved>& of) {
  if (std::holds_alternative<Null>(at.value().data)) return;
  view::Moved& moved = of.moved;
  moved.combat = view::Fight{.ply = moved.ply, .side = moved.side, .attacker = moved.piece};
  FieldReader field{at};
  combat_fields(field, *moved.combat);
  field.finish();
}

static void fields(auto& field, Same<view::Moved> auto& e) {
  field("game", e.game);
  field("ply", e.ply);
  field("side", e.side);
  field("piece", e.piece);
  field("from", e.move.from);
  field("to", e.move.to);
  field("rank", e.rank);
  field("combat", CombatOf{e});
}

static void fields(auto& field, Same<view::DrawOffered> auto& e) { field("side", e.side); }

static void fields(auto& field, Same<view::DrawDeclined> auto& e) { field("side", e.side); }

static void fields(auto& field, Same<view::GameOver> auto& e) {
  field("game", e.game);
  field("reason", e.ended.reason);
  field("winner", e.ended.winner);
  field("formations", BySide{e.formations});
}

static void fields(auto& field, Same<view::Chat> auto& e) {
  field("seat", e.seat);
  field("text", e.text);
}

static void fields(auto& /*field*/, Same<view::RoomClosed> auto& /*e*/) {}

std::string_view event_type(const view::Seen& event) noexcept { return type_of_alternative(event); }

void write_event(Writer& out, const view::Seen& event) {
  FieldWriter field{out};
  std::visit([&field](const auto& e) { fields(field, e); }, event);
}

std::optional<view::Seen> read_event(FieldReader& field, std::string_view type) {
  return read_alternative<view::Seen>(field, type);
}

}  // namespace flagrank::protocol::wire

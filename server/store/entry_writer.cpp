#include <chrono>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "common/json/writer.hpp"
#include "common/rules/names.hpp"
#include "common/rules/variant.hpp"
#include "server/match/hex.hpp"
#include "server/store/entry.hpp"
#include "server/store/entry_names.hpp"

namespace flagrank::store {

namespace {

using rules::Placement;
using rules::Square;

using json::Writer;

template <class Value>
void field(Writer& out, std::string_view key, const Value& value) {
  out.key(key);
  if constexpr (std::same_as<Value, bool>) {
    out.boolean(value);
  } else if constexpr (std::integral<Value>) {
    out.integer(value);
  } else if constexpr (std::same_as<Value, match::Instant>) {
    out.integer(value.time_since_epoch().count());
  } else if constexpr (std::same_as<Value, match::Milliseconds>) {
    out.integer(value.count());
  } else if constexpr (std::same_as<Value, match::TokenHash>) {
    out.word(match::hex(value));
  } else if constexpr (std::same_as<Value, Square>) {
    out.word(value.text());
  } else if constexpr (std::is_enum_v<Value>) {
    out.word(name(value));
  } else {
    out.text(value);
  }
}

template <class Value>
void field(Writer& out, std::string_view key, const std::optional<Value>& value) {
  if (value) return field(out, key, *value);
  out.key(key);
  out.null();
}

void write(Writer& out, match::DecidedAt at) {
  field(out, "game", at.game);
  field(out, "ply", at.ply);
}

void write(Writer& out, const match::Join& deed) {
  field(out, "name", deed.name);
  field(out, "token", deed.token);
  field(out, "invitation", deed.invitation);
}
void write(Writer& /*out*/, const match::Leave& /*deed*/) {}
void write(Writer& out, const match::Attend& deed) { field(out, "present", deed.present); }
void write(Writer& out, const match::LockFormation& deed) {
  field(out, "game", deed.game);
  out.key("formation");
  out.open_array();
  for (const Placement& placement : deed.formation) {
    out.open_array();
    out.word(placement.square.text());
    out.word(name(placement.rank));
    out.close_array();
  }
  out.close_array();
}
void write(Writer& out, const match::Move& deed) {
  write(out, deed.at);
  field(out, "from", deed.move.from);
  field(out, "to", deed.move.to);
}
void write(Writer& out, const match::Rescue& deed) {
  write(out, deed.at);
  field(out, "rank", deed.rescue.rank);
  field(out, "square", deed.rescue.square);
}
void write(Writer& out, const match::DeclineRescue& deed) { write(out, deed.at); }
void write(Writer& out, const match::OfferRematch& deed) { field(out, "game", deed.game); }
void write(Writer& out, const match::AcceptRematch& deed) { field(out, "game", deed.game); }
void write(Writer& out, const match::OfferDraw& deed) { write(out, deed.at); }
void write(Writer& out, const match::AcceptDraw& deed) { write(out, deed.at); }
void write(Writer& out, const match::DeclineDraw& deed) { write(out, deed.at); }
void write(Writer& out, const match::Resign& deed) { field(out, "game", deed.game); }
void write(Writer& out, const match::Chat& deed) { field(out, "text", deed.text); }
void write(Writer& out, const match::ClaimWin& deed) { field(out, "game", deed.game); }
void write(Writer& /*out*/, const match::Elapse& /*deed*/) {}
void write(Writer& out, const match::Restart& deed) {
  field(out, "down_from_ms", deed.down_from);
  field(out, "down_ms", deed.down);
}

void write(Writer& out, const view::GameClock& clock) {
  field(out, "kind", "game");
  field(out, "initial_ms", clock.initial);
  field(out, "increment_ms", clock.increment);
}
void write(Writer& out, const view::MoveClock& clock) {
  field(out, "kind", "move");
  field(out, "per_move_ms", clock.per_move);
}

void write(Writer& out, const rules::Ruleset& ruleset) {
  field(out, "variant", ruleset.variant->name);
  field(out, "scout_strike", ruleset.scout_strike);
  field(out, "aggressor_advantage", ruleset.aggressor_advantage);
  field(out, "silent_defense", ruleset.silent_defense);
  field(out, "visible_survivors", ruleset.visible_survivors);
  field(out, "rescue", ruleset.rescue);
  field(out, "two_squares", ruleset.two_squares);
  field(out, "chase", ruleset.chase);
  field(out, "draw_after_quiet_moves", ruleset.draw_after_quiet_moves);
  field(out, "mutual_immobility", ruleset.mutual_immobility);
}

void write(Writer& out, const view::Timing& timing);

void object(Writer& out, std::string_view key, const auto& value) {
  out.key(key);
  out.open_object();
  write(out, value);
  out.close_object();
}

void write(Writer& out, const view::Timing& timing) {
  if (timing.clock) {
    std::visit([&out](const auto& clock) { object(out, "clock", clock); }, *timing.clock);
  } else {
    out.key("clock");
    out.null();
  }
  field(out, "setup_limit_ms", timing.setup_limit);
  field(out, "absence_limit_ms", timing.absence_limit);
}

void begin(Writer& out, std::string_view type, match::Instant at) {
  field(out, "format", entry_format);
  field(out, "type", type);
  field(out, "at_ms", at);
}

void write(Writer& out, const Opened& entry) {
  const match::Settings& settings = entry.settings;
  begin(out, opened_type, entry.at);
  field(out, "host_side", settings.host_side);
  object(out, "ruleset", settings.ruleset);
  object(out, "timing", settings.timing);
  field(out, "spectators", settings.spectators);
  field(out, "return_match", settings.return_match);
  field(out, "public", settings.is_public);
  field(out, "record_key", settings.record_key);
  field(out, "invitation", settings.invitation);
  field(out, "by_invitation", settings.by_invitation);
}

void write(Writer& out, const Happened& entry) {
  const match::Command& command = entry.command;
  begin(out, deed_types.at(command.deed.index()), entry.at);
  field(out, "seat", command.seat);
  field(out, "id", command.id);
  std::visit([&out](const auto& deed) { write(out, deed); }, command.deed);
}

}  // namespace

std::string encode(const Entry& entry) {
  constexpr std::size_t size_of_a_move = 160;
  Writer out{size_of_a_move};
  out.open_object();
  std::visit([&out](const auto& one) { write(out, one); }, entry);
  out.close_object();
  return std::move(out).take();
}

}  // namespace flagrank::store

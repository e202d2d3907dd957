#include "common/protocol/game_fields.hpp"

#include <optional>
#include <string_view>

#include "common/protocol/limits.hpp"
#include "common/rules/variant.hpp"

namespace flagrank::protocol::wire {

namespace {

using Kind = rules::FormationFault::Kind;

[[nodiscard]] bool speaks_of_rank(Kind kind) noexcept {
  return kind == Kind::missing || kind == Kind::surplus;
}

/// A variant is said by its name.
struct ByName {};

void write(Writer& out, const rules::Variant* const& variant, ByName /*manner*/) {
  out.text(variant->name);
}

void read(const Cursor& at, const rules::Variant*& variant, ByName /*manner*/) {
  const auto find = [](std::string_view name) -> std::optional<const rules::Variant*> {
    const rules::Variant* const known = rules::find_variant(name);
    return known != nullptr ? std::optional{known} : std::nullopt;
  };
  read_string(at, variant, find, "must be the name of a known ruleset, such as classic");
}

struct AsList {};

void write(Writer& out, rules::SquareSet squares, AsList /*manner*/) {
  out.open_array();
  while (!squares.empty()) write(out, squares.take_first());
  out.close_array();
}

void switches(auto& field, auto& ruleset) {
  field("scout_strike", ruleset.scout_strike);
  field("aggressor_advantage", ruleset.aggressor_advantage);
  field("silent_defense", ruleset.silent_defense);
  field("visible_survivors", ruleset.visible_survivors);
  field("rescue", ruleset.rescue);
  field("two_squares", ruleset.two_squares);
  field("chase", ruleset.chase);
  field("draw_after_quiet_moves", ruleset.draw_after_quiet_moves);
  field("mutual_immobility", ruleset.mutual_immobility);
}

}  // namespace

void write(Writer& out, const rules::FormationFault& fault) {
  out.open_object();
  const FieldWriter field{out};
  field("fault", fault.kind);
  if (speaks_of_rank(fault.kind)) {
    field("rank", fault.rank);
  } else {
    field("square", fault.square);
  }
  if (fault.kind != Kind::outside) field("count", static_cast<std::uint32_t>(fault.count));
  out.close_object();
}

void read(const Cursor& at, rules::FormationFault& fault) {
  const FieldReader field{at};
  field("fault", fault.kind);
  if (speaks_of_rank(fault.kind)) {
    field("rank", fault.rank);
  } else {
    field("square", fault.square);
  }
  std::uint16_t count = 0;
  if (fault.kind != Kind::outside) field("count", count);
  fault.count = count;
  field.finish();
}

void write(Writer& out, const rules::Ruleset& ruleset, AsWish /*manner*/) {
  const rules::Ruleset preset{.variant = ruleset.variant};
  const FieldWriter field{out};
  const auto where_it_differs = [&](std::string_view name, auto member) {
    if (ruleset.*member != preset.*member) field(name, ruleset.*member);
  };
  out.open_object();
  field("preset", ruleset.variant, ByName{});
  where_it_differs("scout_strike", &rules::Ruleset::scout_strike);
  where_it_differs("aggressor_advantage", &rules::Ruleset::aggressor_advantage);
  where_it_differs("silent_defense", &rules::Ruleset::silent_defense);
  where_it_differs("visible_survivors", &rules::Ruleset::visible_survivors);
  where_it_differs("rescue", &rules::Ruleset::rescue);
  where_it_differs("two_squares", &rules::Ruleset::two_squares);
  where_it_differs("chase", &rules::Ruleset::chase);
  where_it_differs("draw_after_quiet_moves", &rules::Ruleset::draw_after_quiet_moves);
  where_it_differs("mutual_immobility", &rules::Ruleset::mutual_immobility);
  out.close_object();
}

void read(const Cursor& at, rules::Ruleset& ruleset, AsWish /*manner*/) {
  const FieldReader field{at};
  field.where_it_applies("preset", ruleset.variant, ByName{});
  field.where_it_applies("scout_strike", ruleset.scout_strike);
  field.where_it_applies("aggressor_advantage", ruleset.aggressor_advantage);
  field.where_it_applies("silent_defense", ruleset.silent_defense);
  field.where_it_applies("visible_survivors", ruleset.visible_survivors);
  field.where_it_applies("rescue", ruleset.rescue);
  field.where_it_applies("two_squares", ruleset.two_squares);
  field.where_it_applies("chase", ruleset.chase);
  field.where_it_applies("draw_after_quiet_moves", ruleset.draw_after_quiet_moves,
                         AtMost{max_quiet_moves});
  field.where_it_applies("mutual_immobility", ruleset.mutual_immobility);
  field.finish();
  if (const auto reason = rules::incoherence(ruleset); reason && at.strict()) {
    at.fail(ErrorCode::bad_ruleset, std::string{*reason});
  }
}

void write(Writer& out, const rules::Ruleset& ruleset, InFull /*manner*/) {
  const FieldWriter field{out};
  out.open_object();
  field("preset", ruleset.variant, ByName{});
  switches(field, ruleset);
  field("variant", ruleset.variant, ByName{});
  field("inventory", ruleset.variant->inventory);
  field("lakes", ruleset.variant->lakes, AsList{});
  out.close_object();
}

void read(const Cursor& at, rules::Ruleset& ruleset, InFull /*manner*/) {
  const FieldReader field{at};
  switches(field, ruleset);
  // Board and army follow from the variant, which a client of ours has to know by name.
  field("variant", ruleset.variant, ByName{});
}

void write(Writer& out, const Clock& clock) {
  out.open_object();
  const FieldWriter field{out};
  if (const auto* game = std::get_if<view::GameClock>(&clock)) {
    field("initial_ms", game->initial);
    field("increment_ms", game->increment);
  } else {
    field("per_move_ms", std::get<view::MoveClock>(clock).per_move);
  }
  out.close_object();
}

void read(const Cursor& at, Clock& clock) {
  const FieldReader field{at};
  if (field.has("per_move_ms")) {
    field("per_move_ms", clock.emplace<view::MoveClock>().per_move, a_limit);
  } else {
    auto& game = clock.emplace<view::GameClock>();
    field("initial_ms", game.initial, a_limit);
    field("increment_ms", game.increment, Lasting{.least = 0, .most = max_limit_ms});
  }
  field.finish();
}

void write(Writer& out, const rules::Inventory& inventory) {
  out.open_object();
  for (const rules::Rank rank : rules::all_ranks) {
    out.key(spelt(rank));
    out.integer(inventory[rules::index(rank)]);
  }
  out.close_object();
}

}  // namespace flagrank::protocol::wire

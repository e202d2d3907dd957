#include "common/protocol/game_fields.hpp"

#include "common/protocol/limits.hpp"
#include "common/rules/variant.hpp"

namespace flagrank::protocol::wire {

namespace {

using Kind = rules::FormationFault::Kind;

[[nodiscard]] bool speaks_of_rank(Kind kind) noexcept {
  return kind == Kind::missing || kind == Kind::surplus;
}

void read_variant(const Cursor& at, const rules::Variant*& variant) {
  const auto* const text = std::get_if<std::string>(&at.value().data);
  const rules::Variant* const known = text != nullptr ? rules::find_variant(*text) : nullptr;
  if (known == nullptr) return at.refuse("must be the name of a known ruleset, such as classic");
  variant = known;
}

void read_quiet_moves(const Cursor& at, std::uint16_t& limit) {
  std::uint64_t number = 0;
  if (read_integer(at, number, 0, max_quiet_moves)) limit = static_cast<std::uint16_t>(number);
}

void switches(auto& field, Same<rules::Ruleset> auto& ruleset) {
  field("scout_strike", ruleset.scout_strike);
  field("aggressor_advantage", ruleset.aggressor_advantage);
  field("two_squares", ruleset.two_squares);
  field("chase", ruleset.chase);
  field("draw_after_quiet_moves", ruleset.draw_after_quiet_moves);
  field("mutual_immobility", ruleset.mutual_immobility);
}

void write_lakes(Writer& out, rules::SquareSet lakes) {
  out.open_array();
  while (!lakes.empty()) write(out, lakes.take_first());
  out.close_array();
}

}  // namespace

void write(Writer& out, const rules::FormationFault& fault) {
  out.open_object();
  FieldWriter field{out};
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
  FieldReader field{at};
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

void write(Writer& out, const RulesetWish<const rules::Ruleset>& wish) {
  const rules::Ruleset& ruleset = wish.ruleset;
  const rules::Ruleset preset{.variant = ruleset.variant};
  FieldWriter field{out};
  const auto where_different = [&](std::string_view name, auto member) {
    if (ruleset.*member != preset.*member) field(name, ruleset.*member);
  };
  out.open_object();
  out.key("preset");
  out.text(ruleset.variant->name);
  where_different("scout_strike", &rules::Ruleset::scout_strike);
  where_different("aggressor_advantage", &rules::Ruleset::aggressor_advantage);
  where_different("two_squares", &rules::Ruleset::two_squares);
  where_different("chase", &rules::Ruleset::chase);
  where_different("draw_after_quiet_moves", &rules::Ruleset::draw_after_quiet_moves);
  where_different("mutual_immobility", &rules::Ruleset::mutual_immobility);
  out.close_object();
}

void read(const Cursor& at, RulesetWish<rules::Ruleset>& wish) {
  rules::Ruleset& ruleset = wish.ruleset;
  FieldReader field{at};
  if (Member* const preset = field.take("preset")) {
    read_variant(at.inside(*preset), ruleset.variant);
  }
  field.where_it_applies("scout_strike", ruleset.scout_strike);
  field.where_it_applies("aggressor_advantage", ruleset.aggressor_advantage);
  field.where_it_applies("two_squares", ruleset.two_squares);
  field.where_it_applies("chase", ruleset.chase);
  if (Member* const limit = field.take("draw_after_quiet_moves")) {
    read_quiet_moves(at.inside(*limit), ruleset.draw_after_quiet_moves);
  }
  field.where_it_applies("mutual_immobility", ruleset.mutual_immobility);
  field.finish();
}

void write(Writer& out, const RulesetTold<const rules::Ruleset>& told) {
  const rules::Ruleset& ruleset = told.ruleset;
  FieldWriter field{out};
  out.open_object();
  out.key("preset");
  out.text(ruleset.variant->name);
  switches(field, ruleset);
  out.key("variant");
  out.text(ruleset.variant->name);
  field("inventory", ruleset.variant->inventory);
  out.key("lakes");
  write_lakes(out, ruleset.variant->lakes);
  out.close_object();
}

void read(const Cursor& at, RulesetTold<rules::Ruleset>& told) {
  rules::Ruleset& ruleset = told.ruleset;
  FieldReader field{at};
  switches(field, ruleset);
  // Board and army follow from the variant, which a client of ours has to know by name.
  if (Member* const variant = field.take("variant")) {
    read_variant(at.inside(*variant), ruleset.variant);
  } else {
    at.fail_at("variant", ErrorCode::missing_field, "The field variant is missing.");
  }
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

#pragma once

#include "common/protocol/client_message.hpp"
#include "common/protocol/fields.hpp"
#include "common/rules/formation.hpp"
#include "common/rules/ruleset.hpp"

/// The parts of the game that several messages speak of.
namespace flagrank::protocol::wire {

void fields(auto& field, Same<rules::Placement> auto& placement) {
  field("square", placement.square);
  field("rank", placement.rank);
}

void fields(auto& field, Same<DecidedAt> auto& at) {
  field("game", at.game, From1{});
  field("ply", at.ply);
}

/// One thing wrong with a formation: which fields there are depends on what it is.
void write(Writer& out, const rules::FormationFault& fault);
void read(const Cursor& at, rules::FormationFault& fault);

/// A ruleset as it is asked for: the preset, and the switches that differ from it.
template <class Ruleset>
struct RulesetWish {
  Ruleset& ruleset;
};
template <class Ruleset>
RulesetWish(Ruleset&) -> RulesetWish<Ruleset>;
void write(Writer& out, const RulesetWish<const rules::Ruleset>& wish);
void read(const Cursor& at, RulesetWish<rules::Ruleset>& wish);

/// A ruleset as it is told: all of it, so that nobody has to know a preset.
template <class Ruleset>
struct RulesetTold {
  Ruleset& ruleset;
};
template <class Ruleset>
RulesetTold(Ruleset&) -> RulesetTold<Ruleset>;
void write(Writer& out, const RulesetTold<const rules::Ruleset>& told);
void read(const Cursor& at, RulesetTold<rules::Ruleset>& told);

/// All ranks with how many there are of each, zeros too.
void write(Writer& out, const rules::Inventory& inventory);

}  // namespace flagrank::protocol::wire

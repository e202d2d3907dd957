#include <cstddef>
#include <stdexcept>
#include <utility>

#include "common/json/writer.hpp"
#include "common/record/json.hpp"
#include "common/record/replay.hpp"
#include "common/rules/catalogue.hpp"
#include "common/rules/names.hpp"

namespace flagrank::record {
namespace {

class Writer : public json::Writer {
 public:
  using json::Writer::Writer;

  void field(std::string_view name, std::string_view word_value) {
    key(name);
    word(word_value);
  }
  void field(std::string_view name, std::uint64_t value) {
    key(name);
    integer(value);
  }
  void moment(std::string_view name, const std::optional<std::int64_t>& ms) {
    key(name);
    if (ms) {
      integer(*ms);
    } else {
      null();
    }
  }
};

void write_switch(Writer& out, const rules::Ruleset& ruleset, const rules::SwitchEntry& entry) {
  out.key(entry.name);
  const auto value = rules::value_of(ruleset, entry);
  if (const auto* flag = std::get_if<bool>(&value)) {
    out.boolean(*flag);
  } else if (const auto* number = std::get_if<std::uint16_t>(&value)) {
    out.integer(*number);
  } else {
    out.word(std::get<std::string_view>(value));
  }
}

void write_ruleset(Writer& out, const rules::Ruleset& ruleset) {
  const rules::Variant& variant = *ruleset.variant;
  out.open_object();
  out.field("preset", variant.name);
  for (const rules::SwitchEntry& entry : rules::switches()) write_switch(out, ruleset, entry);
  out.field("variant", variant.name);
  out.key("inventory");
  out.open_object();
  for (const rules::Rank rank : rules::all_ranks) {
    out.field(rules::name(rank), std::uint64_t{variant.inventory[index(rank)]});
  }
  out.close_object();
  out.key("lakes");
  out.open_array();
  variant.lakes.for_each([&](rules::Square square) { out.word(square.text()); });
  out.close_array();
  out.close_object();
}

void write_players(Writer& out, const std::array<std::string, 2>& names) {
  out.open_object();
  for (const rules::Side side : {rules::Side::red, rules::Side::blue}) {
    const std::string& name = names[index(side)];
    out.key(rules::name(side));
    if (name.empty()) {
      out.null();
    } else {
      out.text(name);
    }
  }
  out.close_object();
}

void write_formations(Writer& out, const std::array<rules::Formation, 2>& formations) {
  out.open_object();
  for (const rules::Formation& formation : formations) {
    out.key(rules::name(formation.side()));
    out.open_array();
    for (const rules::Placement& placement : formation.placements()) {
      out.open_object();
      out.field("square", placement.square.text());
      out.field("rank", rules::name(placement.rank));
      out.close_object();
    }
    out.close_array();
  }
  out.close_object();
}

void write_combat(Writer& out, const std::optional<rules::Combat>& combat) {
  out.key("combat");
  if (!combat) {
    out.null();
    return;
  }
  out.open_object();
  out.field("attacker_rank", rules::name(combat->attacker_rank));
  out.field("defender", combat->defender.text());
  out.field("defender_rank", rules::name(combat->defender_rank));
  out.field("result", rules::name(combat->result));
  out.close_object();
}

void write_rescue(Writer& out, const std::optional<rules::Rescued>& rescued) {
  out.key("rescue");
  if (!rescued) {
    out.null();
    return;
  }
  out.open_object();
  out.field("piece", rescued->piece.text());
  out.field("square", rescued->square.text());
  out.field("rank", rules::name(rescued->rank));
  out.close_object();
}

void write_turn(Writer& out, const Turn& turn, const Played& played) {
  out.open_object();
  out.field("ply", played.moved.ply);
  out.field("side", rules::name(played.moved.side));
  out.field("from", turn.move.from.text());
  out.field("to", turn.move.to.text());
  out.moment("at_ms", turn.at_ms);
  write_combat(out, played.moved.combat);
  write_rescue(out, played.rescued);
  out.close_object();
}

void write_result(Writer& out, const rules::Ended& result) {
  out.open_object();
  out.field("reason", rules::name(result.reason));
  out.key("winner");
  if (result.winner) {
    out.word(rules::name(*result.winner));
  } else {
    out.null();
  }
  out.close_object();
}

}  // namespace

std::string to_json(const Game& game) {
  constexpr std::size_t usual_turn = 120;
  constexpr std::size_t usual_rest = 4096;
  Replay replay{game.ruleset, game.formations};
  Writer out{usual_rest + usual_turn * game.turns.size()};
  out.open_object();
  out.field("format", "flagrank.record");
  out.field("version", 1);
  out.key("ruleset");
  write_ruleset(out, game.ruleset);
  out.key("players");
  write_players(out, game.names);
  out.moment("started_ms", game.started_ms);
  out.moment("ended_ms", game.ended_ms);
  out.key("formations");
  write_formations(out, game.formations);
  out.key("moves");
  out.open_array();
  for (const Turn& turn : game.turns) {
    const auto played = replay.play(turn);
    if (!played) throw std::logic_error{"a game that cannot be: " + played.error()};
    write_turn(out, turn, *played);
  }
  out.close_array();
  if (const auto fault = replay.finish(game.result)) {
    throw std::logic_error{"a game that cannot have ended so: " + *fault};
  }
  out.key("result");
  write_result(out, game.result);
  out.close_object();
  return std::move(out).take();
}

}  // namespace flagrank::record

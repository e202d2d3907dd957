#pragma once

#include <variant>

#include "common/protocol/client_message.hpp"
#include "common/protocol/fields.hpp"
#include "common/protocol/limits.hpp"
#include "common/rules/formation.hpp"
#include "common/rules/ruleset.hpp"
#include "common/view/timing.hpp"

/// The parts of the game that several messages speak of.
namespace flagrank::protocol::wire {

template <>
struct Described<rules::Placement> {
  static void fields(auto& field, auto& placement) {
    field("square", placement.square);
    field("rank", placement.rank);
  }
};

/// Its two fields stand flat in the message that has them.
template <>
struct Described<DecidedAt> {
  static void fields(auto& field, auto& at) {
    field("game", at.game, From1{});
    field("ply", at.ply);
  }
};

/// One thing wrong with a formation: which fields there are depends on what it is.
void write(Writer& out, const rules::FormationFault& fault);
void read(const Cursor& at, rules::FormationFault& fault);

/// A ruleset as it is asked for: the preset, and the switches that differ from it.
struct AsWish {};
void write(Writer& out, const rules::Ruleset& ruleset, AsWish manner);
void read(const Cursor& at, rules::Ruleset& ruleset, AsWish manner);

/// A ruleset as it is told: all of it, so that nobody has to know a preset.
struct InFull {};
void write(Writer& out, const rules::Ruleset& ruleset, InFull manner);
void read(const Cursor& at, rules::Ruleset& ruleset, InFull manner);

/// Of any time limit that a room may have.
inline constexpr Lasting a_limit{.least = min_limit_ms, .most = max_limit_ms};

/// A clock: which fields there are depends on its kind.
using Clock = std::variant<view::GameClock, view::MoveClock>;
void write(Writer& out, const Clock& clock);
void read(const Cursor& at, Clock& clock);

template <>
struct Described<view::Timing> {
  static void fields(auto& field, auto& timing) {
    field("clock", timing.clock);
    field("setup_limit_ms", timing.setup_limit);
    field("absence_limit_ms", timing.absence_limit);
  }
};

/// How a game ended: a message of its own, and a part of a snapshot.
void result_fields(auto& field, auto& over) {
  field("game", over.game);
  field("reason", over.ended.reason);
  field("winner", over.ended.winner);
  field("formations", over.formations, BySide{});
  field("rescued", over.rescued, BySide{});
  field("record", over.record);
}

/// All ranks with how many there are of each, zeros too.
void write(Writer& out, const rules::Inventory& inventory);

}  // namespace flagrank::protocol::wire

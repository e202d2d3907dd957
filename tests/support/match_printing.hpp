#pragma once

#include <concepts>
#include <iosfwd>
#include <type_traits>
#include <variant>

#include "common/view/fact.hpp"
#include "common/view/player_view.hpp"
#include "common/view/seen.hpp"
#include "common/view/viewer.hpp"
#include "server/match/match.hpp"
#include "tests/support/printing.hpp"  // IWYU pragma: export

/// How GoogleTest writes what a match says when a comparison fails.
namespace flagrank::view {

void PrintTo(Viewer viewer, std::ostream* out);
void print(const Seen& event, std::ostream* out);
void PrintTo(const PlayerView& view, std::ostream* out);

/// Any one of the events, as on the wire.
template <class Event>
  requires(std::constructible_from<Seen, Event> && !std::same_as<Event, Seen>)
void PrintTo(const Event& event, std::ostream* out) {
  print(Seen{event}, out);
}

namespace truth {
void PrintTo(const FormationLocked& fact, std::ostream* out);
void PrintTo(const GameStarted& fact, std::ostream* out);
void PrintTo(const Moved& fact, std::ostream* out);
}  // namespace truth

}  // namespace flagrank::view

namespace flagrank::match {

void PrintTo(Refusal refusal, std::ostream* out);
void PrintTo(DecidedAt at, std::ostream* out);
void PrintTo(const Refused& refused, std::ostream* out);
void PrintTo(const Accepted& accepted, std::ostream* out);
void PrintTo(const Repeated& repeated, std::ostream* out);
void PrintTo(const Nothing& nothing, std::ostream* out);

}  // namespace flagrank::match

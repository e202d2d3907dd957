#include "tests/support/match_printing.hpp"

#include <gtest/gtest.h>

#include <array>
#include <ostream>
#include <string_view>

#include "common/protocol/encode.hpp"

namespace flagrank::view {

using testing::PrintToString;

void PrintTo(Viewer viewer, std::ostream* out) {
  if (const auto side = viewer.side()) {
    PrintTo(*side, out);
  } else {
    *out << "spectator";
  }
}

void print(const Seen& event, std::ostream* out) {
  *out << protocol::encode(protocol::ServerMessage{
      .re = std::nullopt, .body = protocol::Event{.seq = 0, .at = {}, .seen = event}});
}

void PrintTo(const PlayerView& view, std::ostream* out) {
  *out << protocol::encode(protocol::ServerMessage{
      .re = std::nullopt,
      .body = protocol::SnapshotTold{
          .room = "", .seat = std::nullopt, .last_command = std::nullopt, .view = view}});
}

namespace truth {

void PrintTo(const FormationLocked& fact, std::ostream* out) {
  *out << "locked " << PrintToString(fact.formation.side());
}

void PrintTo(const GameStarted& fact, std::ostream* out) { *out << "game " << fact.game; }

void PrintTo(const Moved& fact, std::ostream* out) {
  const rules::Moved& moved = fact.moved;
  *out << moved.ply << ". " << PrintToString(moved.side) << ' ' << PrintToString(moved.rank) << ' '
       << PrintToString(moved.piece) << ": " << PrintToString(moved.move);
  if (!moved.combat) return;
  *out << " x " << PrintToString(moved.combat->defender_rank) << ' '
       << PrintToString(moved.combat->defender) << ", " << PrintToString(moved.combat->result);
}

}  // namespace truth

}  // namespace flagrank::view

namespace flagrank::match {

using testing::PrintToString;

void PrintTo(Refusal refusal, std::ostream* out) {
  constexpr std::array<std::string_view, 13> names{
      "invitation_needed", "wrong_invitation", "room_full",     "wrong_phase", "stale",
      "id_reused",         "already_locked",   "bad_formation", "no_offer",    "offer_open",
      "no_absence_limit",  "opponent_present", "too_early"};
  *out << names[static_cast<std::size_t>(refusal)];
}

void PrintTo(DecidedAt at, std::ostream* out) { *out << "game " << at.game << ", ply " << at.ply; }

void PrintTo(const Refused& refused, std::ostream* out) {
  *out << "refused, ";
  std::visit([out](const auto& why) { PrintTo(why, out); }, refused.why);
  *out << " at " << PrintToString(refused.now) << ' ' << PrintToString(refused.faults);
}

void PrintTo(const Accepted& accepted, std::ostream* out) {
  *out << "accepted from " << accepted.first_seq << ": " << PrintToString(accepted.facts);
}

void PrintTo(const Repeated& repeated, std::ostream* out) {
  *out << "repeated " << repeated.seq << ": " << PrintToString(repeated.fact);
}

void PrintTo(const Nothing& /*nothing*/, std::ostream* out) { *out << "nothing"; }

}  // namespace flagrank::match

#include "server/room/speech.hpp"

#include <string>
#include <variant>

namespace flagrank::room {

namespace {

using protocol::ErrorCode;

match::DecidedAt at(protocol::DecidedAt decided) { return {decided.game, decided.ply}; }
protocol::DecidedAt at(match::DecidedAt decided) { return {decided.game, decided.ply}; }

struct ToDeed {
  using Deed = std::optional<match::Deed>;

  Deed operator()(const protocol::LeaveRoom& /*said*/) const { return match::Leave{}; }
  Deed operator()(const protocol::LockFormation& said) const {
    return match::LockFormation{.game = said.game, .formation = said.formation};
  }
  Deed operator()(const protocol::Move& said) const {
    return match::Move{.at = at(said.at), .move = said.move};
  }
  Deed operator()(const protocol::Rescue& said) const {
    return match::Rescue{.at = at(said.at), .rescue = said.rescue};
  }
  Deed operator()(const protocol::DeclineRescue& said) const {
    return match::DeclineRescue{at(said.at)};
  }
  Deed operator()(const protocol::OfferRematch& said) const {
    return match::OfferRematch{said.game};
  }
  Deed operator()(const protocol::AcceptRematch& said) const {
    return match::AcceptRematch{said.game};
  }
  Deed operator()(const protocol::OfferDraw& said) const { return match::OfferDraw{at(said.at)}; }
  Deed operator()(const protocol::AcceptDraw& said) const { return match::AcceptDraw{at(said.at)}; }
  Deed operator()(const protocol::DeclineDraw& said) const {
    return match::DeclineDraw{at(said.at)};
  }
  Deed operator()(const protocol::Resign& said) const { return match::Resign{said.game}; }
  Deed operator()(const protocol::Chat& said) const { return match::Chat{said.text}; }
  Deed operator()(const protocol::ClaimWin& said) const { return match::ClaimWin{said.game}; }

  // Each by name, so that a new message cannot be forgotten here.
  Deed operator()(const protocol::CreateRoom& /*said*/) const { return std::nullopt; }
  Deed operator()(const protocol::JoinRoom& /*said*/) const { return std::nullopt; }
  Deed operator()(const protocol::WatchRoom& /*said*/) const { return std::nullopt; }
  Deed operator()(const protocol::Resume& /*said*/) const { return std::nullopt; }
  Deed operator()(const protocol::SuggestFormation& /*said*/) const { return std::nullopt; }
  Deed operator()(const protocol::LegalMoves& /*said*/) const { return std::nullopt; }
  Deed operator()(const protocol::Snapshot& /*said*/) const { return std::nullopt; }
  Deed operator()(const protocol::ListRulesets& /*said*/) const { return std::nullopt; }
  Deed operator()(const protocol::ListRooms& /*said*/) const { return std::nullopt; }
  Deed operator()(const protocol::Ping& /*said*/) const { return std::nullopt; }
};

ErrorCode code_of(match::Refusal refusal) {
  switch (refusal) {
    case match::Refusal::invitation_needed:
      return ErrorCode::invitation_needed;
    case match::Refusal::wrong_invitation:
      return ErrorCode::wrong_invitation;
    case match::Refusal::room_full:
      return ErrorCode::room_full;
    case match::Refusal::wrong_phase:
      return ErrorCode::wrong_phase;
    case match::Refusal::stale:
      return ErrorCode::stale;
    case match::Refusal::id_reused:
      return ErrorCode::id_reused;
    case match::Refusal::already_locked:
      return ErrorCode::already_locked;
    case match::Refusal::bad_formation:
      return ErrorCode::bad_formation;
    case match::Refusal::no_offer:
      return ErrorCode::no_offer;
    case match::Refusal::offer_open:
      return ErrorCode::offer_open;
    case match::Refusal::no_absence_limit:
      return ErrorCode::no_absence_limit;
    case match::Refusal::opponent_present:
      return ErrorCode::opponent_present;
    case match::Refusal::too_early:
      return ErrorCode::too_early;
  }
  return ErrorCode::internal;
}

ErrorCode code_of(rules::Rejection rejection) { return protocol::error_code(rejection); }

}  // namespace

std::optional<match::Deed> deed_of(const protocol::ClientBody& body) {
  return std::visit(ToDeed{}, body);
}

protocol::Error error_of(const match::Refused& refused) {
  const auto code = std::visit([](auto why) { return code_of(why); }, refused.why);
  protocol::Error error = error_of(code);
  if (code == ErrorCode::stale) error.now = at(refused.now);
  error.faults = refused.faults;
  if (refused.retry_after) {
    error.retry_after_ms = static_cast<std::uint64_t>(refused.retry_after->count());
  }
  return error;
}

protocol::Error error_of(ErrorCode code) {
  return {.code = code, .message = std::string{protocol::sentence(code)}};
}

}  // namespace flagrank::room

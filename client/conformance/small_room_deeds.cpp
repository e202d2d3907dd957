#include <utility>

#include "client/conformance/small_room.hpp"

/// What each command of the client does in the small room. Each refuses first and then does.
namespace flagrank::conformance {

using protocol::ErrorCode;
using view::Instant;
using view::Phase;

protocol::Error SmallRoom::refusal(ErrorCode code) const {
  protocol::Error error = error_of(code);
  if (code == ErrorCode::stale) error.now = now();
  return error;
}

std::optional<protocol::Error> SmallRoom::out_of_place(std::uint32_t game, Phase phase) const {
  if (game != table_.game) return refusal(ErrorCode::stale);
  if (phase != table_.phase) return refusal(ErrorCode::wrong_phase);
  return std::nullopt;
}

std::optional<protocol::Error> SmallRoom::out_of_place(protocol::DecidedAt at) const {
  if (auto error = out_of_place(at.game, Phase::playing)) return error;
  if (at != now()) return refusal(ErrorCode::stale);
  return std::nullopt;
}

SmallRoom::Outcome SmallRoom::act(const protocol::LockFormation& deed, Instant now) {
  if (deed.game != table_.game) return refusal(ErrorCode::stale);
  if (table_.phase != Phase::waiting && table_.phase != Phase::setup) {
    return refusal(ErrorCode::wrong_phase);
  }
  if (formations_[rules::index(client_side())]) return refusal(ErrorCode::already_locked);
  const auto formation =
      rules::Formation::check(*settings_.ruleset.variant, client_side(), deed.formation);
  if (!formation) {
    protocol::Error error = refusal(ErrorCode::bad_formation);
    error.faults = formation.error();
    return error;
  }
  return lock(*formation, now);
}

SmallRoom::Outcome SmallRoom::act(const protocol::Move& deed, Instant now) {
  const bool ended = table_.phase == Phase::over && deed.at.game == table_.game;
  if (ended) return refusal(ErrorCode::game_over);
  if (auto error = out_of_place(deed.at)) return *std::move(error);
  if (const auto why = game_->check(client_side(), deed.move)) {
    return refusal(protocol::error_code(*why));
  }
  return move(client_side(), deed.move, now);
}

SmallRoom::Outcome SmallRoom::act(const protocol::Rescue& deed, Instant now) {
  if (auto error = out_of_place(deed.at)) return *std::move(error);
  if (const auto why = game_->check_rescue(client_side(), deed.rescue)) {
    return refusal(protocol::error_code(*why));
  }
  return decide(client_side(), deed.rescue, now);
}

SmallRoom::Outcome SmallRoom::act(const protocol::DeclineRescue& deed, Instant now) {
  if (auto error = out_of_place(deed.at)) return *std::move(error);
  if (!client_to_move()) return refusal(ErrorCode::not_your_turn);
  if (!game_->rescue_pending()) return refusal(ErrorCode::no_rescue);
  return decide(client_side(), std::nullopt, now);
}

SmallRoom::Outcome SmallRoom::act(const protocol::OfferDraw& deed, Instant now) {
  if (auto error = out_of_place(deed.at)) return *std::move(error);
  if (table_.draw_offer || declined_at_ == deed.at.ply) return refusal(ErrorCode::offer_open);
  Happenings happenings;
  emit(happenings, view::DrawOffered{client_side()}, now);
  return happenings;
}

// The computer never offers anything.
SmallRoom::Outcome SmallRoom::act(const protocol::AcceptDraw& deed, Instant /*now*/) {
  if (auto error = out_of_place(deed.at)) return *std::move(error);
  return refusal(ErrorCode::no_offer);
}

SmallRoom::Outcome SmallRoom::act(const protocol::DeclineDraw& deed, Instant /*now*/) {
  if (auto error = out_of_place(deed.at)) return *std::move(error);
  return refusal(ErrorCode::no_offer);
}

SmallRoom::Outcome SmallRoom::act(const protocol::Resign& deed, Instant now) {
  if (auto error = out_of_place(deed.game, Phase::playing)) return *std::move(error);
  return end(rules::EndReason::resignation, computer_side(), now);
}

SmallRoom::Outcome SmallRoom::act(const protocol::ClaimWin& deed, Instant /*now*/) {
  if (auto error = out_of_place(deed.game, Phase::playing)) return *std::move(error);
  return refusal(table_.timing.absence_limit ? ErrorCode::opponent_present
                                             : ErrorCode::no_absence_limit);
}

SmallRoom::Outcome SmallRoom::act(const protocol::OfferRematch& deed, Instant now) {
  if (auto error = out_of_place(deed.game, Phase::over)) return *std::move(error);
  if (!table_.seats[view::index(computer())]) return refusal(ErrorCode::wrong_phase);
  if (table_.rematch_offer) return refusal(ErrorCode::offer_open);
  Happenings happenings;
  emit(happenings, view::RematchOffered{client()}, now);
  return happenings;
}

SmallRoom::Outcome SmallRoom::act(const protocol::AcceptRematch& deed, Instant /*now*/) {
  if (auto error = out_of_place(deed.game, Phase::over)) return *std::move(error);
  return refusal(ErrorCode::no_offer);
}

SmallRoom::Outcome SmallRoom::act(const protocol::Chat& deed, Instant now) {
  Happenings happenings;
  emit(happenings, view::Chat{client(), deed.text}, now);
  return happenings;
}

SmallRoom::Outcome SmallRoom::act(const protocol::LeaveRoom& /*deed*/, Instant now) {
  return leave(client(), now);
}

}  // namespace flagrank::conformance

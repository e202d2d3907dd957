#include <cassert>
#include <string>
#include <utility>

#include "server/match/match.hpp"
#include "server/match/record_id.hpp"

/// What each deed does. Each refuses first and then does.
namespace flagrank::match {

using view::Phase;

Outcome Match::act(view::Seat seat, const Join& deed, Instant now) {
  // First, so that who has no invitation to it learns nothing of the room.
  if (const auto refusal = uninvited(deed)) return refused(*refusal);
  if (taken(seat)) return refused(Refusal::room_full);
  if (phase() != Phase::waiting) return refused(Refusal::wrong_phase);

  if (deed.invitation) invitation_used_ = true;
  sitters_[index(seat)] = Sitter{.token = deed.token, .retries = {}, .last = std::nullopt};
  Accepted accepted = accepted_at(now);
  emit(accepted, view::PlayerJoined{.seat = seat, .name = deed.name, .side = side(seat)});
  return accepted;
}

Outcome Match::act(view::Seat seat, const Leave& /*deed*/, Instant now) {
  Accepted accepted = accepted_at(now);
  if (phase() == Phase::playing) {
    // No other game of the match is opened for a seat that is about to be free.
    game_->end(rules::EndReason::resignation, side(other(seat)));
    emit(accepted, game_over());
  }
  emit(accepted, view::PlayerLeft{seat});
  return accepted;
}

Outcome Match::act(view::Seat seat, const Attend& deed, Instant now) {
  if (present(seat) == deed.present) return Nothing{};

  Accepted accepted = accepted_at(now);
  emit(accepted, view::Presence{.seat = seat, .present = deed.present});
  return accepted;
}

Outcome Match::act(view::Seat seat, const LockFormation& deed, Instant now) {
  if (deed.game != table_.game) return refused(Refusal::stale);
  if (phase() != Phase::waiting && phase() != Phase::setup) return refused(Refusal::wrong_phase);
  if (table_.seats[index(seat)]->locked) return refused(Refusal::already_locked);
  auto formation = rules::Formation::check(*settings_.ruleset.variant, side(seat), deed.formation);
  if (!formation) {
    Refused answer = refused(Refusal::bad_formation);
    answer.faults = std::move(formation).error();
    return answer;
  }

  Accepted accepted = accepted_at(now);
  emit(accepted, view::truth::FormationLocked{std::move(*formation)});
  if (phase() != Phase::setup || !formations_[0] || !formations_[1]) return accepted;
  emit(accepted, view::truth::GameStarted{
                     .game = table_.game, .red = *formations_[0], .blue = *formations_[1]});
  if (!game_->ended()) return accepted;
  conclude(accepted);
  return accepted;
}

Outcome Match::act(view::Seat seat, const Move& deed, Instant now) {
  if (ended(deed.at)) return refused(rules::Rejection::game_over);
  if (const auto refusal = out_of_place(deed.at)) return refused(*refusal);
  const auto turn = game_->apply(side(seat), deed.move);
  if (!turn) return refused(turn.error());

  Accepted accepted = accepted_at(now);
  emit(accepted, view::truth::Moved{.game = table_.game, .moved = turn->moved});
  if (turn->ended) {
    conclude(accepted);
  } else {
    warn_of_draw(accepted);
  }
  return accepted;
}

Outcome Match::act(view::Seat seat, const Rescue& deed, Instant now) {
  if (ended(deed.at)) return refused(rules::Rejection::game_over);
  if (const auto refusal = out_of_place(deed.at)) return refused(*refusal);
  const auto turn = game_->rescue(side(seat), deed.rescue);
  if (!turn) return refused(turn.error());

  Accepted accepted = accepted_at(now);
  emit(accepted, view::truth::Rescued{.game = table_.game, .rescued = *turn->rescued});
  if (!turn->ended) return accepted;
  conclude(accepted);
  return accepted;
}

Outcome Match::act(view::Seat seat, const DeclineRescue& deed, Instant now) {
  if (ended(deed.at)) return refused(rules::Rejection::game_over);
  if (const auto refusal = out_of_place(deed.at)) return refused(*refusal);
  const auto turn = game_->decline_rescue(side(seat));
  if (!turn) return refused(turn.error());

  Accepted accepted = accepted_at(now);
  emit(accepted, view::RescueDeclined{side(seat)});
  if (!turn->ended) return accepted;
  conclude(accepted);
  return accepted;
}

Outcome Match::act(view::Seat seat, const OfferRematch& deed, Instant now) {
  if (const auto refusal = no_rematch(deed.game)) return refused(*refusal);
  if (table_.rematch_offer) return refused(Refusal::offer_open);

  Accepted accepted = accepted_at(now);
  emit(accepted, view::RematchOffered{seat});
  return accepted;
}

Outcome Match::act(view::Seat seat, const AcceptRematch& deed, Instant now) {
  if (const auto refusal = no_rematch(deed.game)) return refused(*refusal);
  if (table_.rematch_offer != other(seat)) return refused(Refusal::no_offer);

  Accepted accepted = accepted_at(now);
  emit_next_game(accepted, table_.match + 1);
  return accepted;
}

Outcome Match::act(view::Seat seat, const OfferDraw& deed, Instant now) {
  if (const auto refusal = out_of_place(deed.at)) return refused(*refusal);
  const bool declined_here = declined_at_[rules::index(side(seat))] == deed.at.ply;
  if (table_.draw_offer || declined_here) return refused(Refusal::offer_open);

  Accepted accepted = accepted_at(now);
  emit(accepted, view::DrawOffered{side(seat)});
  return accepted;
}

Outcome Match::act(view::Seat seat, const AcceptDraw& deed, Instant now) {
  if (const auto refusal = out_of_place(deed.at)) return refused(*refusal);
  if (!offered_to(side(seat))) return refused(Refusal::no_offer);

  Accepted accepted = accepted_at(now);
  end(accepted, rules::EndReason::agreement, std::nullopt);
  return accepted;
}

Outcome Match::act(view::Seat seat, const DeclineDraw& deed, Instant now) {
  if (const auto refusal = out_of_place(deed.at)) return refused(*refusal);
  if (!offered_to(side(seat))) return refused(Refusal::no_offer);

  Accepted accepted = accepted_at(now);
  emit(accepted, view::DrawDeclined{side(seat)});
  return accepted;
}

Outcome Match::act(view::Seat seat, const Resign& deed, Instant now) {
  if (const auto refusal = out_of_place(deed.game, Phase::playing)) return refused(*refusal);

  Accepted accepted = accepted_at(now);
  end(accepted, rules::EndReason::resignation, side(other(seat)));
  return accepted;
}

Outcome Match::act(view::Seat seat, const Chat& deed, Instant now) {
  Accepted accepted = accepted_at(now);
  emit(accepted, view::Chat{.seat = seat, .text = deed.text});
  return accepted;
}

Outcome Match::act(view::Seat seat, const ClaimWin& deed, Instant now) {
  const Phase claimable = between_games() ? Phase::setup : Phase::playing;
  if (const auto refusal = out_of_place(deed.game, claimable)) return refused(*refusal);
  const auto& limit = table_.timing.absence_limit;
  if (!limit) return refused(Refusal::no_absence_limit);
  const auto& absent_since = table_.seats[index(other(seat))]->absent_since;
  if (!absent_since) return refused(Refusal::opponent_present);
  const Milliseconds missing = *absent_since + *limit - now;
  if (missing > Milliseconds::zero()) {
    Refused answer = refused(Refusal::too_early);
    answer.retry_after = missing;
    return answer;
  }

  Accepted accepted = accepted_at(now);
  if (phase() == Phase::setup) {
    // There is no game to win yet: the seat is given up for the one who stays away.
    emit(accepted, view::PlayerLeft{other(seat)});
    return accepted;
  }
  end(accepted, rules::EndReason::abandonment, side(seat));
  return accepted;
}

Outcome Match::act(view::Seat /*seat*/, const Elapse& /*deed*/, Instant now) {
  const bool out_of_time = phase() == Phase::playing && deadline() && now >= *deadline();
  if (!out_of_time) return Nothing{};

  Accepted accepted = accepted_at(now);
  end(accepted, rules::EndReason::time, rules::opponent(*table_.clocks->running));
  return accepted;
}

Outcome Match::act(view::Seat /*seat*/, const Restart& deed, Instant now) {
  Accepted accepted = accepted_at(now);
  emit(accepted, view::Restarted{.down_from = deed.down_from, .down = deed.down});
  return accepted;
}

Accepted Match::accepted_at(Instant now) const {
  return {.first_seq = seq_ + 1, .at = now, .facts = {}};
}

std::optional<Refusal> Match::out_of_place(DecidedAt at) const {
  if (const auto refusal = out_of_place(at.game, Phase::playing)) return refusal;
  if (at != now()) return Refusal::stale;
  return std::nullopt;
}

std::optional<Refusal> Match::out_of_place(std::uint32_t game, Phase phase) const {
  if (game != table_.game) return Refusal::stale;
  if (phase != table_.phase) return Refusal::wrong_phase;
  return std::nullopt;
}

bool Match::ended(DecidedAt at) const noexcept {
  return phase() == Phase::over && at.game == table_.game;
}

bool Match::between_games() const noexcept { return phase() == Phase::setup && table_.game > 1; }

/// Why there is no rematch to be spoken of.
std::optional<Refusal> Match::no_rematch(std::uint32_t game) const {
  if (const auto refusal = out_of_place(game, Phase::over)) return refusal;
  if (!taken(view::Seat::host) || !taken(view::Seat::guest)) return Refusal::wrong_phase;
  return std::nullopt;
}

bool Match::offered_to(rules::Side side) const noexcept {
  return table_.draw_offer == rules::opponent(side);
}

void Match::emit(Accepted& accepted, view::Fact fact) {
  ++seq_;
  // The spectator's eyes: what nobody may see cannot get into the table that everybody sees.
  const bool followed = table_.follow(view::redact(fact, view::Viewer::spectator()), accepted.at);
  assert(followed);
  static_cast<void>(followed);
  std::visit([this](const auto& one) { keep(one); }, fact);
  accepted.facts.push_back(std::move(fact));
}

void Match::keep(const view::truth::FormationLocked& fact) {
  formations_[rules::index(fact.formation.side())] = fact.formation;
}

void Match::keep(const view::truth::GameStarted& fact) {
  game_ = rules::Game::start(settings_.ruleset, fact.red, fact.blue);
  history_ = {};
  declined_at_ = {};
}

void Match::keep(const view::truth::Moved& fact) { history_.add(fact.moved); }

void Match::keep(const view::truth::Rescued& fact) {
  history_.rescues.push_back(fact.rescued);
  declined_at_ = {};
}

void Match::keep(const view::RescueDeclined& /*fact*/) { declined_at_ = {}; }

void Match::keep(const view::NextGame& /*fact*/) {
  formations_ = {};
  game_.reset();
  history_ = {};
}

void Match::keep(const view::DrawDeclined& fact) {
  declined_at_[rules::index(rules::opponent(fact.side))] = game_->ply();
}

void Match::keep(const view::PlayerLeft& fact) {
  // Once a game has begun, its formations belong to it and no longer to who sits there.
  if (!game_) formations_[rules::index(side(fact.seat))].reset();
}

void Match::end(Accepted& accepted, rules::EndReason reason, std::optional<rules::Side> winner) {
  game_->end(reason, winner);
  conclude(accepted);
}

view::GameOver Match::game_over() const {
  view::GameOver over{
      .game = table_.game, .ended = *game_->ended(), .formations = {}, .rescued = {}};
  const bool recorded = settings_.record_key && game_->ply() <= most_recorded_plies;
  if (recorded) over.record = record_id(*settings_.record_key, over.game);
  for (const rules::Side side : {rules::Side::red, rules::Side::blue}) {
    over.formations[rules::index(side)] = formations_[rules::index(side)]->placements();
  }
  for (const rules::Rescued& rescued : history_.rescues) {
    over.rescued[rules::index(rescued.side)].push_back(rescued.rank);
  }
  return over;
}

void Match::conclude(Accepted& accepted) {
  emit(accepted, game_over());
  if (table_.second_to_come()) emit_next_game(accepted, table_.match);
}

void Match::emit_next_game(Accepted& accepted, std::uint32_t match) {
  // Who sits where stays; each plays the other side than before.
  emit(accepted, view::NextGame{.game = table_.game + 1,
                                .match = match,
                                .sides = {side(view::Seat::guest), side(view::Seat::host)}});
}

void Match::warn_of_draw(Accepted& accepted) {
  const std::uint32_t limit = settings_.ruleset.draw_after_quiet_moves;
  const std::uint32_t quiet = game_->quiet_moves();
  if (quiet == 0 || quiet >= limit) return;
  const std::uint32_t left = limit - quiet;
  if (left == 20 || left == 10) emit(accepted, view::DrawNear{left});
}

}  // namespace flagrank::match

#include "client/conformance/small_room.hpp"

#include <cassert>
#include <functional>
#include <utility>

#include "common/protocol/encode.hpp"
#include "common/view/redact.hpp"

namespace flagrank::conformance {

using protocol::ErrorCode;
using rules::Side;
using view::Instant;
using view::Phase;
using view::Seat;

protocol::Error error_of(ErrorCode code) {
  return {.code = code, .message = std::string{protocol::sentence(code)}};
}

SmallRoom::SmallRoom(const Settings& settings, std::uint64_t seed)
    : settings_{settings}, chance_{seed} {
  table_.ruleset = settings_.ruleset;
  table_.timing = settings_.timing;
  table_.return_match = settings_.return_match;
  table_.is_public = settings_.is_public;
}

protocol::DecidedAt SmallRoom::now() const noexcept {
  return {.game = table_.game, .ply = game_ ? game_->ply() : 0};
}

Side SmallRoom::side(Seat seat) const noexcept {
  const bool as_in_the_first = (table_.game % 2 == 1) == (seat == settings_.client);
  return as_in_the_first ? settings_.client_side : rules::opponent(settings_.client_side);
}

bool SmallRoom::playing_with_turn(Side side) const noexcept {
  return table_.phase == Phase::playing && game_->to_move() == side;
}

bool SmallRoom::computer_to_move() const noexcept {
  return playing_with_turn(computer_side()) && !game_->rescue_pending();
}

bool SmallRoom::client_to_move() const noexcept { return playing_with_turn(client_side()); }

bool SmallRoom::rescue_pending() const noexcept { return game_ && game_->rescue_pending(); }

view::PlayerView SmallRoom::view() const {
  const auto formation = [this](Side side) {
    const auto& locked = formations_[rules::index(side)];
    return locked ? &*locked : nullptr;
  };
  return view::view_of({.table = table_,
                        .seq = seq_,
                        .game = game_ ? &*game_ : nullptr,
                        .formations = {formation(Side::red), formation(Side::blue)},
                        .history = history_},
                       view::Viewer::player(client_side()));
}

std::optional<SmallRoom::Outcome> SmallRoom::earlier(const protocol::ClientMessage& message) const {
  const auto known = remembered_.find(message.id);
  if (known == remembered_.end()) return std::nullopt;
  if (known->second.text != protocol::encode(message)) return refusal(ErrorCode::id_reused);
  return Happenings{known->second.first};
}

SmallRoom::Outcome SmallRoom::act(const protocol::ClientMessage& message, Instant now) {
  Outcome outcome = std::visit([&](const auto& deed) { return act(deed, now); }, message.body);
  const auto* happenings = std::get_if<Happenings>(&outcome);
  if (happenings == nullptr) return outcome;
  remembered_[message.id] = {protocol::encode(message), happenings->front()};
  last_ = protocol::LastCommand{.id = message.id, .seq = happenings->front().seq};
  return outcome;
}

protocol::ServerBody SmallRoom::answer(const protocol::LegalMoves& /*query*/) const {
  if (table_.phase != Phase::playing) return error_of(ErrorCode::wrong_phase);
  protocol::LegalMovesTold told{.at = now(), .moves = {}};
  if (!client_to_move()) return told;
  const rules::MoveList moves = game_->legal_moves();
  told.moves.assign(moves.begin(), moves.end());
  return told;
}

protocol::ServerBody SmallRoom::answer(const protocol::SuggestFormation& query) {
  if (table_.phase != Phase::waiting && table_.phase != Phase::setup) {
    return error_of(ErrorCode::wrong_phase);
  }
  if (formations_[rules::index(client_side())]) return error_of(ErrorCode::already_locked);
  const auto formation = rules::make_formation(*settings_.ruleset.variant, client_side(),
                                               query.style, std::ref(chance_));
  if (!formation) return error_of(ErrorCode::bad_value);
  return protocol::FormationSuggested{formation->placements()};
}

Happenings SmallRoom::client_sits_down(const std::string& name, Instant now) {
  Happenings happenings;
  emit(happenings, view::PlayerJoined{client(), name, client_side()}, now);
  return happenings;
}

Happenings SmallRoom::client_present(bool present, Instant now) {
  const auto& seat = table_.seats[view::index(client())];
  if (!seat || seat->present == present) return {};
  Happenings happenings;
  emit(happenings, view::Presence{client(), present}, now);
  return happenings;
}

Happenings SmallRoom::computer_sits_down(Instant now) {
  Happenings happenings;
  emit(happenings, view::PlayerJoined{computer(), "Conformance", computer_side()}, now);
  return happenings;
}

Happenings SmallRoom::computer_acts(Instant now) {
  const Side side = computer_side();
  const bool setting_up = table_.phase == Phase::waiting || table_.phase == Phase::setup;
  if (setting_up && table_.seats[view::index(computer())] && !formations_[rules::index(side)]) {
    return lock(
        rules::random_guarded_formation(*settings_.ruleset.variant, side, std::ref(chance_)), now);
  }
  if (table_.draw_offer == client_side()) {
    Happenings happenings;
    emit(happenings, view::DrawDeclined{side}, now);
    declined_at_ = game_->ply();
    return happenings;
  }
  if (!playing_with_turn(side)) return {};
  if (game_->rescue_pending()) return decide(side, chance_.rescue(*game_), now);
  return move(side, chance_.move(*game_), now);
}

Happenings SmallRoom::computer_chats(const std::string& text, Instant now) {
  Happenings happenings;
  emit(happenings, view::Chat{computer(), text}, now);
  return happenings;
}

Happenings SmallRoom::computer_resigns(Instant now) {
  return end(rules::EndReason::resignation, client_side(), now);
}

Happenings SmallRoom::computer_leaves(Instant now) { return leave(computer(), now); }

Happenings SmallRoom::restart(Instant down_from, Instant now) {
  Happenings happenings;
  emit(happenings, view::Restarted{.down_from = down_from, .down = now - down_from}, now);
  emit(happenings, view::Presence{computer(), true}, now);
  return happenings;
}

Happenings SmallRoom::move(Side side, rules::Move move, Instant now) {
  const rules::Turn turn = *game_->apply(side, move);
  Happenings happenings;
  emit(happenings, view::truth::Moved{.game = table_.game, .moved = turn.moved}, now);
  if (turn.ended) {
    conclude(happenings, now);
  } else {
    warn_of_draw(happenings, now);
  }
  return happenings;
}

Happenings SmallRoom::decide(Side side, std::optional<rules::Rescue> rescue, Instant now) {
  Happenings happenings;
  const rules::RescueTurn turn =
      rescue ? *game_->rescue(side, *rescue) : *game_->decline_rescue(side);
  if (turn.rescued) {
    emit(happenings, view::truth::Rescued{.game = table_.game, .rescued = *turn.rescued}, now);
  } else {
    emit(happenings, view::RescueDeclined{side}, now);
  }
  if (turn.ended) conclude(happenings, now);
  return happenings;
}

Happenings SmallRoom::lock(const rules::Formation& formation, Instant now) {
  Happenings happenings;
  formations_[rules::index(formation.side())] = formation;
  emit(happenings, view::truth::FormationLocked{formation}, now);
  if (table_.phase != Phase::setup || !formations_[0] || !formations_[1]) return happenings;
  game_ = rules::Game::start(settings_.ruleset, *formations_[0], *formations_[1]);
  history_ = {};
  declined_at_.reset();
  emit(happenings,
       view::truth::GameStarted{
           .game = table_.game, .red = *formations_[0], .blue = *formations_[1]},
       now);
  if (game_->ended()) conclude(happenings, now);
  return happenings;
}

Happenings SmallRoom::leave(Seat seat, Instant now) {
  Happenings happenings;
  if (table_.phase == Phase::playing) {
    game_->end(rules::EndReason::resignation, side(view::other(seat)));
    emit(happenings, game_over(), now);
  }
  if (!game_) formations_[rules::index(side(seat))].reset();
  emit(happenings, view::PlayerLeft{seat}, now);
  return happenings;
}

Happenings SmallRoom::end(rules::EndReason reason, std::optional<Side> winner, Instant now) {
  Happenings happenings;
  game_->end(reason, winner);
  conclude(happenings, now);
  return happenings;
}

view::GameOver SmallRoom::game_over() const {
  view::GameOver over{
      .game = table_.game, .ended = *game_->ended(), .formations = {}, .rescued = {}};
  for (const Side one : {Side::red, Side::blue}) {
    over.formations[rules::index(one)] = formations_[rules::index(one)]->placements();
  }
  for (const rules::Rescued& rescued : history_.rescues) {
    over.rescued[rules::index(rescued.side)].push_back(rescued.rank);
  }
  return over;
}

void SmallRoom::conclude(Happenings& happenings, Instant now) {
  emit(happenings, game_over(), now);
  if (!table_.second_to_come()) return;
  formations_ = {};
  game_.reset();
  history_ = {};
  emit(happenings,
       view::NextGame{.game = table_.game + 1,
                      .match = table_.match,
                      .sides = {side(Seat::guest), side(Seat::host)}},
       now);
}

void SmallRoom::warn_of_draw(Happenings& happenings, Instant now) {
  const std::uint32_t limit = settings_.ruleset.draw_after_quiet_moves;
  const std::uint32_t quiet = game_->quiet_moves();
  if (quiet == 0 || quiet >= limit) return;
  const std::uint32_t left = limit - quiet;
  if (left == 20 || left == 10) emit(happenings, view::DrawNear{left}, now);
}

void SmallRoom::emit(Happenings& happenings, view::Fact fact, Instant now) {
  ++seq_;
  const bool followed = table_.follow(view::redact(fact, view::Viewer::spectator()), now);
  assert(followed);
  static_cast<void>(followed);
  if (const auto* moved = std::get_if<view::truth::Moved>(&fact)) history_.add(moved->moved);
  if (const auto* rescued = std::get_if<view::truth::Rescued>(&fact)) {
    history_.rescues.push_back(rescued->rescued);
  }
  happenings.push_back({seq_, now, std::move(fact), client_side()});
}

}  // namespace flagrank::conformance

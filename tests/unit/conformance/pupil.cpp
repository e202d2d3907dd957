#include "tests/unit/conformance/pupil.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <variant>

#include "common/protocol/decode.hpp"
#include "common/protocol/encode.hpp"
#include "common/rules/formation.hpp"

namespace flagrank::conformance {

using namespace std::chrono_literals;

Pupil::Pupil(std::vector<Scenario> scenarios, const Manners& manners, bool joins)
    : manners_{manners},
      joins_{joins},
      rehearsal_{{.scenarios = std::move(scenarios), .token = "0123456789abcdef"}} {}

std::vector<Finding> Pupil::play() {
  connect();
  for (int steps = 0; !ended_; ++steps) {
    if (steps > 10'000) throw std::runtime_error{"the rehearsal does not end"};
    if (inbox_.empty()) {
      pass_time();
      continue;
    }
    const std::string frame = std::move(inbox_.front());
    inbox_.pop_front();
    hear(frame);
  }
  return findings_;
}

void Pupil::take(const Actions& actions) {
  for (const Action& action : actions) {
    if (const auto* tell = std::get_if<act::Tell>(&action)) {
      if (connected_ && tell->connection == connection_) inbox_.push_back(tell->frame);
    } else if (const auto* note = std::get_if<act::Note>(&action)) {
      findings_.push_back(note->finding);
    } else if (const auto* away = std::get_if<act::BeAway>(&action)) {
      away_until_ = now_ + away->time;
    } else if (const auto* close = std::get_if<act::Close>(&action)) {
      if (close->connection == connection_) lose(protocol::advice(close->code));
    } else if (std::holds_alternative<act::Drop>(action)) {
      lose(protocol::Advice::resume);
    } else {
      ended_ = true;
    }
  }
}

void Pupil::lose(protocol::Advice advice) {
  connected_ = false;
  const bool final = advice == protocol::Advice::final && !manners_.comes_back_always;
  if (!final && !manners_.stays_away) connects_at_ = now_ + 1s;
}

void Pupil::connect() {
  connects_at_.reset();
  if (now_ < away_until_) {
    connects_at_ = now_ + 1s;
    return;
  }
  connected_ = true;
  inbox_.clear();
  if (manners_.reuses_ids) commands_ = 0;
  take(rehearsal_.connected(++connection_, now_));
}

/// Nothing is to be heard: until the next thing that one of the two wants to do.
void Pupil::pass_time() {
  std::optional<view::Instant> next = rehearsal_.next_tick();
  for (const auto& own : {connects_at_, moves_at_}) {
    if (own) next = next ? std::min(*next, *own) : *own;
  }
  if (!next) throw std::runtime_error{"nobody does anything any more"};
  now_ = std::max(now_, *next);
  if (connects_at_ && *connects_at_ <= now_) return connect();
  if (moves_at_ && *moves_at_ <= now_) {
    moves_at_.reset();
    if (connected_) say_move();
    return;
  }
  take(rehearsal_.tick(now_));
}

void Pupil::say(protocol::ClientBody body) {
  say({"c" + std::to_string(++commands_), std::move(body)});
}

void Pupil::say(const protocol::ClientMessage& message) {
  if (connected_) take(rehearsal_.heard(connection_, protocol::encode(message), now_));
}

void Pupil::say_move() {
  const protocol::ClientMessage move = *move_;
  say(move);
  if (manners_.moves_out_of_turn) {
    protocol::Move next = std::get<protocol::Move>(move.body);
    ++next.at.ply;
    say(next);
  }
  const bool unanswered = connected_ && inbox_.empty();
  if (!manners_.is_impatient || !unanswered) return;
  move_->id = "again" + std::to_string(++commands_);
  const protocol::ClientMessage again = *move_;
  say(again);
}

void Pupil::hear(const std::string& frame) {
  const auto message = protocol::decode_server(frame);
  if (!message) throw std::runtime_error{"the rehearsal says nonsense: " + frame};
  std::visit([&](const auto& body) { hear(*message, body); }, message->body);
}

void Pupil::hear(const protocol::ServerMessage& /*message*/, const protocol::Hello& /*hello*/) {
  if (manners_.says_nonsense) {
    take(rehearsal_.heard(connection_, R"({"type":"hello?","id":"x"})", now_));
  }
  if (!token_.empty() && !manners_.makes_a_new_room) {
    if (manners_.hurries_back && move_) say(*move_);
    return say(protocol::Resume{room_, manners_.forgets_its_token ? "wrong" : token_});
  }
  if (joins_) return say(protocol::JoinRoom{.room = "tmw-kxf", .name = "Pupil"});
  say(protocol::CreateRoom{.name = "Pupil", .side = rules::Side::red, .ruleset = {}, .timing = {}});
}

void Pupil::hear(const protocol::ServerMessage& /*message*/, const protocol::Seated& seated) {
  room_ = seated.room;
  token_ = seated.token;
}

void Pupil::hear(const protocol::ServerMessage& /*message*/, const protocol::SnapshotTold& told) {
  const bool took_effect = move_ && told.last_command && told.last_command->id == move_->id;
  view_ = told.view;
  if (!move_) return do_what_is_due();
  if (manners_.renames_commands) {
    move_->id = "renamed" + std::to_string(++commands_);
    return say_move();
  }
  if (!took_effect) return say_move();
  move_.reset();
  do_what_is_due();
}

void Pupil::hear(const protocol::ServerMessage& message, const protocol::Event& event) {
  if (move_ && message.re == move_->id) move_.reset();
  const bool again = event.seq == view_->seq;
  if (again && manners_.folds_twice) ++view_->ply;  // as one that counts moves does
  if (!in_order(event.seq)) return;
  view_->apply(event.seq, event.at, event.seen);
  do_what_is_due();
}

void Pupil::hear(const protocol::ServerMessage& /*message*/, const protocol::Unknown& unknown) {
  if (manners_.fears_what_is_new) {
    connected_ = false;
    return take(rehearsal_.gone(connection_, 1002, now_));
  }
  if (unknown.seq && in_order(*unknown.seq)) view_->seq = *unknown.seq;
}

void Pupil::hear(const protocol::ServerMessage& message, const protocol::Error& error) {
  if (!move_ || message.re != move_->id || manners_.gives_up_at_errors) return;
  if (error.retry_after_ms && !manners_.never_waits) {
    moves_at_ = now_ + view::Milliseconds{static_cast<std::int64_t>(*error.retry_after_ms)};
    return;
  }
  if (error.retry_after_ms) return say_move();
  move_.reset();
  do_what_is_due();
}

void Pupil::hear(const protocol::ServerMessage& /*message*/, const protocol::LegalMovesTold& told) {
  if (told.moves.empty() || move_) return;
  // The last one, for the first may go to and fro too often.
  const protocol::DecidedAt at{view_->table.game, view_->ply};
  move_ = protocol::ClientMessage{"c" + std::to_string(++commands_),
                                  protocol::Move{at, told.moves.back()}};
  say_move();
}

bool Pupil::in_order(std::uint64_t seq) {
  if (seq <= view_->seq) return false;
  if (seq == view_->seq + 1) return true;
  if (!manners_.overlooks_gaps) say(protocol::Snapshot{});
  return false;
}

void Pupil::do_what_is_due() {
  const auto side = view_->viewer.side();
  const bool setting_up =
      view_->table.phase == view::Phase::waiting || view_->table.phase == view::Phase::setup;
  if (setting_up && !view_->formation) {
    view_->formation = rules::default_formation(*view_->table.ruleset.variant, *side).placements();
    return say(protocol::LockFormation{view_->table.game, *view_->formation});
  }
  if (view_->table.phase == view::Phase::over) return say(protocol::LeaveRoom{});
  if (view_->to_move != side || move_) return;
  if (manners_.resigns_at_once) return say(protocol::Resign{view_->table.game});
  if (manners_.leaves_early) return say(protocol::LeaveRoom{});
  if (view_->rescue_pending) {
    return say(protocol::DeclineRescue{{view_->table.game, view_->ply}});
  }
  say(protocol::LegalMoves{});
}

}  // namespace flagrank::conformance

#include <algorithm>
#include <chrono>
#include <utility>

#include "client/conformance/newer_server.hpp"
#include "client/conformance/rehearsal.hpp"

/// What the fake server puts the client to. A scenario begins with a move of the computer and has
/// been passed when the client has moved after it.
namespace flagrank::conformance {

using namespace std::chrono_literals;

namespace {

constexpr auto slow = 3s;
constexpr auto away = 3s;
constexpr auto pause = 1500ms;
constexpr auto watch = 5s;  ///< longer than a client should wait before it connects again

}  // namespace

/// The computer does all that it has to, until the client has to do something.
void Rehearsal::advance() {
  while (room_ && attached_ && !gap_open_ && !held_ && !over_since_ && !ended_) {
    if (room_->table().phase == view::Phase::over) {
      over_since_ = now_;
      return tell(room_->computer_leaves(now_));
    }
    if (room_->computer_to_move()) {
      play_computer_turn();
      continue;
    }
    const Happenings happenings = room_->computer_acts(now_);
    if (happenings.empty()) return;
    tell(happenings);
    progress();
  }
}

void Rehearsal::play_computer_turn() {
  if (active_ && turns_to_go_ <= 0) finish_scenario();
  if (!active_) begin_next_scenario();
  progress();
  if (!active_) return tell(room_->computer_resigns(now_));
  if (active(Scenario::unknown_event) && !sprung_) {
    const auto at_ms = static_cast<std::uint64_t>(now_.time_since_epoch().count());
    tell(*attached_, new_message());
    tell(*attached_, new_event(room_->count_unknown(), at_ms));
  }
  tell_turn(room_->computer_acts(now_));
}

void Rehearsal::begin_next_scenario() {
  if (next_ == queue_.size()) return;
  const Scenario next = queue_[next_];
  // Beside others it comes last, when the game is over.
  if (next == Scenario::final_code && queue_.size() > 1) return;
  ++next_;
  active_ = next;
  sprung_ = false;
  // A lost answer shows in what the client does after the computer's next move.
  turns_to_go_ = next == Scenario::lost_answer ? 2 : 1;
}

void Rehearsal::finish_scenario() { add_finding(*std::exchange(active_, std::nullopt)); }

/// The computer's move, as the active scenario has it.
void Rehearsal::tell_turn(const Happenings& happenings) {
  const bool over = room_->table().phase == view::Phase::over;
  const bool telling = !sprung_ && !over && begins_with_a_telling(*active_);
  if (!telling) return tell(happenings);
  sprung_ = true;
  if (active(Scenario::gap)) {
    gap_open_ = true;
    return tell(room_->computer_chats("Something was lost on the way.", now_));
  }
  tell(happenings);
  if (active(Scenario::repeated_event)) tell({happenings.front()});
  if (active(Scenario::dropped)) break_off();
  if (active(Scenario::restart)) go_away();
  if (active(Scenario::final_code)) end_with_final_code(protocol::CloseCode::replaced);
}

/// Does the active scenario something else with that move of the client?
bool Rehearsal::intercept(const Message& message) {
  if (!active_ || sprung_ || begins_with_a_telling(*active_) || !is_turn(message)) return false;
  protocol::Error error;
  switch (*active_) {
    case Scenario::unknown_error:
      tell(*attached_, new_error(message.id));
      break;
    case Scenario::stale:
      error = error_of(Error::stale);
      error.now = room_->now();
      tell({.re = message.id, .body = error});
      break;
    case Scenario::rate_limited:
      error = error_of(Error::rate_limited);
      error.retry_after_ms = static_cast<std::uint64_t>(pause.count());
      not_before_ = now_ + pause;
      tell({.re = message.id, .body = error});
      break;
    case Scenario::slow_answer:
      held_ = Held{message, now_ + slow};
      break;
    case Scenario::lost_command:
      break_off();
      break;
    default: {
      const SmallRoom::Outcome outcome = room_->act(message, now_);
      if (std::holds_alternative<protocol::Error>(outcome)) {
        tell_outcome(message, outcome);
        return true;
      }
      ++effects_;
      --turns_to_go_;
      break_off();
    }
  }
  sprung_ = true;
  progress();
  return true;
}

/// The command that was slow, and all that was said behind it.
void Rehearsal::carry_out_held() {
  const Message message = std::exchange(held_, std::nullopt)->message;
  if (!attached_) return;
  carry_out(message);
  while (!behind_.empty() && attached_ && !held_) {
    const Message next = std::move(behind_.front());
    behind_.pop_front();
    take_up(next);
  }
}

/// Nobody sits on the client's seat any more.
void Rehearsal::detach() {
  attached_.reset();
  held_.reset();
  behind_.clear();
  if (!away_until_ && !left_) static_cast<void>(room_->client_present(false, now_));
}

void Rehearsal::break_off() {
  actions_.emplace_back(act::Drop{*attached_});
  detach();
}

void Rehearsal::go_away() {
  close(*attached_, protocol::CloseCode::server_restarting);
  actions_.emplace_back(act::BeAway{away});
  away_since_ = now_;
  away_until_ = now_ + away;
  detach();
}

void Rehearsal::come_back() {
  if (!away_until_ || now_ < *away_until_) return;
  away_until_.reset();
  static_cast<void>(room_->restart(away_since_, now_));
  progress();
}

void Rehearsal::end_with_final_code(protocol::CloseCode code) {
  close(*attached_, code);
  detach();
  watch_until_ = now_ + watch;
}

/// The game is over, and the client is still here.
void Rehearsal::after_the_end() {
  const bool to_try = next_ < queue_.size() && queue_[next_] == Scenario::final_code;
  if (!to_try) return conclude();
  settle_active();
  ++next_;
  active_ = Scenario::final_code;
  turns_to_go_ = 1;
  end_with_final_code(protocol::CloseCode::room_closed);
}

}  // namespace flagrank::conformance

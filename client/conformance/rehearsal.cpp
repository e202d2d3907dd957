#include "client/conformance/rehearsal.hpp"

#include <algorithm>
#include <utility>

#include "client/conformance/newer_server.hpp"
#include "common/protocol/decode.hpp"
#include "common/protocol/encode.hpp"
#include "common/rules/names.hpp"
#include "common/view/redact.hpp"

/// The outside of the fake server, what it tells and what it notes. What it does with commands
/// stands in rehearsal_commands.cpp, what it puts the client to in rehearsal_scenarios.cpp.
namespace flagrank::conformance {

using view::Instant;
using view::Milliseconds;
using namespace std::chrono_literals;

namespace {

/// As flagrankd has them by default, as far as they mean anything here.
constexpr protocol::Limits limits{.message_bytes = 8192,
                                  .messages_per_second = 20,
                                  .message_burst = 60,
                                  .refusals_before_close = 100,
                                  .outbox_frames = 64,
                                  .outbox_bytes = 65'536,
                                  .header_bytes = 8192,
                                  .json_depth = 8,
                                  .connections = 64,
                                  .connections_per_address = 64,
                                  .rooms = 1,
                                  .rooms_per_address = 1,
                                  .failed_joins_per_minute = 10,
                                  .room_inbox = 256,
                                  .chat_bytes = 500,
                                  .chats_per_minute = 30,
                                  .spectators_per_room = 32,
                                  .handshake_ms = 10'000,
                                  .first_command_ms = 30'000,
                                  .ping_interval_ms = 15'000,
                                  .silence_ms = 40'000,
                                  .write_ms = 10'000,
                                  .close_ms = 5'000,
                                  .empty_room_ms = 600'000,
                                  .unfinished_setup_ms = 3'600'000,
                                  .silent_game_ms = 86'400'000,
                                  .finished_room_ms = 600'000};

[[nodiscard]] std::uint64_t as_number(Instant instant) {
  return static_cast<std::uint64_t>(instant.time_since_epoch().count());
}

}  // namespace

Actions Rehearsal::connected(int connection, Instant now) {
  now_ = now;
  come_back();
  if (!connected_) progress();
  came_ = connected_ = true;
  if (watch_until_) {
    note("it connected again after a close code that is final");
    conclude();
    return taken();
  }
  tell(connection, protocol::encode({.body = protocol::Hello{.protocol = 1,
                                                             .server = "flagrank-conformance",
                                                             .features = {},
                                                             .limits = limits,
                                                             .time_ms = as_number(now)}}));
  return taken();
}

Actions Rehearsal::heard(int connection, std::string_view frame, Instant now) {
  now_ = now;
  if (ended_) return {};
  heard_ = true;
  const auto message = protocol::decode_client(frame);
  if (!message) {
    const protocol::DecodeError& why = message.error();
    note("frames", std::string{protocol::name(why.code)} + " at \"" + why.pointer.value_or("") +
                       "\": " + std::string{frame.substr(0, 200)});
    tell(connection,
         protocol::encode({.re = why.id,
                           .body = protocol::Error{
                               .code = why.code, .message = why.message, .pointer = why.pointer}}));
    return taken();
  }
  if (std::holds_alternative<protocol::Ping>(message->body)) {
    tell(connection, protocol::encode({.re = message->id, .body = protocol::Pong{as_number(now)}}));
  } else if (std::holds_alternative<protocol::ListRulesets>(message->body)) {
    tell(connection, protocol::encode({.re = message->id, .body = protocol::offered_rulesets()}));
  } else if (std::holds_alternative<protocol::ListRooms>(message->body)) {
    // Its own room is no public one: nobody else could sit down there.
    tell(connection, protocol::encode({.re = message->id, .body = protocol::Rooms{}}));
  } else if (attached_ == connection) {
    say_inside(*message);
  } else {
    say_outside(connection, *message);
  }
  return taken();
}

Actions Rehearsal::heard_nonsense(int connection, const std::string& what, Instant now) {
  now_ = now;
  heard_ = true;
  note("frames", what);
  if (attached_ == connection) detach();
  return taken();
}

Actions Rehearsal::declined(const std::string& why, Instant now) {
  now_ = now;
  if (!came_) progress();
  came_ = true;
  note("handshake", why);
  return taken();
}

Actions Rehearsal::gone(int connection, std::uint16_t code, Instant now) {
  now_ = now;
  if (ended_ || attached_ != connection) return {};
  detach();
  if (over_since_) {
    conclude();
  } else {
    note(code == 1006 ? "it broke the connection off"
                      : "it closed the connection with " + std::to_string(code));
  }
  return taken();
}

Actions Rehearsal::tick(Instant now) {
  now_ = now;
  if (ended_) return {};
  if (!progress_) progress();
  come_back();
  if (held_ && now_ >= held_->until) carry_out_held();
  if (watch_until_ && now_ >= *watch_until_) {
    turns_to_go_ = 0;
    conclude();
  }
  if (over_since_ && !watch_until_ && now_ >= *over_since_ + 2s) after_the_end();
  const std::string missing = awaited();
  if (!ended_ && !missing.empty() && now_ - *progress_ >= patience()) {
    if (!came_) return stopped("nobody came for " + std::to_string(patience() / 1s) + " s");
    give_up(
        active_ ? name(*active_) : "play",
        "nothing came for " + std::to_string(patience() / 1s) + " s, where it had to " + missing);
  }
  return taken();
}

std::optional<Instant> Rehearsal::next_tick() const {
  if (ended_) return std::nullopt;
  Instant next = progress_.value_or(now_) + patience();
  const auto consider = [&next](std::optional<Instant> other) {
    if (other) next = std::min(next, *other);
  };
  if (held_) consider(held_->until);
  if (over_since_ && !watch_until_) consider(*over_since_ + 2s);
  consider(away_until_);
  consider(watch_until_);
  return next;
}

Actions Rehearsal::stopped(const std::string& why) {
  if (!ended_) {
    stopped_ = why;
    conclude();
  }
  return taken();
}

void Rehearsal::progress() {
  progress_ = now_;
  refusals_ = 0;
}

Milliseconds Rehearsal::patience() const {
  return came_ ? wish_.patience : wish_.newcomer_patience;
}

std::string Rehearsal::awaited() const {
  if (over_since_ || watch_until_ || held_ || away_until_) return {};
  if (!connected_) return "connect";
  if (!room_) return "say create_room, or join_room with " + wish_.room;
  if (!attached_) return "connect again and say resume";
  if (gap_open_) return "ask for a snapshot: an event was missing";
  const auto& seat = room_->table().seats[view::index(room_->client())];
  const bool setting_up = room_->table().phase != view::Phase::playing;
  if (setting_up) return seat && !seat->locked ? "say lock_formation" : "";
  if (!room_->client_to_move()) return {};
  return room_->rescue_pending() ? "say rescue or decline_rescue" : "move";
}

// --- telling

void Rehearsal::tell(int connection, std::string frame) {
  if (active(Scenario::unknown_fields)) frame = with_new_fields(frame);
  actions_.emplace_back(act::Tell{connection, std::move(frame)});
}

void Rehearsal::tell(const protocol::ServerMessage& message) {
  if (attached_) tell(*attached_, protocol::encode(message));
}

void Rehearsal::tell_snapshot(std::optional<std::string> re) {
  tell({.re = std::move(re),
        .body = protocol::SnapshotTold{.room = wish_.room,
                                       .seat = room_->client(),
                                       .last_command = room_->last_command(),
                                       .view = room_->view()}});
}

void Rehearsal::tell(const Happenings& happenings, const std::optional<std::string>& re) {
  for (std::size_t i = 0; i < happenings.size() && attached_; ++i) {
    tell(*attached_, encoded(happenings[i], i == 0 ? re : std::nullopt));
  }
}

std::string Rehearsal::encoded(const Happened& happened, std::optional<std::string> re) const {
  const auto viewer = view::Viewer::player(happened.client_side);
  return protocol::encode(
      {.re = std::move(re),
       .body = protocol::Event{happened.seq, happened.at, view::redact(happened.fact, viewer)}});
}

void Rehearsal::refuse(int connection, const Message& message, Error code) {
  tell(connection, protocol::encode({.re = message.id, .body = error_of(code)}));
}

void Rehearsal::close(int connection, protocol::CloseCode code) {
  actions_.emplace_back(act::Close{connection, code});
}

// --- noting

void Rehearsal::note(const std::string& fault) { note(active_ ? name(*active_) : "play", fault); }

void Rehearsal::note(std::string_view check, const std::string& fault) {
  constexpr std::size_t enough = 3;
  auto& faults = faults_[std::string{check}];
  if (faults.size() < enough) faults.push_back(fault);
}

void Rehearsal::give_up(std::string_view check, const std::string& why) {
  note(check, why);
  conclude();
}

void Rehearsal::conclude() {
  if (ended_) return;
  ended_ = true;
  settle_active();
  for (const Scenario scenario : queue_) {
    if (std::ranges::find(reported_, scenario) == reported_.end()) add_unseen(scenario);
  }
  add_rules();
  add_play();
  if (attached_) close(*attached_, protocol::CloseCode::normal);
  actions_.emplace_back(act::End{});
}

void Rehearsal::add_finding(std::string_view check, std::string_view summary) {
  Finding finding{Verdict::ok, std::string{check}, {std::string{summary}}};
  const auto faults = faults_.find(check);
  if (faults != faults_.end()) {
    finding.verdict = Verdict::wrong;
    finding.remarks.insert(finding.remarks.end(), faults->second.begin(), faults->second.end());
  }
  actions_.emplace_back(act::Note{std::move(finding)});
}

/// `ok` would be a guess where there was nothing to look at.
void Rehearsal::add_unless_unseen(std::string_view check, std::string_view summary, bool seen,
                                  const std::string& why_not) {
  if (seen || faults_.contains(check)) return add_finding(check, summary);
  actions_.emplace_back(act::Note{{Verdict::not_seen, std::string{check}, {why_not}}});
}

/// What has to hold all the time.
void Rehearsal::add_rules() {
  add_unless_unseen("handshake", "asks for /v1/ws and flagrank.v1", connected_, "nobody connected");
  add_unless_unseen("frames", "says nothing that cannot be read", heard_, "nothing was said");
  const std::string bound = returns_ == 0 ? ", as far as one connection shows" : "";
  add_unless_unseen("ids", "uses no id for two commands" + bound, effects_ > 1,
                    "no two commands took effect");
  const bool breaking = std::ranges::any_of(queue_, breaks_the_connection);
  if (returns_ == 0 && !breaking && !faults_.contains("seat")) {
    actions_.emplace_back(act::Note{{Verdict::passed_over,
                                     "seat",
                                     {"no connection was to be broken, after which it would have "
                                      "to come back"}}});
    return;
  }
  add_unless_unseen("seat", "goes back to its seat by its token", returns_ > 0,
                    "it did not come back to its seat");
}

void Rehearsal::add_finding(Scenario scenario) {
  reported_.push_back(scenario);
  add_finding(name(scenario), summary(scenario));
}

/// The active scenario will go no further.
void Rehearsal::settle_active() {
  if (!active_) return;
  const Scenario scenario = *std::exchange(active_, std::nullopt);
  turns_to_go_ <= 0 ? add_finding(scenario) : add_unseen(scenario);
}

void Rehearsal::add_unseen(Scenario scenario) {
  if (faults_.contains(name(scenario))) return add_finding(scenario);
  reported_.push_back(scenario);
  const bool left_alone = scenario == Scenario::final_code && over_since_;
  actions_.emplace_back(act::Note{
      {left_alone ? Verdict::passed_over : Verdict::not_seen,
       std::string{name(scenario)},
       {left_alone ? "the client hung up by itself when the game was over; try it alone with "
                     "--scenario final-code"
                   : "it did not come to that"}}});
}

void Rehearsal::add_play() {
  const std::string moves = std::to_string(room_ ? room_->now().ply : 0) + " moves were played";
  // After a final code in the middle of the game there is no end to be seen.
  const bool to_its_end = stopped_.empty() && (over_since_ || watch_until_);
  if (to_its_end || faults_.contains("play")) {
    return add_finding("play", "decides on the position as it is; " + moves);
  }
  const std::string why = stopped_.empty() ? "the game did not come to its end" : stopped_;
  actions_.emplace_back(act::Note{{Verdict::not_seen, "play", {why + "; " + moves}}});
}

Actions Rehearsal::taken() { return std::exchange(actions_, {}); }

}  // namespace flagrank::conformance

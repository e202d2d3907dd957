#include <algorithm>
#include <cctype>
#include <utility>

#include "client/conformance/rehearsal.hpp"
#include "common/protocol/encode.hpp"
#include "common/rules/variant.hpp"

/// What the fake server does with each command.
namespace flagrank::conformance {
namespace {

/// A room code as it is typed: case, blanks and dashes do not matter.
[[nodiscard]] std::string read_code(std::string_view typed) {
  std::string code;
  for (const char c : typed) {
    if (c == ' ' || c == '-') continue;
    code += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  return code;
}

[[nodiscard]] std::string at_position(std::uint32_t game, std::uint32_t ply) {
  return "game " + std::to_string(game) + ", ply " + std::to_string(ply);
}

}  // namespace

// --- outside a room

void Rehearsal::say_outside(int connection, const Message& message) {
  if (const auto* wish = std::get_if<protocol::CreateRoom>(&message.body)) {
    return create(connection, message, *wish);
  }
  if (const auto* wish = std::get_if<protocol::JoinRoom>(&message.body)) {
    return join(connection, message, *wish);
  }
  if (const auto* wish = std::get_if<protocol::Resume>(&message.body)) {
    return resume(connection, message, *wish);
  }
  if (std::holds_alternative<protocol::WatchRoom>(message.body)) {
    return refuse(connection, message, Error::no_spectators);
  }
  if (room_ && !left_) note("seat", "it said a command of the room before it said resume");
  refuse(connection, message, Error::not_in_room);
}

void Rehearsal::create(int connection, const Message& message, const protocol::CreateRoom& wish) {
  if (room_) {
    note("seat", "it made another room, where it had a seat to resume");
    refuse(connection, message, Error::too_many_rooms);
    return conclude();
  }
  seat_client(connection, message, wish.name,
              {.ruleset = wish.ruleset,
               .timing = wish.timing,
               .return_match = wish.return_match,
               .is_public = wish.is_public,
               .client = view::Seat::host,
               .client_side = wish.side.value_or(rules::Side::red)});
}

void Rehearsal::join(int connection, const Message& message, const protocol::JoinRoom& wish) {
  if (read_code(wish.room) != wish_.room) {
    return refuse(connection, message, Error::no_such_room);
  }
  if (!room_) {
    retry_key_ = wish.retry_key.value_or("");
    return seat_client(connection, message, wish.name,
                       {.ruleset = {.variant = rules::find_variant(wish_.preset)},
                        .timing = {},
                        .return_match = false,
                        .client = view::Seat::guest,
                        .client_side = rules::Side::red});
  }
  const bool again = !retry_key_.empty() && wish.retry_key == retry_key_;
  if (again) {
    attach(connection);
    tell({.re = message.id, .body = protocol::Seated{wish_.room, room_->client(), wish_.token}});
    tell_snapshot({});
    return advance();
  }
  note("seat", "it joined its room again, where it had a seat to resume");
  refuse(connection, message, Error::room_full);
}

void Rehearsal::seat_client(int connection, const Message& message, const std::string& name,
                            const SmallRoom::Settings& settings) {
  room_.emplace(settings, wish_.seed);
  const bool host = settings.client == view::Seat::host;
  if (!host) static_cast<void>(room_->computer_sits_down(now_));
  static_cast<void>(room_->client_sits_down(name, now_));
  attached_ = connection;
  tell({.re = message.id, .body = protocol::Seated{wish_.room, settings.client, wish_.token}});
  tell_snapshot({});
  if (host) tell(room_->computer_sits_down(now_));
  progress();
  advance();
}

void Rehearsal::resume(int connection, const Message& message, const protocol::Resume& wish) {
  const bool right =
      room_ && !left_ && read_code(wish.room) == wish_.room && wish.token == wish_.token;
  if (!right) {
    note("seat", room_ ? "it said resume with another room or token than it was told"
                       : "it said resume before it had a seat");
    return refuse(connection, message, Error::no_such_room);
  }
  attach(connection);
  ++returns_;
  gap_open_ = false;
  tell_snapshot(message.id);
  progress();
  advance();
}

/// The newest connection has the seat.
void Rehearsal::attach(int connection) {
  if (attached_) close(*attached_, protocol::CloseCode::replaced);
  attached_ = connection;
  static_cast<void>(room_->client_present(true, now_));
}

// --- in the room

void Rehearsal::say_inside(const Message& message) {
  if (!held_) return take_up(message);
  const bool moves = std::holds_alternative<protocol::Move>(message.body);
  if (moves && message.id != held_->message.id) {
    note("it said another move while the answer to the first was on its way");
  }
  behind_.push_back(message);
}

void Rehearsal::take_up(const Message& message) {
  if (std::holds_alternative<protocol::Snapshot>(message.body)) {
    if (std::exchange(gap_open_, false)) progress();
    tell_snapshot(message.id);
    return advance();
  }
  if (const auto* query = std::get_if<protocol::LegalMoves>(&message.body)) {
    return tell({.re = message.id, .body = room_->answer(*query)});
  }
  if (const auto* query = std::get_if<protocol::SuggestFormation>(&message.body)) {
    return tell({.re = message.id, .body = room_->answer(*query)});
  }
  const auto earlier = room_->earlier(message);
  if (!earlier) return carry_out(message);
  if (std::holds_alternative<protocol::Error>(*earlier)) {
    note("ids", "the id " + message.id + " was used before, for another command");
  }
  tell_outcome(message, *earlier);
}

void Rehearsal::carry_out(const Message& message) {
  const auto* move = std::get_if<protocol::Move>(&message.body);
  if (move != nullptr) note_haste();
  if (intercept(message)) return;
  if (std::holds_alternative<protocol::LeaveRoom>(message.body)) return leave(message);
  if (move != nullptr) note_stale(*move);
  const SmallRoom::Outcome outcome = room_->act(message, now_);
  tell_outcome(message, outcome);
  if (const auto* error = std::get_if<protocol::Error>(&outcome)) {
    return note_refusal(message, *error);
  }
  ++effects_;
  progress();
  if (move != nullptr) --turns_to_go_;
  advance();
}

void Rehearsal::tell_outcome(const Message& message, const SmallRoom::Outcome& outcome) {
  if (const auto* error = std::get_if<protocol::Error>(&outcome)) {
    return tell({.re = message.id, .body = *error});
  }
  tell(std::get<Happenings>(outcome), message.id);
}

bool Rehearsal::is_turn(const Message& message) const {
  const auto* move = std::get_if<protocol::Move>(&message.body);
  return move != nullptr && room_->client_to_move() && !room_->rescue_pending() &&
         move->at == room_->now();
}

void Rehearsal::note_refusal(const Message& message, const protocol::Error& error) {
  if (error.code == Error::not_your_turn) note("play", "it said " + message.id + " out of turn");
  constexpr int enough = 50;
  if (++refusals_ < enough) return;
  give_up("play", std::to_string(enough) + " commands in a row were refused, the last with " +
                      std::string{protocol::name(error.code)});
}

/// A move that is decided on a position which is not there. That is a matter of the game, unless
/// the active scenario has led it there.
void Rehearsal::note_stale(const protocol::Move& move) {
  const bool playing = room_->table().phase == view::Phase::playing;
  if (!playing || move.at == room_->now()) return;
  const protocol::DecidedAt now = room_->now();
  const std::string fault = "it decided a move at " + at_position(move.at.game, move.at.ply) +
                            ", where the position is " + at_position(now.game, now.ply);
  const bool behind = move.at.game == now.game && move.at.ply < now.ply;
  if (!behind && active(Scenario::repeated_event))
    return note(fault + ": it folded the event twice");
  const rules::Side side = move.at.ply % 2 == 0 ? rules::Side::red : rules::Side::blue;
  if (side != room_->client_side()) return note("play", fault + ", and out of turn");
  if (behind && active(Scenario::slow_answer)) return note(fault);
  if (behind && active(Scenario::lost_answer)) {
    return note(fault +
                ": the move that was not answered had taken effect, and is not to be said again "
                "under a new id");
  }
  note("play", fault);
}

void Rehearsal::note_haste() {
  constexpr view::Milliseconds clocks_differ{100};
  const view::Instant not_before = std::exchange(not_before_, {});
  if (now_ + clocks_differ >= not_before) return;
  note("it tried again " + std::to_string((not_before - now_).count()) +
       " ms before retry_after_ms was over");
}

void Rehearsal::leave(const Message& message) {
  tell({.re = message.id, .body = protocol::LeftRoom{}});
  attached_.reset();
  left_ = true;
  if (!over_since_) note("play", "it left the room before the game was over");
  conclude();
}

}  // namespace flagrank::conformance

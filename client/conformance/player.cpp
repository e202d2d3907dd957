#include "client/conformance/player.hpp"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <utility>

#include "client/conformance/comparison.hpp"
#include "client/conformance/schemas.hpp"
#include "common/protocol/decode.hpp"
#include "common/protocol/encode.hpp"

namespace flagrank::conformance {
namespace {

using protocol::ServerMessage;

template <class Body>
[[nodiscard]] bool holds(const ServerMessage& message) {
  return std::holds_alternative<Body>(message.body);
}

template <class Seen>
[[nodiscard]] bool tells(const ServerMessage& message) {
  const auto* event = std::get_if<protocol::Event>(&message.body);
  return event != nullptr && std::holds_alternative<Seen>(event->seen);
}

void must(bool granted, const ServerMessage& answer) {
  if (!granted) throw Broken{"not granted: " + protocol::encode(answer)};
}

/// Of an id that a player made; 0 for others.
[[nodiscard]] std::uint64_t number_of(std::string_view id) {
  std::uint64_t number = 0;
  if (id.starts_with('c')) std::from_chars(id.data() + 1, id.data() + id.size(), number);
  return number;
}

[[nodiscard]] std::string text_of(const view::PlayerView& view) {
  return protocol::encode({.body = protocol::SnapshotTold{.view = view}});
}

// g++ tells of a sanitizer by a macro, clang by a feature.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define FLAGRANK_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define FLAGRANK_SANITIZED 1
#endif
#endif
#if defined(FLAGRANK_SANITIZED)
constexpr bool schemas_are_quick = false;  // a fifth of a second for a snapshot
#else
constexpr bool schemas_are_quick = true;  // half a millisecond
#endif

void hold_to_schema(std::string_view speaker, std::string_view frame, Reading reading) {
  if (!schemas_are_quick) return;
  const auto faults = schema_faults(speaker, nlohmann::json::parse(frame), reading);
  if (!faults.empty()) throw Broken{"not by its schema: " + faults[0] + ": " + std::string{frame}};
}

void heed_limits(const ServerMessage& message) {
  const auto* error = std::get_if<protocol::Error>(&message.body);
  if (error == nullptr || !is_limit(error->code)) return;
  throw Limited{error->code, error->message};
}

/// What a client says may be wrong on purpose; what the server reads must be right.
void hold_to_schema_if_read(std::string_view frame) {
  if (protocol::decode_client(frame)) hold_to_schema("client", frame, Reading::closed);
}

}  // namespace

Limited::Limited(protocol::ErrorCode code_told, const std::string& sentence)
    : std::runtime_error{sentence}, code{code_told} {}

bool is_limit(protocol::ErrorCode code) noexcept {
  using enum protocol::ErrorCode;
  return code == rate_limited || code == too_many_rooms || code == too_many_attempts ||
         code == server_stopping;
}

Player::Player(const text::Address& server) : connection_{server}, reading_{Reading::as_written} {
  take_hello();
  pace_.emplace(hello_.limits.messages_per_second, hello_.limits.message_burst);
}

Player::Player(std::uint16_t port) : connection_{port}, reading_{Reading::closed} { take_hello(); }

void Player::take_hello() {
  const ServerMessage first = next();
  if (!holds<protocol::Hello>(first)) throw Broken{"no hello: " + frames_.back()};
  hello_ = std::get<protocol::Hello>(first.body);
}

ServerMessage Player::say(protocol::ClientBody body) { return say({new_id(), std::move(body)}); }

ServerMessage Player::say(const protocol::ClientMessage& message) {
  return say_text(protocol::encode(message), message.id);
}

ServerMessage Player::say_text(std::string_view frame, std::optional<std::string> id) {
  if (id) ++debts_[*id];
  hold_to_schema_if_read(frame);
  speak(frame);
  for (;;) {
    ServerMessage message = next();
    if (id ? message.re == id : !message.re && !holds<protocol::Event>(message)) return message;
  }
}

void Player::put(const protocol::ClientMessage& message) {
  ++debts_[message.id];
  const std::string frame = protocol::encode(message);
  hold_to_schema_if_read(frame);
  speak(frame);
}

void Player::speak(std::string_view frame) {
  if (pace_) pace_->wait();
  connection_.say(frame);
}

void Player::create(const protocol::CreateRoom& wish) {
  const ServerMessage answer = say(wish);
  must(holds<protocol::Seated>(answer), answer);
  while (!in_room_) next();
}

void Player::join(std::string_view room) {
  const ServerMessage answer = say(protocol::JoinRoom{.room = std::string{room}, .name = "Guest"});
  must(holds<protocol::Seated>(answer), answer);
  while (!in_room_) next();
}

void Player::watch(std::string_view room) {
  const ServerMessage answer = say(protocol::WatchRoom{std::string{room}});
  must(holds<protocol::SnapshotTold>(answer), answer);
}

void Player::resume(std::string_view room, std::string_view token) {
  const ServerMessage answer = say(protocol::Resume{std::string{room}, std::string{token}});
  must(holds<protocol::SnapshotTold>(answer), answer);
  token_ = token;
}

void Player::lock(const std::vector<rules::Placement>& formation) {
  const ServerMessage answer = say(protocol::LockFormation{view_.table.game, formation});
  must(tells<view::FormationLocked>(answer), answer);
}

void Player::move(rules::Move move) {
  const ServerMessage answer = say(protocol::Move{at(), move});
  must(tells<view::Moved>(answer), answer);
}

protocol::ErrorCode Player::refusal(protocol::ClientBody body) {
  return refusal_of({new_id(), std::move(body)});
}

protocol::ErrorCode Player::refusal_of(const protocol::ClientMessage& message) {
  const ServerMessage answer = say(message);
  const auto* error = std::get_if<protocol::Error>(&answer.body);
  if (error == nullptr) throw Broken{"not refused: " + protocol::encode(answer)};
  return error->code;
}

void Player::follow_to(std::uint64_t seq) {
  while (view_.seq < seq) next();
}

Closed Player::expect_close() {
  for (;;) {
    auto received = connection_.hear();
    if (const auto* closed = std::get_if<Closed>(&received)) return *closed;
    if (std::holds_alternative<Silence>(received)) throw Broken{"the server does not close"};
    frames_.push_back(std::get<std::string>(std::move(received)));
  }
}

void Player::check_view() {
  const ServerMessage answer = say(protocol::Snapshot{});
  must(holds<protocol::SnapshotTold>(answer), answer);
}

void Player::expect_nothing_new() {
  const std::size_t before = frames_.size();
  // Not a ping: that is answered past the room, and could overtake what the room tells.
  say(protocol::Snapshot{});
  if (frames_.size() != before + 1) throw Broken{"told unasked: " + frames_[before]};
}

void Player::expect_no_debts() {
  for (const auto& [id, owed] : debts_) {
    while (owed != 0) next();
  }
  say(protocol::Snapshot{});
}

ServerMessage Player::next() {
  auto received = connection_.hear();
  if (std::holds_alternative<Silence>(received)) throw Broken{"the server says nothing"};
  if (const auto* closed = std::get_if<Closed>(&received)) {
    throw Broken{"closed with " + std::to_string(closed->code) + " " + closed->reason};
  }
  frames_.push_back(std::get<std::string>(std::move(received)));
  const auto message = protocol::decode_server(frames_.back());
  if (!message) throw Broken{message.error().message + ": " + frames_.back()};
  if (holds<protocol::Unknown>(*message)) throw Broken{"unknown: " + frames_.back()};
  hold_to_schema("server", frames_.back(), reading_);
  if (pace_) heed_limits(*message);
  fold(*message);
  return *message;
}

void Player::count_answer(const std::string& id) {
  const auto debt = debts_.find(id);
  if (debt == debts_.end() || debt->second == 0)
    throw Broken{"answered unasked: " + frames_.back()};
  --debt->second;
}

void Player::fold(const ServerMessage& message) {
  if (message.re) count_answer(*message.re);
  if (const auto* seated = std::get_if<protocol::Seated>(&message.body)) {
    token_ = seated->token;
    invitation_ = seated->invitation;
    in_room_ = false;
  } else if (const auto* told = std::get_if<protocol::SnapshotTold>(&message.body)) {
    take_snapshot(*told);
  } else if (const auto* event = std::get_if<protocol::Event>(&message.body)) {
    // The first answer to a repeated command comes again, with its number of then.
    if (message.re && event->seq <= view_.seq) return;
    if (event->seq != view_.seq + 1) throw Broken{"a gap before: " + frames_.back()};
    view_.apply(event->seq, event->at, event->seen);
    if (tells<view::RoomClosed>(message)) in_room_ = false;
  } else if (holds<protocol::LeftRoom>(message)) {
    in_room_ = false;
  }
}

void Player::take_snapshot(const protocol::SnapshotTold& told) {
  if (in_room_ && told.view != view_) {
    const auto found = difference(text_of(view_), text_of(told.view));
    throw Broken{"a snapshot differs from what the events came to: " +
                 found.value_or("its lists are in another order") + ": " + text_of(told.view)};
  }
  in_room_ = true;
  room_ = told.room;
  view_ = told.view;
  if (told.last_command) commands_ = std::max(commands_, number_of(told.last_command->id));
}

void Pair::lock(const std::vector<rules::Placement>& red_formation,
                const std::vector<rules::Placement>& blue_formation) {
  red.lock(red_formation);
  blue.lock(blue_formation);
  red.expect<view::GameStarted>();
  blue.follow_to(red.view().seq);
}

void Pair::play(rules::Move move) {
  const rules::Side side = red.view().to_move.value();
  Player& mover = of(side);
  mover.move(move);
  of(opponent(side)).follow_to(mover.view().seq);
}

void Pair::check_views() {
  red.check_view();
  blue.check_view();
}

namespace {

/// They take their seats.
[[nodiscard]] Pair seated(Pair pair, const rules::Ruleset& ruleset) {
  pair.red.create({.name = "Host",
                   .side = rules::Side::red,
                   .ruleset = ruleset,
                   .timing = {},
                   .spectators = true});
  pair.blue.join(pair.red.room());
  pair.red.follow_to(pair.blue.view().seq);
  return pair;
}

}  // namespace

Pair sit_down(std::uint16_t port, const rules::Ruleset& ruleset) {
  return seated({Player{port}, Player{port}}, ruleset);
}

Pair sit_down(const text::Address& server, const rules::Ruleset& ruleset) {
  return seated({Player{server}, Player{server}}, ruleset);
}

}  // namespace flagrank::conformance

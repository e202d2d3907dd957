#include "tests/support/survivor.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <thread>
#include <utility>
#include <variant>

#include "common/protocol/decode.hpp"
#include "common/protocol/encode.hpp"
#include "tests/support/patience.hpp"
#include "tests/support/player.hpp"

namespace flagrank::test {

using protocol::ClientMessage;
using protocol::ServerMessage;

void Survivor::create(const protocol::CreateRoom& wish) { enter(wish); }

void Survivor::join(std::string_view room, std::string_view name, std::string_view retry_key) {
  enter(protocol::JoinRoom{
      .room = std::string{room}, .name = std::string{name}, .retry_key = std::string{retry_key}});
}

protocol::ServerBody Survivor::say(protocol::ClientBody body) {
  const ClientMessage message{.id = new_id(), .body = std::move(body)};
  for (;;) {
    if (!connection_) come_back();
    const auto answer = answer_to(message);
    if (!answer) continue;
    if (const auto* event = std::get_if<protocol::Event>(&answer->body)) {
      done_.push_back({.id = message.id, .seq = event->seq});
    }
    return answer->body;
  }
}

void Survivor::enter(const protocol::ClientBody& body) {
  const ClientMessage message{.id = new_id(), .body = body};
  while (view_.seq == 0) {
    if (!connection_) connect();
    const auto seated = answer_to(message);
    if (!seated) continue;
    if (!std::holds_alternative<protocol::Seated>(seated->body)) throw Broken{"not let in"};
    while (connection_ && view_.seq == 0) static_cast<void>(hear());
    // Between the two the seat is ours already.
    if (!connection_) come_back();
  }
}

std::optional<ServerMessage> Survivor::answer_to(const ClientMessage& message) {
  if (!connection_->say(protocol::encode(message))) {
    connection_.reset();
    return std::nullopt;
  }
  while (auto heard = hear()) {
    if (heard->re == message.id) return heard;
  }
  return std::nullopt;
}

std::optional<ServerMessage> Survivor::hear() {
  const auto heard = connection_->hear();
  if (std::holds_alternative<Silence>(heard)) throw Broken{"nothing came"};
  if (std::holds_alternative<Closed>(heard)) {
    connection_.reset();
    return std::nullopt;
  }
  auto message = protocol::decode_server(std::get<std::string>(heard));
  if (!message) throw Broken{"unreadable: " + std::get<std::string>(heard)};
  fold(*message);
  return *std::move(message);
}

void Survivor::connect() {
  const auto until = deadline();
  while (!connection_) {
    try {
      connection_.emplace(port_);
      static_cast<void>(hear());
    } catch (const Broken&) {
      throw;
    } catch (const std::exception&) {
      if (Clock::now() > until) throw Broken{"the server did not come back"};
      std::this_thread::sleep_for(std::chrono::milliseconds{5});
    }
  }
}

void Survivor::come_back() {
  ++comebacks_;
  const ClientMessage message{.id = "back", .body = protocol::Resume{room_, token_}};
  for (;;) {
    connect();
    const auto answer = answer_to(message);
    if (!answer) continue;
    if (std::holds_alternative<protocol::SnapshotTold>(answer->body)) return;
    throw Broken{"the seat is gone: " + protocol::encode(*answer)};
  }
}

void Survivor::fold(const ServerMessage& message) {
  if (const auto* seated = std::get_if<protocol::Seated>(&message.body)) {
    room_ = seated->room;
    token_ = seated->token;
  } else if (const auto* told = std::get_if<protocol::SnapshotTold>(&message.body)) {
    take(*told);
  } else if (const auto* event = std::get_if<protocol::Event>(&message.body)) {
    if (message.re && event->seq <= view_.seq) return;
    if (event->seq != view_.seq + 1)
      throw Broken{"a gap before number " + std::to_string(event->seq)};
    view_.apply(event->seq, event->at, event->seen);
  }
}

/// Whatever this player was told once must still be so.
void Survivor::take(const protocol::SnapshotTold& told) {
  const auto& [before, now] = std::pair{view_.moves, told.view.moves};
  const bool goes_on =
      now.size() >= before.size() && std::equal(before.begin(), before.end(), now.begin());
  if (told.view.seq < view_.seq || !goes_on) throw Broken{"the server has forgotten something"};
  if (view_.formation && view_.formation != told.view.formation) throw Broken{"another army"};
  view_ = told.view;
}

}  // namespace flagrank::test

#include "tests/unit/room/club.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <utility>
#include <variant>

#include "common/protocol/decode.hpp"
#include "common/protocol/encode.hpp"
#include "server/room/speech.hpp"
#include "server/store/memory_journal.hpp"
#include "tests/support/armies.hpp"
#include "tests/support/coroutines.hpp"

namespace flagrank::protocol {

void PrintTo(const ServerMessage& message, std::ostream* out) { *out << encode(message); }

}  // namespace flagrank::protocol

namespace flagrank::test {

namespace asio = boost::asio;

namespace {

asio::awaitable<void> read(std::shared_ptr<OutboxReader> reader, std::shared_ptr<Heard> heard) {
  while (true) {
    auto waiting = OutboxReader::next(reader);
    const auto next = co_await std::move(waiting);
    if (const auto* code = std::get_if<protocol::CloseCode>(&next)) {
      heard->closed = *code;
      co_return;
    }
    auto message = protocol::decode_server(*std::get<room::Frame>(next));
    heard->messages.push_back(*std::move(message));
  }
}

}  // namespace

Client::Client(asio::io_context& io, bool reads)
    : outbox{std::make_shared<room::Outbox>(io.get_executor(), room::Outbox::Bounds{})},
      io_{&io},
      letters_{OutboxReader::of(outbox, io.get_executor())},
      reads_{reads} {}

bool Client::put(std::string id, protocol::ClientBody body) const {
  return visit->say({.id = std::move(id), .body = std::move(body)});
}

Messages Client::say(std::string id, protocol::ClientBody body) {
  EXPECT_TRUE(put(std::move(id), std::move(body)));
  return news();
}

protocol::ServerBody Client::ask(std::string id, protocol::ClientBody body) {
  const Messages told = say(id, std::move(body));
  if (told.size() != 1 || told.front().re != id) {
    ADD_FAILURE() << id << " brought " << testing::PrintToString(told);
    return protocol::Unknown{};
  }
  return told.front().body;
}

Messages Client::news() {
  take_in();
  return std::exchange(heard_.messages, {});
}

void Client::detach() {
  if (!visit->ended()) visit->detach();
  outbox->close(protocol::CloseCode::normal);
  settle(*io_);
}

std::optional<protocol::CloseCode> Client::closed() {
  take_in();
  return heard_.closed;
}

void Client::take_in() {
  if (reads_ && !reader_) reader_ = start(*io_, read(letters_, arriving_));
  settle(*io_);
  heard_.closed = arriving_->closed;
  for (auto& message : std::exchange(arriving_->messages, {})) {
    if (const auto* seated = std::get_if<protocol::Seated>(&message.body)) {
      room = seated->room;
      token = seated->token;
      invitation = seated->invitation.value_or("");
    }
    heard_.messages.push_back(std::move(message));
  }
}

Club::Club(std::shared_ptr<store::Journal> kept, room::LobbyLimits limits)
    : journal{kept ? std::move(kept) : std::make_shared<store::MemoryJournal>()},
      lobby{async::Executors{io, 1}, journal, limits, world()} {}

room::World Club::world() {
  return {.now = [this] { return now; },
          .dice =
              [this](std::uint32_t bound) {
                if (rigged.empty()) return random_(bound);
                const std::uint32_t next = rigged.front();
                rigged.pop_front();
                return next;
              },
          .new_token = [this] { return "token-" + std::to_string(++tokens_); }};
}

std::optional<protocol::Error> Club::create(Client& client, protocol::CreateRoom wish) {
  return let_in(client, start(io, lobby.create("in", std::move(wish), client.outbox)));
}

std::optional<protocol::Error> Club::join(Client& client, std::string room, std::string name,
                                          std::optional<std::string> retry_key) {
  return join(
      client,
      {.room = std::move(room), .name = std::move(name), .retry_key = std::move(retry_key)});
}

std::optional<protocol::Error> Club::join(Client& client, protocol::JoinRoom wish) {
  return let_in(client, start(io, lobby.join("in", std::move(wish), client.outbox)));
}

std::optional<protocol::Error> Club::watch(Client& client, std::string room) {
  return let_in(client, start(io, lobby.watch("in", {std::move(room)}, client.outbox)));
}

void Club::strike(std::chrono::milliseconds time) {
  pass(time);
  lobby.sweep();
  settle();
}

std::optional<protocol::Error> Club::resume(Client& client, std::string room, std::string token) {
  return let_in(client,
                start(io, lobby.resume("in", {.room = std::move(room), .token = std::move(token)},
                                       client.outbox)));
}

std::optional<protocol::Error> Club::let_in(
    Client& client, const std::shared_ptr<std::optional<room::Admission>>& asked) {
  settle();
  if (!asked->has_value()) {
    ADD_FAILURE() << "a petition was not answered";
    return std::nullopt;
  }
  room::Admission admission = std::move(**asked);
  if (!admission) return admission.error();
  client.visit = *std::move(admission);
  return std::nullopt;
}

Club::Pair Club::sit_down(const protocol::CreateRoom& wish) {
  Pair pair{.red = client(), .blue = client()};
  EXPECT_EQ(create(pair.red, wish), std::nullopt);
  pair.red.news();
  EXPECT_EQ(join(pair.blue, pair.red.room), std::nullopt);
  pair.blue.news();
  pair.red.news();
  return pair;
}

Club::Pair Club::start_game(const protocol::CreateRoom& wish) {
  Pair pair = sit_down(wish);
  for (const rules::Side side : {rules::Side::red, rules::Side::blue}) {
    pair.of(side).say("lock", protocol::LockFormation{1, army(side)});
  }
  pair.red.news();
  return pair;
}

void Club::settle() { test::settle(io); }

protocol::CreateRoom Club::red_wish() {
  return {.name = "Ada", .side = rules::Side::red, .ruleset = {}, .timing = {}};
}

std::vector<rules::Placement> army(rules::Side side) {
  std::vector<rules::Placement> placements = classic_armies()[index(side)];
  std::ranges::sort(placements);
  return placements;
}

protocol::ServerMessage event(std::uint64_t seq, view::Seen seen) {
  return event(seq, club_noon, std::move(seen));
}

protocol::ServerMessage event(std::uint64_t seq, match::Instant at, view::Seen seen) {
  return {.re = {}, .body = protocol::Event{seq, at, std::move(seen)}};
}

protocol::ServerMessage answer(std::string re, protocol::ServerBody body) {
  return {.re = std::move(re), .body = std::move(body)};
}

protocol::ServerMessage answer(std::string re, std::uint64_t seq, view::Seen seen) {
  return answer(std::move(re), protocol::Event{seq, club_noon, std::move(seen)});
}

protocol::Error error(protocol::ErrorCode code) { return room::error_of(code); }

}  // namespace flagrank::test

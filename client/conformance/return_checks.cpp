#include <algorithm>
#include <array>
#include <string>

#include "client/conformance/checks.hpp"
#include "common/protocol/encode.hpp"
#include "common/rules/formation.hpp"

namespace flagrank::conformance {
namespace {

using protocol::ServerMessage;
using rules::Side;
using text::Address;

[[nodiscard]] const std::vector<rules::Placement>& army(Side side) {
  static const std::array armies{
      rules::default_formation(*rules::Ruleset{}.variant, Side::red).placements(),
      rules::default_formation(*rules::Ruleset{}.variant, Side::blue).placements()};
  return armies[index(side)];
}

/// Two players with the default armies, at the first move.
[[nodiscard]] Pair begin(const Address& server) {
  Pair pair = sit_down(server);
  pair.lock(army(Side::red), army(Side::blue));
  return pair;
}

/// Any legal move of the player, who is to move.
[[nodiscard]] rules::Move any_move(Player& player) {
  const ServerMessage answer = player.say(protocol::LegalMoves{});
  const auto* told = std::get_if<protocol::LegalMovesTold>(&answer.body);
  require(told != nullptr && !told->moves.empty(),
          "legal_moves was answered with " + protocol::encode(answer));
  return told->moves.front();
}

/// A new connection that takes that player's seat.
[[nodiscard]] Player back(const Address& server, const Player& before) {
  Player player{server};
  player.resume(before.room(), before.token());
  return player;
}

const protocol::Event& event_of(const ServerMessage& answer) {
  const auto* event = std::get_if<protocol::Event>(&answer.body);
  require(event != nullptr, "answered with " + protocol::encode(answer) + ", not with its event");
  return *event;
}

void require_code(protocol::ErrorCode told, protocol::ErrorCode expected) {
  require(told == expected, "refused as " + std::string{protocol::name(told)} + ", not as " +
                                std::string{protocol::name(expected)});
}

void a_seat_comes_back(const Address& server) {
  Pair pair = begin(server);
  pair.play(any_move(pair.red));
  pair.red.connection().drop();
  require(!pair.blue.expect<view::Presence>().present, "the loss of a player was not told");
  Player red = back(server, pair.red);
  require(pair.blue.expect<view::Presence>().present, "the return of a player was not told");
  require(red.view().seq == pair.blue.view().seq, "the seats count events differently");
  pair.blue.move(any_move(pair.blue));
  red.follow_to(pair.blue.view().seq);
  red.check_view();
  pair.blue.check_view();
}

void a_wrong_token_is_no_such_room(const Address& server) {
  const Pair pair = sit_down(server);
  Player stranger{server};
  const std::string wrong(pair.red.token().size(), '0');
  require_code(stranger.refusal(protocol::Resume{pair.red.room(), wrong}),
               protocol::ErrorCode::no_such_room);
  const std::string as_wrong_token = stranger.frames().back();
  require_code(stranger.refusal(protocol::Resume{"ZZZZZZ", pair.red.token()}),
               protocol::ErrorCode::no_such_room);
  require(as_wrong_token.size() == stranger.frames().back().size(),
          "a wrong token and an unknown room are answered differently");
}

void the_newest_connection_has_the_seat(const Address& server) {
  Pair pair = begin(server);
  Player newest = back(server, pair.red);
  const Closed closed = pair.red.expect_close();
  require(closed.code == 4000, "the older one was closed with " + std::to_string(closed.code));
  newest.move(any_move(newest));
  pair.blue.follow_to(newest.view().seq);
  pair.blue.check_view();
}

/// The answer to a command that took effect, when it is said once more.
void require_same(const protocol::Event& first, const ServerMessage& again) {
  const protocol::Event& repeated = event_of(again);
  require(repeated == first,
          "the answer to a repeated command is another one: " + protocol::encode(again));
}

void a_repeated_command_happens_once(const Address& server) {
  Pair pair = begin(server);
  const protocol::ClientMessage move{pair.red.new_id(),
                                     protocol::Move{pair.red.at(), any_move(pair.red)}};
  const protocol::Event first = event_of(pair.red.say(move));
  require_same(first, pair.red.say(move));
  pair.red.connection().drop();
  Player red = back(server, pair.red);
  require_same(first, red.say(move));
  require(red.view().ply == 1, "a repeated move was played twice");
  red.expect_nothing_new();
  require_code(red.refusal_of({move.id, protocol::Resign{1}}), protocol::ErrorCode::id_reused);
}

void a_lost_answer_can_be_asked_for(const Address& server) {
  Pair pair = begin(server);
  const protocol::ClientMessage move{pair.red.new_id(),
                                     protocol::Move{pair.red.at(), any_move(pair.red)}};
  pair.red.put(move);
  pair.red.connection().drop();
  Player red = back(server, pair.red);
  event_of(red.say(move));
  require(red.view().ply == 1, "a move said twice, before and after a break, counts " +
                                   std::to_string(red.view().ply) + " times");
  red.check_view();
  pair.blue.follow_to(red.view().seq);
  require(pair.blue.view().ply == 1, "the other side saw another number of moves");
}

void sixteen_commands_are_remembered(const Address& server) {
  constexpr int remembered = 16;
  Pair pair = sit_down(server);
  const protocol::ClientMessage first{pair.red.new_id(), protocol::Chat{"line 1"}};
  const protocol::Event told = event_of(pair.red.say(first));
  for (int i = 2; i <= remembered; ++i) {
    event_of(pair.red.say(protocol::Chat{"line " + std::to_string(i)}));
  }
  require_same(told, pair.red.say(first));
}

void a_position_that_has_gone_is_stale(const Address& server) {
  Pair pair = begin(server);
  const rules::Move move = any_move(pair.red);
  const protocol::DecidedAt before = pair.red.at();
  pair.play(move);
  const ServerMessage answer = pair.red.say(protocol::Move{before, move});
  const auto* error = std::get_if<protocol::Error>(&answer.body);
  require(error != nullptr && error->code == protocol::ErrorCode::stale,
          "answered with " + protocol::encode(answer) + ", not with stale");
  require(error->now == pair.red.at(), "stale does not tell the present game and ply");
  pair.red.expect_nothing_new();
}

void joining_again_with_the_key_gives_the_seat(const Address& server) {
  Player host{server};
  host.create({.name = "Host", .side = Side::red, .ruleset = {}, .timing = {}});
  const protocol::JoinRoom wish{
      .room = host.room(), .name = "Guest", .retry_key = "conformance-0123456789"};
  Player guest{server};
  require(std::holds_alternative<protocol::Seated>(guest.say(wish).body), "cannot join");
  guest.connection().drop();
  Player again{server};
  require(std::holds_alternative<protocol::Seated>(again.say(wish).body),
          "joining again with the same retry_key does not give the seat back");
  require(again.token() == guest.token(), "joining again with the same key gives another token");
}

constexpr std::array all_return_checks{
    Check{"resume", "a seat comes back by its token, and its absence is told", a_seat_comes_back},
    Check{"wrong-token", "is answered like an unknown room", a_wrong_token_is_no_such_room},
    Check{"replaced", "the newest connection has the seat, an older one is closed with 4000",
          the_newest_connection_has_the_seat},
    Check{"repeated-command", "gives the same event again, also after a break; happens once",
          a_repeated_command_happens_once},
    Check{"lost-answer", "a move whose answer was lost can be said again",
          a_lost_answer_can_be_asked_for},
    Check{"sixteen-remembered", "the last 16 commands of a seat can be repeated",
          sixteen_commands_are_remembered},
    Check{"stale", "tells the present game and ply, and changes nothing",
          a_position_that_has_gone_is_stale},
    Check{"retry-key", "who joins again with it gets the same seat",
          joining_again_with_the_key_gives_the_seat},
};

}  // namespace

std::span<const Check> return_checks() noexcept { return all_return_checks; }

}  // namespace flagrank::conformance

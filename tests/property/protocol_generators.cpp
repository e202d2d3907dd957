#include "tests/property/protocol_generators.hpp"

#include <array>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "common/protocol/text.hpp"
#include "common/rules/catalogue.hpp"

namespace flagrank::test {

namespace {

using namespace protocol;
namespace gen = rc::gen;

/// One of the enumerators from the first to `last`.
template <class Enum>
Enum any(Enum last) {
  return static_cast<Enum>(*gen::inRange<int>(0, static_cast<int>(last) + 1));
}

bool coin() { return *gen::arbitrary<bool>(); }

template <class Draw>
auto maybe(Draw draw) -> std::optional<decltype(draw())> {
  if (coin()) return std::nullopt;
  return draw();
}

template <class Draw>
auto several(int most, Draw draw) {
  std::vector<decltype(draw())> drawn;
  for (int left = *gen::inRange(0, most + 1); left > 0; --left) drawn.push_back(draw());
  return drawn;
}

std::uint32_t number() { return *gen::arbitrary<std::uint32_t>(); }
std::uint64_t large_number() { return *gen::arbitrary<std::uint64_t>(); }
std::uint32_t game_number() { return *gen::positive<std::uint32_t>(); }

rules::Side side() { return any(rules::Side::blue); }
rules::Rank rank() { return any(rules::Rank::bomb); }
view::Seat seat() { return any(view::Seat::guest); }
rules::Square square() { return rules::Square::from_index(*gen::inRange(0, 100)); }
rules::PieceId piece() {
  if (*gen::inRange(0, 4) > 0) return rules::PieceId{square()};
  return rules::PieceId::of_rescued(side(), *gen::inRange<std::size_t>(0, 2));
}
rules::Move move() { return {.from = square(), .to = square()}; }
rules::Placement placement() { return {.square = square(), .rank = rank()}; }
std::vector<rules::Placement> placements() { return several(6, placement); }

/// Text made of pieces that are easy to get wrong.
std::string text_of(const std::vector<std::string>& alphabet, int most) {
  std::string text;
  for (const std::string& part : several(most, [&] { return *gen::elementOf(alphabet); })) {
    text += part;
  }
  return text;
}
std::string visible_text(int most) {
  static const std::vector<std::string> alphabet{"a", "Z", "7", " ", "\"", "\\", "/",     "~",
                                                 "{", "}", ",", "ë", "名", "🙂", "\u00A0"};
  const std::string text = text_of(alphabet, most);
  return valid_player_name(text) ? text : "x";
}
std::string any_text() {
  using namespace std::string_literals;
  static const std::vector<std::string> alphabet{"a",      "\"",     "\\",     "\n",     "\t",
                                                 "\x01",   "\x1F",   "\x7F",   "\0"s,    "\u0080",
                                                 "\u202E", "\uFFFD", "\uFFFF", "\uE000", "🙂"};
  return text_of(alphabet, 12);
}

rules::Ruleset ruleset() {
  const auto variants = rules::variants();
  const bool silent = coin();
  return {.variant = &variants[*gen::inRange<std::size_t>(0, variants.size())],
          .scout_strike = coin(),
          .aggressor_advantage = coin(),
          .silent_defense = silent,
          .visible_survivors = !silent && coin(),
          .rescue = coin(),
          .two_squares = coin(),
          .chase = any(rules::ChaseRule::off),
          .draw_after_quiet_moves = *gen::inRange<std::uint16_t>(0, 1001),
          .mutual_immobility = any(rules::MutualImmobility::draw)};
}

DecidedAt decided_at() { return {.game = game_number(), .ply = number()}; }

view::Milliseconds duration() { return view::Milliseconds{number()}; }
view::Instant instant() { return view::Instant{duration()}; }
view::Milliseconds limit() { return view::Milliseconds{*gen::inRange(1000, 604'800'001)}; }

std::variant<view::GameClock, view::MoveClock> clock() {
  if (coin()) return view::MoveClock{limit()};
  return view::GameClock{.initial = limit(), .increment = limit()};
}

view::Timing timing() {
  return {.clock = maybe(clock), .setup_limit = maybe(limit), .absence_limit = maybe(limit)};
}

std::string secret() { return "k" + visible_text(8); }

ClientBody client_body() {
  switch (*gen::inRange(0, 23)) {
    case 0:
      return CreateRoom{.name = visible_text(8),
                        .side = maybe(side),
                        .ruleset = ruleset(),
                        .timing = timing(),
                        .spectators = coin(),
                        .is_public = coin(),
                        .return_match = coin(),
                        .by_invitation = coin(),
                        .access_key = maybe(secret)};
    case 1:
      return JoinRoom{.room = "k7-" + visible_text(8),
                      .name = visible_text(8),
                      .retry_key = maybe([] { return "0123456789abcdef" + *any_command_id(); }),
                      .invitation = maybe(secret),
                      .access_key = maybe(secret)};
    case 2:
      return Resume{.room = "K7", .token = "t" + visible_text(8)};
    case 3:
      return LeaveRoom{};
    case 4:
      return SuggestFormation{*gen::element<std::string>("default", "x", "random_guarded", "4_2")};
    case 5:
      return LockFormation{.game = game_number(), .formation = several(100, placement)};
    case 6:
      return Move{.at = decided_at(), .move = move()};
    case 7:
      return LegalMoves{};
    case 8:
      return OfferDraw{decided_at()};
    case 9:
      return AcceptDraw{decided_at()};
    case 10:
      return DeclineDraw{decided_at()};
    case 11:
      return Resign{game_number()};
    case 12:
      return Snapshot{};
    case 13:
      return protocol::Chat{visible_text(8)};
    case 14:
      return WatchRoom{.room = "k7-" + visible_text(8), .access_key = maybe(secret)};
    case 15:
      return ClaimWin{game_number()};
    case 16:
      return Rescue{.at = decided_at(), .rescue = {.rank = rank(), .square = square()}};
    case 17:
      return DeclineRescue{decided_at()};
    case 18:
      return OfferRematch{game_number()};
    case 19:
      return AcceptRematch{game_number()};
    case 20:
      return ListRulesets{};
    case 21:
      return ListRooms{maybe(secret)};
    default:
      return Ping{};
  }
}

view::Fight fight() {
  return {.ply = number(),
          .side = side(),
          .attacker = piece(),
          .defender = piece(),
          .attacker_rank = maybe(rank),
          .defender_rank = maybe(rank),
          .result = any(rules::BattleResult::both_lost)};
}

view::Moved moved() {
  view::Moved moved{.game = number(),
                    .ply = number(),
                    .side = side(),
                    .piece = piece(),
                    .move = move(),
                    .rank = maybe(rank),
                    .combat = maybe(fight),
                    .rescue_pending = coin()};
  if (moved.combat) {
    moved.combat->ply = moved.ply;
    moved.combat->side = moved.side;
    moved.combat->attacker = moved.piece;
  }
  return moved;
}

view::GameOver game_over(std::uint32_t game) {
  return {.game = game,
          .ended = {.reason = any(rules::EndReason::abandonment), .winner = maybe(side)},
          .formations = {placements(), placements()},
          .rescued = {several(2, rank), several(2, rank)},
          .record = maybe(any_text)};
}

view::Clocks clocks() {
  return {.left = {duration(), duration()}, .running = maybe(side), .since = instant()};
}

view::Seen seen() {
  switch (*gen::inRange(0, 17)) {
    case 0:
      return view::PlayerJoined{.seat = seat(), .name = any_text(), .side = side()};
    case 1:
      return view::PlayerLeft{seat()};
    case 2:
      return view::Presence{.seat = seat(), .present = coin()};
    case 3:
      return view::FormationLocked{.side = side(), .formation = maybe(placements)};
    case 4:
      return view::GameStarted{.game = number(),
                               .squares = {several(6, square), several(6, square)}};
    case 5:
      return moved();
    case 6:
      return view::DrawOffered{side()};
    case 7:
      return view::DrawDeclined{side()};
    case 8:
      return game_over(number());
    case 9:
      return view::Chat{.seat = seat(), .text = any_text()};
    case 10:
      return view::Restarted{.down_from = instant(), .down = duration()};
    case 11:
      return view::Rescued{.game = number(),
                           .ply = number(),
                           .side = side(),
                           .piece = piece(),
                           .square = square(),
                           .rank = maybe(rank)};
    case 12:
      return view::RescueDeclined{side()};
    case 13:
      return view::DrawNear{number()};
    case 14:
      return view::RematchOffered{seat()};
    case 15:
      return view::NextGame{.game = number(), .match = number(), .sides = {side(), side()}};
    default:
      return view::RoomClosed{};
  }
}

rules::FormationFault fault() {
  using Kind = rules::FormationFault::Kind;
  rules::FormationFault fault{.kind = any(Kind::doubled)};
  const bool of_rank = fault.kind == Kind::missing || fault.kind == Kind::surplus;
  if (of_rank) fault.rank = rank();
  if (!of_rank) fault.square = square();
  if (fault.kind != Kind::outside) fault.count = *gen::inRange(0, 101);
  return fault;
}

Error error() {
  return {.code = any(ErrorCode::internal),
          .message = any_text(),
          .pointer = maybe(any_text),
          .now = maybe(decided_at),
          .faults = several(4, fault),
          .retry_after_ms = maybe(large_number)};
}

Limits limits() {
  return {.message_bytes = large_number(),
          .messages_per_second = number(),
          .message_burst = number(),
          .refusals_before_close = number(),
          .outbox_frames = large_number(),
          .outbox_bytes = large_number(),
          .header_bytes = large_number(),
          .json_depth = large_number(),
          .connections = large_number(),
          .connections_per_address = large_number(),
          .rooms = large_number(),
          .rooms_per_address = large_number(),
          .failed_joins_per_minute = number(),
          .room_inbox = large_number(),
          .chat_bytes = large_number(),
          .chats_per_minute = number(),
          .spectators_per_room = number(),
          .handshake_ms = large_number(),
          .first_command_ms = large_number(),
          .ping_interval_ms = large_number(),
          .silence_ms = large_number(),
          .write_ms = large_number(),
          .close_ms = large_number(),
          .empty_room_ms = large_number(),
          .unfinished_setup_ms = large_number(),
          .silent_game_ms = large_number(),
          .finished_room_ms = large_number(),
          .records = large_number(),
          .keep_records_ms = large_number()};
}

Hello hello() {
  return {.protocol = number(),
          .server = any_text(),
          .features = several(3, any_text),
          .limits = limits(),
          .time_ms = large_number(),
          .url = maybe(any_text)};
}

view::SeatView seat_view() {
  return {.name = any_text(),
          .side = side(),
          .present = coin(),
          .absent_since = maybe(instant),
          .locked = coin()};
}

view::PlayerView player_view() {
  view::PlayerView view;
  view.viewer = coin() ? view::Viewer::player(side()) : view::Viewer::spectator();
  view.seq = large_number();
  view.table.ruleset = ruleset();
  view.table.timing = timing();
  view.table.spectators = coin();
  view.table.is_public = coin();
  view.table.setup_ends = maybe(instant);
  view.table.clocks = maybe(clocks);
  view.table.phase = any(view::Phase::over);
  view.table.seats = {maybe(seat_view), maybe(seat_view)};
  view.table.game = number();
  view.table.draw_offer = maybe(side);
  view.table.match = number();
  view.table.score = {.wins = {number(), number()}, .draws = number()};
  view.table.return_match = coin();
  view.table.rematch_offer = maybe(seat);
  view.table.result = maybe([] { return game_over(number()); });
  view.formation = maybe(placements);
  view.ply = number();
  view.to_move = maybe(side);
  view.rescue_pending = coin();
  view.quiet_moves = number();
  view.pieces = several(5, [] {
    return view::PieceView{.piece = piece(),
                           .side = side(),
                           .square = square(),
                           .moved = coin(),
                           .rank = maybe(rank),
                           .known = maybe(rank)};
  });
  view.losses = several(5, [] {
    return view::Loss{.piece = piece(),
                      .side = side(),
                      .rank = maybe(rank),
                      .known = maybe(rank),
                      .ply = number()};
  });
  view.moves = several(5, move);
  view.fights = several(5, fight);
  view.rescues = several(3, [] {
    return view::Rescue{
        .ply = number(), .side = side(), .piece = piece(), .square = square(), .rank = maybe(rank)};
  });
  return view;
}

SnapshotTold snapshot() {
  return {.room = any_text(),
          .seat = maybe(seat),
          .last_command =
              maybe([] { return LastCommand{.id = *any_command_id(), .seq = large_number()}; }),
          .view = player_view()};
}

Setting setting() {
  switch (*gen::inRange(0, 3)) {
    case 0:
      return coin();
    case 1:
      return large_number();
    default:
      return any_text();
  }
}

Rulesets rulesets() {
  return {.presets = several(3,
                             [] {
                               return PresetTold{.name = any_text(),
                                                 .summary = any_text(),
                                                 .ruleset = maybe(ruleset),
                                                 .formations = several(3, [] {
                                                   return StyleTold{.name = any_text(),
                                                                    .summary = any_text()};
                                                 })};
                             }),
          .switches = several(4, [] {
            return SwitchTold{.name = any_text(),
                              .summary = any_text(),
                              .usual = setting(),
                              .values = several(3, setting),
                              .most = maybe(large_number)};
          })};
}

std::vector<SwitchSet> switches_set() {
  std::vector<SwitchSet> set;
  for (const rules::SwitchEntry& entry : rules::switches()) {
    if (coin()) set.push_back({.name = std::string{entry.name}, .value = setting()});
  }
  return set;
}

RoomTold room() {
  return {.room = any_text(),
          .host = any_text(),
          .is_public = coin(),
          .phase = any(view::Phase::over),
          .seats_free = number(),
          .free_side = maybe(side),
          .preset = any_text(),
          .variant = any_text(),
          .switches = switches_set(),
          .timing = timing(),
          .spectators = coin(),
          .return_match = coin()};
}

ServerBody server_body() {
  switch (*gen::inRange(0, 14)) {
    case 0:
      return hello();
    case 1:
      return error();
    case 2:
      return Seated{
          .room = any_text(), .seat = seat(), .token = any_text(), .invitation = maybe(any_text)};
    case 3:
      return LeftRoom{};
    case 4:
      return FormationSuggested{placements()};
    case 5:
      return LegalMovesTold{.at = decided_at(), .moves = several(6, move)};
    case 6:
      return Pong{large_number()};
    case 7:
      return snapshot();
    case 8:
      return rulesets();
    case 9:
      return Rooms{.rooms = several(3, room), .more = coin()};
    case 10:
      return Unknown{.type = "new " + any_text(), .seq = maybe(large_number)};
    default:
      return Event{.seq = large_number(), .at = instant(), .seen = seen()};
  }
}

}  // namespace

rc::Gen<CommandId> any_command_id() {
  static constexpr std::string_view alphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
  return gen::exec([] {
    std::string id;
    for (int left = *gen::inRange(1, 37); left > 0; --left) {
      id += alphabet[*gen::inRange<std::size_t>(0, alphabet.size())];
    }
    return id;
  });
}

rc::Gen<rules::Rank> any_rank() { return gen::exec(rank); }

rc::Gen<ClientMessage> any_client_message() {
  return gen::exec([] { return ClientMessage{.id = *any_command_id(), .body = client_body()}; });
}

rc::Gen<ServerMessage> any_server_message() {
  return gen::exec([] {
    return ServerMessage{.re = maybe([] { return *any_command_id(); }), .body = server_body()};
  });
}

rc::Gen<rules::Moved> any_true_move() {
  return gen::exec([] {
    return rules::Moved{.ply = number(),
                        .side = side(),
                        .piece = piece(),
                        .rank = rank(),
                        .move = move(),
                        .ran = coin(),
                        .combat = maybe([] {
                          return rules::Combat{.defender = piece(),
                                               .attacker_rank = rank(),
                                               .defender_rank = rank(),
                                               .result = any(rules::BattleResult::both_lost),
                                               .attacker_revealed = coin(),
                                               .defender_revealed = coin()};
                        })};
  });
}

}  // namespace flagrank::test

#include "tests/unit/text/dealer.hpp"

#include "common/rules/variant.hpp"
#include "common/view/redact.hpp"
#include "tests/support/armies.hpp"
#include "tests/support/positions.hpp"

namespace flagrank::text {

using rules::Side;
using view::Seat;

namespace {

rules::Formation drawn_army(const rules::Ruleset& ruleset, std::string_view board, Side side) {
  const auto armies = test::armies_of(test::drawn(board));
  return *rules::Formation::check(*ruleset.variant, side, armies[rules::index(side)]);
}

}  // namespace

Dealer::Dealer(Side side, const rules::Ruleset& ruleset, const view::Timing& timing)
    : Dealer{side, ruleset, timing, rules::default_formation(*ruleset.variant, Side::red),
             rules::default_formation(*ruleset.variant, Side::blue)} {}

Dealer::Dealer(Side side, const rules::Ruleset& ruleset, std::string_view board)
    : Dealer{side,
             ruleset,
             {},
             drawn_army(ruleset, board, Side::red),
             drawn_army(ruleset, board, Side::blue)} {}

Dealer::Dealer(Side side, const rules::Ruleset& ruleset, const view::Timing& timing,
               const rules::Formation& red, const rules::Formation& blue)
    : side_{side},
      ruleset_{ruleset},
      red_{red},
      blue_{blue},
      game_{rules::Game::start(ruleset, red_, blue_)} {
  view_.viewer = view::Viewer::player(side);
  view_.table.ruleset = ruleset;
  view_.table.timing = timing;
  tell(view::PlayerJoined{.seat = Seat::host, .name = "Ann", .side = side});
}

Dealer::Message Dealer::hello() const {
  const auto time_ms = static_cast<std::uint64_t>(now_.time_since_epoch().count());
  return {.re = {},
          .body = protocol::Hello{.protocol = 1, .server = "flagrankd test", .time_ms = time_ms}};
}

Dealer::Message Dealer::error(protocol::ErrorCode code, std::string sentence, Re re) {
  return {.re = std::move(re),
          .body = protocol::Error{.code = code, .message = std::move(sentence)}};
}

Dealer::Message Dealer::seated(Re re) const {
  return {.re = std::move(re),
          .body = protocol::Seated{.room = "K7QM3P", .seat = Seat::host, .token = "secret"}};
}

Dealer::Message Dealer::snapshot(Re re) const {
  return {.re = std::move(re),
          .body = protocol::SnapshotTold{
              .room = "K7QM3P", .seat = Seat::host, .last_command = {}, .view = view_}};
}

Dealer::Message Dealer::suggestion(Re re) const {
  return {.re = std::move(re), .body = protocol::FormationSuggested{army(side_).placements()}};
}

Dealer::Message Dealer::tell(const view::Fact& fact, Re re) {
  const view::Seen seen = view::redact(fact, view_.viewer);
  view_.apply(view_.seq + 1, now_, seen);
  return {.re = std::move(re), .body = protocol::Event{.seq = view_.seq, .at = now_, .seen = seen}};
}

Dealer::Message Dealer::join(const std::string& name) {
  return tell(
      view::PlayerJoined{.seat = Seat::guest, .name = name, .side = rules::opponent(side_)});
}

Dealer::Message Dealer::lock(Side side, Re re) {
  return tell(view::truth::FormationLocked{army(side)}, std::move(re));
}

Dealer::Message Dealer::impose(const rules::Formation& army) {
  return tell(view::truth::FormationLocked{army});
}

Dealer::Message Dealer::start() {
  game_ = rules::Game::start(ruleset_, red_, blue_);
  rescued_ = {};
  return tell(view::truth::GameStarted{.game = view_.table.game, .red = red_, .blue = blue_});
}

Dealer::Message Dealer::move(std::string_view text, Re re) {
  const rules::Turn turn = *game_.apply(game_.to_move(), test::parse_move(text));
  return tell(view::truth::Moved{.game = view_.table.game, .moved = turn.moved}, std::move(re));
}

Dealer::Message Dealer::rescue(rules::Rank rank, std::string_view square, Re re) {
  const Side side = game_.to_move();
  const rules::Rescue wish{.rank = rank, .square = test::parse_square(square)};
  const rules::RescueTurn turn = *game_.rescue(side, wish);
  rescued_[rules::index(side)].push_back(rank);
  return tell(view::truth::Rescued{.game = view_.table.game, .rescued = *turn.rescued},
              std::move(re));
}

Dealer::Message Dealer::pass(Re re) {
  const Side side = game_.to_move();
  game_.decline_rescue(side);
  return tell(view::RescueDeclined{side}, std::move(re));
}

Dealer::Message Dealer::end(rules::EndReason reason, std::optional<Side> winner, Re re) {
  return tell(view::GameOver{.game = view_.table.game,
                             .ended = {.reason = reason, .winner = winner},
                             .formations = {red_.placements(), blue_.placements()},
                             .rescued = rescued_},
              std::move(re));
}

Dealer::Message Dealer::next_game(bool same_match, Re re) {
  side_ = rules::opponent(side_);
  return tell(view::NextGame{.game = view_.table.game + 1,
                             .match = view_.table.match + (same_match ? 0 : 1),
                             .sides = {side_, rules::opponent(side_)}},
              std::move(re));
}

Dealer::Message Dealer::chat(Seat seat, const std::string& text, Re re) {
  return tell(view::Chat{.seat = seat, .text = text}, std::move(re));
}

void Dealer::run() {
  join();
  lock(Side::red);
  lock(Side::blue);
  start();
}

const rules::Formation& Dealer::army(Side side) const { return side == Side::red ? red_ : blue_; }

}  // namespace flagrank::text

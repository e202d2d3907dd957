#include "tests/support/random_commands.hpp"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "tests/support/match_play.hpp"

namespace flagrank::test {

using match::Deed;
using match::Match;
using rules::Square;
using view::Phase;
using view::Seat;

namespace {

Seat any_seat(Random& random) { return random.coin() ? Seat::host : Seat::guest; }

Square any_square(Random& random) {
  return Square::from_index(static_cast<int>(random(Square::count)));
}

/// Mostly the present position, sometimes one nearby.
match::DecidedAt about_now(const Match& match, Random& random) {
  match::DecidedAt at = match.now();
  if (random(4) == 0) at.ply += random(3);
  if (random(8) == 0) at.game += random(2);
  return at;
}

constexpr unsigned char invitation = 7;

match::Join any_join(Random& random) {
  match::Join join{.name = random.coin() ? "Ann" : "Bob",
                   .token = token(static_cast<unsigned char>(random(256)))};
  if (random.coin()) join.invitation = token(random(4) == 0 ? 8 : invitation);
  return join;
}

match::LockFormation lock(const Match& match, Seat seat, Random& random) {
  const auto army = shuffled_formation(*match.settings().ruleset.variant, match.side(seat), random);
  match::LockFormation deed{.game = match.now().game, .formation = army.placements()};
  for (std::size_t i = deed.formation.size(); i > 1; --i) {
    std::swap(deed.formation[i - 1], deed.formation[random(static_cast<std::uint32_t>(i))]);
  }
  return deed;
}

/// Some limits that are reached within a story, which takes a second for each command.
view::Timing random_timing(Random& random) {
  using std::chrono::seconds;
  view::Timing timing;
  if (random.coin()) timing.clock = view::GameClock{seconds{20 + random(600)}, seconds{random(3)}};
  if (random(4) == 0) timing.clock = view::MoveClock{seconds{2 + random(60)}};
  if (random.coin()) timing.setup_limit = seconds{5 + random(60)};
  if (random.coin()) timing.absence_limit = seconds{1 + random(30)};
  return timing;
}

/// What the server itself may have to say.
Deed of_the_server(Random& random) {
  if (random(3) > 0) return match::Elapse{};
  return match::Restart{.down_from = noon, .down = std::chrono::seconds{random(100)}};
}

/// Brings back something that may come back, or says that nothing does. A scout that nobody knows
/// is told that it may not.
Deed decide_rescue(const Match& match, rules::Side side, Random& random) {
  const view::PlayerView view = match.view(view::Viewer::player(side));
  rules::SquareSet squares = rules::own_half(side) - view.table.ruleset.variant->lakes;
  for (const view::PieceView& piece : view.pieces) squares.erase(piece.square);
  const rules::Inventory captured = view.rescuable();
  std::vector<rules::Rescue> choices;
  for (const rules::Rank rank : rules::all_ranks) {
    if (captured[index(rank)] == 0) continue;
    squares.for_each([&](Square square) { choices.push_back({rank, square}); });
  }
  if (choices.empty() || random.coin()) return match::DeclineRescue{match.now()};
  return match::Rescue{.at = match.now(),
                       .rescue = choices[random(static_cast<std::uint32_t>(choices.size()))]};
}

bool said_by_the_server(const Deed& deed) {
  return std::holds_alternative<match::Attend>(deed) ||
         std::holds_alternative<match::Elapse>(deed) ||
         std::holds_alternative<match::Restart>(deed);
}

}  // namespace

match::Settings random_settings(Random& random, const rules::Variant& variant) {
  match::Settings settings{.ruleset = random_ruleset(random),
                           .host_side = random.coin() ? rules::Side::red : rules::Side::blue};
  settings.ruleset.variant = &variant;
  settings.timing = random_timing(random);
  settings.spectators = random.coin();
  settings.return_match = random.coin();
  settings.is_public = random.coin();
  if (random.coin()) settings.invitation = token(invitation);
  settings.by_invitation = settings.invitation && random(4) == 0;
  if (random.coin()) settings.record_key = "00112233445566778899aabbccddeeff";
  return settings;
}

match::Command Speaker::command(const Match& match, Random& random) {
  const std::uint32_t roll = random(100);
  if (!said_.empty() && roll < 4) {
    return said_[said_.size() - 1 -
                 random(static_cast<std::uint32_t>(std::min<std::size_t>(said_.size(), 40)))];
  }
  match::Command command{.seat = any_seat(random), .id = {}, .deed = {}};
  command.deed = roll < 12 ? nonsense(match, random) : sensible(match, command.seat, random);
  const bool reuse = !said_.empty() && random(50) == 0;
  command.id = reuse ? said_.back().id : "c" + std::to_string(said_.size());
  if (said_by_the_server(command.deed)) command.id.clear();
  if (!command.id.empty()) said_.push_back(command);
  return command;
}

Deed Speaker::sensible(const Match& match, Seat& seat, Random& random) const {
  const std::uint32_t roll = random(100);
  if (roll < 3) return match::Chat{"hello"};
  if (roll < 6) return match::Attend{random.coin()};
  if (roll < 9) return of_the_server(random);
  if (match.phase() == Phase::playing) return in_play(match, seat, random);
  if (match.phase() == Phase::over) return after_the_end(match, seat, random);
  if (!match.taken(seat)) return any_join(random);
  if (roll < 12) return match::Leave{};
  return lock(match, seat, random);
}

Deed Speaker::after_the_end(const Match& match, Seat& seat, Random& random) const {
  const std::uint32_t roll = random(10);
  if (roll == 0) return match::Leave{};
  if (roll == 1) return match::Chat{"gg"};
  const auto offer = match.view(view::Viewer::spectator()).table.rematch_offer;
  if (!offer) return match::OfferRematch{match.now().game};
  seat = view::other(*offer);
  return match::AcceptRematch{match.now().game};
}

Deed Speaker::in_play(const Match& match, Seat& seat, Random& random) const {
  const std::uint32_t roll = random(2000);
  if (roll < 2) return match::Resign{match.now().game};
  if (roll < 3) return match::Leave{};
  if (roll < 30) return match::ClaimWin{match.now().game};
  const view::PlayerView seen = match.view(view::Viewer::spectator());
  const auto offer = seen.table.draw_offer;
  if (offer && roll < 600) {
    seat = match.side(Seat::host) == *offer ? Seat::guest : Seat::host;
    if (roll < 50) return match::AcceptDraw{match.now()};
    return match::DeclineDraw{match.now()};
  }
  if (roll < 80) return match::OfferDraw{match.now()};
  seat = match.side(Seat::host) == seen.to_move ? Seat::host : Seat::guest;
  if (seen.rescue_pending) return decide_rescue(match, *seen.to_move, random);
  const rules::MoveList moves = match.legal_moves(seat);
  return match::Move{.at = match.now(),
                     .move = random_move({moves.begin(), moves.size()}, *seen.to_move,
                                         match.settings().ruleset, random)};
}

Deed nonsense(const Match& match, Random& random) {
  switch (random(15)) {
    case 0:
      return any_join(random);
    case 1:
      return match::AcceptDraw{about_now(match, random)};
    case 2:
      return match::Attend{random.coin()};
    case 3:
      return lock(match, any_seat(random), random);
    case 4:
      return match::LockFormation{.game = random(3),
                                  .formation = {{any_square(random), rules::Rank::spy}}};
    case 5:
      return match::OfferDraw{about_now(match, random)};
    case 6:
      return match::DeclineDraw{about_now(match, random)};
    case 7:
      return match::Resign{2 + random(2)};
    case 8:
      return match::Chat{""};
    case 9:
      return match::ClaimWin{random(3)};
    case 10:
      return match::Rescue{.at = about_now(match, random),
                           .rescue = {.rank = rules::all_ranks[random(rules::rank_count)],
                                      .square = any_square(random)}};
    case 11:
      return match::DeclineRescue{about_now(match, random)};
    case 12:
      return match::OfferRematch{random(3)};
    case 13:
      return match::AcceptRematch{random(3)};
    default:
      return match::Move{.at = about_now(match, random),
                         .move = {.from = any_square(random), .to = any_square(random)}};
  }
}

}  // namespace flagrank::test

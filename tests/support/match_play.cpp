#include "tests/support/match_play.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace flagrank::test {

using rules::Side;
using rules::SquareSet;
using view::Seat;

namespace {

/// An id that is new in each game.
std::string in_game(std::string id, std::uint32_t game) {
  return game == 1 ? std::move(id) : std::move(id) + " of game " + std::to_string(game);
}

}  // namespace

const rules::Variant& skirmish() noexcept {
  static const rules::Variant variant{
      .name = "skirmish",
      .summary = "For tests.",
      .lakes = rules::classic().lakes,
      .set_up_areas = {SquareSet::of_rows(0, 3), SquareSet::of_rows(6, 9)},
      //            flag spy scout miner 4  5  6  7  8  9  marshal bomb
      .inventory = {1, 1, 2, 2, 0, 0, 0, 0, 0, 1, 1, 2},
      .formations = {}};
  return variant;
}

const rules::Position& skirmish_board() {
  static const rules::Position board = drawn(R"(
      fb........
      b.........
      n...s....n
      o...gm...o
      ..~~..~~..
      ..~~..~~..
      O...MS...O
      NN..G.....
      B.........
      FB........)");
  return board;
}

std::vector<rules::Placement> placements(const rules::Position& position, Side side) {
  std::vector<rules::Placement> placements;
  for (const rules::Position::Entry& entry : position.pieces) {
    if (entry.side == side) placements.push_back(entry.placement);
  }
  return placements;
}

rules::Formation formation(const rules::Variant& variant, const rules::Position& position,
                           Side side) {
  return *rules::Formation::check(variant, side, placements(position, side));
}

match::TokenHash token(unsigned char byte) {
  match::TokenHash hash;
  hash.fill(std::byte{byte});
  return hash;
}

match::Command host(std::string id, match::Deed deed) {
  return {.seat = Seat::host, .id = std::move(id), .deed = std::move(deed)};
}

match::Command guest(std::string id, match::Deed deed) {
  return {.seat = Seat::guest, .id = std::move(id), .deed = std::move(deed)};
}

match::Settings skirmish_settings() {
  return {.ruleset = {.variant = &skirmish()}, .host_side = Side::red};
}

match::Accepted accept(match::Match& match, const match::Command& command, match::Instant now) {
  const match::Outcome outcome = match.handle(command, now);
  const auto* accepted = std::get_if<match::Accepted>(&outcome);
  if (accepted == nullptr) {
    ADD_FAILURE() << "not accepted: " << testing::PrintToString(outcome);
    return {};
  }
  return *accepted;
}

match::Match seated_match(const match::Settings& settings) {
  match::Match match{settings};
  accept(match, host("join", match::Join{.name = "Ann", .token = token(1)}));
  accept(match, guest("join", match::Join{.name = "Bob", .token = token(2)}));
  return match;
}

match::Match running_match(const match::Settings& settings) {
  match::Match match = seated_match(settings);
  lock_both(match);
  return match;
}

void lock_both(match::Match& match) {
  const std::uint32_t game = match.now().game;
  for (const Seat seat : view::all_seats) {
    accept(match, {.seat = seat,
                   .id = in_game("lock", game),
                   .deed = match::LockFormation{
                       .game = game, .formation = placements(skirmish_board(), match.side(seat))}});
  }
}

void play(match::Match& match, std::string_view moves) {
  for (const rules::Move move : parse_moves(moves)) {
    const match::DecidedAt at = match.now();
    const Side to_move = at.ply % 2 == 0 ? Side::red : Side::blue;
    const Seat seat = match.side(Seat::host) == to_move ? Seat::host : Seat::guest;
    accept(match, {.seat = seat,
                   .id = in_game("ply" + std::to_string(at.ply), at.game),
                   .deed = match::Move{.at = at, .move = move}});
  }
}

Asked asked(const match::Match& match, const std::vector<match::TokenHash>& tokens) {
  Asked answers{.views = {match.view(view::Viewer::player(Side::red)),
                          match.view(view::Viewer::player(Side::blue)),
                          match.view(view::Viewer::spectator())},
                .last_commands = {},
                .legal_moves = {},
                .seats = {},
                .now = match.now(),
                .seq = match.seq(),
                .last_change = match.last_change()};
  for (const Seat seat : view::all_seats) {
    const rules::MoveList moves = match.legal_moves(seat);
    answers.last_commands.push_back(match.last_command(seat));
    answers.legal_moves.emplace_back(moves.begin(), moves.end());
  }
  for (const match::TokenHash& token : tokens) answers.seats.push_back(match.seat_of(token));
  return answers;
}

}  // namespace flagrank::test

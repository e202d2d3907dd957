#include "client/text/words.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "client/text/board.hpp"
#include "client/text/clean.hpp"
#include "client/text/durations.hpp"
#include "client/text/memory.hpp"
#include "client/text/symbols.hpp"
#include "client/text/timekeeping.hpp"

namespace flagrank::text {
namespace {

using rules::Side;

/// "your" or "Blue's".
std::string whose(const view::PlayerView& view, Side side) {
  return view.viewer.plays(side) ? "your" : std::string{side_in_words(side)} + "'s";
}

/// "you" or "Blue".
std::string who(const view::PlayerView& view, Side side) {
  return view.viewer.plays(side) ? "you" : std::string{side_in_words(side)};
}

std::string capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') {
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  }
  return text;
}

std::string piece_in_words(std::optional<rules::Rank> rank) {
  return rank ? rank_in_words(*rank) : "piece";
}

std::string outcome_in_words(const view::Fight& fight) {
  const bool bomb = fight.defender_rank == rules::Rank::bomb;
  switch (fight.result) {
    case rules::BattleResult::attacker_won:
      if (fight.defender_rank == rules::Rank::flag) return "captured it";
      return bomb ? "defused it" : "took it";
    case rules::BattleResult::defender_won:
      return bomb ? "was blown up" : "was lost";
    default:
      return "both were lost";
  }
}

std::string reason_in_words(const view::PlayerView& view, const rules::Ended& ended) {
  const Side loser = rules::opponent(ended.winner.value_or(Side::red));
  switch (ended.reason) {
    case rules::EndReason::flag_captured:
      return whose(view, loser) + " flag is captured";
    case rules::EndReason::no_legal_move:
      return ended.winner ? who(view, loser) + " cannot move any more" : "nobody can move any more";
    case rules::EndReason::resignation:
      return who(view, loser) + " resigned";
    case rules::EndReason::agreement:
      return "both agreed to it";
    case rules::EndReason::quiet_moves:
      return "too many moves without a fight";
    case rules::EndReason::time:
      return whose(view, loser) + " time is up";
    default:
      return who(view, loser) + " stayed away too long";
  }
}

/// The seat of the player who is not the viewer; the guest's for a spectator.
view::Seat other_seat(const view::PlayerView& view) {
  const auto own = view.table.seat_of(near_side(view));
  return own ? view::other(*own) : view::Seat::guest;
}

bool locked(const view::PlayerView& view, view::Seat seat) {
  const auto& sitting = view.table.seats[view::index(seat)];
  return sitting && sitting->locked;
}

std::string step_before_the_game(const view::PlayerView& view, view::Instant now) {
  const bool waiting = view.table.phase == view::Phase::waiting;
  if (!view.viewer.side()) {
    return waiting ? "You are watching. The players are not both there yet."
                   : "You are watching. The players arrange their armies.";
  }
  const std::string other{side_in_words(rules::opponent(near_side(view)))};
  std::string time;
  if (view.table.setup_ends) time = " " + clock_face(*view.table.setup_ends - now) + " left.";
  if (view.formation) {
    return waiting ? "Your army is locked. Waiting for the other player to join."
                   : "Your army is locked. Waiting for " + other + " to be ready." + time;
  }
  if (waiting) {
    return "Waiting for the other player. Meanwhile, arrange your army and lock it.";
  }
  return (locked(view, other_seat(view)) ? other + " is ready. " : "") +
         "Arrange your army, then type lock." + (time.empty() ? " (help setup tells how.)" : time);
}

std::string step_in_the_game(const view::PlayerView& view, view::Instant now) {
  const auto own = view.viewer.side();
  const Side to_move = view.to_move.value_or(Side::red);
  if (const auto from = claimable_from(view); from && *from <= now) {
    return std::string{side_in_words(rules::opponent(*own))} +
           " is away too long: type claim to win the game, or wait.";
  }
  const auto offer = view.table.draw_offer;
  const bool own_turn = own == to_move;
  if (own && offer && *offer != own) {
    // One line of a terminal has to do.
    return std::string{side_in_words(*offer)} + " offers a draw: type accept or decline, or " +
           (own_turn ? "play on: it is your turn." : "wait.");
  }
  if (!own_turn) return std::string{side_in_words(to_move)} + " is to move.";
  const auto left = time_left(view.table, to_move, now);
  const std::string turn = left ? "Your turn, " + clock_face(*left) + " left." : "Your turn.";
  const auto example = example_move(view);
  if (!example) return turn + " Type a move, or moves to see which there are.";
  return turn + " Type a move such as " + example->from.text() + " " + example->to.text() +
         ", or help.";
}

}  // namespace

std::string player_name(const view::PlayerView& view, view::Seat seat, Style style) {
  const auto& sitting = view.table.seats[view::index(seat)];
  return sitting ? clean(sitting->name, style, 32) : "nobody";
}

std::string fight_in_words(const view::PlayerView& view, const view::Fight& fight,
                           rules::Square square) {
  return capital(whose(view, fight.side)) + " " + piece_in_words(fight.attacker_rank) +
         " attacked " + whose(view, rules::opponent(fight.side)) + " " +
         piece_in_words(fight.defender_rank) + " on " + square.text() + " and " +
         outcome_in_words(fight) + ".";
}

std::string move_in_words(const view::PlayerView& view, std::uint32_t ply) {
  const rules::Move move = view.moves.at(ply - 1);
  const auto fight = std::ranges::find(view.fights, ply, &view::Fight::ply);
  if (fight != view.fights.end()) return fight_in_words(view, *fight, move.to);
  const std::string path = move.from.text() + " to " + move.to.text() + ".";
  if (is_run(move)) return capital(whose(view, mover(ply))) + " scout ran from " + path;
  return capital(who(view, mover(ply))) + " moved " + path;
}

std::string result_in_words(const view::PlayerView& view) {
  if (!view.table.result) return "The game is over.";
  const rules::Ended& ended = view.table.result->ended;
  const std::string reason = reason_in_words(view, ended);
  if (!ended.winner) return "The game is a draw: " + reason + ".";
  const bool own = view.viewer.plays(*ended.winner);
  return capital(who(view, *ended.winner)) + (own ? " win: " : " wins: ") + reason + ".";
}

std::string next_step(const view::PlayerView& view, view::Instant now) {
  switch (view.table.phase) {
    case view::Phase::playing:
      return step_in_the_game(view, now);
    case view::Phase::over:
      return result_in_words(view) + " Type quit to leave.";
    default:
      return step_before_the_game(view, now);
  }
}

std::optional<rules::Move> example_move(const view::PlayerView& view) {
  if (!view.to_move) return std::nullopt;
  const Side side = *view.to_move;
  rules::SquareSet closed = view.table.ruleset.variant->lakes;
  for (const view::PieceView& piece : view.pieces) closed.insert(piece.square);

  // Forward first: it is what a newcomer should see.
  const int ahead = side == Side::red ? 1 : -1;
  for (const auto& [files, rows] : {std::pair{0, ahead}, {1, 0}, {-1, 0}, {0, -ahead}}) {
    for (const view::PieceView& piece : view.pieces) {
      if (piece.side != side || (piece.rank && !rules::movable(*piece.rank))) continue;
      const int file = piece.square.file() + files;
      const int row = piece.square.row() + rows;
      if (file < 0 || file >= rules::Square::files || row < 0 || row >= rules::Square::rows)
        continue;
      const rules::Square to = rules::Square::at(file, row);
      if (!closed.contains(to)) return rules::Move{piece.square, to};
    }
  }
  return std::nullopt;
}

std::string history_in_words(const view::PlayerView& view, bool all) {
  constexpr std::size_t few = 20;
  if (view.moves.empty()) return "Nobody has moved yet.\n";
  const std::size_t first = all || view.moves.size() <= few ? 0 : view.moves.size() - few;
  const std::size_t width = std::to_string(view.moves.size()).size();
  std::string text;
  for (std::size_t i = first; i < view.moves.size(); ++i) {
    const std::string number = std::to_string(i + 1);
    text += std::string(width - number.size(), ' ') + number + ". " +
            move_in_words(view, static_cast<std::uint32_t>(i + 1)) + "\n";
  }
  if (first > 0) text += "(history all shows those before.)\n";
  return text;
}

std::string losses_in_words(const view::PlayerView& view) {
  std::string text;
  for (const Side side : {near_side(view), rules::opponent(near_side(view))}) {
    std::array<int, rules::rank_count> counts{};
    int unknown = 0;
    for (const view::Loss& loss : view.losses) {
      if (loss.side != side) continue;
      ++(loss.rank ? counts[rules::index(*loss.rank)] : unknown);
    }
    std::string list;
    for (std::size_t i = counts.size(); i-- > 0;) {
      if (counts[i] == 0) continue;
      list += (list.empty() ? "" : ", ") + count_in_words(counts[i], rules::all_ranks[i]);
    }
    if (unknown > 0) {
      list += (list.empty() ? "" : ", ") + std::to_string(unknown) + " unknown";
    }
    text += capital(who(view, side)) + (view.viewer.plays(side) ? " have" : " has") + " lost " +
            (list.empty() ? "nothing yet" : list) + ".\n";
  }
  return text;
}

}  // namespace flagrank::text

#include "client/text/words.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "client/text/board.hpp"
#include "client/text/clean.hpp"
#include "client/text/durations.hpp"
#include "client/text/formation_file.hpp"
#include "client/text/stage.hpp"
#include "client/text/symbols.hpp"
#include "client/text/timekeeping.hpp"
#include "client/text/wrap.hpp"
#include "common/protocol/text.hpp"
#include "common/rules/names.hpp"
#include "common/rules/rescue.hpp"

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

/// What stands where the last move went.
const view::PieceView* last_mover(const view::PlayerView& view) {
  if (view.moves.empty()) return nullptr;
  const auto piece = std::ranges::find(view.pieces, view.moves.back().to, &view::PieceView::square);
  return piece == view.pieces.end() ? nullptr : &*piece;
}

/// The first square that a piece of that side could come back to.
std::optional<rules::Square> rescue_square(const view::PlayerView& view, Side side) {
  rules::SquareSet closed = view.table.ruleset.variant->lakes;
  for (const view::PieceView& piece : view.pieces) closed.insert(piece.square);
  for (int i = 0; i < rules::Square::count; ++i) {
    const rules::Square square = rules::Square::from_index(i);
    if (rules::own_half(side).contains(square) && !closed.contains(square)) return square;
  }
  return std::nullopt;
}

std::string rescue_step(const view::PlayerView& view, Side own, view::Instant now) {
  const view::PieceView* mover = last_mover(view);
  if (mover != nullptr && mover->rank == rules::Rank::scout) {
    return "A scout brings nobody back: type pass. Nobody is told that it is a scout.";
  }
  std::string list;
  std::string_view example;
  const rules::Inventory counts = view.rescuable();
  for (std::size_t i = counts.size(); i-- > 0;) {
    if (counts[i] == 0) continue;
    list += (list.empty() ? "" : ", ") + count_in_words(counts[i], rules::all_ranks[i]);
    if (example.empty()) example = rules::name(rules::all_ranks[i]);
  }
  const auto square = rescue_square(view, own);
  if (list.empty() || !square) return "None of your captured pieces can come back: type pass.";
  const auto left = time_left(view.table, own, now);
  return wrapped("You may bring a captured piece back" +
                 (left ? ", " + clock_face(*left) + " left" : "") + ": " + list + ".") +
         "\n" + "Type rescue " + std::string{example} + " " + square->text() +
         ", say (a free square of rows " + (own == Side::red ? "1 to 5" : "6 to 10") +
         "), or pass.";
}

std::string step_in_the_game(const view::PlayerView& view, view::Instant now) {
  const auto own = view.viewer.side();
  const Side to_move = view.to_move.value_or(Side::red);
  if (const auto from = claimable_from(view); from && *from <= now) {
    return std::string{side_in_words(rules::opponent(*own))} +
           " is away too long: type claim to win the game, or wait.";
  }
  const bool own_turn = own == to_move;
  if (view.rescue_pending) {
    if (own_turn) return rescue_step(view, to_move, now);
    return std::string{side_in_words(to_move)} + " may bring a captured piece back.";
  }
  const auto offer = view.table.draw_offer;
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

std::string step_after_the_game(const view::PlayerView& view) {
  const std::string result = result_in_words(view) + "\n";
  if (!match_over(view.table)) return result_in_words(view);
  const auto own = view.viewer.side();
  if (!own || !rematch_possible(view.table)) return result + "Type quit to leave.";
  const auto offer = view.table.rematch_offer;
  if (!offer) return result + "Type rematch to play again, or quit to leave.";
  if (offer == view.table.seat_of(*own)) {
    return result + "You have offered a rematch. Type quit to leave.";
  }
  return result + std::string{side_in_words(rules::opponent(*own))} +
         " offers a rematch: type rematch to accept, or quit to leave.";
}

/// "Ann", or what the seat is called where it is free.
std::string seat_in_words(const view::PlayerView& view, view::Seat seat, Style style) {
  if (view.table.seats[view::index(seat)]) return player_name(view, seat, style);
  return seat == view::Seat::host ? "The host" : "The guest";
}

/// What a side has brought back; a sentence with a line feed, or nothing.
std::string brought_back(const view::PlayerView& view, Side side) {
  std::string list;
  int unknown = 0;
  for (const view::Rescue& rescue : view.rescues) {
    if (rescue.side != side) continue;
    if (!rescue.rank) {
      ++unknown;
    } else {
      list += (list.empty() ? "" : ", ") + count_in_words(1, *rescue.rank);
    }
  }
  if (unknown > 0) list = unknown == 1 ? "1 piece" : std::to_string(unknown) + " pieces";
  if (list.empty()) return {};
  return capital(who(view, side)) + (view.viewer.plays(side) ? " have" : " has") +
         " brought back " + list + ".\n";
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

std::string rescue_in_words(const view::PlayerView& view, const view::Rescue& rescue) {
  const bool own = view.viewer.plays(rescue.side);
  const std::string piece = rescue.rank ? (own ? "your " : "a ") + rank_in_words(*rescue.rank)
                                        : std::string{"a captured piece"};
  return (own ? "you" : std::string{side_in_words(rescue.side)}) + " brought " + piece +
         " back on " + rescue.square.text() + ".";
}

std::string points(const view::Score& score, view::Seat seat) {
  const std::uint32_t halves = (2 * score.wins[view::index(seat)]) + score.draws;
  return std::to_string(halves / 2) + (halves % 2 == 1 ? ".5" : "");
}

std::string match_in_words(const view::PlayerView& view, Style style) {
  const view::Score& score = view.table.score;
  if (!view.table.return_match || score.games() == 0) return {};
  const auto text = [&](view::Seat seat) { return points(score, seat); };
  if (score.wins[0] == score.wins[1]) {
    return "The match is a tie, " + text(view::Seat::host) + " all.\n";
  }
  const view::Seat winner = score.wins[0] > score.wins[1] ? view::Seat::host : view::Seat::guest;
  const std::string numbers = text(winner) + " to " + text(view::other(winner)) + ".\n";
  const auto own = view.viewer.side();
  if (own && view.table.seat_of(*own) == winner) return "You win the match, " + numbers;
  return seat_in_words(view, winner, style) + " wins the match, " + numbers;
}

std::string armies_in_words(const view::GameOver& event) {
  const auto red = formation_rows(event.formations[rules::index(Side::red)], Side::red);
  const auto blue = formation_rows(event.formations[rules::index(Side::blue)], Side::blue);
  std::string text = "How the armies stood at the start, each as its owner saw it:\n";
  for (std::size_t i = 0; i < red.size(); ++i) {
    text += (i == 0 ? "  Red   " : "        ") + red[i] + (i == 0 ? "   Blue  " : "         ") +
            blue[i] + "\n";
  }
  return text;
}

std::string replay_in_words(const view::GameOver& event, const std::string& server) {
  // It is to be pasted into a shell: nothing but an id.
  if (!event.record || !protocol::valid_record_id(*event.record)) return {};
  return "To look at the game once more:\n    flagrank replay " + *event.record + " --server " +
         server + "\n";
}

std::string ended_in_words(const view::PlayerView& view) {
  const auto own = view.viewer.side();
  return "Game " + std::to_string(view.table.game) + " has ended" +
         (own ? "; you played " + std::string{side_in_words(*own)} : "") + ".\n" +
         result_in_words(view) + "\n" + armies_in_words(*view.table.result);
}

std::string result_in_words(const view::PlayerView& view) {
  if (!view.table.result) return "The game is over.";
  if (view.table.result->game != view.table.game) {
    return view.viewer.side() ? "There will be no other game: the other player has left."
                              : "There will be no other game: a player has left.";
  }
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
      return step_after_the_game(view);
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
    const auto rescue = std::ranges::find(view.rescues, i + 1, &view::Rescue::ply);
    if (rescue != view.rescues.end()) {
      text += std::string(width + 2, ' ') + "Then " + rescue_in_words(view, *rescue) + "\n";
    }
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
    text += wrapped(capital(who(view, side)) + (view.viewer.plays(side) ? " have" : " has") +
                        " lost " + (list.empty() ? "nothing yet" : list) + ".",
                    2) +
            "\n" + brought_back(view, side);
  }
  return text;
}

}  // namespace flagrank::text

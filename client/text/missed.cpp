#include "client/text/missed.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "client/text/news.hpp"
#include "client/text/stage.hpp"
#include "client/text/words.hpp"
#include "common/rules/names.hpp"

namespace flagrank::text {
namespace {

using rules::Side;
using view::Seat;

enum class Voice : std::uint8_t { words, lines };

/// Makes the events again, and the news of each.
class Catching {
 public:
  Catching(const view::PlayerView& before, const view::PlayerView& after, Voice voice, Style style)
      : before_{before}, after_{after}, voice_{voice}, style_{style}, at_{before} {}

  std::string all() {
    // Seats change hands before the first game and are given up after the last one.
    const bool first =
        !begun(before_) && (before_.table.game == 1 || before_.table.game == after_.table.game);
    if (first) seats();
    if (after_.table.game != before_.table.game) next_game();
    for (const Side side : {Side::red, Side::blue}) lock(side);
    game();
    offer();
    if (result_is_new() && after_.table.result->game == after_.table.game) {
      tell(*after_.table.result);
    }
    if (!first) seats();
    rematch();
    return std::move(text_);
  }

 private:
  using Sitting = std::optional<view::SeatView>;

  void tell(const view::Seen& seen) {
    text_ += voice_ == Voice::words ? news_in_words(at_, seen, style_)
                                    : news_in_lines(at_, seen, style_);
  }

  [[nodiscard]] const Sitting& is(Seat seat) const { return after_.table.seats[view::index(seat)]; }
  [[nodiscard]] Sitting& place(Seat seat) { return at_.table.seats[view::index(seat)]; }
  [[nodiscard]] bool own(Seat seat) const {
    const auto side = after_.viewer.side();
    return side && after_.table.seat_of(*side) == seat;
  }

  void seats() {
    for (const Seat seat : view::all_seats) departure(seat);
    for (const Seat seat : view::all_seats) arrival(seat);
  }

  void departure(Seat seat) {
    const bool stays = is(seat) && place(seat) && is(seat)->name == place(seat)->name;
    if (own(seat) || !place(seat) || stays) return;
    tell(view::PlayerLeft{seat});
    place(seat).reset();
  }

  void arrival(Seat seat) {
    const Sitting& sitting = is(seat);
    if (!sitting) return;
    Sitting& sits = place(seat);
    if (!sits) {
      sits = view::SeatView{
          .name = sitting->name, .side = sitting->side, .present = true, .locked = false};
      if (!own(seat)) tell(view::PlayerJoined{seat, sitting->name, sitting->side});
    }
    if (!own(seat)) tell(view::Presence{seat, sitting->present});
    sits->present = sitting->present;
  }

  /// How the game before the present one ended, and that this one followed. The moves that it had
  /// left are in no view.
  void next_game() {
    view::Table& table = at_.table;
    const bool same_match = after_.table.match == table.match;
    const view::Score had = table.score;
    if (same_match) table.score = score_before_result();
    if (result_is_new() && after_.table.result->game == table.game) {
      earlier_result(*after_.table.result);
    } else if (same_match && table.score != had) {
      unknown_result(had);
    }
    const auto side = [&](Seat seat) {
      if (is(seat)) return is(seat)->side;
      return rules::opponent(is(view::other(seat)) ? is(view::other(seat))->side : Side::blue);
    };
    const view::NextGame next{.game = after_.table.game,
                              .match = after_.table.match,
                              .sides = {side(Seat::host), side(Seat::guest)}};
    tell(next);
    at_.viewer = after_.viewer;
    table.game = next.game;
    table.match = next.match;
    table.draw_offer.reset();
    table.rematch_offer.reset();
    for (const Seat seat : view::all_seats) {
      if (!place(seat)) continue;
      place(seat)->side = next.sides[view::index(seat)];
      place(seat)->locked = false;
    }
  }

  /// The score of the match as it was when the present game began.
  [[nodiscard]] view::Score score_before_result() const {
    view::Score score = after_.table.score;
    const auto& result = after_.table.result;
    if (!result || result->game != after_.table.game) return score;
    const auto winner = result->ended.winner;
    --(winner ? score.wins[view::index(seat_playing(after_.table, *winner))] : score.draws);
    return score;
  }

  void earlier_result(const view::GameOver& over) {
    tell(over);
    if (voice_ == Voice::lines) return;
    view::PlayerView then = at_;
    then.table.result = over;
    text_ += result_in_words(then) + "\n";
  }

  /// Of a game whose end has been forgotten for a later one; the score still tells who won.
  void unknown_result(const view::Score& had) {
    const view::Score& now = at_.table.score;
    std::optional<Seat> winner;
    for (const Seat seat : view::all_seats) {
      if (now.wins[view::index(seat)] > had.wins[view::index(seat)]) winner = seat;
    }
    if (voice_ == Voice::lines) {
      const Sitting& sits = place(winner.value_or(Seat::host));
      const bool known = winner && sits;
      text_ += "over unknown " + (known ? std::string{rules::name(sits->side)} : "draw") + "\n";
    } else if (!winner) {
      text_ += "Meanwhile the game ended in a draw.\n";
    } else {
      text_ += "Meanwhile " + (own(*winner) ? "you" : player_name(at_, *winner, style_)) +
               " won the game.\n";
    }
  }

  void lock(Side side) {
    const auto seat = after_.table.seat_of(side);
    if (!seat) return;
    if (!place(*seat)) return;
    if (is(*seat)->locked && !std::exchange(place(*seat)->locked, true)) {
      tell(view::FormationLocked{.side = side, .formation = {}});
    }
  }

  void game() {
    if (!begun(after_)) return;
    const bool running = begun(before_) && after_.table.game == before_.table.game;
    if (!running) tell(view::GameStarted{.game = after_.table.game, .squares = {}});
    if (running && before_.rescue_pending) decision();
    std::uint32_t quiet = running ? before_.quiet_moves : 0;
    for (std::size_t i = running ? before_.moves.size() : 0; i < after_.moves.size(); ++i) {
      const auto ply = static_cast<std::uint32_t>(i + 1);
      view::Moved moved{.game = after_.table.game,
                        .ply = ply,
                        .side = mover(ply),
                        .piece = {},
                        .move = after_.moves[i],
                        .rank = {},
                        .combat = {}};
      const auto fight = std::ranges::find(after_.fights, ply, &view::Fight::ply);
      if (fight != after_.fights.end()) moved.combat = *fight;
      const auto* rescue = rescue_after(ply);
      moved.rescue_pending =
          rescue != nullptr || (after_.rescue_pending && i + 1 == after_.moves.size());
      tell(moved);
      quiet = moved.combat ? 0 : quiet + 1;
      if (!ended_by(moved)) warn(quiet);
      if (rescue != nullptr) rescued(*rescue);
    }
  }

  [[nodiscard]] const view::Rescue* rescue_after(std::uint32_t ply) const {
    const auto found = std::ranges::find(after_.rescues, ply, &view::Rescue::ply);
    return found == after_.rescues.end() ? nullptr : &*found;
  }

  void rescued(const view::Rescue& rescue) {
    tell(view::Rescued{.game = after_.table.game,
                       .ply = rescue.ply,
                       .side = rescue.side,
                       .piece = rescue.piece,
                       .square = rescue.square,
                       .rank = rescue.rank});
  }

  /// What became of the rescue that was to be decided on. That of a later move, where it was
  /// declined, is in no view.
  void decision() {
    if (const auto* rescue = rescue_after(before_.ply)) return rescued(*rescue);
    const bool went_on = after_.moves.size() > before_.moves.size() ||
                         (after_.table.phase == view::Phase::playing && !after_.rescue_pending);
    if (went_on) tell(view::RescueDeclined{mover(before_.ply)});
  }

  /// Did that move end the game, so that nobody was warned after it?
  [[nodiscard]] bool ended_by(const view::Moved& moved) const {
    const auto& result = after_.table.result;
    return result && moved.ply == after_.moves.size() && !moved.rescue_pending &&
           result->ended.reason == rules::EndReason::no_legal_move;
  }

  void warn(std::uint32_t quiet) {
    const std::uint32_t limit = after_.table.ruleset.draw_after_quiet_moves;
    if (quiet == 0 || quiet >= limit) return;
    const std::uint32_t left = limit - quiet;
    if (left == 20 || left == 10) tell(view::DrawNear{left});
  }

  void offer() {
    const auto old = at_.table.draw_offer;
    const auto now = after_.table.draw_offer;
    if (now == old) return;
    const bool declined = old && after_.table.phase == view::Phase::playing &&
                          after_.moves.size() == before_.moves.size();
    if (declined) tell(view::DrawDeclined{rules::opponent(*old)});
    if (now) tell(view::DrawOffered{*now});
  }

  void rematch() {
    const auto now = after_.table.rematch_offer;
    if (now && now != at_.table.rematch_offer) tell(view::RematchOffered{*now});
  }

  [[nodiscard]] bool result_is_new() const {
    return after_.table.result && before_.table.result != after_.table.result;
  }

  const view::PlayerView& before_;
  const view::PlayerView& after_;
  Voice voice_;
  Style style_;
  view::PlayerView at_;  ///< before, as far as it has been told how it went on
  std::string text_;
};

}  // namespace

std::string missed_in_words(const view::PlayerView& before, const view::PlayerView& after,
                            Style style) {
  return Catching{before, after, Voice::words, style}.all();
}

std::string missed_in_lines(const view::PlayerView& before, const view::PlayerView& after,
                            Style style) {
  return Catching{before, after, Voice::lines, style}.all();
}

}  // namespace flagrank::text

#include <algorithm>
#include <cstddef>

#include "server/match/match.hpp"

namespace flagrank::match {

namespace {

using view::Phase;

/// First of the sentences whose condition fails.
class Checks {
 public:
  void hold(bool condition, const char* sentence) {
    if (!condition && !broken_) broken_ = sentence;
  }
  void adopt(std::optional<std::string> broken) {
    if (!broken_) broken_ = std::move(broken);
  }
  [[nodiscard]] std::optional<std::string> broken() const { return broken_; }

 private:
  std::optional<std::string> broken_;
};

int fallen(const std::vector<view::truth::Fight>& fights) {
  int count = 0;
  for (const view::truth::Fight& fight : fights) {
    count += fight.combat.result == rules::BattleResult::both_lost ? 2 : 1;
  }
  return count;
}

int alive(const rules::Game& game) {
  int count = 0;
  for (const rules::Side side : {rules::Side::red, rules::Side::blue}) {
    const auto pieces = game.pieces(side);
    count += static_cast<int>(
        std::ranges::count_if(pieces, [](const rules::Piece& piece) { return piece.alive; }));
  }
  return count;
}

std::size_t rescued(const rules::Game& game) {
  std::size_t count = 0;
  for (const rules::Side side : {rules::Side::red, rules::Side::blue}) {
    count += static_cast<std::size_t>(std::ranges::count_if(
        game.pieces(side), [](const rules::Piece& piece) { return piece.id.rescued(); }));
  }
  return count;
}

}  // namespace

std::optional<std::string> Match::broken_invariant() const {
  Checks checks;
  const bool full = taken(view::Seat::host) && taken(view::Seat::guest);
  const bool begun = game_.has_value();
  const bool later = table_.game > 1;
  checks.hold(phase() != Phase::waiting || !full, "a full room still waits");
  checks.hold(phase() != Phase::waiting || !later,
              "a room waits for somebody to begin a later game");
  checks.hold((phase() != Phase::setup && phase() != Phase::playing) || full,
              "a seat is free during set-up or play");
  checks.hold(phase() == Phase::over ? begun || later : begun == (phase() == Phase::playing),
              "the phase and the game disagree on whether it began");
  checks.hold(
      table_.result.has_value() == (phase() == Phase::over || (phase() == Phase::setup && later)),
      "the phase and the result disagree");
  checks.hold(!table_.rematch_offer || (phase() == Phase::over && full),
              "a rematch is offered to nobody");
  checks.hold(table_.score.games() <= (settings_.return_match ? 2U : 1U), "a match of more games");
  checks.hold(!invitation_used_ || settings_.invitation, "an invitation was used that is none");
  checks.hold(!table_.draw_offer || phase() == Phase::playing, "an offer is open outside play");
  checks.hold(table_.ruleset == settings_.ruleset, "the table has another ruleset");
  checks.hold(table_.timing == settings_.timing, "the table has another timing");
  checks.hold(table_.is_public == settings_.is_public, "the table is listed, or not, by mistake");
  checks.hold(table_.setup_ends.has_value() ==
                  (phase() == Phase::setup && settings_.timing.setup_limit.has_value()),
              "the set-up time and the phase disagree");
  checks.hold(table_.clocks.has_value() == (begun && settings_.timing.clock.has_value()),
              "the clocks and the phase disagree");

  for (const view::Seat seat : view::all_seats) {
    const auto& sitting = table_.seats[index(seat)];
    const auto& formation = formations_[rules::index(side(seat))];
    const auto& last = sitters_[index(seat)].last;
    if (sitting) {
      checks.hold(sitting->side == side(seat), "a seat plays the other's side");
      checks.hold(sitting->present != sitting->absent_since.has_value(),
                  "a seat is neither present nor absent since a moment");
      checks.hold(sitting->locked == formation.has_value(), "a lock without its formation");
    }
    checks.hold(begun == (begun && formation), "a game without both formations");
    checks.hold(!formation || formation->side() == side(seat), "a formation on the other's side");
    checks.hold(!last || (last->seq >= 1 && last->seq <= seq_), "a last command from the future");
  }
  if (game_) checks.adopt(broken_in_game());
  return checks.broken();
}

/// What is redundant between the game, its history and its result.
std::optional<std::string> Match::broken_in_game() const {
  Checks checks;
  checks.adopt(game_->broken_invariant());
  const auto& fights = history_.fights;
  const auto pieces = static_cast<int>(game_->pieces(rules::Side::red).size() +
                                       game_->pieces(rules::Side::blue).size());
  checks.hold(history_.rescues.size() == rescued(*game_), "the rescues do not explain the army");
  checks.hold(game_->ended().has_value() == (phase() == Phase::over),
              "the phase and the game disagree on whether it ended");
  if (table_.clocks) {
    const auto to_move = game_->ended() ? std::nullopt : std::optional{game_->to_move()};
    checks.hold(table_.clocks->running == to_move, "the wrong clock runs");
  }
  checks.hold(history_.moves.size() == game_->ply(),
              "the history has another length than the game");
  checks.hold(std::ranges::is_sorted(fights, {}, &view::truth::Fight::ply) &&
                  (fights.empty() || fights.back().ply <= game_->ply()),
              "the fights are out of order");
  checks.hold(pieces - fallen(fights) == alive(*game_), "the fights do not explain the losses");
  if (table_.result) checks.hold(*table_.result == game_over(), "the result is not the game's");
  return checks.broken();
}

}  // namespace flagrank::match

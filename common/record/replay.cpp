#include "common/record/replay.hpp"

#include <string_view>

#include "common/rules/names.hpp"

namespace flagrank::record {
namespace {

using rules::EndReason;

[[nodiscard]] std::string words(const rules::Ended& ended) {
  std::string words{rules::name(ended.reason)};
  words += ended.winner ? ", won by " + std::string{rules::name(*ended.winner)} : ", a draw";
  return words;
}

[[nodiscard]] std::string refusal(rules::Side side, std::string_view deed,
                                  rules::Rejection rejection) {
  std::string text = "the rules do not let ";
  text += rules::name(side);
  text += ' ';
  text += deed;
  text += " (";
  text += rules::name(rejection);
  return text + ")";
}

[[nodiscard]] std::string refusal(rules::Side side, rules::Move move, rules::Rejection rejection) {
  return refusal(side, "play " + move.from.text() + "-" + move.to.text(), rejection);
}

[[nodiscard]] std::string refusal(rules::Side side, rules::Rescue rescue,
                                  rules::Rejection rejection) {
  const std::string rank{rules::name(rescue.rank)};
  return refusal(side, "bring back a " + rank + " on " + rescue.square.text(), rejection);
}

/// Does the board decide that a game ends so?
[[nodiscard]] bool decided_on_the_board(EndReason reason) noexcept {
  return reason == EndReason::flag_captured || reason == EndReason::no_legal_move ||
         reason == EndReason::quiet_moves;
}

/// Time and abandonment have a loser with us; other servers end games in which both are missing.
[[nodiscard]] std::optional<std::string> wrong_winner(const rules::Ended& result) {
  if (result.reason == EndReason::agreement && result.winner) {
    return "nobody wins by agreement";
  }
  if (result.reason == EndReason::resignation && !result.winner) {
    return "somebody wins by resignation";
  }
  return std::nullopt;
}

}  // namespace

Replay::Replay(const rules::Ruleset& ruleset, const std::array<rules::Formation, 2>& formations)
    : game_{rules::Game::start(ruleset, formations[index(rules::Side::red)],
                               formations[index(rules::Side::blue)])} {}

boost::system::result<Played, std::string> Replay::play(const Turn& turn) {
  if (game_.rescue_pending()) (void)game_.decline_rescue(game_.to_move());
  if (const auto ended = game_.ended()) return "the game was over before: " + words(*ended);
  const rules::Side side = game_.to_move();
  rules::Game next = game_;
  const auto moved = next.apply(side, turn.move);
  if (!moved) return refusal(side, turn.move, moved.error());

  Played played{.moved = moved->moved, .rescued = std::nullopt};
  if (turn.rescue) {
    if (!next.rescue_pending()) return std::string{"nothing can come back after this move"};
    const auto back = next.rescue(side, *turn.rescue);
    if (!back) return refusal(side, *turn.rescue, back.error());
    played.rescued = back->rescued;
  }
  game_ = next;
  return played;
}

std::optional<std::string> Replay::finish(const rules::Ended& result) {
  if (decided_on_the_board(result.reason)) {
    if (game_.rescue_pending()) (void)game_.decline_rescue(game_.to_move());
    if (game_.ended() == result) return std::nullopt;
    if (!game_.ended()) return "the game does not end here by itself: " + words(result);
  }
  if (const auto ended = game_.ended()) return "the moves led to another end: " + words(*ended);
  if (auto fault = wrong_winner(result)) return fault;
  game_.end(result.reason, result.winner);
  return std::nullopt;
}

}  // namespace flagrank::record

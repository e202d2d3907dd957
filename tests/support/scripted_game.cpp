#include "tests/support/scripted_game.hpp"

#include <algorithm>
#include <optional>

#include "common/rules/names.hpp"

namespace flagrank::test {
namespace {

using rules::Side;

class Writer {
 public:
  Writer(const rules::Ruleset& ruleset, const rules::Formation& red, const rules::Formation& blue,
         Random& random)
      : game_{rules::Game::start(ruleset, red, blue)}, random_{random} {}

  ScriptedGame written() {
    while (!game_.ended()) game_.rescue_pending() ? decide() : move();
    const rules::Ended ended = *game_.ended();
    tell("over " + std::string{rules::name(ended.reason)} + " " +
         (ended.winner ? std::string{rules::name(*ended.winner)} : "draw"));
    return std::move(text_);
  }

 private:
  void move() {
    const Side side = game_.to_move();
    const rules::Move move = chosen();
    type(side, move.from.text() + " " + move.to.text());
    tell("move " + std::string{rules::name(side)} + " " + move.from.text() + " " + move.to.text());
    game_.apply(side, move);
  }

  /// The best of three: a fight before a step ahead before any other.
  rules::Move chosen() {
    const rules::MoveList moves = game_.legal_moves();
    const auto any = [&] { return moves[random_(static_cast<std::uint32_t>(moves.size()))]; };
    const std::array three{any(), any(), any()};
    return *std::ranges::max_element(three, {}, [&](rules::Move move) { return liking(move); });
  }

  [[nodiscard]] int liking(rules::Move move) const {
    if (game_.at(move.to) != nullptr) return 2;
    const int rows = move.to.row() - move.from.row();
    return (game_.to_move() == Side::red ? rows : -rows) > 0 ? 1 : 0;
  }

  void decide() {
    const Side side = game_.to_move();
    const std::string name{rules::name(side)};
    const auto rescue = random_.coin() ? random_rescue(game_, random_) : std::nullopt;
    if (!rescue) {
      type(side, "pass");
      tell("passed " + name);
      game_.decline_rescue(side);
      return;
    }
    const std::string rank{rules::name(rescue->rank)};
    const std::string square = rescue->square.text();
    type(side, "rescue " + rank + " " + square);
    text_.told[rules::index(side)].push_back("rescued " + name + " " + rank + " " + square);
    text_.told[rules::index(rules::opponent(side))].push_back("rescued " + name + " unknown " +
                                                              square);
    game_.rescue(side, *rescue);
  }

  void type(Side side, const std::string& line) { text_.script[rules::index(side)] += line + "\n"; }
  void tell(const std::string& line) {
    for (auto& told : text_.told) told.push_back(line);
  }

  rules::Game game_;
  Random& random_;
  ScriptedGame text_;
};

}  // namespace

ScriptedGame scripted_game(const rules::Ruleset& ruleset, const rules::Formation& red,
                           const rules::Formation& blue, Random& random) {
  return Writer{ruleset, red, blue, random}.written();
}

}  // namespace flagrank::test

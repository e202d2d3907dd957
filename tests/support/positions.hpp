#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/rules/game.hpp"
#include "tests/support/printing.hpp"  // IWYU pragma: export

/// Positions and moves as text. What cannot be read throws std::invalid_argument: it is the test
/// that is wrong then.
namespace flagrank::test {

/// A board drawn as ten lines of ten characters, row 10 first, as Red sees it; spaces around the
/// lines do not count. Red's pieces are the capital letters of `rules::letter`, Blue's the same
/// in lower case; `.` is empty and `~` a lake:
/// F flag, S spy, O scout, N miner, T sergeant, L lieutenant, P captain, J major, C colonel,
/// G general, M marshal, B bomb.
[[nodiscard]] rules::Position drawn(std::string_view board, rules::Side to_move = rules::Side::red);

/// The hundred letters of STRADOS2, a1 b1 … j10: `A` empty, `_` lake, Red `B` to `M` and Blue `N`
/// to `Y` in the order bomb, spy, scout, miner … marshal, flag.
[[nodiscard]] rules::Position strados(std::string_view letters,
                                      rules::Side to_move = rules::Side::red);

/// A game from that position, which must be a possible one.
[[nodiscard]] rules::Game game_at(const rules::Position& position,
                                  const rules::Ruleset& ruleset = {});

/// "a4"
[[nodiscard]] rules::Square parse_square(std::string_view text);
/// "a4-a5"
[[nodiscard]] rules::Move parse_move(std::string_view text);
[[nodiscard]] std::string text(rules::Move move);
/// "a4-a5 b10-b9 …"
[[nodiscard]] std::vector<rules::Move> parse_moves(std::string_view text);

/// Plays moves for whoever is to move; each must be legal. Returns the last turn.
rules::Turn play(rules::Game& game, std::string_view moves);

}  // namespace flagrank::test

#pragma once

#include <string>

#include "client/text/style.hpp"
#include "common/view/player_view.hpp"
#include "common/view/seen.hpp"

/// What has just happened, for the two kinds of listener. `before` is the view that the event is
/// not in yet. Names and chat are cleaned. Each text is empty or ends its last line.
namespace flagrank::text {

/// A sentence for a person. Empty for what needs no words of its own: the own arrival; moves, which
/// the drawn board tells; locked armies, of which `next_step` speaks to a player. Of an end, how
/// the armies stood; the result is with the board.
[[nodiscard]] std::string news_in_words(const view::PlayerView& before, const view::Seen& event,
                                        Style style);

/// Lines for a program, a fixed word first (client/README.md, "Output").
[[nodiscard]] std::string news_in_lines(const view::PlayerView& before, const view::Seen& event,
                                        Style style);

/// "The score is 1 to 0 for you." with a line feed: of the match so far. Empty where nothing of it
/// has been played.
[[nodiscard]] std::string score_in_words(const view::PlayerView& view, Style style);
/// "score 0.5 1.5": Red's points and Blue's in the present match.
[[nodiscard]] std::string score_in_line(const view::Table& table);
/// "match blue 0.5 1.5", or "match tie 1 1". Empty where a match is a single game, or nothing of it
/// has been played.
[[nodiscard]] std::string match_in_line(const view::Table& table);

}  // namespace flagrank::text

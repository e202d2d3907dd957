#pragma once

#include <string>

#include "client/text/style.hpp"
#include "common/view/player_view.hpp"
#include "common/view/seen.hpp"

/// What has just happened, for the two kinds of listener. `before` is the view that the event is
/// not in yet. Names and chat are cleaned. Each text is empty or ends its last line.
namespace flagrank::text {

/// A sentence for a person. Empty for what needs no words of its own: the own arrival; moves and
/// ends, which the drawn board tells; locked armies, of which `next_step` speaks to a player.
[[nodiscard]] std::string news_in_words(const view::PlayerView& before, const view::Seen& event,
                                        Style style);

/// Lines for a program, a fixed word first (client/README.md, "Output").
[[nodiscard]] std::string news_in_lines(const view::PlayerView& before, const view::Seen& event,
                                        Style style);

}  // namespace flagrank::text

#pragma once

#include <string>

#include "client/text/style.hpp"
#include "common/view/player_view.hpp"

/// What happened between two views of one room, for somebody who was away in between: as far as the
/// later view tells it, in an order in which it can have happened. What the viewer's own seat went
/// through is left out. Chat is in no view.
namespace flagrank::text {

/// As `news_in_words` and `news_in_lines` would have told it.
[[nodiscard]] std::string missed_in_words(const view::PlayerView& before,
                                          const view::PlayerView& after, Style style);
[[nodiscard]] std::string missed_in_lines(const view::PlayerView& before,
                                          const view::PlayerView& after, Style style);

}  // namespace flagrank::text

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "client/text/board.hpp"
#include "client/text/style.hpp"
#include "common/view/player_view.hpp"
#include "common/view/timing.hpp"

namespace flagrank::text {

/// Everything at one glance, in at most 80 columns and 20 lines: the board with a panel beside it
/// (who plays, what the clocks show `now` by the server's, what the enemy may still have, what was
/// lost, or how to set up), the last move and the last fight in words, and what to do next.
[[nodiscard]] std::string draw_screen(const view::PlayerView& view,
                                      const std::optional<Draft>& draft, Style style,
                                      view::Instant now);

/// What both sides have lost by rank, the one that is drawn above first: a header and two lines.
[[nodiscard]] std::vector<std::string> loss_lines(const view::PlayerView& view, rules::Side far,
                                                  Style style);

/// The board and the panel, side by side, as whole lines.
[[nodiscard]] std::string beside(const std::vector<std::string>& board,
                                 const std::vector<std::string>& panel);

}  // namespace flagrank::text

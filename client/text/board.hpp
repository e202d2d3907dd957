#pragma once

#include <optional>
#include <string>
#include <vector>

#include "client/text/style.hpp"
#include "common/rules/formation.hpp"
#include "common/rules/side.hpp"
#include "common/view/player_view.hpp"

namespace flagrank::text {

/// A formation that its owner still works on; nobody else has been told of it.
using Draft = std::vector<rules::Placement>;

/// From which side the board is looked at: the player's own, Red's for a spectator.
[[nodiscard]] rules::Side near_side(const view::PlayerView& view) noexcept;

/// The board as the viewer sees it, own side below, in 14 lines of 38 columns: two of letters,
/// two of the frame, ten rows. Before the game the own army alone stands on it: the locked
/// formation or else the draft.
[[nodiscard]] std::vector<std::string> draw_board(const view::PlayerView& view,
                                                  const std::optional<Draft>& draft, Style style);

inline constexpr std::size_t board_lines = 14;
inline constexpr std::size_t board_columns = 38;

}  // namespace flagrank::text

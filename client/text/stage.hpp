#pragma once

#include <cstdint>

#include "common/rules/move.hpp"
#include "common/rules/side.hpp"
#include "common/view/player_view.hpp"

/// How far a game and its match have come, as a view tells it.
namespace flagrank::text {

/// Have the armies of the present game met? Also when that game is over.
[[nodiscard]] bool begun(const view::PlayerView& view) noexcept;

/// Is no game of the present match running or still to come?
[[nodiscard]] bool match_over(const view::Table& table) noexcept;
/// … and could the two who sit there play another one?
[[nodiscard]] bool rematch_possible(const view::Table& table) noexcept;

/// Has the viewer to say whether a captured piece comes back?
[[nodiscard]] bool own_rescue(const view::PlayerView& view) noexcept;

/// Who plays that side, or played it before the seat became free.
[[nodiscard]] view::Seat seat_playing(const view::Table& table, rules::Side side) noexcept;

/// Did the move go further than one square?
[[nodiscard]] bool is_run(rules::Move move) noexcept;
/// Whose move was the `ply`-th of a game, counted from 1?
[[nodiscard]] rules::Side mover(std::uint32_t ply) noexcept;

}  // namespace flagrank::text

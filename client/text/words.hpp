#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "client/text/style.hpp"
#include "common/rules/move.hpp"
#include "common/view/player_view.hpp"
#include "common/view/seen.hpp"
#include "common/view/timing.hpp"

/// What happened and what is to be done, in sentences for a person. All of it is made from what the
/// server told, with names and chat cleaned.
namespace flagrank::text {

/// The player's name, cleaned; "nobody" for a free seat.
[[nodiscard]] std::string player_name(const view::PlayerView& view, view::Seat seat, Style style);

/// "You moved a4 to a5.", "Blue's scout ran from b7 to b5.", or the fight that the move made.
/// `ply` counts from 1 and is in the history.
[[nodiscard]] std::string move_in_words(const view::PlayerView& view, std::uint32_t ply);

/// "Your scout (2) attacked Blue's miner (3) on e6 and was lost."
[[nodiscard]] std::string fight_in_words(const view::PlayerView& view, const view::Fight& fight,
                                         rules::Square square);

/// "You win: the enemy's flag is captured." In phase over only.
[[nodiscard]] std::string result_in_words(const view::PlayerView& view);

/// What the player can do now, by the server's clock.
[[nodiscard]] std::string next_step(const view::PlayerView& view, view::Instant now);

/// The last moves, numbered, with the fights among them; `all` = from the first.
[[nodiscard]] std::string history_in_words(const view::PlayerView& view, bool all);

/// What each side has lost.
[[nodiscard]] std::string losses_in_words(const view::PlayerView& view);

/// A move that the side to move could well make, for "type a move such as …". Nothing where none
/// is in sight.
[[nodiscard]] std::optional<rules::Move> example_move(const view::PlayerView& view);

}  // namespace flagrank::text

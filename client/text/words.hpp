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

/// "you brought your miner (3) back on a4.", "Blue brought a captured piece back on b9."
[[nodiscard]] std::string rescue_in_words(const view::PlayerView& view, const view::Rescue& rescue);

/// "You win: the enemy's flag is captured." In phase over only; also where a player has left before
/// the game began.
[[nodiscard]] std::string result_in_words(const view::PlayerView& view);

/// "1.5": a win counts one point, a draw half a point.
[[nodiscard]] std::string points(const view::Score& score, view::Seat seat);
/// "You win the match, 1.5 to 0.5." with a line feed. Empty where a match is a single game, or
/// nothing of it has been played.
[[nodiscard]] std::string match_in_words(const view::PlayerView& view, Style style);

/// How both armies stood at the start of the game that is over, in five lines.
[[nodiscard]] std::string armies_in_words(const view::GameOver& event);

/// … with its number and its result before them. Of a view in phase over.
[[nodiscard]] std::string ended_in_words(const view::PlayerView& view);

/// How the game that has ended can be looked at once more, with a line feed. Empty where the server
/// keeps no record of it.
[[nodiscard]] std::string replay_in_words(const view::GameOver& event, const std::string& server);

/// What the player can do now, by the server's clock. One line, but where there is more to tell.
[[nodiscard]] std::string next_step(const view::PlayerView& view, view::Instant now);

/// The last moves, numbered, with the fights among them; `all` = from the first.
[[nodiscard]] std::string history_in_words(const view::PlayerView& view, bool all);

/// What each side has lost, and brought back.
[[nodiscard]] std::string losses_in_words(const view::PlayerView& view);

/// A move that the side to move could well make, for "type a move such as …". Nothing where none
/// is in sight.
[[nodiscard]] std::optional<rules::Move> example_move(const view::PlayerView& view);

}  // namespace flagrank::text

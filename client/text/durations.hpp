#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "common/view/timing.hpp"

/// Lengths of time as people write and read them.
namespace flagrank::text {

/// "90s", "10m", "1h30m": whole numbers, each with its unit, the larger unit first. Nothing where
/// it is anything else, or longer than a week, which is the longest limit of the protocol.
[[nodiscard]] std::optional<std::chrono::milliseconds> parse_duration(std::string_view text);

/// A limit of a room: such a duration of one second or more.
[[nodiscard]] std::optional<std::chrono::milliseconds> parse_limit(std::string_view text);

/// "10m" or "10m+5s": each side's time, and what each move adds; "30s/move": for each move.
[[nodiscard]] std::optional<std::variant<view::GameClock, view::MoveClock>> parse_clock(
    std::string_view text);

/// "1 h 30 min", "10 min", "5 s", as exact as it is; "0 s" for nothing.
[[nodiscard]] std::string duration_in_words(std::chrono::milliseconds duration);

/// What a clock shows: "1:30:00", "9:59", "0:07". What has begun counts as a whole second: a clock
/// shows 0:00 when the time is up, and not before.
[[nodiscard]] std::string clock_face(std::chrono::milliseconds left);

}  // namespace flagrank::text

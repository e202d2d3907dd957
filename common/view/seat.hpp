#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace flagrank::view {

/// The two places at a room's table: the one who made the room, and the one who joined. A seat
/// outlives games and connections; which side it plays can change from game to game.
enum class Seat : std::uint8_t { host, guest };

inline constexpr std::array all_seats{Seat::host, Seat::guest};

[[nodiscard]] constexpr Seat other(Seat seat) noexcept {
  return seat == Seat::host ? Seat::guest : Seat::host;
}

[[nodiscard]] constexpr std::size_t index(Seat seat) noexcept {
  return static_cast<std::size_t>(seat);
}

/// As on the wire.
[[nodiscard]] constexpr std::string_view name(Seat seat) noexcept {
  return seat == Seat::host ? "host" : "guest";
}

}  // namespace flagrank::view

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace flagrank::rules {

/// What a piece is. The order is the order of strength for the pieces that move; the
/// enumerators are spelt as on the wire.
enum class Rank : std::uint8_t {
  flag,
  spy,
  scout,
  miner,
  sergeant,
  lieutenant,
  captain,
  major,
  colonel,
  general,
  marshal,
  bomb
};

inline constexpr std::size_t rank_count = 12;

inline constexpr std::array<Rank, rank_count> all_ranks{
    Rank::flag,    Rank::spy,   Rank::scout,   Rank::miner,   Rank::sergeant, Rank::lieutenant,
    Rank::captain, Rank::major, Rank::colonel, Rank::general, Rank::marshal,  Rank::bomb};

/// Position of a rank in a table with one entry for each rank.
[[nodiscard]] constexpr std::size_t index(Rank rank) noexcept {
  return static_cast<std::size_t>(rank);
}

/// Flags and bombs never move.
[[nodiscard]] constexpr bool movable(Rank rank) noexcept {
  return rank != Rank::flag && rank != Rank::bomb;
}

}  // namespace flagrank::rules

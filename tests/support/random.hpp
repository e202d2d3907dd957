#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <variant>

#include "common/rules/game.hpp"

namespace flagrank::test {

/// A source of random numbers that gives the same numbers everywhere and for ever, which the
/// distributions of the standard library do not promise: splitmix64. Serves as `rules::Dice`.
class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) noexcept : state_{seed} {}

  /// Uniform below `bound` (> 0), as far as 32 bits can be.
  constexpr std::uint32_t operator()(std::uint32_t bound) noexcept {
    return static_cast<std::uint32_t>(((next() >> 32U) * bound) >> 32U);
  }
  constexpr bool coin() noexcept { return (*this)(2) == 1; }

 private:
  constexpr std::uint64_t next() noexcept {
    state_ += 0x9e3779b97f4a7c15;
    std::uint64_t value = state_;
    value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9;
    value = (value ^ (value >> 27U)) * 0x94d049bb133111eb;
    return value ^ (value >> 31U);
  }

  std::uint64_t state_;
};

/// A uniformly shuffled army, whether or not it can move.
[[nodiscard]] rules::Formation shuffled_formation(const rules::Variant& variant, rules::Side side,
                                                  Random& random);

/// A game between two armies shuffled like that.
[[nodiscard]] rules::Game shuffled_game(const rules::Ruleset& ruleset, Random& random);

/// Any ruleset that makes sense, of any variant.
[[nodiscard]] rules::Ruleset random_ruleset(Random& random);

/// A position of few pieces close together, so that they chase each other a good deal: `movers` of
/// each side, and a flag each in a corner.
[[nodiscard]] rules::Position random_skirmish(std::uint32_t movers, Random& random);

/// One of the legal moves of a game that is not over.
[[nodiscard]] rules::Move random_move(const rules::Game& game, Random& random);

/// One of those moves, of which there are some. With rescues, every other time one that goes
/// towards the enemy's back row, where any does: else hardly anything would ever come back.
[[nodiscard]] rules::Move random_move(std::span<const rules::Move> moves, rules::Side side,
                                      const rules::Ruleset& ruleset, Random& random);

/// Something that the side to move may bring back now; nothing where it has to decline.
[[nodiscard]] std::optional<rules::Rescue> random_rescue(const rules::Game& game, Random& random);

/// A move, or the answer to the rescue that a move left open.
using Step = std::variant<rules::Turn, rules::RescueTurn>;

/// Takes a game that is not over one step further. Every other rescue is declined.
Step random_step(rules::Game& game, Random& random);

}  // namespace flagrank::test

#pragma once

#include <cstdint>
#include <optional>
#include <random>

#include "common/rules/game.hpp"

namespace flagrank::conformance {

/// Players who know the rules and nothing else. The same seed makes the same choices.
class Chance {
 public:
  explicit Chance(std::uint64_t seed) : engine_{seed} {}

  /// Any number below `bound` (> 0). Serves as `rules::Dice`.
  std::uint32_t operator()(std::uint32_t bound) {
    return static_cast<std::uint32_t>(engine_() % bound);
  }

  /// One of the legal moves of a game that is not over, with a liking for fights and for going
  /// ahead, so that the game is over at some time.
  [[nodiscard]] rules::Move move(const rules::Game& game);
  /// Something that the side to move may bring back now; nothing where it has to decline.
  [[nodiscard]] std::optional<rules::Rescue> rescue(const rules::Game& game);

 private:
  std::mt19937_64 engine_;
};

}  // namespace flagrank::conformance

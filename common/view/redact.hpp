#pragma once

#include <array>
#include <optional>

#include "common/rules/game.hpp"
#include "common/view/fact.hpp"
#include "common/view/player_view.hpp"
#include "common/view/viewer.hpp"

namespace flagrank::view {

/// What `viewer` may see of `fact`, built from nothing. The one door between the truth and anybody.
[[nodiscard]] Seen redact(const Fact& fact, Viewer viewer);

/// All that a view is made from, borrowed from a match for the length of one call.
struct Truth {
  const Table& table;
  std::uint64_t seq = 0;
  const rules::Game* game = nullptr;                    ///< null before the start
  std::array<const rules::Formation*, 2> formations{};  ///< by `index(side)`; null = not locked
  const truth::History& history;                        ///< of this game
};

/// What `viewer` may know of all of it. The law: for any fact,
/// `view_of(after, v) == view_of(before, v).apply(redact(fact, v))`.
[[nodiscard]] PlayerView view_of(const Truth& truth, Viewer viewer);

}  // namespace flagrank::view

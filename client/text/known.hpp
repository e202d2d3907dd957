#pragma once

#include <string>

#include "common/view/player_view.hpp"

namespace flagrank::text {

/// What everybody can tell of both armies, for the `known` command: which pieces are known and
/// where they stand, which have moved, how many of each rank nobody has seen, and what came back.
[[nodiscard]] std::string known_in_words(const view::PlayerView& view);

}  // namespace flagrank::text

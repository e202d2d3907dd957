#pragma once

#include <vector>

#include "common/view/player_view.hpp"
#include "common/view/seen.hpp"

namespace flagrank::view {

/// Adds what the fight cost, the attacker's piece first. All losses come from fights, so that this
/// is the one place where they are made.
void add_losses(std::vector<Loss>& losses, const Fight& fight);

}  // namespace flagrank::view

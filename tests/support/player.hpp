#pragma once

#include "client/conformance/player.hpp"
#include "tests/support/ws_client.hpp"

/// The client that believes nothing is that of the conformance tool.
namespace flagrank::test {

using conformance::Broken;
using conformance::Pair;
using conformance::Player;
using conformance::sit_down;

}  // namespace flagrank::test

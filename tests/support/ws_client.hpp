#pragma once

#include "client/conformance/ws_client.hpp"
#include "tests/support/patience.hpp"

/// The WebSocket client is that of the conformance tool.
namespace flagrank::test {

using conformance::Closed;
using conformance::Silence;
using conformance::WsClient;

}  // namespace flagrank::test

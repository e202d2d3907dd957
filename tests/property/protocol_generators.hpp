#pragma once

#include <rapidcheck.h>

#include <string>

#include "common/protocol/client_message.hpp"
#include "common/protocol/server_message.hpp"
#include "common/rules/event.hpp"
#include "common/view/seen.hpp"

/// Any message that the types and the protocol allow, whether or not a game could bring it about.
namespace flagrank::test {

[[nodiscard]] rc::Gen<protocol::ClientMessage> any_client_message();
[[nodiscard]] rc::Gen<protocol::ServerMessage> any_server_message();

/// Parts of them.
[[nodiscard]] rc::Gen<protocol::CommandId> any_command_id();
[[nodiscard]] rc::Gen<rules::Rank> any_rank();
[[nodiscard]] rc::Gen<rules::Moved> any_true_move();

}  // namespace flagrank::test

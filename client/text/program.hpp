#pragma once

#include "client/text/address.hpp"
#include "client/text/client.hpp"
#include "client/text/exit_status.hpp"

namespace flagrank::text {

/// Plays as wished on that server, from the first byte to the last, on standard input and output;
/// returns what the program ends with.
///
/// Where both are a terminal, a person plays; otherwise a script does.
[[nodiscard]] ExitStatus play(const Wish& wish, const Address& server, bool ascii);

}  // namespace flagrank::text

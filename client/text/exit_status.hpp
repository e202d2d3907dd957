#pragma once

#include <cstdint>

namespace flagrank::text {

/// What the program tells the shell when it ends (client/README.md).
enum class ExitStatus : std::uint8_t {
  finished = 0,  ///< the match was played to its end
  left = 1,      ///< the player left before the end
  usage = 2,     ///< wrong options, a file with faults, or output that cannot be written
  lost = 3,      ///< no connection, or none any more
  refused = 4    ///< the server would not: no such room, room full, too busy …
};

}  // namespace flagrank::text

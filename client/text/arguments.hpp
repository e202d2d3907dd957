#pragma once

#include <string>
#include <variant>

#include "client/text/address.hpp"
#include "client/text/client.hpp"
#include "client/text/enquiry.hpp"
#include "client/text/exit_status.hpp"
#include "client/text/replay.hpp"

namespace flagrank::text {

/// The command line asks for a game …
struct ToPlay {
  Wish wish;
  Address server;
  bool ascii = false;
};

/// … or, with `Enquiry`, to know what can be played; or for what was kept of a game; or for this
/// text, such as help, or for a correction.
struct ToPrint {
  std::string text;
  ExitStatus status = ExitStatus::finished;
};

using Wanted = std::variant<ToPlay, Enquiry, ToReplay, ToConvert, ToPrint>;

/// Reads the command line and the environment (`FLAGRANK_SERVER`, `USER`, and for kept seats
/// `XDG_STATE_HOME` and `HOME`). Formation files and kept seats are read here too, so that one that
/// is not there is told before anybody waits at a table.
[[nodiscard]] Wanted read_arguments(int argc, const char* const* argv);

}  // namespace flagrank::text

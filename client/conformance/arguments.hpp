#pragma once

#include <string>
#include <variant>

#include "client/conformance/client_trial.hpp"
#include "client/conformance/report.hpp"
#include "client/conformance/server_trial.hpp"

namespace flagrank::conformance {

/// Text for a person, and nothing else to do.
struct ToPrint {
  std::string text;
  ExitStatus status = ExitStatus::well;
};

/// What the command line asks for.
[[nodiscard]] std::variant<ServerTrial, ClientTrial, ToPrint> read_arguments(
    int argc, const char* const* argv);

}  // namespace flagrank::conformance

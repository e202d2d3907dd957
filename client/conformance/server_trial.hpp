#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "client/conformance/report.hpp"
#include "client/text/address.hpp"

/// Part (a): a server is played through the transcripts and the checks, as its clients.
namespace flagrank::conformance {

struct ServerTrial {
  text::Address server;
  std::vector<std::string> only;  ///< names of transcripts and checks; none = all
};

/// The names among `only` that there are not.
[[nodiscard]] std::vector<std::string> unknown_names(const std::vector<std::string>& only);

/// Every transcript and check, with what it is about.
void list_trials(std::ostream& out);

/// Writes its report as it goes. Where the first frame is no hello, nothing more is tried.
ExitStatus run(const ServerTrial& trial, std::ostream& out);

}  // namespace flagrank::conformance

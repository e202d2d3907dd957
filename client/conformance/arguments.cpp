#include "client/conformance/arguments.hpp"

#include <CLI/CLI.hpp>
#include <sstream>
#include <vector>

namespace flagrank::conformance {
namespace {

constexpr const char* about =
    R"(flagrank-conformance tries whether a program speaks the protocol flagrank.v1.

A server is played through the transcripts of proto/transcripts, bad input and lost connections:
  flagrank-conformance server ws://HOST:PORT
proto/conformance.md explains the report.)";

constexpr const char* footer =
    R"(Exit status: 0 all is well, 1 something deviates, 2 it could not be tried, or not to its end.)";

[[nodiscard]] ToPrint wrong(const std::string& sentence) {
  return {"flagrank-conformance: " + sentence +
              "\nRun flagrank-conformance --help to see what can be asked for.\n",
          ExitStatus::not_run};
}

[[nodiscard]] std::variant<ServerTrial, ToPrint> server_trial(const std::string& url,
                                                              const std::vector<std::string>& only,
                                                              bool list) {
  if (list) {
    std::ostringstream out;
    list_trials(out);
    return ToPrint{out.str()};
  }
  if (url.empty()) return wrong("server: a URL is needed, such as ws://127.0.0.1:8080");
  const auto address = text::parse_address(url);
  if (!address) return wrong(address.error().sentence);
  const auto unknown = unknown_names(only);
  if (!unknown.empty()) return wrong("--only: there is no " + unknown.front() + "; see --list");
  return ServerTrial{.server = *address, .only = only};
}

}  // namespace

std::variant<ServerTrial, ToPrint> read_arguments(int argc, const char* const* argv) {
  CLI::App app{about, "flagrank-conformance"};
  app.footer(footer);
  app.set_version_flag("--version", "flagrank-conformance " FLAGRANK_VERSION);
  app.require_subcommand(1);

  CLI::App* server = app.add_subcommand("server", "Try a server, as its clients");
  std::string url;
  std::vector<std::string> only;
  bool list = false;
  server->add_option("URL", url, "Where it listens, ws://HOST:PORT");
  server->add_option("--only", only, "Try this transcript or check alone; can be said again")
      ->type_name("NAME")
      ->take_all()
      ->expected(1);
  server->add_flag("--list", list, "Show the names of all that is tried, and what it is about");

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& wanted) {
    std::ostringstream out;
    std::ostringstream complaint;
    const int status = app.exit(wanted, out, complaint);
    if (status == 0) return ToPrint{out.str()};
    return ToPrint{complaint.str(), ExitStatus::not_run};
  }
  return server_trial(url, only, list);
}

}  // namespace flagrank::conformance

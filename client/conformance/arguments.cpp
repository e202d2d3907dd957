#include "client/conformance/arguments.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <charconv>
#include <optional>
#include <sstream>
#include <vector>

#include "client/text/trust_argument.hpp"
#include "common/rules/variant.hpp"

namespace flagrank::conformance {
namespace {

using Wanted = std::variant<ServerTrial, ClientTrial, ToPrint>;

constexpr const char* about =
    R"(flagrank-conformance tries whether a program speaks the protocol flagrank.v1.

A server is played through the transcripts of proto/transcripts, bad input and lost connections:
  flagrank-conformance server ws://HOST:PORT
A client is taken through a game by a fake server that loses, repeats and delays things:
  flagrank-conformance client
proto/conformance.md explains both reports.)";

constexpr const char* footer =
    R"(Exit status: 0 all is well, 1 something deviates, 2 it could not be tried, or not to its end.)";

struct ServerOptions {
  std::string url;
  std::string authorities;
  std::vector<std::string> only;
  bool list = false;
};

struct ClientOptions {
  std::string listen = "127.0.0.1:8081";
  std::vector<std::string> scenarios;
  ClientTrial trial;
  unsigned patience = 30;
  unsigned wait = 600;
  bool list = false;
};

[[nodiscard]] ToPrint wrong(const std::string& sentence) {
  return {"flagrank-conformance: " + sentence +
              "\nRun flagrank-conformance --help to see what can be asked for.\n",
          ExitStatus::not_run};
}

[[nodiscard]] ToPrint listed(void (*list)(std::ostream&)) {
  std::ostringstream out;
  list(out);
  return {out.str()};
}

[[nodiscard]] Wanted server_trial(const ServerOptions& options) {
  if (options.list) return listed(list_trials);
  if (options.url.empty()) return wrong("server: a URL is needed, such as ws://127.0.0.1:8080");
  const auto named = text::parse_address(options.url);
  if (!named) return wrong(named.error().sentence);
  const auto address = text::trusting(*named, options.authorities);
  if (!address) return wrong(address.error().sentence);
  const auto unknown = unknown_names(options.only);
  if (!unknown.empty()) return wrong("--only: there is no " + unknown.front() + "; see --list");
  return ServerTrial{.server = *address, .only = options.only};
}

/// "ADDRESS:PORT", IPv6 in brackets.
[[nodiscard]] bool set_place(ClientTrial& trial, const std::string& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos) return false;
  trial.host = text.substr(0, colon);
  if (trial.host.starts_with('[') && trial.host.ends_with(']')) {
    trial.host = trial.host.substr(1, trial.host.size() - 2);
  }
  const char* const last = text.data() + text.size();
  const auto [end, failed] = std::from_chars(text.data() + colon + 1, last, trial.port);
  boost::system::error_code no_address;
  boost::asio::ip::make_address(trial.host, no_address);
  return failed == std::errc{} && end == last && !no_address;
}

[[nodiscard]] Wanted client_trial(ClientOptions options) {
  if (options.list) return listed(list_scenarios);
  ClientTrial& trial = options.trial;
  if (!set_place(trial, options.listen)) {
    return wrong("--listen: an address and a port are needed, such as 127.0.0.1:8081");
  }
  if (rules::find_variant(trial.preset) == nullptr) {
    return wrong("--preset: there is no " + trial.preset);
  }
  trial.patience = std::chrono::seconds{options.patience};
  trial.wait = std::chrono::seconds{options.wait};
  if (options.scenarios.empty()) return trial;
  trial.scenarios.clear();
  for (const Scenario one : all_scenarios) {
    const auto found = std::ranges::find(options.scenarios, name(one));
    if (found == options.scenarios.end()) continue;
    trial.scenarios.push_back(one);
    options.scenarios.erase(found);
  }
  if (options.scenarios.empty()) return trial;
  return wrong("--scenario: there is no " + options.scenarios.front() + "; see --list");
}

void add_options(CLI::App& command, ServerOptions& options) {
  command.add_option("URL", options.url, "Where it listens, ws://HOST:PORT or wss://HOST:PORT");
  text::add_authorities(command, options.authorities);
  command
      .add_option("--only", options.only, "Try this transcript or check alone; can be said again")
      ->type_name("NAME")
      ->take_all()
      ->expected(1);
  command.add_flag("--list", options.list,
                   "Show the names of all that is tried, and what it is about");
}

void add_options(CLI::App& command, ClientOptions& options) {
  command.add_option("--listen", options.listen, "Where to listen; port 0 is any that is free")
      ->capture_default_str()
      ->type_name("ADDRESS:PORT");
  command
      .add_option("--scenario", options.scenarios,
                  "Put the client to this alone; can be said again")
      ->type_name("NAME")
      ->take_all()
      ->expected(1);
  command
      .add_option("--patience", options.patience,
                  "How many seconds a reaction that is needed may take")
      ->capture_default_str()
      ->type_name("SECONDS")
      ->check(CLI::Range(1U, 3600U));
  command.add_option("--wait", options.wait, "How many seconds are waited for the client to come")
      ->capture_default_str()
      ->type_name("SECONDS")
      ->check(CLI::Range(1U, 86'400U));
  command.add_option("--preset", options.trial.preset, "Of the room that the client can join")
      ->capture_default_str()
      ->type_name("NAME");
  command.add_option("--seed", options.trial.seed, "Lets the computer play another game")
      ->capture_default_str()
      ->type_name("N");
  command.add_flag("--list", options.list, "Show the names of all scenarios");
}

}  // namespace

Wanted read_arguments(int argc, const char* const* argv) {
  CLI::App app{about, "flagrank-conformance"};
  app.footer(footer);
  app.set_version_flag("--version", "flagrank-conformance " FLAGRANK_VERSION);
  app.require_subcommand(1);

  ServerOptions of_server;
  CLI::App* server = app.add_subcommand("server", "Try a server, as its clients");
  add_options(*server, of_server);
  ClientOptions of_client;
  CLI::App* client = app.add_subcommand("client", "Try a client, as its server");
  add_options(*client, of_client);

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& wanted) {
    std::ostringstream out;
    std::ostringstream complaint;
    const int status = app.exit(wanted, out, complaint);
    if (status == 0) return ToPrint{out.str()};
    return ToPrint{complaint.str(), ExitStatus::not_run};
  }
  if (client->parsed()) return client_trial(of_client);
  return server_trial(of_server);
}

}  // namespace flagrank::conformance

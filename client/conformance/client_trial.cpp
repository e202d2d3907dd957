#include "client/conformance/client_trial.hpp"

#include <boost/asio/ip/address.hpp>
#include <ostream>
#include <random>
#include <string_view>

#include "client/conformance/fake_server.hpp"
#include "client/conformance/rehearsal.hpp"

namespace flagrank::conformance {
namespace {

/// What only the client is told, so that it can prove who it is.
[[nodiscard]] std::string new_token() {
  constexpr std::string_view digits = "0123456789abcdef";
  std::random_device device;
  std::string token(32, '0');
  for (char& digit : token) digit = digits[device() % digits.size()];
  return token;
}

}  // namespace

void list_scenarios(std::ostream& out) {
  out << "Scenarios, in which the client:\n";
  for (const Scenario scenario : all_scenarios) {
    out << "  " << name(scenario) << ": " << summary(scenario) << "\n";
  }
}

ExitStatus run(const ClientTrial& trial, std::ostream& out) {
  Report report{out};
  const Rehearsal::Wish wish{.scenarios = trial.scenarios,
                             .patience = trial.patience,
                             .newcomer_patience = trial.wait,
                             .preset = trial.preset,
                             .seed = trial.seed,
                             .token = new_token()};
  Rehearsal rehearsal{wish};
  FakeServer server{{boost::asio::ip::make_address(trial.host), trial.port}, rehearsal, report};
  if (const auto failed = server.listen()) {
    report.stop("cannot listen on " + trial.host + ":" + std::to_string(trial.port) + ": " +
                failed.message());
    return report.sum_up();
  }
  const auto place = server.place();
  out << "flagrank-conformance listening on " << place << "\n"
      << "Start your client with ws://" << place << "/v1/ws: it may make a room, or join "
      << wish.room << ".\n\n"
      << std::flush;
  server.run();
  return report.sum_up();
}

}  // namespace flagrank::conformance

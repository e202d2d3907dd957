#include "client/conformance/server_trial.hpp"

#include <algorithm>
#include <functional>
#include <ostream>

#include "client/conformance/checks.hpp"
#include "client/conformance/player.hpp"
#include "client/conformance/replay.hpp"
#include "common/protocol/error_code.hpp"

namespace flagrank::conformance {
namespace {

[[nodiscard]] bool wanted(const ServerTrial& trial, std::string_view name) {
  return trial.only.empty() || std::ranges::find(trial.only, name) != trial.only.end();
}

[[nodiscard]] Finding run(const Check& check, const text::Address& server) {
  try {
    check.run(server);
  } catch (const Broken& broken) {
    return {Verdict::wrong, std::string{check.name}, {std::string{check.summary}, broken.what()}};
  }
  return {Verdict::ok, std::string{check.name}, {std::string{check.summary}}};
}

/// Makes one finding. False where there is no use in going on: why has been said then.
bool added(Report& report, const std::string& name, const std::function<Finding()>& find) {
  try {
    report.add(find());
    return true;
  } catch (const Limited& limited) {
    const std::string code{protocol::name(limited.code)};
    report.stop(name + " was answered with " + code + ". " + advice_on_limit(code));
  } catch (const Unreachable& unreachable) {
    report.stop(name + ": " + unreachable.what() + ".");
  } catch (const Declined& declined) {
    report.stop(name + ": " + declined.what() + ". " + declined.body);
  }
  return false;
}

/// The first connection: is there anybody, and who?
[[nodiscard]] bool introduced(const ServerTrial& trial, Report& report, std::ostream& out) {
  const std::string name = "hello";
  return added(report, name, [&]() -> Finding {
    try {
      const Player player{trial.server};
      out << "The server is " << player.hello().server << ", protocol " << player.hello().protocol
          << ".\n\n";
      return {Verdict::ok, name, {"the first frame, by its schema"}};
    } catch (const Broken& broken) {
      return {Verdict::wrong, name, {"the first frame", broken.what()}};
    }
  });
}

[[nodiscard]] bool tried_all(const ServerTrial& trial, Report& report) {
  for (const NamedTranscript& named : transcripts()) {
    if (!wanted(trial, named.name)) continue;
    if (!added(report, named.name, [&] { return replay(named, trial.server); })) return false;
  }
  for (const Check& check : all_checks()) {
    if (!wanted(trial, check.name)) continue;
    const auto find = [&] { return run(check, trial.server); };
    if (!added(report, std::string{check.name}, find)) return false;
  }
  return true;
}

}  // namespace

std::vector<std::string> unknown_names(const std::vector<std::string>& only) {
  std::vector<std::string> unknown = only;
  for (const NamedTranscript& named : transcripts()) std::erase(unknown, named.name);
  for (const Check& check : all_checks()) std::erase(unknown, check.name);
  return unknown;
}

void list_trials(std::ostream& out) {
  out << "Transcripts (proto/transcripts):\n";
  for (const NamedTranscript& named : transcripts()) {
    out << "  " << named.name << ": " << subject_of(named.transcript) << "\n";
  }
  out << "Checks:\n";
  for (const Check& check : all_checks()) {
    out << "  " << check.name << ": " << check.summary << "\n";
  }
}

ExitStatus run(const ServerTrial& trial, std::ostream& out) {
  Report report{out};
  if (introduced(trial, report, out)) static_cast<void>(tried_all(trial, report));
  return report.sum_up();
}

}  // namespace flagrank::conformance

#include "client/conformance/server_trial.hpp"

#include <algorithm>
#include <functional>
#include <optional>
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

[[nodiscard]] bool has(const protocol::Hello& hello, std::string_view feature) {
  return feature.empty() || std::ranges::find(hello.features, feature) != hello.features.end();
}

[[nodiscard]] Finding without(std::string_view feature, std::string_view name) {
  return {Verdict::passed_over,
          std::string{name},
          {"hello.features does not have " + std::string{feature}}};
}

[[nodiscard]] Finding run(const Check& check, const text::Address& server,
                          const protocol::Hello& hello) {
  if (!has(hello, check.feature)) return without(check.feature, check.name);
  try {
    check.run(server);
  } catch (const Untried& untried) {
    return {Verdict::passed_over, std::string{check.name}, {untried.what()}};
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
    report.stop(name + ": " + declined.what() + ", and with: " + declined.body);
  }
  return false;
}

/// The first connection: is there anybody, and who? Whoever says no hello is not asked for more.
[[nodiscard]] std::optional<protocol::Hello> introduced(const ServerTrial& trial, Report& report,
                                                        std::ostream& out) {
  const std::string name = "hello";
  std::optional<protocol::Hello> hello;
  static_cast<void>(added(report, name, [&]() -> Finding {
    try {
      hello = Player{trial.server}.hello();
    } catch (const Broken& broken) {
      return {Verdict::wrong, name, {std::string{"nothing more is tried: "} + broken.what()}};
    }
    out << "The server is " << visible(hello->server) << ", protocol " << hello->protocol
        << ".\n\n";
    return {Verdict::ok, name, {"the first frame, by its schema"}};
  }));
  if (!hello || !has(*hello, "access_key")) return hello;
  report.stop(
      "The server is private, and this tool has no access key: start flagrankd without "
      "--access-key-file to try it.");
  return std::nullopt;
}

[[nodiscard]] Finding run(const NamedTranscript& named, const text::Address& server,
                          const protocol::Hello& hello) {
  const std::string_view feature = feature_of(named.transcript);
  return has(hello, feature) ? replay(named, server) : without(feature, named.name);
}

[[nodiscard]] bool tried_all(const ServerTrial& trial, const protocol::Hello& hello,
                             Report& report) {
  for (const NamedTranscript& named : transcripts()) {
    if (!wanted(trial, named.name)) continue;
    if (!added(report, named.name, [&] { return run(named, trial.server, hello); })) return false;
  }
  for (const Check& check : all_checks()) {
    if (!wanted(trial, check.name)) continue;
    const auto find = [&] { return run(check, trial.server, hello); };
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
  if (const auto hello = introduced(trial, report, out)) {
    static_cast<void>(tried_all(trial, *hello, report));
  }
  return report.sum_up();
}

}  // namespace flagrank::conformance

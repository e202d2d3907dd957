#include "client/conformance/scenario.hpp"

#include <algorithm>

namespace flagrank::conformance {
namespace {

struct Row {
  Scenario scenario;
  std::string_view name;
  std::string_view summary;
  bool telling;
};

constexpr std::array rows{
    Row{Scenario::unknown_fields, "unknown-fields",
        "plays on when messages have fields that are new", true},
    Row{Scenario::unknown_event, "unknown-event",
        "counts an event of a type that is new, passes over a message of one, and plays on", true},
    Row{Scenario::repeated_event, "repeated-event", "folds an event that comes twice only once",
        true},
    Row{Scenario::gap, "gap", "asks for a snapshot when an event is missing", true},
    Row{Scenario::unknown_error, "unknown-error",
        "tries again after an error with a code that is new", false},
    Row{Scenario::stale, "stale", "decides again after stale", false},
    Row{Scenario::rate_limited, "rate-limited", "waits retry_after_ms before it tries again",
        false},
    Row{Scenario::slow_answer, "slow-answer", "waits for an answer that takes three seconds",
        false},
    Row{Scenario::dropped, "dropped", "comes back and resumes when the connection breaks", true},
    Row{Scenario::lost_command, "lost-command",
        "says its move again when the connection broke before it took effect", false},
    Row{Scenario::lost_answer, "lost-answer",
        "does not move twice when the connection broke before the answer", false},
    Row{Scenario::restart, "restart",
        "comes back after 1012 to a server that was away for three seconds", true},
    Row{Scenario::final_code, "final-code", "stays away after a close code that is final", true},
};

[[nodiscard]] const Row& row(Scenario scenario) noexcept {
  return *std::ranges::find(rows, scenario, &Row::scenario);
}

}  // namespace

std::string_view name(Scenario scenario) noexcept { return row(scenario).name; }

std::optional<Scenario> scenario(std::string_view name) noexcept {
  const auto* const found = std::ranges::find(rows, name, &Row::name);
  if (found == rows.end()) return std::nullopt;
  return found->scenario;
}

std::string_view summary(Scenario scenario) noexcept { return row(scenario).summary; }

bool begins_with_a_telling(Scenario scenario) noexcept { return row(scenario).telling; }

bool breaks_the_connection(Scenario scenario) noexcept {
  using enum Scenario;
  return scenario == dropped || scenario == lost_command || scenario == lost_answer ||
         scenario == restart;
}

}  // namespace flagrank::conformance

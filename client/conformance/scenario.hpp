#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace flagrank::conformance {

/// What the fake server puts a client to, one after another, in the order in which they come.
enum class Scenario : std::uint8_t {
  unknown_fields,
  unknown_event,
  repeated_event,
  gap,
  unknown_error,
  stale,
  rate_limited,
  slow_answer,
  dropped,
  lost_command,
  lost_answer,
  restart,
  final_code
};

inline constexpr std::array all_scenarios{Scenario::unknown_fields, Scenario::unknown_event,
                                          Scenario::repeated_event, Scenario::gap,
                                          Scenario::unknown_error,  Scenario::stale,
                                          Scenario::rate_limited,   Scenario::slow_answer,
                                          Scenario::dropped,        Scenario::lost_command,
                                          Scenario::lost_answer,    Scenario::restart,
                                          Scenario::final_code};

/// As on the command line and in the report.
[[nodiscard]] std::string_view name(Scenario scenario) noexcept;
[[nodiscard]] std::optional<Scenario> scenario(std::string_view name) noexcept;
/// What the client has to do, in a sentence's half.
[[nodiscard]] std::string_view summary(Scenario scenario) noexcept;

/// Does it begin with what the client hears at the computer's move? The others wait for the
/// client's move.
[[nodiscard]] bool begins_with_a_telling(Scenario scenario) noexcept;

/// Does it break the connection in a way after which the client has to come back?
[[nodiscard]] bool breaks_the_connection(Scenario scenario) noexcept;

}  // namespace flagrank::conformance

#pragma once

#include <optional>
#include <string_view>

#include "common/protocol/client_message.hpp"
#include "common/protocol/error_code.hpp"
#include "common/rules/names.hpp"
#include "common/view/player_view.hpp"
#include "common/view/seat.hpp"

/// How the enumerators are spelt on the wire, both ways, and what to say of a wrong one.
namespace flagrank::protocol::wire {

template <class Enum>
[[nodiscard]] std::string_view spelt(Enum value) noexcept {
  return rules::name(value);
}
[[nodiscard]] inline std::string_view spelt(view::Seat seat) noexcept { return view::name(seat); }
[[nodiscard]] inline std::string_view spelt(ErrorCode code) noexcept { return name(code); }
[[nodiscard]] std::string_view spelt(view::Phase phase) noexcept;

template <class Enum>
[[nodiscard]] std::optional<Enum> from_spelling(std::string_view text) noexcept {
  return rules::from_name<Enum>(text);
}
template <>
[[nodiscard]] std::optional<view::Seat> from_spelling(std::string_view text) noexcept;
template <>
[[nodiscard]] std::optional<view::Phase> from_spelling(std::string_view text) noexcept;
/// A code that came into use after this version counts as `internal`; its sentence explains it.
template <>
[[nodiscard]] std::optional<ErrorCode> from_spelling(std::string_view text) noexcept;

/// Such as "must be red or blue".
template <class Enum>
[[nodiscard]] constexpr std::string_view expectation() noexcept {
  return "must be one of the words that are listed for it";
}
template <>
constexpr std::string_view expectation<rules::Side>() noexcept {
  return "must be red or blue";
}
template <>
constexpr std::string_view expectation<rules::Rank>() noexcept {
  return "must be the name of a rank, such as scout";
}
template <>
constexpr std::string_view expectation<rules::ChaseRule>() noexcept {
  return "must be isf, three_squares or off";
}
template <>
constexpr std::string_view expectation<rules::MutualImmobility>() noexcept {
  return "must be loss or draw";
}

}  // namespace flagrank::protocol::wire

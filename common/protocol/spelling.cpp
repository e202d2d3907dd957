#include "common/protocol/spelling.hpp"

#include <array>

namespace flagrank::protocol::wire {

namespace {

/// The value of `all` that is spelt so.
template <class Enum, std::size_t n>
[[nodiscard]] std::optional<Enum> search(const std::array<Enum, n>& all,
                                         std::string_view text) noexcept {
  for (const Enum value : all) {
    if (spelt(value) == text) return value;
  }
  return std::nullopt;
}

}  // namespace

std::string_view spelt(view::Phase phase) noexcept {
  switch (phase) {
    case view::Phase::waiting:
      return "waiting";
    case view::Phase::setup:
      return "setup";
    case view::Phase::playing:
      return "playing";
    case view::Phase::over:
      return "over";
  }
  return "over";
}

template <>
std::optional<view::Seat> from_spelling(std::string_view text) noexcept {
  return search(view::all_seats, text);
}

template <>
std::optional<view::Phase> from_spelling(std::string_view text) noexcept {
  return search(
      std::array{view::Phase::waiting, view::Phase::setup, view::Phase::playing, view::Phase::over},
      text);
}

template <>
std::optional<ErrorCode> from_spelling(std::string_view text) noexcept {
  return error_code(text).value_or(ErrorCode::internal);
}

}  // namespace flagrank::protocol::wire

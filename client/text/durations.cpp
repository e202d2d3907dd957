#include "client/text/durations.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <system_error>

#include "common/protocol/limits.hpp"

namespace flagrank::text {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

namespace {

struct Unit {
  char letter;
  std::string_view name;
  milliseconds length;
};

constexpr std::array units{Unit{.letter = 'h', .name = "h", .length = 1h},
                           Unit{.letter = 'm', .name = "min", .length = 1min},
                           Unit{.letter = 's', .name = "s", .length = 1s}};

constexpr milliseconds shortest{protocol::min_limit_ms};
constexpr milliseconds longest{protocol::max_limit_ms};

std::string two_digits(std::int64_t number) {
  return (number < 10 ? "0" : "") + std::to_string(number);
}

}  // namespace

std::optional<milliseconds> parse_duration(std::string_view text) {
  if (text.empty()) return std::nullopt;
  milliseconds sum{0};
  const auto* larger = units.begin();
  while (!text.empty()) {
    std::uint32_t count = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (error != std::errc{} || end == text.data() + text.size()) return std::nullopt;
    const auto* const unit =
        std::find_if(larger, units.end(), [&](const Unit& one) { return one.letter == *end; });
    if (unit == units.end() || count > longest / unit->length) return std::nullopt;
    sum += count * unit->length;
    larger = std::next(unit);
    text.remove_prefix(static_cast<std::size_t>(end + 1 - text.data()));
  }
  return sum <= longest ? std::optional{sum} : std::nullopt;
}

std::optional<milliseconds> parse_limit(std::string_view text) {
  const auto duration = parse_duration(text);
  return duration && *duration >= shortest ? duration : std::nullopt;
}

std::optional<std::variant<view::GameClock, view::MoveClock>> parse_clock(std::string_view text) {
  constexpr std::string_view each_move = "/move";
  if (text.ends_with(each_move)) {
    text.remove_suffix(each_move.size());
    const auto time = parse_limit(text);
    if (!time) return std::nullopt;
    return view::MoveClock{.per_move = *time};
  }
  const std::size_t plus = text.find('+');
  const auto initial = parse_limit(text.substr(0, plus));
  const auto increment = plus == std::string_view::npos ? std::optional{milliseconds{0}}
                                                        : parse_duration(text.substr(plus + 1));
  if (!initial || !increment) return std::nullopt;
  return view::GameClock{.initial = *initial, .increment = *increment};
}

std::string duration_in_words(milliseconds duration) {
  std::string words;
  for (const Unit& unit : units) {
    const auto count = duration / unit.length;
    duration -= count * unit.length;
    if (count == 0) continue;
    words += (words.empty() ? "" : " ") + std::to_string(count) + " " + std::string{unit.name};
  }
  return words.empty() ? "0 s" : words;
}

std::string clock_face(milliseconds left) {
  const std::int64_t seconds = std::chrono::ceil<std::chrono::seconds>(std::max(left, 0ms)).count();
  const std::int64_t minutes = seconds / 60;
  if (minutes < 60) return std::to_string(minutes) + ":" + two_digits(seconds % 60);
  return std::to_string(minutes / 60) + ":" + two_digits(minutes % 60) + ":" +
         two_digits(seconds % 60);
}

}  // namespace flagrank::text

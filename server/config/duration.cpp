#include "server/config/duration.hpp"

#include <array>
#include <charconv>
#include <cstdint>
#include <system_error>

namespace flagrank::config {
namespace {

using std::chrono::milliseconds;

struct Unit {
  std::string_view name;
  milliseconds length;
};

constexpr std::array units{Unit{"d", std::chrono::hours{24}}, Unit{"h", std::chrono::hours{1}},
                           Unit{"m", std::chrono::minutes{1}}, Unit{"s", std::chrono::seconds{1}},
                           Unit{"ms", milliseconds{1}}};
constexpr milliseconds longest = std::chrono::hours{24 * 365};

}  // namespace

std::optional<milliseconds> read_duration(std::string_view text) {
  if (text == "0") return milliseconds::zero();
  std::int64_t count = 0;
  const auto [rest, fault] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (fault != std::errc{} || count < 0) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
  for (const auto& [name, length] : units) {
    if (text != name) continue;
    if (count > longest / length) return std::nullopt;
    return count * length;
  }
  return std::nullopt;
}

std::string spell(milliseconds duration) {
  for (const auto& [name, length] : units) {
    if (duration % length == milliseconds::zero() && duration != milliseconds::zero()) {
      return std::to_string(duration / length).append(name);
    }
  }
  return "0ms";
}

}  // namespace flagrank::config

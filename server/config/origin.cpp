#include "server/config/origin.hpp"

#include <algorithm>

namespace flagrank::config {

bool is_origin(std::string_view text) {
  constexpr std::string_view between = "://";
  const auto scheme = text.find(between);
  if (scheme == std::string_view::npos || scheme == 0) return false;
  const std::string_view host = text.substr(scheme + between.size());
  const auto plain = [](char c) {
    constexpr std::string_view others = "/?#@*,";
    return c > ' ' && c <= '~' && others.find(c) == std::string_view::npos;
  };
  return !host.empty() && !host.ends_with(':') && std::ranges::all_of(host, plain);
}

}  // namespace flagrank::config

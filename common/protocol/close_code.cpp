#include "common/protocol/close_code.hpp"

#include <algorithm>
#include <array>

namespace flagrank::protocol {

namespace {

struct Row {
  CloseCode code;
  Advice advice;
  std::string_view reason;
};

constexpr std::array rows{
    Row{CloseCode::normal, Advice::final, "normal"},
    Row{CloseCode::bad_protocol, Advice::final, "bad_protocol"},
    Row{CloseCode::binary, Advice::final, "binary"},
    Row{CloseCode::bad_utf8, Advice::final, "bad_utf8"},
    Row{CloseCode::too_big, Advice::final, "too_big"},
    Row{CloseCode::internal, Advice::resume, "internal"},
    Row{CloseCode::server_restarting, Advice::resume, "server_restarting"},
    Row{CloseCode::too_busy, Advice::retry_later, "too_busy"},
    Row{CloseCode::replaced, Advice::final, "replaced"},
    Row{CloseCode::slow_reader, Advice::resume, "slow_reader"},
    Row{CloseCode::rate_limit, Advice::retry_later, "rate_limit"},
    Row{CloseCode::idle, Advice::retry_later, "idle"},
    Row{CloseCode::room_closed, Advice::final, "room_closed"},
};

/// A code that is not ours came from something between the peers, or from a lost connection.
constexpr Row foreign{.code = {}, .advice = Advice::resume, .reason = "unknown"};

[[nodiscard]] const Row& row(CloseCode code) noexcept {
  const auto* const found = std::ranges::find(rows, code, &Row::code);
  return found == rows.end() ? foreign : *found;
}

}  // namespace

Advice advice(CloseCode code) noexcept { return row(code).advice; }

std::string_view reason(CloseCode code) noexcept { return row(code).reason; }

}  // namespace flagrank::protocol

#include "common/protocol/close_code.hpp"

#include <algorithm>
#include <array>

namespace flagrank::protocol {

namespace {

struct Closing {
  CloseCode code;
  Advice advice;
  std::string_view reason;
};

constexpr std::array closings{
    Closing{CloseCode::normal, Advice::final, "normal"},
    Closing{CloseCode::bad_protocol, Advice::final, "bad_protocol"},
    Closing{CloseCode::binary, Advice::final, "binary"},
    Closing{CloseCode::bad_utf8, Advice::final, "bad_utf8"},
    Closing{CloseCode::too_big, Advice::final, "too_big"},
    Closing{CloseCode::internal, Advice::resume, "internal"},
    Closing{CloseCode::server_restarting, Advice::resume, "server_restarting"},
    Closing{CloseCode::too_busy, Advice::retry_later, "too_busy"},
    Closing{CloseCode::replaced, Advice::final, "replaced"},
    Closing{CloseCode::slow_reader, Advice::resume, "slow_reader"},
    Closing{CloseCode::rate_limit, Advice::retry_later, "rate_limit"},
    Closing{CloseCode::idle, Advice::retry_later, "idle"},
    Closing{CloseCode::room_closed, Advice::final, "room_closed"},
};

/// A code that is not ours came from something between the peers, or from a lost connection.
constexpr Closing foreign{.code = {}, .advice = Advice::resume, .reason = "unknown"};

[[nodiscard]] const Closing& closing(CloseCode code) noexcept {
  const auto* const found = std::ranges::find(closings, code, &Closing::code);
  return found == closings.end() ? foreign : *found;
}

}  // namespace

Advice advice(CloseCode code) noexcept { return closing(code).advice; }

std::string_view reason(CloseCode code) noexcept { return closing(code).reason; }

}  // namespace flagrank::protocol

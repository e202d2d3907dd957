#pragma once

#include <cstdint>
#include <string_view>

namespace flagrank::protocol {

/// WebSocket close codes that this server sends (proto/close-codes.md). The text after each says
/// what a client should do next.
enum class CloseCode : std::uint16_t {
  normal = 1000,             ///< final: the client asked
  bad_protocol = 1002,       ///< final: a broken WebSocket frame
  binary = 1003,             ///< final: only text frames are understood
  bad_utf8 = 1007,           ///< final
  too_big = 1009,            ///< final
  internal = 1011,           ///< resume
  server_restarting = 1012,  ///< resume
  too_busy = 1013,           ///< retry later: connections, in all or from this address
  replaced = 4000,           ///< final: a newer connection has taken the seat
  slow_reader = 4001,        ///< resume
  rate_limit = 4002,         ///< retry later
  idle = 4003,               ///< retry later: said nothing in time
  room_closed = 4004         ///< final
};

enum class Advice : std::uint8_t { resume, retry_later, final };

[[nodiscard]] Advice advice(CloseCode code) noexcept;
/// The reason text sent with the code, such as "replaced".
[[nodiscard]] std::string_view reason(CloseCode code) noexcept;

}  // namespace flagrank::protocol

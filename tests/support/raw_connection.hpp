#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tests/support/patience.hpp"

namespace flagrank::test {

/// A TCP connection to loopback that says any bytes at all.
class RawConnection {
 public:
  /// `receive_buffer` bounds what the kernel takes in unheard, in bytes.
  explicit RawConnection(std::uint16_t port, std::optional<int> receive_buffer = {});
  ~RawConnection();
  RawConnection(const RawConnection&) = delete;
  RawConnection& operator=(const RawConnection&) = delete;

  /// False where the other side has gone.
  bool say(std::string_view bytes);
  /// No more will be said; what comes back can still be heard.
  void finish();

  /// Reads until `end` has come and returns all up to and with it; nothing where the connection
  /// ends or time runs out before.
  [[nodiscard]] std::optional<std::string> hear_until(std::string_view end);
  /// Reads exactly that many bytes.
  [[nodiscard]] std::optional<std::string> hear(std::size_t bytes);
  /// All that comes until the other side ends the connection; nothing where it does not in time.
  [[nodiscard]] std::optional<std::string> hear_to_the_end();

  /// Asks for a WebSocket at /v1/ws and reads the answer's head; throws where it is not 101.
  void upgrade();

 private:
  enum class Took { bytes, end, silence };
  Took take(Clock::time_point until);

  int descriptor_ = -1;
  std::string heard_;  ///< read and not yet handed out
};

/// A WebSocket frame, byte by byte (RFC 6455, section 5.2), right or wrong on purpose.
struct RawFrame {
  std::uint8_t opcode = 1;  ///< 0 continuation, 1 text, 2 binary, 8 close, 9 ping, 10 pong
  std::string_view payload;
  bool final = true;
  bool masked = true;
  std::uint8_t reserved = 0;                   ///< the three reserved bits, 0 to 7
  std::optional<std::uint64_t> claims_length;  ///< instead of the payload's

  [[nodiscard]] std::string bytes() const;
};

struct HeardFrame {
  std::uint8_t opcode = 0;  ///< as `RawFrame` has it
  std::string payload;
};
/// The next frame of a server; nothing where the connection ends or time runs out before.
[[nodiscard]] std::optional<HeardFrame> hear_frame(RawConnection& connection);

/// Reads frames until a close frame comes and returns its code; nothing where the connection ends
/// without one or time runs out. `1005` for a close frame without a code.
[[nodiscard]] std::optional<std::uint16_t> hear_close_code(RawConnection& connection);

}  // namespace flagrank::test

#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace flagrank::test {

/// What is told in the place of a text frame: itself, another one, several or none.
using Tamper = std::function<std::vector<std::string>(const std::string& frame)>;

/// The bytes from a server to a client, in which text frames of a WebSocket are tampered with, and
/// whole answers by plain HTTP, head and body. The answer to a handshake and all other frames pass
/// as they are.
class FrameStream {
 public:
  explicit FrameStream(Tamper tamper) : tamper_{std::move(tamper)} {}

  /// Takes the next bytes, and returns what may be passed on so far.
  [[nodiscard]] std::string pass(std::string_view bytes);

 private:
  bool pass_head(std::string& out);
  bool pass_answer(std::string& out, std::size_t head);
  bool pass_frame(std::string& out);

  Tamper tamper_;
  std::string held_;
  bool open_ = false;  ///< past the handshake
};

}  // namespace flagrank::test

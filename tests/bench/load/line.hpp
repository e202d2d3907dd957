#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace flagrank::bench {

/// A WebSocket to a server on this machine, with frames made by hand (RFC 6455, section 5): it is
/// there to cost little. Throws where the connection breaks or a frame is not what a server of ours
/// sends: whole, unmasked, of text or a ping.
class Line {
 public:
  /// Connects, and returns when the server has agreed. From then on nothing waits.
  explicit Line(std::uint16_t port);
  ~Line();
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;

  [[nodiscard]] int descriptor() const noexcept { return descriptor_; }

  void say(std::string_view text);

  /// Takes in what has come.
  void read();
  /// The next frame of text that is there, until the next call; empty where there is none.
  [[nodiscard]] std::string_view hear();

 private:
  void connect(std::uint16_t port);
  void upgrade();
  void send(std::string_view bytes);

  int descriptor_ = -1;
  std::string heard_;
  std::size_t read_ = 0;  ///< of `heard_`: frames before it were handed out
  std::string frame_;     ///< kept for its memory
};

}  // namespace flagrank::bench

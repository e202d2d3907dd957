#pragma once

#include <cstdint>

#include "server/config/settings.hpp"
#include "server/net/time.hpp"

namespace flagrank::net {

/// Watches over one connection: every deadline of it, without a timer. Whoever holds it looks again
/// at `next()`, and does what is `due`.
///
/// Beast has no such deadlines that hold: a peer that sends but never reads keeps a write alive for
/// ever, and a close behind it.
class Vigil {
 public:
  enum class Due : std::uint8_t {
    nothing,
    ping,  ///< send one
    idle,  ///< close with `idle`: no command in time
    cut    ///< the peer had its time: close the socket without a word
  };

  /// Starts with the handshake.
  Vigil(const config::Limits& limits, Time now);

  void opened(Time now);  ///< the handshake is done
  void answering();       ///< it is none: what counts is how the answer is taken
  void heard(Time now);   ///< a whole frame came in, control frames too
  void commanded();       ///< a valid command came in
  void write_began(Time now);
  void write_ended();
  void closing(Time now);  ///< from now on only the closing counts; the first call does

  /// One thing at a time; ask until there is nothing. A ping is taken as sent.
  [[nodiscard]] Due due(Time now);

  /// When to look again.
  [[nodiscard]] Time next() const;

 private:
  static constexpr Time never = Time::max();

  const config::Limits& limits_;
  Time handshake_by_;
  Time command_by_ = never;
  Time heard_by_ = never;
  Time written_by_ = never;
  Time closed_by_ = never;
  Time ping_at_ = never;
};

}  // namespace flagrank::net

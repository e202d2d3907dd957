#include "server/net/vigil.hpp"

#include <algorithm>

namespace flagrank::net {

Vigil::Vigil(const config::Limits& limits, Time now)
    : limits_{limits}, handshake_by_{now + limits.handshake} {}

void Vigil::opened(Time now) {
  handshake_by_ = never;
  command_by_ = now + limits_.first_command;
  heard_by_ = now + limits_.silence;
  ping_at_ = now + limits_.ping_interval;
}

void Vigil::answering() { handshake_by_ = never; }

void Vigil::heard(Time now) { heard_by_ = now + limits_.silence; }

void Vigil::commanded() { command_by_ = never; }

void Vigil::write_began(Time now) { written_by_ = now + limits_.write; }

void Vigil::write_ended() { written_by_ = never; }

void Vigil::closing(Time now) {
  if (closed_by_ != never) return;
  closed_by_ = now + limits_.close;
  command_by_ = never;
  ping_at_ = never;
}

Vigil::Due Vigil::due(Time now) {
  if (now >= std::min({handshake_by_, heard_by_, written_by_, closed_by_})) return Due::cut;
  if (now >= command_by_) {
    command_by_ = never;
    return Due::idle;
  }
  if (now >= ping_at_) {
    ping_at_ = now + limits_.ping_interval;
    return Due::ping;
  }
  return Due::nothing;
}

Time Vigil::next() const {
  return std::min({handshake_by_, command_by_, heard_by_, written_by_, closed_by_, ping_at_});
}

}  // namespace flagrank::net

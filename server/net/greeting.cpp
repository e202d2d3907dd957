#include "server/net/greeting.hpp"

#include <chrono>

#include "server/room/lobby.hpp"

namespace flagrank::net {
namespace {

std::uint64_t ms(std::chrono::milliseconds duration) {
  return static_cast<std::uint64_t>(duration.count());
}

}  // namespace

protocol::ServerMessage greeting(const config::Limits& limits) {
  const protocol::Limits told{.message_bytes = limits.message_bytes,
                              .messages_per_second = limits.messages_per_second,
                              .message_burst = limits.message_burst,
                              .chat_bytes = limits.chat_bytes,
                              .chats_per_minute = limits.chats_per_minute,
                              .spectators_per_room = limits.spectators_per_room,
                              .ping_interval_ms = ms(limits.ping_interval),
                              .first_command_ms = ms(limits.first_command)};
  return {.body = protocol::Hello{.server = "flagrankd " FLAGRANK_VERSION,
                                  .limits = told,
                                  .time_ms = server_time_ms()}};
}

std::uint64_t server_time_ms() { return ms(room::server_now().time_since_epoch()); }

}  // namespace flagrank::net

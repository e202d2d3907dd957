#include "server/net/greeting.hpp"

#include <chrono>
#include <string>
#include <vector>

#include "common/protocol/limits.hpp"
#include "server/room/lobby.hpp"

namespace flagrank::net {
namespace {

std::uint64_t ms(std::chrono::milliseconds duration) {
  return static_cast<std::uint64_t>(duration.count());
}

protocol::Limits told(const config::Limits& limits) {
  return {.message_bytes = limits.message_bytes,
          .messages_per_second = limits.messages_per_second,
          .message_burst = limits.message_burst,
          .refusals_before_close = limits.refusals_before_close,
          .outbox_frames = limits.outbox_frames,
          .outbox_bytes = limits.outbox_bytes,
          .header_bytes = limits.header_bytes,
          .json_depth = protocol::max_json_depth,
          .connections = limits.connections,
          .connections_per_address = limits.connections_per_address,
          .rooms = limits.rooms,
          .rooms_per_address = limits.rooms_per_address,
          .failed_joins_per_minute = limits.failed_joins_per_minute,
          .room_inbox = limits.room_inbox,
          .chat_bytes = limits.chat_bytes,
          .chats_per_minute = limits.chats_per_minute,
          .spectators_per_room = limits.spectators_per_room,
          .handshake_ms = ms(limits.handshake),
          .first_command_ms = ms(limits.first_command),
          .ping_interval_ms = ms(limits.ping_interval),
          .silence_ms = ms(limits.silence),
          .write_ms = ms(limits.write),
          .close_ms = ms(limits.close),
          .empty_room_ms = ms(limits.empty_room),
          .unfinished_setup_ms = ms(limits.unfinished_setup),
          .silent_game_ms = ms(limits.silent_game),
          .finished_room_ms = ms(limits.finished_room),
          .records = limits.records,
          .keep_records_ms = ms(limits.keep_records)};
}

std::vector<std::string> features(const House& house) {
  std::vector<std::string> features{"public_rooms", "invitations"};
  const bool records = house.limits.keep_records > std::chrono::milliseconds::zero();
  if (records) features.emplace_back("records");
  if (!house.access.for_all()) features.emplace_back("access_key");
  return features;
}

}  // namespace

protocol::Hello hello(const House& house) {
  return {.server = "flagrankd " FLAGRANK_VERSION,
          .features = features(house),
          .limits = told(house.limits),
          .time_ms = server_time_ms(),
          .url = house.public_url};
}

std::uint64_t server_time_ms() { return ms(room::server_now().time_since_epoch()); }

}  // namespace flagrank::net

#pragma once

#include <string_view>

#include "common/protocol/fields.hpp"
#include "common/protocol/server_message.hpp"

/// How a server presents itself.
namespace flagrank::protocol::wire {

template <>
struct Described<Limits> {
  static void fields(auto& field, auto& limits) {
    field("message_bytes", limits.message_bytes);
    field("messages_per_second", limits.messages_per_second);
    field("message_burst", limits.message_burst);
    field("refusals_before_close", limits.refusals_before_close);
    field("outbox_frames", limits.outbox_frames);
    field("outbox_bytes", limits.outbox_bytes);
    field("header_bytes", limits.header_bytes);
    field("json_depth", limits.json_depth);
    field("connections", limits.connections);
    field("connections_per_address", limits.connections_per_address);
    field("rooms", limits.rooms);
    field("rooms_per_address", limits.rooms_per_address);
    field("failed_joins_per_minute", limits.failed_joins_per_minute);
    field("room_inbox", limits.room_inbox);
    field("chat_bytes", limits.chat_bytes);
    field("chats_per_minute", limits.chats_per_minute);
    field("spectators_per_room", limits.spectators_per_room);
    field("handshake_ms", limits.handshake_ms);
    field("first_command_ms", limits.first_command_ms);
    field("ping_interval_ms", limits.ping_interval_ms);
    field("silence_ms", limits.silence_ms);
    field("write_ms", limits.write_ms);
    field("close_ms", limits.close_ms);
    field("empty_room_ms", limits.empty_room_ms);
    field("unfinished_setup_ms", limits.unfinished_setup_ms);
    field("silent_game_ms", limits.silent_game_ms);
    field("finished_room_ms", limits.finished_room_ms);
    field("records", limits.records);
    field("keep_records_ms", limits.keep_records_ms);
  }
};

template <>
struct Described<Hello> {
  static constexpr std::string_view type = "hello";
  static void fields(auto& field, auto& m) {
    field("protocol", m.protocol);
    field("server", m.server);
    field("features", m.features);
    field("limits", m.limits);
    field("time_ms", m.time_ms);
    field.where_it_applies("url", m.url);
  }
};

}  // namespace flagrank::protocol::wire

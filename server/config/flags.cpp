#include "server/config/flags.hpp"

#include <array>

namespace flagrank::config {
namespace {

constexpr const char* one_connection = "One connection";
constexpr const char* all_connections = "All connections";
constexpr const char* rooms = "Rooms";
constexpr const char* deadlines = "Deadlines";
constexpr const char* finished_games = "Finished games";

constexpr std::array table{
    Flag{&Limits::message_bytes, "message-bytes", one_connection, "longest message of a client"},
    Flag{&Limits::messages_per_second, "messages-per-second", one_connection,
         "messages let through, on average"},
    Flag{&Limits::message_burst, "message-burst", one_connection, "messages let through at once"},
    Flag{&Limits::refusals_before_close, "refusals-before-close", one_connection,
         "messages over the rate, one after another, before it is cut off"},
    Flag{&Limits::outbox_frames, "outbox-frames", one_connection, "frames that wait to be sent"},
    Flag{&Limits::outbox_bytes, "outbox-bytes", one_connection, "bytes that wait to be sent"},
    Flag{&Limits::send_buffer_bytes, "send-buffer-bytes", one_connection,
         "bytes that the kernel takes unsent"},
    Flag{&Limits::header_bytes, "header-bytes", one_connection, "longest HTTP request"},

    Flag{&Limits::connections, "connections", all_connections, "at a time"},
    Flag{&Limits::connections_per_address, "connections-per-address", all_connections,
         "at a time from one address"},

    Flag{&Limits::rooms, "rooms", rooms, "at a time"},
    Flag{&Limits::rooms_per_address, "rooms-per-address", rooms,
         "made from one address within an hour"},
    Flag{&Limits::failed_joins_per_minute, "failed-joins-per-minute", rooms,
         "wrong codes and tokens from one address"},
    Flag{&Limits::room_inbox, "room-inbox", rooms, "commands that wait in one room"},
    Flag{&Limits::chat_bytes, "chat-bytes", rooms, "longest line of chat"},
    Flag{&Limits::chats_per_minute, "chats-per-minute", rooms, "lines of chat from one seat"},
    Flag{&Limits::spectators_per_room, "spectators-per-room", rooms, "at a time"},

    Flag{&Limits::handshake, "handshake", deadlines, "to send the HTTP request"},
    Flag{&Limits::first_command, "first-command", deadlines, "to say something"},
    Flag{&Limits::ping_interval, "ping-interval", deadlines, "between the server's pings"},
    Flag{&Limits::silence, "silence", deadlines, "without a sign of life"},
    Flag{&Limits::write, "write", deadlines, "to take one frame"},
    Flag{&Limits::close, "close", deadlines, "to say goodbye"},
    Flag{&Limits::stop, "stop", deadlines, "for all to leave when the server stops"},
    Flag{&Limits::empty_room, "empty-room", deadlines, "a room whose host has gone"},
    Flag{&Limits::unfinished_setup, "unfinished-setup", deadlines,
         "armies that both have left unfinished"},
    Flag{&Limits::silent_game, "silent-game", deadlines, "a game that both have left"},
    Flag{&Limits::finished_room, "finished-room", deadlines, "a finished game that both have left"},

    Flag{&Limits::records, "records", finished_games, "kept; with --ephemeral at most 1000"},
    Flag{&Limits::keep_records, "keep-records", finished_games, "for how long; 0 for not at all",
         true},
};

}  // namespace

std::span<const Flag> limit_flags() { return table; }

}  // namespace flagrank::config

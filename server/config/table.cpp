#include "server/config/table.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "server/config/network.hpp"
#include "server/config/origin.hpp"

namespace flagrank::config {
namespace {

constexpr const char* server = "Server";
constexpr const char* entrance = "Entrance";
constexpr const char* one_connection = "One connection";
constexpr const char* all_connections = "All connections";
constexpr const char* rooms = "Rooms";
constexpr const char* deadlines = "Deadlines";
constexpr const char* finished_games = "Finished games";

bool is_level(std::string_view text) {
  constexpr std::array<std::string_view, 6> levels{"trace", "debug", "info",
                                                   "warn",  "error", "off"};
  return std::ranges::find(levels, text) != levels.end();
}

bool is_format(std::string_view text) { return text == "plain" || text == "json"; }

bool is_network(std::string_view text) { return read_network(text).has_value(); }

/// Clients read more of it; this much makes sure that it is one word that can be shown.
bool is_public_url(std::string_view text) {
  constexpr std::size_t longest = 255;
  const std::size_t scheme = text.starts_with("wss://") ? 6 : text.starts_with("ws://") ? 5 : 0;
  if (scheme == 0 || text.size() > longest || text.size() == scheme) return false;
  const std::string_view place = text.substr(scheme);
  constexpr std::string_view elsewhere = "?#@\"";
  return place.front() != '/' && place.front() != ':' &&
         std::ranges::all_of(place, [elsewhere](char c) {
           return c > ' ' && c <= '~' && elsewhere.find(c) == std::string_view::npos;
         });
}

constexpr std::array table{
    Setting{.field = &Settings::listen,
            .name = "listen",
            .group = server,
            .help = "where to listen; port 0 is any free one",
            .value = "ADDR:PORT"},
    Setting{.field = &Settings::admin,
            .name = "admin",
            .group = server,
            .help = "where to tell of health and metrics, or off",
            .value = "ADDR:PORT"},
    Setting{.field = &Settings::data,
            .name = "data",
            .group = server,
            .help = "keep games in this directory",
            .value = "DIR",
            .unset = "~/.local/state/flagrankd",
            .wanted = "the name of a directory"},
    Setting{.field = &Settings::ephemeral,
            .name = "ephemeral",
            .group = server,
            .help = "keep games in memory, until the end"},
    Setting{.field = &Settings::access_key_file,
            .name = "access-key-file",
            .group = server,
            .help = "only who has the key in this file, or an invitation, gets in",
            .value = "FILE",
            .unset = "none",
            .wanted = "the name of a file"},
    Setting{.field = &Settings::public_url,
            .name = "public-url",
            .group = server,
            .help = "what players reach it by, for invitations",
            .value = "URL",
            .unset = "none",
            .fits = is_public_url,
            .wanted = "ws://HOST[:PORT][/PATH] or wss://HOST[:PORT][/PATH]"},
    Setting{.field = &Settings::io_threads,
            .name = "io-threads",
            .group = server,
            .help = "threads that serve connections"},
    Setting{.field = &Settings::log_level,
            .name = "log-level",
            .group = server,
            .help = "trace, debug, info, warn, error or off",
            .fits = is_level,
            .wanted = "one of trace, debug, info, warn, error and off"},
    Setting{.field = &Settings::log_format,
            .name = "log-format",
            .group = server,
            .help = "plain or json",
            .fits = is_format,
            .wanted = "plain or json"},

    Setting{.field = &Settings::tls_cert,
            .name = "tls-cert",
            .group = entrance,
            .help = "speak TLS, with this certificate and its chain (PEM)",
            .value = "FILE",
            .wanted = "the name of a file"},
    Setting{.field = &Settings::tls_key,
            .name = "tls-key",
            .group = entrance,
            .help = "the key of the certificate (PEM)",
            .value = "FILE",
            .wanted = "the name of a file"},
    Setting{.field = &Settings::trusted_proxy,
            .name = "trusted-proxy",
            .group = entrance,
            .help = "proxies whose X-Forwarded-For is believed",
            .value = "NETWORK",
            .fits = is_network,
            .wanted = "a network such as 10.0.0.0/8, or an address"},
    Setting{.field = &Settings::allowed_origins,
            .name = "allowed-origins",
            .group = entrance,
            .help = "whose pages may connect, if not everybody's",
            .value = "ORIGIN",
            .fits = is_origin,
            .wanted = "an origin such as https://example.org"},

    Setting{&Limits::message_bytes, "message-bytes", one_connection, "longest message of a client"},
    Setting{&Limits::messages_per_second, "messages-per-second", one_connection,
            "messages let through, on average"},
    Setting{&Limits::message_burst, "message-burst", one_connection,
            "messages let through at once"},
    Setting{&Limits::refusals_before_close, "refusals-before-close", one_connection,
            "messages over the rate before it is cut off; one within it makes up for one"},
    Setting{&Limits::outbox_frames, "outbox-frames", one_connection, "frames that wait to be sent"},
    Setting{&Limits::outbox_bytes, "outbox-bytes", one_connection, "bytes that wait to be sent"},
    Setting{&Limits::send_buffer_bytes, "send-buffer-bytes", one_connection,
            "bytes that the kernel takes unsent"},
    Setting{&Limits::header_bytes, "header-bytes", one_connection, "longest HTTP request"},

    Setting{&Limits::connections, "connections", all_connections, "at a time"},
    Setting{&Limits::connections_per_address, "connections-per-address", all_connections,
            "at a time from one address"},

    Setting{&Limits::rooms, "rooms", rooms, "at a time"},
    Setting{&Limits::rooms_per_address, "rooms-per-address", rooms,
            "made from one address within an hour"},
    Setting{&Limits::failed_joins_per_minute, "failed-joins-per-minute", rooms,
            "wrong codes, tokens and keys from one address"},
    Setting{&Limits::room_inbox, "room-inbox", rooms, "commands that wait in one room"},
    Setting{&Limits::chat_bytes, "chat-bytes", rooms, "longest line of chat"},
    Setting{&Limits::chats_per_minute, "chats-per-minute", rooms, "lines of chat from one seat"},
    Setting{&Limits::spectators_per_room, "spectators-per-room", rooms, "at a time"},

    Setting{&Limits::handshake, "handshake", deadlines, "to send the HTTP request"},
    Setting{&Limits::first_command, "first-command", deadlines, "to say something"},
    Setting{&Limits::ping_interval, "ping-interval", deadlines, "between the server's pings"},
    Setting{&Limits::silence, "silence", deadlines, "without a sign of life"},
    Setting{
        .field = &Limits::write, .name = "write", .group = deadlines, .help = "to take one frame"},
    Setting{&Limits::close, "close", deadlines, "to say goodbye"},
    Setting{&Limits::stop, "stop", deadlines, "for all to leave when the server stops"},
    Setting{&Limits::empty_room, "empty-room", deadlines, "a room whose host has gone"},
    Setting{&Limits::unfinished_setup, "unfinished-setup", deadlines,
            "armies that both have left unfinished"},
    Setting{&Limits::silent_game, "silent-game", deadlines, "a game that both have left"},
    Setting{&Limits::finished_room, "finished-room", deadlines,
            "a finished game that both have left"},

    Setting{&Limits::records, "records", finished_games, "kept; with --ephemeral at most 1000"},
    Setting{.field = &Limits::keep_records,
            .name = "keep-records",
            .group = finished_games,
            .help = "for how long; 0 for not at all",
            .or_nothing = true},
};

}  // namespace

std::span<const Setting> settings_table() { return table; }

std::string variable_name(std::string_view setting) {
  std::string name{"FLAGRANK_"};
  for (const char letter : setting) {
    name += letter == '-' ? '_' : static_cast<char>(std::toupper(letter));
  }
  return name;
}

}  // namespace flagrank::config

#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "server/config/listen_address.hpp"

namespace flagrank::config {

/// Every limit of the server, in one place. Values are the defaults (spec: quality, protocol
/// "Liveness, limits, closing").
struct Limits {
  // One connection.
  std::size_t message_bytes = 8 * 1024;
  std::uint32_t messages_per_second = 20;
  std::uint32_t message_burst = 60;
  std::uint32_t refusals_before_close = 100;  ///< messages over the rate before it is cut off
  std::size_t outbox_frames = 64;
  std::size_t outbox_bytes = 64 * 1024;
  std::size_t send_buffer_bytes = 64 * 1024;  ///< SO_SNDBUF
  std::size_t header_bytes = 8 * 1024;        ///< of the HTTP request
  // All connections.
  std::size_t connections = 15'000;
  std::size_t connections_per_address = 64;
  // Rooms.
  std::size_t rooms = 20'000;
  std::size_t rooms_per_address = 64;          ///< made within an hour
  std::uint32_t failed_joins_per_minute = 10;  ///< per address
  std::size_t room_inbox = 256;
  std::size_t chat_bytes = 500;
  std::uint32_t chats_per_minute = 30;
  std::uint32_t spectators_per_room = 32;
  // Deadlines.
  std::chrono::milliseconds handshake{std::chrono::seconds{10}};
  std::chrono::milliseconds first_command{std::chrono::seconds{30}};
  std::chrono::milliseconds ping_interval{std::chrono::seconds{15}};
  std::chrono::milliseconds silence{std::chrono::seconds{40}};
  std::chrono::milliseconds write{std::chrono::seconds{15}};
  std::chrono::milliseconds close{std::chrono::seconds{5}};
  std::chrono::milliseconds stop{std::chrono::seconds{10}};
  std::chrono::milliseconds empty_room{std::chrono::minutes{10}};
  std::chrono::milliseconds unfinished_setup{std::chrono::hours{1}};
  std::chrono::milliseconds silent_game{std::chrono::hours{24}};
  std::chrono::milliseconds finished_room{std::chrono::minutes{10}};
  // Finished games.
  std::size_t records = 100'000;
  std::chrono::milliseconds keep_records{std::chrono::hours{24 * 30}};  ///< 0 = not at all
};

struct Settings {
  ListenAddress listen{"0.0.0.0", 8080};  ///< port 0 = any free one, told on standard output
  std::optional<ListenAddress> admin = ListenAddress{"127.0.0.1", 8081};  ///< nothing = nowhere
  std::optional<std::filesystem::path> data;  ///< where games are kept; nothing = in memory
  bool ephemeral = false;                     ///< in memory though there would be a place
  unsigned io_threads = 1;
  std::string log_level = "info";
  std::string log_format = "plain";
  std::optional<std::filesystem::path> tls_cert;  ///< with its chain, PEM; nothing = no TLS
  std::optional<std::filesystem::path> tls_key;   ///< PEM; nothing where there is no certificate
  std::vector<std::string> trusted_proxy;         ///< networks, as `read_network` reads them
  std::vector<std::string> allowed_origins;       ///< of pages in browsers; none = any
  std::optional<std::filesystem::path> access_key_file;  ///< makes the server private
  std::optional<std::string> public_url;                 ///< what players reach the server by
  Limits limits;
};

enum class Deed : std::uint8_t {
  serve,
  say,           ///< print `text` and leave with `exit_status`: help, version, a wrong option
  check_health,  ///< of the server whose settings these are
  back_up,       ///< its games, into `file`
  list_rooms     ///< that are kept, without what is secret
};

/// What the command line asks for.
struct CommandLine {
  Deed deed = Deed::serve;
  Settings settings;
  std::filesystem::path file;
  std::string text;
  int exit_status = 0;
};

/// Reads the command line, the environment and the file that either of them names.
[[nodiscard]] CommandLine read_command_line(int argc, const char* const* argv);

}  // namespace flagrank::config

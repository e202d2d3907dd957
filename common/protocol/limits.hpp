#pragma once

#include <cstddef>
#include <cstdint>

/// Limits on text and shape that are part of the protocol itself and therefore not configurable.
/// What an operator may set stands in server/config.
namespace flagrank::protocol {

inline constexpr std::size_t max_command_id_bytes = 36;  ///< 1 to this many of [A-Za-z0-9_-]
inline constexpr std::size_t max_choice_bytes = 32;      ///< 1 to this many of [a-z0-9_]
inline constexpr std::size_t max_name_bytes = 32;        ///< 1 to this many, UTF-8, no controls
inline constexpr std::size_t max_chat_bytes = 2000;      ///< the server's setting may be lower
inline constexpr std::size_t max_room_bytes = 64;        ///< of a room code as typed
inline constexpr std::size_t max_token_bytes = 128;
inline constexpr std::size_t max_key_bytes = 128;       ///< of an access key, of an invitation
inline constexpr std::size_t min_retry_key_bytes = 16;  ///< this many of [A-Za-z0-9_-]
inline constexpr std::size_t max_retry_key_bytes = 64;
/// Of a clock, a move, a set-up, an absence.
inline constexpr std::uint64_t min_limit_ms = 1000;
inline constexpr std::uint64_t max_limit_ms = 7ULL * 24 * 3600 * 1000;
inline constexpr std::uint64_t max_moment_ms = 1ULL << 53U;  ///< what JavaScript counts exactly
inline constexpr std::size_t max_formation_entries = 100;
inline constexpr unsigned max_quiet_moves = 1000;  ///< for `draw_after_quiet_moves`
inline constexpr std::size_t max_json_depth = 8;   ///< the message itself is at depth 1

}  // namespace flagrank::protocol

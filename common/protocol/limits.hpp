#pragma once

#include <cstddef>

/// Limits on text and shape that are part of the protocol itself and therefore not configurable.
/// What an operator may set stands in server/config.
namespace flagrank::protocol {

inline constexpr std::size_t max_command_id_bytes = 36;  ///< 1 to this many of [A-Za-z0-9_-]
inline constexpr std::size_t max_name_bytes = 32;        ///< 1 to this many, UTF-8, no controls
inline constexpr std::size_t max_json_depth = 8;

}  // namespace flagrank::protocol

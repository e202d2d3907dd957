#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <variant>

#include "server/match/command.hpp"

/// What an entry is called, for those who write and those who read it.
namespace flagrank::store {

/// What was added to how a room was opened: by 2 silent_defense, visible_survivors, rescue and
/// return_match; by 3 public and record_key; by 4 invitation and by_invitation. And by 4 invitation
/// to how somebody joined.
inline constexpr std::uint32_t entry_format = 4;
inline constexpr std::uint32_t oldest_entry_format = 1;
inline constexpr std::string_view opened_type = "opened";

/// By the index of the deed in its variant.
inline constexpr std::array<std::string_view, std::variant_size_v<match::Deed>> deed_types{
    "join",          "leave",         "attend",       "lock_formation", "move",
    "offer_draw",    "accept_draw",   "decline_draw", "resign",         "chat",
    "claim_win",     "elapse",        "restart",      "rescue",         "decline_rescue",
    "offer_rematch", "accept_rematch"};

}  // namespace flagrank::store

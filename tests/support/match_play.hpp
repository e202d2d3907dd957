#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "common/rules/formation.hpp"
#include "common/rules/variant.hpp"
#include "server/match/command.hpp"
#include "server/match/match.hpp"
#include "tests/support/match_printing.hpp"  // IWYU pragma: export
#include "tests/support/positions.hpp"

/// Matches for tests: small armies, commands in a few words, and deeds that must be accepted.
namespace flagrank::test {

/// Ten pieces a side, on the usual board: fights come soon and every rule of a room still applies.
[[nodiscard]] const rules::Variant& skirmish() noexcept;

/// The skirmish board that most tests begin with. Red's scouts face Blue's on the files a and j;
/// Red's spy faces Blue's marshal on f, Red's marshal Blue's general on e.
[[nodiscard]] const rules::Position& skirmish_board();

/// One side of a board, as it is sent to a server.
[[nodiscard]] std::vector<rules::Placement> placements(const rules::Position& position,
                                                       rules::Side side);
/// The same, checked.
[[nodiscard]] rules::Formation formation(const rules::Variant& variant,
                                         const rules::Position& position, rules::Side side);

inline constexpr match::Instant noon{std::chrono::hours{12}};

/// A token hash that is this byte all over.
[[nodiscard]] match::TokenHash token(unsigned char byte);

[[nodiscard]] match::Command host(std::string id, match::Deed deed);
[[nodiscard]] match::Command guest(std::string id, match::Deed deed);

[[nodiscard]] match::Settings skirmish_settings();

/// Does it, and fails the test where it is not accepted.
match::Accepted accept(match::Match& match, const match::Command& command,
                       match::Instant now = noon);

/// Ann (host, Red) and Bob (guest, Blue) are seated and set up.
[[nodiscard]] match::Match seated_match(const match::Settings& settings = skirmish_settings());
/// Both have locked their side of the skirmish board; Red is to move.
[[nodiscard]] match::Match running_match(const match::Settings& settings = skirmish_settings());
/// Both lock their side of the skirmish board, in the present game.
void lock_both(match::Match& match);
/// Plays "e4-e5 f7-f6 …" for whoever is to move.
void play(match::Match& match, std::string_view moves);

/// Everything that can be asked of a match, to be compared as a whole.
struct Asked {
  std::vector<view::PlayerView> views;  ///< Red's, Blue's, a spectator's
  std::vector<std::optional<match::LastCommand>> last_commands;
  std::vector<std::vector<rules::Move>> legal_moves;
  std::vector<std::optional<view::Seat>> seats;  ///< of the tokens asked for
  match::DecidedAt now;
  std::uint64_t seq = 0;
  match::Instant last_change;
  friend bool operator==(const Asked&, const Asked&) = default;
};
[[nodiscard]] Asked asked(const match::Match& match,
                          const std::vector<match::TokenHash>& tokens = {});

}  // namespace flagrank::test

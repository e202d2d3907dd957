#include "common/rules/names.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace flagrank::rules {
namespace {

/// The names of an enumeration in the order of its enumerators.
template <class Enum>
constexpr std::array<std::string_view, 0> names_of{};

template <>
constexpr std::array<std::string_view, 12> names_of<Rank>{
    "flag",    "spy",   "scout",   "miner",   "sergeant", "lieutenant",
    "captain", "major", "colonel", "general", "marshal",  "bomb"};

template <>
constexpr std::array<std::string_view, 2> names_of<Side>{"red", "blue"};

template <>
constexpr std::array<std::string_view, 18> names_of<Rejection>{
    "game_over",    "not_your_turn", "not_your_piece", "immovable", "not_straight",
    "too_far",      "lake",          "own_piece",      "blocked",   "no_strike",
    "two_squares",  "chase",         "rescue_pending", "no_rescue", "scout_cannot_rescue",
    "not_captured", "not_own_half",  "occupied"};

template <>
constexpr std::array<std::string_view, 3> names_of<BattleResult>{"attacker_won", "defender_won",
                                                                 "both_lost"};

template <>
constexpr std::array<std::string_view, 7> names_of<EndReason>{
    "flag_captured", "no_legal_move", "resignation", "agreement",
    "quiet_moves",   "time",          "abandonment"};

template <>
constexpr std::array<std::string_view, 3> names_of<ChaseRule>{"isf", "three_squares", "off"};

template <>
constexpr std::array<std::string_view, 2> names_of<MutualImmobility>{"loss", "draw"};

template <>
constexpr std::array<std::string_view, 4> names_of<FormationFault::Kind>{"missing", "surplus",
                                                                         "outside", "doubled"};

template <class Enum>
std::string_view name_of(Enum value) noexcept {
  return names_of<Enum>[static_cast<std::size_t>(value)];
}

/// In the order of the ranks: flag, spy, scout, miner, sergeant … marshal, bomb.
constexpr std::string_view letters = "FSONTLPJCGMB";
static_assert(letters.size() == rank_count);

}  // namespace

std::string_view name(Rank rank) noexcept { return name_of(rank); }
std::string_view name(Side side) noexcept { return name_of(side); }
std::string_view name(Rejection rejection) noexcept { return name_of(rejection); }
std::string_view name(BattleResult result) noexcept { return name_of(result); }
std::string_view name(EndReason reason) noexcept { return name_of(reason); }
std::string_view name(ChaseRule rule) noexcept { return name_of(rule); }
std::string_view name(MutualImmobility rule) noexcept { return name_of(rule); }
std::string_view name(FormationFault::Kind kind) noexcept { return name_of(kind); }

template <class Enum>
std::optional<Enum> from_name(std::string_view text) noexcept {
  const auto& names = names_of<Enum>;
  const auto found = std::ranges::find(names, text);
  if (found == names.end()) return std::nullopt;
  return static_cast<Enum>(found - names.begin());
}

template std::optional<Rank> from_name<Rank>(std::string_view) noexcept;
template std::optional<Side> from_name<Side>(std::string_view) noexcept;
template std::optional<Rejection> from_name<Rejection>(std::string_view) noexcept;
template std::optional<BattleResult> from_name<BattleResult>(std::string_view) noexcept;
template std::optional<EndReason> from_name<EndReason>(std::string_view) noexcept;
template std::optional<ChaseRule> from_name<ChaseRule>(std::string_view) noexcept;
template std::optional<MutualImmobility> from_name<MutualImmobility>(std::string_view) noexcept;
template std::optional<FormationFault::Kind> from_name<FormationFault::Kind>(
    std::string_view) noexcept;

char letter(Rank rank) noexcept { return letters[index(rank)]; }

std::optional<Rank> from_letter(char letter) noexcept {
  const std::size_t found = letters.find(letter);
  if (found == std::string_view::npos) return std::nullopt;
  return all_ranks[found];
}

}  // namespace flagrank::rules

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "client/text/style.hpp"
#include "common/rules/rank.hpp"
#include "common/rules/side.hpp"

namespace flagrank::text {

/// One character for each rank, on the board and in formation files: M for the marshal, 9 for the
/// general down to 2 for the scout, S, B, F. Not the letters of rules/names.hpp, which are for
/// sources.
[[nodiscard]] char symbol(rules::Rank rank) noexcept;
/// The rank with that symbol; letters may be small.
[[nodiscard]] std::optional<rules::Rank> rank_of(char symbol) noexcept;

/// "marshal (10)", "scout (2)", "spy".
[[nodiscard]] std::string rank_in_words(rules::Rank rank);
/// "1 spy", "3 scouts (2)".
[[nodiscard]] std::string count_in_words(int count, rules::Rank rank);
/// "Red", "Blue".
[[nodiscard]] std::string_view side_in_words(rules::Side side) noexcept;

/// What the board is drawn with.
struct Glyphs {
  std::string_view unmoved;  ///< a hidden enemy piece that still stands where it started
  std::string_view moved;    ///< a hidden enemy piece that has moved
  std::string_view empty;
  std::string_view left;  ///< the empty square that the last move came from
  std::string_view lake;
  std::string_view horizontal;
  std::string_view vertical;
  std::string_view top_left;
  std::string_view top_right;
  std::string_view bottom_left;
  std::string_view bottom_right;
};

[[nodiscard]] const Glyphs& glyphs(Style style) noexcept;

}  // namespace flagrank::text

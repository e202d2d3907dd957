#pragma once

#include <boost/system/result.hpp>
#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "common/rules/rank.hpp"
#include "common/rules/side.hpp"
#include "common/rules/square.hpp"
#include "common/rules/variant.hpp"

namespace flagrank::rules {

struct Placement {
  Square square;
  Rank rank = Rank::flag;
  friend constexpr auto operator<=>(const Placement&, const Placement&) noexcept = default;
};

/// One thing that is wrong with a proposed formation.
struct FormationFault {
  enum class Kind : std::uint8_t {
    missing,  ///< too few pieces of `rank`, by `count`
    surplus,  ///< too many pieces of `rank`, by `count`
    outside,  ///< `square` lies outside the set-up area (lakes and the enemy's half included)
    doubled   ///< `count` pieces stand on `square`
  };
  Kind kind = Kind::missing;
  Rank rank = Rank::flag;  ///< for missing, surplus
  Square square;           ///< for outside, doubled
  int count = 0;           ///< for missing, surplus, doubled
  friend bool operator==(const FormationFault&, const FormationFault&) = default;
};

/// A complete, checked army of one side, in the order of squares, so that nothing in it remembers
/// the order in which it was set up.
class Formation {
 public:
  /// Every fault is named, in the order of the enumerators, then by rank or square (spec: rules,
  /// "Board and armies").
  [[nodiscard]] static boost::system::result<Formation, std::vector<FormationFault>> check(
      const Variant& variant, Side side, std::span<const Placement> placements);

  [[nodiscard]] Side side() const noexcept { return side_; }
  [[nodiscard]] const std::vector<Placement>& placements() const noexcept { return placements_; }
  friend bool operator==(const Formation&, const Formation&) = default;

 private:
  Formation(Side side, std::vector<Placement> placements);
  Side side_;
  std::vector<Placement> placements_;
};

/// A source of random numbers: returns a uniform value below `bound` (> 0). Randomness is always
/// an argument here, never taken.
using Dice = std::function<std::uint32_t(std::uint32_t bound)>;

/// A way to set up an army, as players choose it.
struct FormationStyle {
  std::string_view name;     ///< as on the wire
  std::string_view summary;  ///< one sentence
  friend bool operator==(const FormationStyle&, const FormationStyle&) = default;
};

/// The styles of a variant: its named formations, the default one first, then the random ones.
[[nodiscard]] std::vector<FormationStyle> formation_styles(const Variant& variant);

/// An army of that style; nothing where the variant has no such style. Only random styles throw
/// the dice.
[[nodiscard]] std::optional<Formation> make_formation(const Variant& variant, Side side,
                                                      std::string_view style, const Dice& dice);

/// The formation a newcomer starts from: the variant's first.
[[nodiscard]] Formation default_formation(const Variant& variant, Side side);

/// A uniformly shuffled formation in which at least one piece can move at once.
[[nodiscard]] Formation random_formation(const Variant& variant, Side side, const Dice& dice);

/// A random formation that heeds the usual advice: the flag on the back row, bombs next to it as
/// far as there are any, every miner with a way out past the own bombs; and something can move at
/// once.
[[nodiscard]] Formation random_guarded_formation(const Variant& variant, Side side,
                                                 const Dice& dice);

}  // namespace flagrank::rules

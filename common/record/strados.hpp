#pragma once

#include <array>
#include <boost/system/result.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "common/record/fault.hpp"
#include "common/rules/game.hpp"
#include "common/rules/rank.hpp"
#include "common/rules/side.hpp"
#include "common/rules/square.hpp"

/// Positions as text: the hundred letters of STRADOS2, and STRADOS3, which says also whose turn it
/// is (proto/record.md).
namespace flagrank::record {

struct Position {
  struct Man {
    rules::Side side = rules::Side::red;
    rules::Rank rank = rules::Rank::flag;
    bool known = false;  ///< everybody has learnt what it is
    friend bool operator==(const Man&, const Man&) = default;
  };
  struct Moment {
    rules::Side to_move = rules::Side::red;
    std::uint32_t move = 1;  ///< the number of the move that comes next
    friend bool operator==(const Moment&, const Moment&) = default;
  };
  std::array<std::optional<Man>, rules::Square::count> men;  ///< by `Square::index`
  std::optional<Moment> moment;                              ///< STRADOS2 knows none
  friend bool operator==(const Position&, const Position&) = default;
};

[[nodiscard]] Position position_of(const rules::Game& game);

/// Reads either, on one line; `Fault::where` is a square, or empty. A side has at most forty
/// pieces, and the lakes are those of all variants.
[[nodiscard]] boost::system::result<Position, Fault> from_strados(std::string_view text);

/// In capitals, without a line end: what everybody knows is not said.
[[nodiscard]] std::string to_strados2(const Position& position);
/// The position has to know its moment.
[[nodiscard]] std::string to_strados3(const Position& position);

}  // namespace flagrank::record

#pragma once

#include <array>
#include <boost/system/result.hpp>
#include <optional>
#include <string>

#include "common/record/game.hpp"
#include "common/rules/event.hpp"
#include "common/rules/game.hpp"

namespace flagrank::record {

/// A turn, with what followed from it.
struct Played {
  rules::Moved moved;
  std::optional<rules::Rescued> rescued;
  friend bool operator==(const Played&, const Played&) = default;
};

/// Plays a recorded game again, turn by turn. What the rules would not have allowed is refused with
/// a reason (the end of a sentence), and changes nothing but that a rescue is taken as declined.
class Replay {
 public:
  Replay(const rules::Ruleset& ruleset, const std::array<rules::Formation, 2>& formations);

  /// The position after the turns so far. After a turn in which a piece could have come back and
  /// did not, the rescue is pending until the next turn or the end.
  [[nodiscard]] const rules::Game& game() const noexcept { return game_; }

  boost::system::result<Played, std::string> play(const Turn& turn);

  /// Ends the game; says why it cannot have ended so, or nothing. What the board decides has to
  /// have come about by now; the other ends are taken as said where they are possible at all.
  [[nodiscard]] std::optional<std::string> finish(const rules::Ended& result);

 private:
  rules::Game game_;
};

}  // namespace flagrank::record

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/record/game.hpp"
#include "common/view/fact.hpp"
#include "server/match/match.hpp"

namespace flagrank::room {

/// A game that is over, and what its record is called.
struct Finished {
  std::string id;
  record::Game game;
};

/// Writes down the games of a room as they are played, from what happens in it. Small: six bytes a
/// move.
class Chronicle {
 public:
  explicit Chronicle(const match::Settings& settings);

  /// Takes in what was accepted, all of it from the beginning of the room and in order. The game
  /// that it brought to an end, where the room's games have records.
  [[nodiscard]] std::optional<Finished> follow(const match::Accepted& accepted);

 private:
  void note(const view::PlayerJoined& fact, match::Instant at);
  void note(const view::NextGame& fact, match::Instant at);
  void note(const view::truth::GameStarted& fact, match::Instant at);
  void note(const view::truth::Moved& fact, match::Instant at);
  void note(const view::truth::Rescued& fact, match::Instant at);
  template <class Other>
  void note(const Other& /*fact*/, match::Instant /*at*/) {}

  [[nodiscard]] record::Game finished(const rules::Ended& result, match::Instant at);

  rules::Ruleset ruleset_;
  bool records_;                        ///< whether anything is to be written down
  std::array<std::string, 2> names_;    ///< by `index(seat)`
  std::array<rules::Side, 2> sides_{};  ///< by `index(seat)`
  std::optional<std::array<rules::Formation, 2>> formations_;  ///< once a game has begun
  match::Instant started_;
  match::Instant last_;  ///< of the last turn, or the start
  std::vector<rules::Move> moves_;
  std::vector<std::uint32_t> waits_;                            ///< milliseconds before each move
  std::vector<std::pair<std::size_t, rules::Rescue>> rescues_;  ///< with the index of its move
};

}  // namespace flagrank::room

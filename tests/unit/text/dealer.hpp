#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/protocol/server_message.hpp"
#include "common/rules/game.hpp"
#include "common/view/fact.hpp"
#include "common/view/player_view.hpp"
#include "common/view/timing.hpp"

namespace flagrank::text {

/// Plays the server for one client: makes the messages that a real one would send, hiding what it
/// would hide. The client is Ann, the host, and plays `side`; Bob is the guest. Both use the
/// default formation unless told otherwise.
class Dealer {
 public:
  using Message = protocol::ServerMessage;
  using Re = std::optional<protocol::CommandId>;

  explicit Dealer(rules::Side side, const rules::Ruleset& ruleset = {},
                  const view::Timing& timing = {});
  /// With the two armies of a drawing (tests/support/positions.hpp).
  Dealer(rules::Side side, const rules::Ruleset& ruleset, std::string_view board);

  [[nodiscard]] Message hello() const;
  [[nodiscard]] static Message error(protocol::ErrorCode code, std::string sentence, Re re);
  [[nodiscard]] Message seated(Re re) const;
  [[nodiscard]] Message snapshot(Re re = {}) const;
  /// The formation of the client's side.
  [[nodiscard]] Message suggestion(Re re) const;

  /// Time goes by. It begins at 1970.
  void wait(view::Milliseconds time) { now_ += time; }
  [[nodiscard]] view::Instant now() const { return now_; }

  /// The next event. It is in the view from now on.
  Message tell(const view::Fact& fact, Re re = {});
  Message join(const std::string& name = "Bob");
  Message lock(rules::Side side, Re re = {});
  /// At the end of the time for set-up: an army that nobody asked for.
  Message impose(const rules::Formation& army);
  Message start();
  /// Whoever is to move plays "a4-a5".
  Message move(std::string_view text, Re re = {});
  /// Whoever has to decide brings that piece back, or nobody.
  Message rescue(rules::Rank rank, std::string_view square, Re re = {});
  Message pass(Re re = {});
  /// Ends the game for a reason that lies outside the board.
  Message end(rules::EndReason reason, std::optional<rules::Side> winner, Re re = {});
  /// Colours are swapped and formations made anew; of the same match or the next one.
  Message next_game(bool same_match = false, Re re = {});
  Message chat(view::Seat seat, const std::string& text, Re re = {});
  /// An event that the client never hears of.
  void lose(const view::Fact& fact) { tell(fact); }

  /// Everybody is there, the armies are locked, the game has begun.
  void run();

  /// Lets the client look on instead of playing.
  void seat_nobody() { view_.viewer = view::Viewer::spectator(); }
  void let_others_watch() { view_.table.spectators = true; }
  /// Lets a match be two games.
  void play_return_matches() { view_.table.return_match = true; }

  /// What the client may know.
  [[nodiscard]] const view::PlayerView& view() const { return view_; }
  [[nodiscard]] const rules::Formation& army(rules::Side side) const;
  [[nodiscard]] rules::Side side() const { return side_; }

 private:
  Dealer(rules::Side side, const rules::Ruleset& ruleset, const view::Timing& timing,
         const rules::Formation& red, const rules::Formation& blue);

  rules::Side side_;
  view::Instant now_;
  rules::Ruleset ruleset_;
  rules::Formation red_;
  rules::Formation blue_;
  rules::Game game_;
  std::array<std::vector<rules::Rank>, 2> rescued_;  ///< in this game, by `index(side)`
  view::PlayerView view_;
};

}  // namespace flagrank::text

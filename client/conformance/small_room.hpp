#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "client/conformance/chance.hpp"
#include "common/protocol/client_message.hpp"
#include "common/protocol/server_message.hpp"
#include "common/rules/game.hpp"
#include "common/view/fact.hpp"
#include "common/view/player_view.hpp"

namespace flagrank::conformance {

/// A fact with its place in the room. What a viewer may know of it only `redact` says.
struct Happened {
  std::uint64_t seq = 0;
  view::Instant at;
  view::Fact fact;
  rules::Side client_side = rules::Side::red;  ///< that the client played then
};
using Happenings = std::vector<Happened>;

/// The room of the fake server: one client, and a computer that plays by chance. By the same rules
/// and events as a real one, but with no time limits, no spectators and nobody else. Pure: moments
/// come in, and the same seed makes the same game.
class SmallRoom {
 public:
  struct Settings {
    rules::Ruleset ruleset;
    view::Timing timing;  ///< told, and clocks follow from it; nothing runs out
    bool return_match = false;
    bool is_public = false;  ///< told, though nobody else finds it
    view::Seat client = view::Seat::host;
    rules::Side client_side = rules::Side::red;  ///< in the first game
  };
  /// What came of a command: what happened, of which the first is the answer; or why not.
  using Outcome = std::variant<Happenings, protocol::Error>;

  SmallRoom(const Settings& settings, std::uint64_t seed);

  // --- the client

  [[nodiscard]] Happenings client_sits_down(const std::string& name, view::Instant now);
  /// What it did when it took effect before, or that its id is used up; nothing for a new one.
  [[nodiscard]] std::optional<Outcome> earlier(const protocol::ClientMessage& message) const;
  /// A command that takes effect, or is refused and changes nothing. For new ones.
  [[nodiscard]] Outcome act(const protocol::ClientMessage& message, view::Instant now);
  /// A question about the game.
  [[nodiscard]] protocol::ServerBody answer(const protocol::LegalMoves& query) const;
  [[nodiscard]] protocol::ServerBody answer(const protocol::SuggestFormation& query);
  [[nodiscard]] Happenings client_present(bool present, view::Instant now);

  // --- the computer

  [[nodiscard]] Happenings computer_sits_down(view::Instant now);
  /// Its next step, where it has one: an army, an answer to an offer, a move, or what a move left
  /// open.
  [[nodiscard]] Happenings computer_acts(view::Instant now);
  [[nodiscard]] Happenings computer_chats(const std::string& text, view::Instant now);
  [[nodiscard]] Happenings computer_resigns(view::Instant now);
  [[nodiscard]] Happenings computer_leaves(view::Instant now);

  // --- the house

  /// It was away since that moment, and is back now.
  [[nodiscard]] Happenings restart(view::Instant down_from, view::Instant now);
  /// An event of which this room knows nothing but that it happened; its number.
  [[nodiscard]] std::uint64_t count_unknown() noexcept { return ++seq_; }

  // --- how it stands

  [[nodiscard]] const view::Table& table() const noexcept { return table_; }
  [[nodiscard]] protocol::DecidedAt now() const noexcept;
  [[nodiscard]] rules::Side side(view::Seat seat) const noexcept;
  [[nodiscard]] view::Seat client() const noexcept { return settings_.client; }
  [[nodiscard]] rules::Side client_side() const noexcept { return side(settings_.client); }
  [[nodiscard]] bool computer_to_move() const noexcept;
  [[nodiscard]] bool client_to_move() const noexcept;
  [[nodiscard]] bool rescue_pending() const noexcept;
  /// All that the client may know.
  [[nodiscard]] view::PlayerView view() const;
  [[nodiscard]] const std::optional<protocol::LastCommand>& last_command() const noexcept {
    return last_;
  }

 private:
  struct Remembered {
    std::string text;  ///< the whole command
    Happened first;
  };

  [[nodiscard]] view::Seat computer() const noexcept { return view::other(settings_.client); }
  [[nodiscard]] rules::Side computer_side() const noexcept { return side(computer()); }
  [[nodiscard]] bool playing_with_turn(rules::Side side) const noexcept;
  [[nodiscard]] std::optional<protocol::Error> out_of_place(std::uint32_t game,
                                                            view::Phase phase) const;
  [[nodiscard]] std::optional<protocol::Error> out_of_place(protocol::DecidedAt at) const;
  [[nodiscard]] protocol::Error refusal(protocol::ErrorCode code) const;

  // One for each command of the client that can take effect.
  Outcome act(const protocol::LockFormation& deed, view::Instant now);
  Outcome act(const protocol::Move& deed, view::Instant now);
  Outcome act(const protocol::Rescue& deed, view::Instant now);
  Outcome act(const protocol::DeclineRescue& deed, view::Instant now);
  Outcome act(const protocol::OfferDraw& deed, view::Instant now);
  Outcome act(const protocol::AcceptDraw& deed, view::Instant now);
  Outcome act(const protocol::DeclineDraw& deed, view::Instant now);
  Outcome act(const protocol::Resign& deed, view::Instant now);
  Outcome act(const protocol::ClaimWin& deed, view::Instant now);
  Outcome act(const protocol::OfferRematch& deed, view::Instant now);
  Outcome act(const protocol::AcceptRematch& deed, view::Instant now);
  Outcome act(const protocol::Chat& deed, view::Instant now);
  Outcome act(const protocol::LeaveRoom& deed, view::Instant now);
  /// The others have no place in a room, or are asked with `answer`.
  template <class Other>
  Outcome act(const Other& /*deed*/, view::Instant /*now*/) {
    return refusal(protocol::ErrorCode::already_in_room);
  }

  /// A legal turn of that side, and what follows from it.
  Happenings move(rules::Side side, rules::Move move, view::Instant now);
  Happenings decide(rules::Side side, std::optional<rules::Rescue> rescue, view::Instant now);
  Happenings lock(const rules::Formation& formation, view::Instant now);
  Happenings leave(view::Seat seat, view::Instant now);
  [[nodiscard]] view::GameOver game_over() const;
  Happenings end(rules::EndReason reason, std::optional<rules::Side> winner, view::Instant now);
  void conclude(Happenings& happenings, view::Instant now);
  void warn_of_draw(Happenings& happenings, view::Instant now);
  /// Numbers the fact and takes it in.
  void emit(Happenings& happenings, view::Fact fact, view::Instant now);

  Settings settings_;
  Chance chance_;
  view::Table table_;
  std::uint64_t seq_ = 0;
  std::array<std::optional<rules::Formation>, 2> formations_;  ///< by `index(side)`
  std::optional<rules::Game> game_;
  view::truth::History history_;
  std::map<std::string, Remembered> remembered_;  ///< by command id
  std::optional<protocol::LastCommand> last_;
  std::optional<std::uint32_t> declined_at_;  ///< the ply of the client's offer
};

[[nodiscard]] protocol::Error error_of(protocol::ErrorCode code);

}  // namespace flagrank::conformance

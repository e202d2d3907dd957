#include <algorithm>
#include <string_view>
#include <utility>

#include "client/text/client.hpp"
#include "client/text/formation_file.hpp"
#include "client/text/help.hpp"
#include "client/text/known.hpp"
#include "client/text/rules_in_words.hpp"
#include "client/text/stage.hpp"
#include "client/text/words.hpp"

/// What the client does with each thing that the player types.
namespace flagrank::text {
namespace {

template <class... Commands>
bool is_any(const Command& command) {
  return (std::holds_alternative<Commands>(command) || ...);
}

bool needs_server(const Command& command) {
  return is_any<command::Formation, command::Lock, command::Move, command::Moves, command::Rescue,
                command::Pass, command::Offer, command::Accept, command::Decline, command::Resign,
                command::Claim, command::Rematch, command::Say, command::Leave>(command);
}

bool arranges(const Command& command) {
  return is_any<command::Formation, command::Swap, command::Load, command::Lock>(command);
}

/// Is what `help` tells on that topic different from game to game?
bool told_of_the_rules(std::string_view topic) { return topic == "rules" || topic == "ranks"; }

}  // namespace

void Client::perform(const Command& command) {
  const bool needs_table = !is_any<command::Help, command::Quit, command::Nothing>(command);
  if (needs_table && !view_) {
    return complain("not_in_room", "You are not at the table yet; one moment.");
  }
  if (away_ && needs_server(command)) {
    return complain("away", "There is no connection just now. Type it again when it is back.");
  }
  std::visit([this](const auto& one) { act(one); }, command);
}

bool Client::due(const Command& command) const {
  // Before the table is known, what would be told of the rules are those of another game.
  const auto* help = std::get_if<command::Help>(&command);
  if (help != nullptr) return view_ || !told_of_the_rules(help->topic);
  if (is_any<command::Quit, command::Nothing>(command)) return true;
  if (!view_ || !at_table_) return false;
  if (watching() || (over() && !stays())) return true;
  if (is_any<command::Rematch>(command)) return over();
  if (arranges(command)) {
    // The line may have been read for before the suggestion was asked for.
    if (awaits(Asked::Kind::suggestion)) return false;
    const bool open = view_->table.phase < view::Phase::playing && !view_->formation;
    return open || !game_to_come();
  }
  if (is_any<command::Move, command::Moves>(command)) return own_turn();
  // In a turn without one the server says so: a script must not wait for what may never come.
  if (is_any<command::Rescue, command::Pass>(command)) return own_turn();
  if (is_any<command::Offer, command::Resign>(command)) return playing();
  if (is_any<command::Accept, command::Decline>(command)) {
    const auto offer = view_->table.draw_offer;
    return offer && !view_->viewer.plays(*offer);
  }
  // The server says how long it is too early, and then it is said again.
  if (is_any<command::Claim>(command)) {
    return playing() && (!view_->table.timing.absence_limit || claimable_from(*view_));
  }
  return true;
}

void Client::act(const command::Help& command) {
  print(help(command.topic, style_, view_ ? view_->table.ruleset : rules::Ruleset{}));
}

void Client::act(const command::Rules& /*command*/) { print(rules_in_words(view_->table.ruleset)); }

void Client::act(const command::Board& /*command*/) { draw(); }

void Client::act(const command::Formation& command) {
  if (command.style.empty()) {
    return print(styles_in_words(*view_->table.ruleset.variant));
  }
  if (!set_up_open()) return;
  say(protocol::SuggestFormation{command.style}, {.kind = Asked::Kind::suggestion});
}

void Client::act(const command::Swap& command) {
  if (!set_up_open()) return;
  if (!draft_) return complain("no_formation", "There is nothing to swap yet: formation default.");
  const rules::SquareSet area = view_->table.ruleset.variant->set_up_area(near_side(*view_));
  for (const rules::Square square : {command.a, command.b}) {
    if (!area.contains(square)) {
      return complain("outside", square.text() + " is not one of your squares.");
    }
  }
  for (rules::Placement& placement : *draft_) {
    if (placement.square == command.a) {
      placement.square = command.b;
    } else if (placement.square == command.b) {
      placement.square = command.a;
    }
  }
  std::ranges::sort(*draft_);
  arranged();
}

void Client::act(const command::Load& command) {
  if (set_up_open()) actions_.emplace_back(action::Load{command.path});
}

void Client::act(const command::Save& command) {
  if (!seated()) return;
  const auto& army = view_->formation ? view_->formation : draft_;
  if (!army) return complain("no_formation", "There is no formation to save yet.");
  actions_.emplace_back(action::Save{command.path, write_formation(*army, near_side(*view_))});
}

void Client::act(const command::Lock& /*command*/) {
  if (!set_up_open()) return;
  if (!draft_) return complain("no_formation", "There is nothing to lock yet: formation default.");
  lock();
}

void Client::act(const command::Move& command) {
  if (in_game()) say(protocol::Move{here(), command.move}, {.kind = Asked::Kind::other});
}

void Client::act(const command::Moves& command) {
  if (!in_game()) return;
  say(protocol::LegalMoves{}, {.kind = Asked::Kind::moves, .from = command.from});
}

void Client::act(const command::Rescue& command) {
  if (!in_game()) return;
  say(protocol::Rescue{here(), {.rank = command.rank, .square = command.square}},
      {.kind = Asked::Kind::other});
}

void Client::act(const command::Pass& /*command*/) {
  if (in_game()) say(protocol::DeclineRescue{here()}, {.kind = Asked::Kind::other});
}

void Client::act(const command::Rematch& /*command*/) {
  if (!seated()) return;
  if (!over()) return complain("wrong_phase", "A rematch is for when the match is over.");
  if (!rematch_possible(view_->table)) {
    return complain("wrong_phase",
                    "There is nobody to play again with: the other player has left.");
  }
  if (view_->table.rematch_offer && !rematch_offered()) {
    return complain("offer_open", "You have offered a rematch already.");
  }
  if (!person()) rematches_ = std::max(rematches_, 1U);
  propose_rematch();
}

/// Offers a rematch, or accepts the other player's.
void Client::propose_rematch() {
  if (awaits(Asked::Kind::rematch)) return;
  const std::uint32_t game = view_->table.game;
  if (rematch_offered()) {
    say(protocol::AcceptRematch{game}, {.kind = Asked::Kind::rematch});
  } else {
    say(protocol::OfferRematch{game}, {.kind = Asked::Kind::rematch});
  }
}

/// Has the other player offered one?
bool Client::rematch_offered() const {
  const auto offer = view_->table.rematch_offer;
  const auto own = view_->viewer.side();
  return offer && own && view_->table.seat_of(*own) != offer;
}

void Client::act(const command::Offer& /*command*/) {
  if (in_game()) say(protocol::OfferDraw{here()}, {.kind = Asked::Kind::other});
}

void Client::act(const command::Accept& /*command*/) {
  if (in_game()) say(protocol::AcceptDraw{here()}, {.kind = Asked::Kind::other});
}

void Client::act(const command::Decline& /*command*/) {
  if (in_game()) say(protocol::DeclineDraw{here()}, {.kind = Asked::Kind::other});
}

void Client::act(const command::Resign& command) {
  if (!in_game()) return;
  if (person() && !command.sure) return print("To give the game up, type resign yes.\n");
  say(protocol::Resign{view_->table.game}, {.kind = Asked::Kind::other});
}

void Client::act(const command::Claim& /*command*/) {
  if (in_game()) say(protocol::ClaimWin{view_->table.game}, {.kind = Asked::Kind::other});
}

void Client::act(const command::Clock& /*command*/) { print(times_in_words(*view_, now())); }

void Client::act(const command::Say& command) {
  if (!seated()) return;
  if (chat_bytes_ > 0 && command.text.size() > chat_bytes_) {
    return complain("bad_value",
                    "At most " + std::to_string(chat_bytes_) + " bytes can be said at once.");
  }
  say(protocol::Chat{command.text}, {.kind = Asked::Kind::other});
}

void Client::act(const command::History& command) { print(history_in_words(*view_, command.all)); }

void Client::act(const command::Captured& /*command*/) { print(losses_in_words(*view_)); }

void Client::act(const command::Known& /*command*/) { print(known_in_words(*view_)); }

void Client::act(const command::Armies& /*command*/) {
  if (ended_) {
    print(ended_in_words(*ended_));
    return print(replay_in_words(*ended_->table.result, wish_.server));
  }
  print(view_->table.game == 1 ? "No game has ended yet.\n"
                               : "The last game ended before this program came to the table.\n");
}

void Client::act(const command::Leave& command) {
  if (person() && playing() && !watching() && !command.sure) {
    return print("Leaving now gives the game up. To do it, type leave yes.\n");
  }
  say(protocol::LeaveRoom{}, {.kind = Asked::Kind::other});
}

void Client::act(const command::Quit& command) {
  if (person() && playing() && !watching() && !command.sure) {
    return print("The game is still on. To leave it, type quit yes.\n");
  }
  go();
}

void Client::act(const command::Nothing& /*command*/) {}

/// Does the player play? Says so where the player only looks on.
bool Client::seated() {
  if (watching()) complain("not_seated", "You are watching; only the players can do that.");
  return !watching();
}

/// May the army still be changed? Says why where it may not.
bool Client::set_up_open() {
  if (!seated()) return false;
  if (playing() || view_->table.phase == view::Phase::over) {
    complain("wrong_phase", "The armies are set; they cannot be arranged any more.");
    return false;
  }
  if (view_->formation) {
    complain("already_locked", "Your army is locked; it cannot be changed any more.");
    return false;
  }
  return true;
}

/// Is there a game to act in? Says what to do where there is none.
bool Client::in_game() {
  if (!seated()) return false;
  if (playing()) return true;
  if (over()) {
    complain("game_over", "The game is over.");
  } else if (view_->formation) {
    complain("wrong_phase", "The game has not begun: the other player is not ready yet.");
  } else {
    complain("wrong_phase", "The game has not begun: arrange your army, then type lock.");
  }
  return false;
}

/// The draft has changed.
void Client::arranged() { person() ? draw() : print("arranged\n"); }

void Client::lock() {
  say(protocol::LockFormation{.game = view_->table.game, .formation = *draft_},
      {.kind = Asked::Kind::other});
}

}  // namespace flagrank::text

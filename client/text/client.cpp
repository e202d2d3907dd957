#include "client/text/client.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <utility>

#include "client/text/clean.hpp"
#include "client/text/screen.hpp"
#include "client/text/stage.hpp"
#include "common/rules/names.hpp"

/// The machine's outer side: what comes in, what goes out. What it does with it stands in hear.cpp
/// and typed.cpp.
namespace flagrank::text {

Client::Client(Wish wish, Manner manner, Style style, std::string ids)
    : wish_{std::move(wish)},
      manner_{manner},
      style_{style},
      ids_{std::move(ids)},
      rematches_{manner_ == Manner::person ? 0 : wish_.rematches} {
  if (const auto* kept = std::get_if<KeptSeat>(&wish_.entry)) {
    seat_ = *kept;
    kept_ = true;
  }
}

Actions Client::hear(const protocol::ServerMessage& message) {
  if (finished_) return {};
  Asked asked;
  if (message.re) {
    const auto found = std::ranges::find(
        asked_, *message.re, [](const Asked& one) -> const auto& { return one.message.id; });
    if (found != asked_.end()) {
      asked = std::move(*found);
      asked_.erase(found);
    }
  }
  remind();
  std::visit([&](const auto& body) { hear(body, asked); }, message.body);
  reminded_ = now();
  if (at_table_) say_waiting();
  if (held_ && asked_.empty() && due(*held_)) perform(*std::exchange(held_, std::nullopt));
  pass_where_nobody_decides();
  if (!next_line_decides()) {
    listening_.reset();
  } else if (wants_line() && !listening_) {
    listening_ = now_;
  }
  return take();
}

Actions Client::typed(std::string_view line) {
  if (finished_) return {};
  warned_ = false;
  constexpr Style any_language{.colour = false, .ascii = false};
  const auto command = parse_command(clean(line, any_language));
  if (next_line_decides()) {
    if (command && std::holds_alternative<command::Nothing>(*command)) return {};
    if (!command || !std::holds_alternative<command::Rematch>(*command)) {
      leave_for_good();
      return take();
    }
  }
  if (!command) {
    complain("usage", command.error().sentence);
  } else if (!person() && !due(*command)) {
    held_ = *command;
  } else {
    perform(*command);
  }
  return take();
}

Actions Client::loaded(const FormationText& file) {
  if (finished_) return {};
  use(file, false);
  return take();
}

Actions Client::saved(const std::string& path) {
  if (finished_) return {};
  print(person() ? "Saved to " + path + ".\n" : "saved " + path + "\n");
  return take();
}

Actions Client::failed(const std::string& sentence) {
  if (finished_) return {};
  complain("file", sentence);
  return take();
}

Actions Client::input_ended() {
  // The game of a script goes on without it: the other player may still move, resign or leave.
  if (finished_) return {};
  if (person()) {
    go();
  } else {
    input_ended_ = true;
    if (over() && !stays()) leave_for_good();
    pass_where_nobody_decides();
  }
  return take();
}

/// A rescue is a choice and not a duty: where the lines of a script are used up, the turn goes on
/// to the other player without one.
void Client::pass_where_nobody_decides() {
  const bool deaf = finished_ || !at_table_ || catching_up_;
  if (deaf || !input_ended_ || pass_refused_ || !asked_.empty() || !view_ || !own_rescue(*view_))
    return;
  say(protocol::DeclineRescue{here()}, {.kind = Asked::Kind::other});
}

Actions Client::interrupted() {
  if (finished_) return {};
  if (person() && playing() && !watching() && !warned_) {
    warned_ = true;
    print("The game is still on. Press Ctrl-C once more, or type quit yes, to leave it.\n");
  } else {
    go();
  }
  return take();
}

Actions Client::dismissed() {
  if (finished_) return {};
  go();
  return take();
}

Actions Client::not_kept(const Complaint& why) {
  if (finished_) return {};
  kept_ = false;
  complain("file", "Your seat is lost if this program ends: " + why.sentence + ".");
  return take();
}

Actions Client::time_came() {
  if (finished_) return take();
  remind();
  const auto patience = end_of_patience();
  const auto listening = end_of_listening();
  if ((patience && *patience <= now()) || (listening && *listening <= now_)) leave_for_good();
  return take();
}

std::optional<LocalTime> Client::alarm() const {
  if (finished_ || !view_) return std::nullopt;
  std::optional<view::Instant> next = end_of_patience();
  if (const auto listening = end_of_listening()) return listening;  // much the sooner of the two
  if (!person()) return next ? std::optional{server_time_.local(*next)} : std::nullopt;
  for (const Reminder& reminder : reminders(*view_, style_)) {
    if (reminder.when > reminded_ && (!next || reminder.when < *next)) next = reminder.when;
  }
  return next ? std::optional{server_time_.local(*next)} : std::nullopt;
}

bool Client::awaits(Asked::Kind kind) const {
  return std::ranges::find(asked_, kind, &Asked::kind) != asked_.end();
}

bool Client::wants_line() const {
  if (finished_) return false;
  return person() || (!held_ && asked_.empty());
}

std::string Client::prompt() const {
  if (away_) return "no connection> ";
  if (!view_) return "> ";
  switch (view_->table.phase) {
    case view::Phase::playing:
      if (own_rescue(*view_)) return "rescue> ";
      if (own_turn()) return "your move> ";
      return std::string{rules::name(view_->to_move.value_or(rules::Side::red))} + " to move> ";
    case view::Phase::over:
      return "game over> ";
    default:
      if (watching()) return "watching> ";
      return view_->formation ? "waiting> " : "set-up> ";
  }
}

void Client::say(protocol::ClientBody body, Asked asked) {
  asked.message = {.id = ids_ + std::to_string(++said_), .body = std::move(body)};
  asked_.push_back(std::move(asked));
  say_waiting();
}

void Client::say_waiting() {
  // The server knows no more than these again when they are said once more (proto/README.md).
  constexpr std::ptrdiff_t most = 16;
  std::ptrdiff_t unanswered = std::ranges::count(asked_, true, &Asked::said);
  for (Asked& asked : asked_) {
    if (asked.said) continue;
    if (finished_ || unanswered == most) return;
    // All else has to wait until this connection is in the room.
    const bool opens = asked.kind == Asked::Kind::entry || asked.kind == Asked::Kind::resume;
    if (!at_table_ && !opens) continue;
    actions_.emplace_back(action::Say{asked.message});
    asked.said = true;
    ++unanswered;
  }
}

void Client::repeat(const Asked& asked, std::chrono::milliseconds delay) {
  actions_.emplace_back(action::SayLater{asked.message, delay});
  asked_.push_back(asked);
}

void Client::print(std::string_view text) {
  if (text.empty()) return;
  if (!actions_.empty()) {
    if (auto* before = std::get_if<action::Print>(&actions_.back())) {
      before->text += text;
      return;
    }
  }
  actions_.emplace_back(action::Print{std::string{text}});
}

void Client::complain(std::string_view code, std::string_view sentence) {
  const std::string line = std::string{sentence} + "\n";
  print(person() ? line : "error " + std::string{code} + " " + line);
}

void Client::draw() {
  if (view_) print((person() ? "\n" : "") + draw_screen(*view_, draft_, style_, now()));
}

/// The player goes, of the own will or because the system ends the program.
void Client::go() {
  if (over()) return leave_for_good();
  if (kept_ && person()) print("Your seat is kept. To come back, run flagrank resume.\n");
  finish(ExitStatus::left, {});
}

/// The match is over and there will be no rematch; the other player shall not wait for one.
void Client::leave_for_good() {
  give_the_seat_up();
  finish(ExitStatus::finished, {});
}

/// Nothing that was still to be said matters any more.
void Client::give_the_seat_up() {
  std::erase_if(asked_, [](const Asked& asked) { return !asked.said; });
  if (seat_ && at_table_) say(protocol::LeaveRoom{}, {.kind = Asked::Kind::other});
  forget();
}

void Client::finish(ExitStatus status, std::string sentence) {
  finished_ = true;
  actions_.emplace_back(action::Finish{status, std::move(sentence)});
}

Actions Client::take() { return std::exchange(actions_, {}); }

bool Client::playing() const { return view_ && view_->table.phase == view::Phase::playing; }
bool Client::over() const { return view_ && match_over(view_->table); }
bool Client::wants_rematch() const {
  const bool wants = rematches_ > 0 || (held_ && std::holds_alternative<command::Rematch>(*held_));
  return !person() && !watching() && wants && view_ && rematch_possible(view_->table);
}
bool Client::next_line_decides() const {
  const bool known = rematches_ > 0 || held_ || input_ended_;
  return !person() && !watching() && !known && view_ && rematch_possible(view_->table);
}
bool Client::stays() const { return wants_rematch() || next_line_decides(); }
bool Client::game_to_come() const {
  if (!view_ || watching()) return false;
  if (over()) return wants_rematch();
  const view::Table& table = view_->table;
  return rematches_ > 0 || (table.return_match && table.score.games() < 2 &&
                            (table.score.games() == 0 || !playing()));
}
std::optional<LocalTime> Client::end_of_listening() const {
  // Input that goes on may never bring another line: who writes it may wait for this program's end.
  if (!listening_ || !next_line_decides()) return std::nullopt;
  return *listening_ + std::chrono::seconds{1};
}
std::optional<view::Instant> Client::end_of_patience() const {
  if (!over() || !stays()) return std::nullopt;
  const auto side = *view_->viewer.side();
  const auto& other =
      view_->table.seats[view::index(seat_playing(view_->table, rules::opponent(side)))];
  if (!other || !other->absent_since) return std::nullopt;
  return *other->absent_since + std::chrono::minutes{1};
}
bool Client::own_turn() const {
  return playing() && view_->to_move && view_->viewer.plays(*view_->to_move);
}

protocol::DecidedAt Client::here() const { return {.game = view_->table.game, .ply = view_->ply}; }

}  // namespace flagrank::text

#include <algorithm>
#include <chrono>
#include <utility>

#include "client/text/clean.hpp"
#include "client/text/client.hpp"
#include "client/text/formation_file.hpp"
#include "client/text/missed.hpp"
#include "client/text/news.hpp"
#include "client/text/stage.hpp"
#include "client/text/symbols.hpp"
#include "client/text/words.hpp"
#include "common/protocol/error_code.hpp"
#include "common/rules/names.hpp"

/// What the client does with each thing that the server tells.
namespace flagrank::text {
namespace {

std::string fault_in_words(const rules::FormationFault& fault) {
  using Kind = rules::FormationFault::Kind;
  switch (fault.kind) {
    case Kind::missing:
      return "The army lacks " + count_in_words(fault.count, fault.rank) + ".";
    case Kind::surplus:
      return "The army has " + count_in_words(fault.count, fault.rank) + " too many.";
    case Kind::outside:
      return "The square " + fault.square.text() + " is outside the four rows of the army.";
    default:
      return std::to_string(fault.count) + " pieces stand on " + fault.square.text() + ".";
  }
}

std::string waiting_time(std::uint64_t retry_after_ms) {
  const std::uint64_t seconds = (retry_after_ms + 999) / 1000;
  return " Try again in " + std::to_string(seconds) + " s.";
}

/// "a4-a5  b4-b5 …", in lines of at most 76 columns.
std::string listed(const std::vector<rules::Move>& moves) {
  std::string text;
  std::size_t columns = 0;
  for (const rules::Move move : moves) {
    const std::string one = move.from.text() + "-" + move.to.text();
    if (columns > 0 && columns + one.size() + 2 > 76) {
      text += "\n";
      columns = 0;
    }
    text += (columns > 0 ? "  " : "") + one;
    columns += one.size() + 2;
  }
  return text + "\n";
}

bool redrawn(const view::Seen& seen) {
  return std::holds_alternative<view::GameStarted>(seen) ||
         std::holds_alternative<view::Moved>(seen) || std::holds_alternative<view::Rescued>(seen) ||
         std::holds_alternative<view::GameOver>(seen);
}

/// Does it change what the player can do, without changing the board?
bool new_step(const view::PlayerView& view, const view::Seen& seen, view::Instant now) {
  if (!view.viewer.side()) return false;
  if (std::holds_alternative<view::FormationLocked>(seen)) {
    // When both are locked the game begins at once, and says so itself. When the time for set-up is
    // over, the server is about to lock both.
    const bool time_up = view.table.setup_ends && *view.table.setup_ends <= now;
    return !time_up && std::ranges::any_of(view.table.seats,
                                           [](const auto& seat) { return !seat || !seat->locked; });
  }
  return std::holds_alternative<view::PlayerJoined>(seen) ||
         std::holds_alternative<view::PlayerLeft>(seen) ||
         std::holds_alternative<view::RescueDeclined>(seen) ||
         std::holds_alternative<view::DrawDeclined>(seen);
}

}  // namespace

void Client::hear(const protocol::Error& error, const Asked& asked) {
  std::string sentence = clean(error.message, style_);
  if (error.retry_after_ms) sentence += waiting_time(*error.retry_after_ms);
  if (asked.kind == Asked::Kind::entry || asked.kind == Asked::Kind::resume) {
    return refused(error, sentence, asked);
  }
  if (error.retry_after_ms && asked.kind != Asked::Kind::nothing && !person()) {
    return repeat(asked, asked_delay(error));
  }
  // Not to be said over and over to a server that will not.
  if (std::holds_alternative<protocol::DeclineRescue>(asked.message.body)) pass_refused_ = true;
  // The game had ended when the move arrived: it is for the next one.
  const auto* move = std::get_if<protocol::Move>(&asked.message.body);
  const bool late = move != nullptr && !person() && game_to_come() &&
                    (!playing() || move->at.game != view_->table.game);
  if (late) {
    held_ = command::Move{move->move};
    return;
  }
  // The other player has offered one a moment before: both want it.
  const bool both = asked.kind == Asked::Kind::rematch &&
                    error.code == protocol::ErrorCode::offer_open && rematch_offered();
  if (both) return propose_rematch();
  // The gap is still there: the next event will ask again.
  if (asked.kind == Asked::Kind::snapshot) catching_up_ = false;
  for (const rules::FormationFault& fault : error.faults) sentence += " " + fault_in_words(fault);
  complain(protocol::name(error.code), sentence);
  const bool wished_style = asked.kind == Asked::Kind::suggestion && asked.then_lock;
  if (wished_style && error.code == protocol::ErrorCode::bad_value) {
    do_without("there is no such formation here");
  }
}

void Client::hear(const protocol::LeftRoom& /*left*/, const Asked& /*asked*/) {
  forget();
  finish(over() ? ExitStatus::finished : ExitStatus::left, {});
}

void Client::hear(const protocol::FormationSuggested& suggested, const Asked& asked) {
  if (!view_ || view_->formation) return;
  draft_ = suggested.formation;
  if (asked.then_lock) return lock();
  arranged();
}

void Client::hear(const protocol::LegalMovesTold& told, const Asked& asked) {
  std::vector<rules::Move> moves = told.moves;
  std::ranges::sort(moves, {}, [](rules::Move move) { return std::pair{move.from, move.to}; });
  if (asked.from) {
    std::erase_if(moves, [&](rules::Move move) { return move.from != *asked.from; });
  }
  if (!person()) {
    std::string line = "moves";
    for (const rules::Move move : moves) line += " " + move.from.text() + "-" + move.to.text();
    return print(line + "\n");
  }
  if (!moves.empty()) return print(listed(moves));
  if (!own_turn()) return print("It is not your turn.\n");
  if (own_rescue(*view_)) return print(next_step(*view_, now()) + "\n");
  print(asked.from ? "No legal move from " + asked.from->text() + ".\n" : "No legal move.\n");
}

void Client::hear(const protocol::Rulesets& /*rulesets*/, const Asked& /*asked*/) {}

void Client::hear(const protocol::Rooms& /*rooms*/, const Asked& /*asked*/) {}

void Client::hear(const protocol::Pong& /*pong*/, const Asked& /*asked*/) {}

void Client::hear(const protocol::SnapshotTold& snapshot, const Asked& asked) {
  const auto before = std::exchange(view_, snapshot.view);
  remember_the_end();
  room_ = clean_code(snapshot.room);
  catching_up_ = false;
  arrive();
  if (seat_ && std::holds_alternative<KeptSeat>(wish_.entry) && !before) {
    actions_.emplace_back(action::Keep{*seat_});
  }
  if (!before) return welcome();
  if (asked.kind != Asked::Kind::snapshot) return welcome_back(*before);
  const bool same_game = before->table.game == view_->table.game;
  if (person()) {
    print("Something was missed on the way; this is how it stands.\n");
    if (same_game) draw();
  } else {
    tell_missed(*before);
  }
  if (!same_game) begin_next_game(*before);
  settle(*before);
}

void Client::hear(const protocol::Event& event, const Asked& asked) {
  server_time_.heard(event.at, now_);
  if (!in_order(event.seq)) return;
  const view::PlayerView before = *view_;
  view_->apply(event.seq, event.at, event.seen);
  if (std::holds_alternative<view::GameOver>(event.seen)) remember_the_end();
  if (std::holds_alternative<view::PlayerJoined>(event.seen)) invitation_used();
  if (asked.kind == Asked::Kind::nothing && !before.formation) tell_imposed();
  tell(before, event.seen);
}

void Client::hear(const protocol::Unknown& unknown, const Asked& /*asked*/) {
  if (unknown.seq && in_order(*unknown.seq)) view_->seq = *unknown.seq;
}

/// Is this the event that comes next? Where one is missing, asks for a snapshot.
bool Client::in_order(std::uint64_t seq) {
  if (!view_ || catching_up_ || seq <= view_->seq) return false;
  if (seq == view_->seq + 1) return true;
  catching_up_ = true;
  say(protocol::Snapshot{}, {.kind = Asked::Kind::snapshot});
  return false;
}

void Client::tell(const view::PlayerView& before, const view::Seen& seen) {
  if (person()) {
    print(news_in_words(before, seen, style_));
    if (const auto* over = std::get_if<view::GameOver>(&seen)) {
      print(replay_in_words(*over, wish_.server));
    }
    if (redrawn(seen)) draw();
    const bool match_ended = over() && !match_over(before.table);
    if (match_ended && !redrawn(seen)) print(match_in_words(*view_, style_));
    if (new_step(*view_, seen, now())) print(next_step(*view_, now()) + "\n");
  } else {
    print(news_in_lines(before, seen, style_));
    if (redrawn(seen) || std::holds_alternative<view::RescueDeclined>(seen)) tell_clocks();
  }
  if (std::holds_alternative<view::NextGame>(seen)) begin_next_game(before);
  if (std::holds_alternative<view::RoomClosed>(seen)) {
    forget();
    if (over()) return finish(ExitStatus::finished, {});
    return finish(ExitStatus::lost, "the room was closed");
  }
  settle(before);
}

/// What has changed since that view may have been the last game that a script wanted.
void Client::settle(const view::PlayerView& before) {
  if (view_->table.match != before.table.match && rematches_ > 0) --rematches_;
  if (person() || !over() || finished_) return;
  if (!match_over(before.table)) print(match_in_line(view_->table));
  if (!stays()) return leave_for_good();
  if (rematches_ > 0 && !view_->table.rematch_offer) return propose_rematch();
  if (rematches_ > 0 && rematch_offered()) propose_rematch();
}

/// What happened since that view.
void Client::tell_missed(const view::PlayerView& before) {
  if (person()) return print(missed_in_words(before, *view_, style_));
  print(missed_in_lines(before, *view_, style_));
  tell_clocks();
}

/// For a script.
void Client::tell_clocks() {
  const auto red = time_left(view_->table, rules::Side::red, now());
  const auto blue = time_left(view_->table, rules::Side::blue, now());
  if (!playing() || !red || !blue) return;
  print("clocks " + std::to_string(red->count()) + " " + std::to_string(blue->count()) + "\n");
}

/// Where the player has got another army than the one in hand, says why.
void Client::tell_imposed() {
  if (!view_->formation || draft_ == view_->formation) return;
  print(person() ? "The time for set-up is over: the server has locked an army made by chance.\n"
                 : "imposed\n");
  draft_ = view_->formation;
}

/// Says what is due.
void Client::remind() {
  if (!person() || !view_) return;
  for (const Reminder& reminder : reminders(*view_, style_)) {
    if (reminder.when > reminded_ && reminder.when <= now()) print(reminder.sentence + "\n");
  }
  reminded_ = now();
}

/// Another game has followed the one in that view: the army stands again as its owner had it, seen
/// from the other side.
void Client::begin_next_game(const view::PlayerView& before) {
  const auto& army = before.formation ? before.formation : draft_;
  const bool swapped = before.viewer != view_->viewer;
  draft_ = army && swapped ? std::optional{turned_round(*army)} : army;
  // What was locked while the connection was lost is in no view.
  if (auto last = army_of_the_last_game()) draft_ = std::move(last);
  if (person() && before.table.match == view_->table.match) point_to_the_armies();
  if (view_->formation) tell_imposed();
  const bool open = view_->table.phase == view::Phase::setup && !watching() && !view_->formation;
  if (open && draft_ && !wish_.formation) return arranged();
  begin_set_up();
}

/// Keeps what the view tells of the last game that has ended: it forgets it when another begins.
void Client::remember_the_end() {
  const view::Table& table = view_->table;
  if (!table.result || (ended_ && ended_->table.game == table.result->game)) return;
  view::PlayerView& ended = ended_.emplace();
  ended.viewer = view_->viewer;
  ended.table.phase = view::Phase::over;
  ended.table.game = table.result->game;
  ended.table.result = table.result;
  const auto side = view_->viewer.side();
  const bool swapped = table.game != table.result->game;
  if (side && swapped) ended.viewer = view::Viewer::player(rules::opponent(*side));
}

/// The drawing of the next set-up has just moved them off the screen, or is about to.
void Client::point_to_the_armies() {
  const view::Table& table = view_->table;
  if (table.phase != view::Phase::setup || !table.result) return;
  print("Type armies to see how game " + std::to_string(table.result->game) +
        " ended, and how both armies stood in it.\n");
}

/// As its owner sees it in the set-up that follows. What the server tells holds, whatever this
/// client has seen of that game.
std::optional<Draft> Client::army_of_the_last_game() const {
  const auto& result = view_->table.result;
  const auto side = view_->viewer.side();
  if (!side || !result || result->game == view_->table.game) return std::nullopt;
  return turned_round(result->formations[rules::index(rules::opponent(*side))]);
}

void Client::begin_set_up() {
  const view::Phase phase = view_->table.phase;
  const bool open = phase == view::Phase::waiting || phase == view::Phase::setup;
  if (!open || watching() || view_->formation) {
    if (person()) draw();
    return;
  }
  if (!wish_.formation) {
    draft_ = army_of_the_last_game();
    if (draft_) return arranged();
    return say(protocol::SuggestFormation{}, {.kind = Asked::Kind::suggestion});
  }
  if (const auto* style = std::get_if<protocol::SuggestFormation>(&*wish_.formation)) {
    return say(*style, {.kind = Asked::Kind::suggestion, .then_lock = true});
  }
  use(std::get<FormationText>(*wish_.formation), true);
}

void Client::use(const FormationText& file, bool then_lock) {
  if (!set_up_open()) return;
  const auto army = read_formation(file.text, *view_->table.ruleset.variant, near_side(*view_));
  if (army) {
    draft_ = *army;
    return then_lock ? lock() : arranged();
  }
  for (const FileFault& fault : army.error()) {
    complain("formation_file", file.path + ":" + std::to_string(fault.line) + ":" +
                                   std::to_string(fault.column) + ": " + fault.sentence);
  }
  if (then_lock) do_without("the formation in " + file.path + " has faults");
}

/// What the command line wished for cannot be locked, for that reason. A script cannot mend it; a
/// person can go on by hand.
void Client::do_without(const std::string& reason) {
  if (!person()) {
    // A room that was made for this would be kept for nobody. Later the other player has a claim
    // to the match.
    if (view_->table.game == 1) give_the_seat_up();
    return finish(ExitStatus::usage, reason);
  }
  say(protocol::SuggestFormation{}, {.kind = Asked::Kind::suggestion});
}

}  // namespace flagrank::text

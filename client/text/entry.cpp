#include <algorithm>
#include <chrono>
#include <utility>

#include "client/text/address.hpp"
#include "client/text/clean.hpp"
#include "client/text/client.hpp"
#include "client/text/invitation.hpp"
#include "client/text/missed.hpp"
#include "client/text/news.hpp"
#include "client/text/stage.hpp"
#include "client/text/words.hpp"
#include "common/rules/names.hpp"

/// How the client gets to the table, and back to it when the connection was lost.
namespace flagrank::text {
namespace {

constexpr std::uint32_t protocol_version = 1;

/// Where only this machine can be meant.
std::string loopback_in_words(const std::string& server) {
  const auto address = parse_address(server);
  if (!address || !address->loopback()) return {};
  return "From another machine, put this machine's name in place of " + address->host + ".\n";
}

/// The wish as it is said to a private server.
template <class Entry>
Entry with_key(Entry entry, const std::optional<std::string>& access_key) {
  entry.access_key = access_key;
  return entry;
}
protocol::JoinRoom with_key(protocol::JoinRoom entry,
                            const std::optional<std::string>& access_key) {
  if (!entry.invitation) entry.access_key = access_key;
  return entry;
}

/// What the player wants to be called at the table.
std::string own_name(const Wish& wish) {
  if (const auto* create = std::get_if<protocol::CreateRoom>(&wish.entry)) return create->name;
  if (const auto* join = std::get_if<protocol::JoinRoom>(&wish.entry)) return join->name;
  return {};
}

/// Is it worth asking again for the way back to the table?
bool passes(const protocol::Error& error) {
  return error.retry_after_ms || error.code == protocol::ErrorCode::internal ||
         error.code == protocol::ErrorCode::server_stopping;
}

std::string lost_in_words(const Ending& ending) {
  std::string sentence = ending.sentence;
  if (!sentence.empty() && sentence[0] >= 'a' && sentence[0] <= 'z') {
    sentence[0] = static_cast<char>(sentence[0] - 'a' + 'A');
  }
  return sentence + ". Connecting again.\n";
}

/// Has anything changed that the player looks at? Who is connected does not count.
bool looks_different(const view::PlayerView& a, const view::PlayerView& b) {
  const auto seat = [](const std::optional<view::SeatView>& sitting) {
    return sitting ? std::pair{sitting->name, sitting->locked} : std::pair{std::string{}, false};
  };
  return a.table.phase != b.table.phase || a.table.game != b.table.game || a.ply != b.ply ||
         a.rescue_pending != b.rescue_pending || a.table.draw_offer != b.table.draw_offer ||
         a.table.rematch_offer != b.table.rematch_offer ||
         !std::ranges::equal(a.table.seats, b.table.seats, {}, seat, seat);
}

}  // namespace

void Client::hear(const protocol::Hello& hello, const Asked& /*asked*/) {
  if (hello.protocol != protocol_version) {
    return finish(ExitStatus::lost, "the server speaks version " + std::to_string(hello.protocol) +
                                        " of the protocol, this program version 1");
  }
  greeted_ = true;
  server_time_.greeted(view::Instant{view::Milliseconds{hello.time_ms}}, now_);
  chat_bytes_ = hello.limits.chat_bytes;
  features_ = hello.features;
  told_url_ = hello.url;
  if (seat_) {
    return say(protocol::Resume{.room = seat_->room, .token = seat_->token},
               {.kind = Asked::Kind::resume});
  }
  if (awaits(Asked::Kind::entry)) return say_waiting();
  enter();
}

void Client::enter() {
  const bool is_private = std::ranges::count(features_, "access_key") > 0;
  const auto key = is_private ? wish_.access_key : std::nullopt;
  const auto say_it = [&](const auto& wish) {
    say(with_key(wish, key), {.kind = Asked::Kind::entry});
  };
  if (const auto* create = std::get_if<protocol::CreateRoom>(&wish_.entry)) say_it(*create);
  if (const auto* join = std::get_if<protocol::JoinRoom>(&wish_.entry)) say_it(*join);
  if (const auto* watch = std::get_if<protocol::WatchRoom>(&wish_.entry)) say_it(*watch);
}

std::string Client::how_to_join() const {
  const std::string open = "\nRoom " + seat_->room + " is open. Your friend joins it with\n\n    ";
  const std::string by_code = "flagrank join " + seat_->room + " --server " + wish_.server;
  if (!seat_->invitation) return open + by_code + "\n\n" + loopback_in_words(wish_.server);
  const auto* create = std::get_if<protocol::CreateRoom>(&wish_.entry);
  const bool by_invitation = create != nullptr && create->by_invitation;
  const bool is_private = std::ranges::count(features_, "access_key") > 0;
  std::string text = open + "flagrank join \"" + *seat_->invitation + "\"\n\n";
  text += "It takes the seat, once, for whoever has it.";
  if (!by_invitation) text += " So does the code" + std::string{is_private ? " and the key" : ""};
  if (!by_invitation) text += ": " + by_code;
  return text + "\n" + loopback_in_words(read_invitation(*seat_->invitation)->server);
}

void Client::hear(const protocol::Seated& seated, const Asked& /*asked*/) {
  arrive();
  seat_ = KeptSeat{.server = wish_.server,
                   .room = clean_code(seated.room),
                   .seat = seated.seat,
                   .token = seated.token,
                   .name = own_name(wish_)};
  if (seated.invitation) {
    const bool told = told_url_ && parse_address(*told_url_);
    seat_->invitation = spell(Invitation{.server = told ? *told_url_ : wish_.server,
                                         .room = seat_->room,
                                         .secret = *seated.invitation});
  }
  kept_ = true;
  actions_.emplace_back(action::Keep{*seat_});
  if (!person()) {
    print("room " + seat_->room + "\n");
    if (seat_->invitation) print("invitation " + *seat_->invitation + "\n");
    return;
  }
  const bool made_it = std::holds_alternative<protocol::CreateRoom>(wish_.entry);
  print(made_it ? how_to_join() : "You have joined room " + seat_->room + ".\n");
}

/// Somebody has come. It may have been without the invitation, and then another may come by it; but
/// who would know?
void Client::invitation_used() {
  if (!seat_ || !seat_->invitation) return;
  seat_->invitation.reset();
  actions_.emplace_back(action::Keep{*seat_});
}

/// The server does not let this connection into the room.
void Client::refused(const protocol::Error& error, const std::string& sentence,
                     const Asked& asked) {
  if (away_ && passes(error)) {
    return ask_again({.status = ExitStatus::refused,
                      .sentence = clean(error.message, style_),
                      .advice = protocol::Advice::resume,
                      .at_least = asked_delay(error)},
                     asked);
  }
  if (asked.kind != Asked::Kind::resume || error.code != protocol::ErrorCode::no_such_room) {
    return finish(ExitStatus::refused, sentence + entry_advice(error.code));
  }
  const bool leaving = std::ranges::any_of(asked_, [](const Asked& unanswered) {
    return std::holds_alternative<protocol::LeaveRoom>(unanswered.message.body);
  });
  if (leaving || over()) {
    forget();
    return finish(over() ? ExitStatus::finished : ExitStatus::left, {});
  }
  // It may be another server for a while, or this one without its data: the key is kept.
  actions_.emplace_back(action::ForgetOld{});
  finish(ExitStatus::refused,
         "the server has no room " + seat_->room + " any more, or no seat of yours in it");
}

/// Asks once more for the way back to the table, on this connection.
void Client::ask_again(const Ending& refusal, const Asked& asked) {
  const auto delay = backoff_.wait(refusal, {now_, chance_});
  if (!delay) return give_up(refusal);
  if (!std::exchange(refused_, true)) {
    print(person()
              ? "The server does not let you back in yet: " + refusal.sentence + " Asking again.\n"
              : "refused " + refusal.sentence + "\n");
  }
  repeat(asked, *delay);
}

/// It has been tried for long enough.
void Client::give_up(const Ending& ending) {
  std::string sentence = "gave up after 10 minutes: " + ending.sentence;
  if (sentence.ends_with('.')) sentence.pop_back();
  if (kept_) sentence += "; your seat is kept for flagrank resume";
  finish(over() ? ExitStatus::finished : ending.status, sentence);
}

/// This connection is in the room.
void Client::arrive() {
  if (!std::exchange(at_table_, true)) arrived_ = now_;
  refused_ = false;
  if (std::exchange(away_, false)) print(person() ? "The connection is back.\n" : "back\n");
}

/// The first look at the table.
void Client::welcome() {
  if (!person()) return welcome_script();
  if (watching()) {
    print("You are watching room " + room_ + ".\n");
  } else if (std::holds_alternative<KeptSeat>(wish_.entry)) {
    const bool waiting = view_->table.phase == view::Phase::waiting;
    print(waiting ? how_to_join() : "You are back in room " + room_ + ".\n");
  }
  if (view_->table.return_match) {
    print("A match is two games here; colours are swapped after the first.\n");
  }
  print(limits_in_words(view_->table));
  if (view_->table.return_match && view_->table.score.games() == 1 && !over()) {
    print("This is the second game of the match.\n" + score_in_words(*view_, style_));
    point_to_the_armies();
  }
  begin_set_up();
}

void Client::welcome_script() {
  const bool told = std::holds_alternative<protocol::CreateRoom>(wish_.entry) ||
                    std::holds_alternative<protocol::JoinRoom>(wish_.entry);
  if (!told) print("room " + room_ + "\n");
  if (const auto side = view_->viewer.side()) {
    print("side " + std::string{rules::name(*side)} + "\n");
  } else {
    print("watching\n");
  }
  if (view_->table.return_match) print("return_match\n");
  print(limits_in_lines(view_->table));
  // What was before the present game is in no view, but for the score.
  view::PlayerView empty;
  empty.viewer = view_->viewer;
  empty.table.game = view_->table.game;
  empty.table.match = view_->table.match;
  if (!over() && view_->table.score.games() > 0 && view_->table.return_match) {
    print(score_in_line(view_->table));
  }
  tell_missed(empty);
  settle(empty);
  if (!finished_ && !over()) begin_set_up();
}

void Client::welcome_back(const view::PlayerView& before) {
  const bool same_game = before.table.game == view_->table.game;
  if (same_game && !before.formation) tell_imposed();
  tell_missed(before);
  if (!same_game) begin_next_game(before);
  settle(before);
  if (finished_ || !same_game) return;
  if (person()) looks_different(before, *view_) ? draw() : print(next_step(*view_, now()) + "\n");
}

/// There is nothing to come back to any more.
void Client::forget() {
  if (!seat_) return;
  actions_.emplace_back(action::Forget{*std::exchange(seat_, std::nullopt)});
  kept_ = false;
}

/// What was on its way each time that the connection broke may be what breaks it, and would do so
/// for ever. The ways to the table are no such thing: trying them ends by itself. A server that is
/// killed and started again may well be gone a few times before it can answer one command.
void Client::drop_what_may_break_it() {
  constexpr unsigned enough = 10;  // proto/README.md, "Coming back"
  std::vector<Asked> kept;
  for (Asked& asked : std::exchange(asked_, {})) {
    if (asked.said && asked.kind != Asked::Kind::entry) ++asked.losses;
    if (asked.losses < enough) {
      kept.push_back(std::move(asked));
      continue;
    }
    complain("given_up", "The connection broke " + std::to_string(enough) +
                             " times while a command waited for its answer. It is not said again.");
  }
  asked_ = std::move(kept);
}

Actions Client::lost(const Ending& ending) {
  if (finished_) return {};
  // Not at once: a server that fails again after each return must not be asked every second.
  const bool lasted = at_table_ && now_ - arrived_ >= std::chrono::seconds{30};
  if (lasted) backoff_.restore();
  at_table_ = false;
  const bool nothing_left = over() && !(rematch_possible(view_->table) && (person() || stays()));
  if (nothing_left || (over() && ending.advice == protocol::Advice::final)) {
    if (nothing_left) forget();
    finish(ExitStatus::finished, ending.sentence);
    return take();
  }
  const auto delay = greeted_ ? backoff_.wait(ending, {now_, chance_}) : std::nullopt;
  if (!delay) {
    const bool tried = ending.advice != protocol::Advice::final && greeted_;
    tried ? give_up(ending) : finish(ending.status, ending.sentence);
    return take();
  }
  // What the next snapshot will tell anyway need not be asked again.
  std::erase_if(asked_, [](const Asked& asked) {
    return asked.kind == Asked::Kind::resume || asked.kind == Asked::Kind::snapshot;
  });
  if (!std::exchange(away_, true)) {
    print(person() ? lost_in_words(ending) : "lost " + ending.sentence + "\n");
  }
  drop_what_may_break_it();
  for (Asked& asked : asked_) asked.said = false;
  actions_.emplace_back(action::Connect{*delay});
  return take();
}

}  // namespace flagrank::text

#include "server/room/room.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cassert>
#include <exception>
#include <type_traits>
#include <utility>
#include <variant>

#include "common/record/json.hpp"
#include "server/async/tasks.hpp"
#include "server/room/speech.hpp"
#include "server/room/token.hpp"

/// How a room lives and ends, and how it keeps what happens. What it does for each letter stands in
/// letters.cpp.
namespace flagrank::room {

namespace asio = boost::asio;
using protocol::ErrorCode;

namespace {

/// As everybody will get it. A game that has none is no reason for a room to end.
std::optional<store::FinishedGame> document_of(const std::optional<Finished>& finished,
                                               match::Instant at) {
  if (!finished) return std::nullopt;
  try {
    return store::FinishedGame{
        .id = finished->id, .ended = at, .document = record::to_json(finished->game)};
  } catch (const std::exception& fault) {
    spdlog::error("a finished game has no record: {}", fault.what());
    return std::nullopt;
  }
}

}  // namespace

Room::Room(const asio::any_io_executor& executor, std::shared_ptr<const House> house,
           store::RoomKey code, Origin origin, PutUp put_up)
    : house_{std::move(house)},
      code_{std::move(code)},
      inbox_{std::make_shared<Inbox>(executor, house_->limits.inbox)},
      slept_{std::holds_alternative<Sleep>(origin) ? std::optional{std::get<Sleep>(origin)}
                                                   : std::nullopt},
      put_up_{std::move(put_up)},
      match_{slept_ ? match::Settings{} : std::get<match::Settings>(std::move(origin))},
      chronicle_{match_.settings()},
      chat_{ChatAllowance{house_->limits.chats_per_minute},
            ChatAllowance{house_->limits.chats_per_minute}},
      alarm_{executor} {}

asio::awaitable<std::optional<Sleep>> Room::run() {
  try {
    co_await live();
  } catch (...) {
    spdlog::error("a room ended by an exception: {}", async::what(std::current_exception()));
    break_down();
  }
  alarm_.cancel();
  turn_away_the_rest();
  const bool never_kept = !slept_ && !opened_;
  if (forgotten_ || never_kept) co_return std::nullopt;
  const bool woken = !slept_ || came_to_;
  const bool sleeps_on = !woken && slept_->since;
  const unsigned failures = opened_ || !slept_ ? 0 : slept_->failures + 1;
  co_return Sleep{.since = sleeps_on ? slept_->since : now(), .tried = now(), .failures = failures};
}

asio::awaitable<void> Room::live() {
  const bool opened = co_await open();
  if (!opened) co_return break_down();
  show_outside();

  while (life_ == Life::open) {
    set_alarm();
    while (!inbox_->settled()) {
      co_await inbox_->change();
    }
    auto letter = inbox_->try_take();
    if (!letter) co_return;

    // Time first: what had come to pass before the letter arrived is done before it.
    if (restart_ && takes_effect(*letter)) co_await come_to();
    if (time_is_up()) co_await settle();
    if (life_ != Life::open) co_return turn_away(*letter);
    co_await std::visit([this](auto& one) { return on(one); }, *letter);
  }
}

bool Room::takes_effect(const Letter& letter) const {
  if (const auto* resume = std::get_if<letter::Resume>(&letter)) {
    return match_.seat_of(hash_of(resume->token)).has_value();
  }
  if (const auto* join = std::get_if<letter::Join>(&letter)) {
    const bool again =
        join->retry_key && match_.seat_of(hash_of(token_from(*join->retry_key, code_)));
    return again || match_.would_let_in(join_of(*join, {}));
  }
  if (std::holds_alternative<letter::Watch>(letter)) return match_.settings().spectators;
  return true;
}

asio::awaitable<void> Room::come_to() {
  auto restarting = carry_out({.deed = *std::exchange(restart_, std::nullopt)});
  const auto restarted = co_await std::move(restarting);
  came_to_ = restarted.has_value();
}

/// Never before what has happened already, though the server's clock may have been set back while
/// it was away; and not standing still until it has caught up.
match::Instant Room::now() const {
  return std::max(house_->world.now() + behind_, match_.last_change());
}

std::optional<match::Instant> Room::deadline() const {
  // Where nobody is there to set up, no game is begun for them: the room expires.
  const bool deserted = match_.phase() == view::Phase::setup && audience_.forsaken();
  if (restart_ || deserted) return std::nullopt;
  return match_.deadline();
}

bool Room::time_is_up() const {
  const auto when = deadline();
  return when && now() >= *when;
}

match::Command Room::due() const {
  if (match_.phase() == view::Phase::playing) return {.deed = match::Elapse{}};
  const view::Seat seat = match_.locked(view::Seat::host) ? view::Seat::guest : view::Seat::host;
  const auto formation = rules::random_formation(*match_.settings().ruleset.variant,
                                                 match_.side(seat), house_->world.dice);
  return {
      .seat = seat,
      .id = {},
      .deed = match::LockFormation{.game = match_.now().game, .formation = formation.placements()}};
}

asio::awaitable<void> Room::settle() {
  while (time_is_up()) {
    auto deciding = carry_out(due());
    const auto outcome = co_await std::move(deciding);
    if (!outcome) co_return;
    audience_.show(std::get<match::Accepted>(*outcome));
  }
}

void Room::set_alarm() {
  const auto when = deadline();
  if (when == alarm_at_) return;
  alarm_at_ = when;
  if (!when) {
    alarm_.cancel();
    return;
  }
  alarm_.expires_after(std::max(match::Milliseconds::zero(), *when - now()));
  alarm_.async_wait([inbox = std::weak_ptr{inbox_}](const boost::system::error_code& cancelled) {
    const auto room = inbox.lock();
    // Where there is no place for it, another letter comes, and time goes first.
    if (!cancelled && room) static_cast<void>(room->try_push(letter::Tick{}));
  });
}

asio::awaitable<bool> Room::open() {
  auto opening = house_->journal->open(code_);
  const auto epoch = co_await std::move(opening);
  if (!epoch) {
    house_->counts->journal.failed();
    spdlog::error("a room was not opened: the journal failed");
    co_return false;
  }
  epoch_ = *epoch;
  auto beginning = slept_ ? wake() : begin();
  opened_ = co_await std::move(beginning);
  co_return opened_;
}

asio::awaitable<bool> Room::begin() {
  const auto began = JournalCounts::Clock::now();
  auto keeping = keep(store::Opened{.settings = match_.settings(), .at = now()});
  const bool done = noted(co_await std::move(keeping), began);
  if (!done) {
    co_await forget();
  }
  co_return done;
}

asio::awaitable<bool> Room::wake() {
  auto reading = house_->journal->read(code_);
  const auto entries = co_await std::move(reading);
  if (!entries) {
    house_->counts->journal.failed();
    spdlog::error("a room was not woken: the journal failed");
    co_return false;
  }
  auto replaying = replay(*entries);
  const auto fault = co_await std::move(replaying);
  if (fault) {
    spdlog::error("a room was not woken: of its {} entries, number {} is wrong: {}",
                  entries->size(), next_entry_, *fault);
    co_return false;
  }
  // It ended, or had not quite begun, as the server or the disk did.
  if (everybody_left()) {
    co_await close();
    co_return true;
  }
  auto asking = house_->journal->outages();
  auto outages = co_await std::move(asking);
  behind_ = std::max(match::Milliseconds::zero(), match_.last_change() - house_->world.now());
  restart_ = restart(std::move(outages));
  co_return true;
}

asio::awaitable<std::optional<std::string>> Room::replay(const std::vector<std::string>& entries) {
  constexpr std::uint64_t at_once = 256;  // for about a millisecond others wait
  const auto executor = co_await asio::this_coro::executor;
  for (const std::string& entry : entries) {
    if (auto fault = redo(entry)) co_return fault;
    ++next_entry_;
    if (next_entry_ % at_once != 0) continue;
    auto pause = asio::post(executor, asio::use_awaitable);
    co_await std::move(pause);
  }
  co_return std::nullopt;
}

std::optional<std::string> Room::redo(const std::string& entry) {
  auto read = store::decode(entry);
  if (!read) return std::move(read).error();
  if (next_entry_ == 0) {
    const auto* opened = std::get_if<store::Opened>(&*read);
    if (opened == nullptr) return "no room begins with it";
    match::Settings settings = opened->settings;
    // No id is told that nothing is kept under, whatever was so when the room was made.
    if (!house_->limits.records) settings.record_key.reset();
    match_ = match::Match{settings};
    chronicle_ = Chronicle{settings};
    return std::nullopt;
  }
  const auto* happened = std::get_if<store::Happened>(&*read);
  if (happened == nullptr) return "it begins another room";
  std::optional<Finished> kept_already;
  const auto outcome = apply(happened->command, happened->at, kept_already);
  if (!std::holds_alternative<match::Accepted>(outcome)) return "it cannot have happened";
  return std::nullopt;
}

match::Restart Room::restart(std::vector<store::Outage> spans) const {
  if (slept_->since) spans.push_back({.from = *slept_->since, .to = now()});
  match::Restart restart{.down_from = now(), .down = {}};
  for (const store::Outage& span : spans) {
    const match::Instant from = std::max(span.from, match_.last_change());
    const match::Instant to = std::min(span.to, now());
    if (from >= to) continue;
    restart.down_from = std::min(restart.down_from, from);
    restart.down += to - from;
  }
  return restart;
}

asio::awaitable<store::Append> Room::keep(const store::Entry& entry,
                                          std::optional<store::FinishedGame> finished) {
  return house_->journal->append(code_, epoch_, next_entry_, store::encode(entry),
                                 std::move(finished));
}

bool Room::noted(store::Append written, JournalCounts::Clock::time_point began) {
  switch (written) {
    case store::Append::ok:
      house_->counts->journal.appended(JournalCounts::Clock::now() - began);
      ++next_entry_;
      return true;
    case store::Append::fenced:
      spdlog::warn("a room stops here: another server has taken it over");
      return false;
    case store::Append::failed:
      house_->counts->journal.failed();
      spdlog::error("a room stops: the journal failed");
      return false;
  }
  return false;
}

match::Outcome Room::apply(const match::Command& command, match::Instant at,
                           std::optional<Finished>& finished) {
  const bool attended = match_.present(view::Seat::host) || match_.present(view::Seat::guest);
  match::Outcome outcome = match_.handle(command, at);
  const auto* accepted = std::get_if<match::Accepted>(&outcome);
  if (accepted == nullptr) return outcome;
  finished = chronicle_.follow(*accepted);
  // A restart is nobody's coming back: rooms must expire though the server restarts every day. Nor
  // does it count against those who were there.
  const auto* restart = std::get_if<match::Restart>(&command.deed);
  idle_since_ = restart != nullptr && !attended ? idle_since_ + restart->down : at;
  return outcome;
}

Room::Decision Room::decide(match::Command command) {
  const match::Instant at = now();
  std::optional<Finished> finished;
  Decision decision{.outcome = apply(command, at, finished)};
  if (!std::holds_alternative<match::Accepted>(decision.outcome)) return decision;
  decision.began = JournalCounts::Clock::now();
  decision.keeping =
      keep(store::Happened{.command = std::move(command), .at = at}, document_of(finished, at));
  return decision;
}

bool Room::kept(store::Append written, JournalCounts::Clock::time_point began) {
  if (!noted(written, began)) {
    break_down();
    return false;
  }
  show_outside();
  return true;
}

asio::awaitable<std::optional<match::Outcome>> Room::carry_out(match::Command command) {
  auto decision = decide(std::move(command));
  if (decision.keeping) {
    const auto written = co_await *std::move(decision.keeping);
    if (!kept(written, decision.began)) co_return std::nullopt;
  }
  co_return std::move(decision.outcome);
}

void Room::show_outside() {
  const bool nobody_yet = match_.seq() == 0;
  if (nobody_yet || life_ != Life::open) return;
  const bool first = !shown_;
  if (first) shown_.emplace();
  if (!update(*shown_, match_, restart_.has_value()) && !first) return;
  put_up_(notice_of(code_, match_.settings(), *shown_));
}

asio::awaitable<bool> Room::attend(view::Seat seat, bool present) {
  auto deciding = carry_out({.seat = seat, .id = {}, .deed = match::Attend{present}});
  const auto outcome = co_await std::move(deciding);
  if (!outcome) co_return false;
  if (const auto* accepted = std::get_if<match::Accepted>(&*outcome)) {
    audience_.show(*accepted);
  }
  co_return true;
}

asio::awaitable<void> Room::close() {
  life_ = Life::over;
  assert(audience_.forsaken());
  audience_.dismiss_spectators(match_.seq() + 1, now());
  inbox_->close();  // before the journal forgets it, so that nobody is let in meanwhile
  co_await forget();
}

asio::awaitable<void> Room::forget() {
  auto removing = house_->journal->remove(code_, epoch_);
  const bool removed = co_await std::move(removing);
  forgotten_ = removed;
  if (!removed) spdlog::warn("a room that is no more was not removed from the journal");
}

bool Room::everybody_left() const {
  return !match_.taken(view::Seat::host) && !match_.taken(view::Seat::guest);
}

void Room::break_down() {
  life_ = Life::broken;
  inbox_->close();
  audience_.close(protocol::CloseCode::internal);
}

void Room::turn_away_the_rest() {
  inbox_->close();
  while (auto letter = inbox_->try_take()) turn_away(*letter);
}

void Room::turn_away(Letter& letter) {
  std::visit(
      [this]<class L>(L& one) {
        if constexpr (std::is_same_v<L, letter::Say>) this->turn_away(one);
        if constexpr (requires { one.by; }) this->turn_away(one.by);
      },
      letter);
}

void Room::turn_away(const letter::Say& letter) const {
  answer(letter, error_of(ErrorCode::not_in_room));
}

void Room::turn_away(Petition& petition) {
  const auto code = life_ == Life::broken ? ErrorCode::internal : ErrorCode::no_such_room;
  petition.reply.give(error_of(code));
}

}  // namespace flagrank::room

#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

#include "server/room/query.hpp"
#include "server/room/room.hpp"
#include "server/room/speech.hpp"
#include "server/room/token.hpp"

/// What a room does for each letter.
namespace flagrank::room {

namespace asio = boost::asio;
using protocol::ErrorCode;

namespace {

class RoomVisit final : public Visit {
 public:
  RoomVisit(std::shared_ptr<Inbox> inbox, std::shared_ptr<Listener> listener)
      : inbox_{std::move(inbox)}, listener_{std::move(listener)} {}

  bool say(protocol::ClientMessage message) override {
    return inbox_->try_push(letter::Say{listener_, std::move(message)}, async::Bell::Turn::now);
  }
  [[nodiscard]] bool ended() const noexcept override { return listener_->ended; }
  void detach() noexcept override { inbox_->push(letter::Detach{listener_}); }

 private:
  const std::shared_ptr<Inbox> inbox_;
  const std::shared_ptr<Listener> listener_;
};

}  // namespace

asio::awaitable<void> Room::on(letter::Join& letter) {
  const std::string token =
      letter.retry_key ? token_from(*letter.retry_key, code_) : house_->world.new_token();
  const auto again = letter.retry_key ? match_.seat_of(hash_of(token)) : std::nullopt;
  if (again) {
    auto returning = take_back(*again, letter.by);
    const auto listener = co_await std::move(returning);
    if (listener) welcome(listener, letter, token);
    co_return;
  }
  const view::Seat seat = match_.taken(view::Seat::host) ? view::Seat::guest : view::Seat::host;
  auto joining = carry_out({.seat = seat, .id = letter.by.id, .deed = join_of(letter, token)});
  const auto outcome = co_await std::move(joining);
  if (!outcome) co_return turn_away(letter.by);
  if (const auto* refused = std::get_if<match::Refused>(&*outcome)) {
    letter.by.reply.give(error_of(*refused));
    co_return;
  }
  audience_.show(std::get<match::Accepted>(*outcome));
  welcome(let_in(seat, letter.by), letter, token);
}

asio::awaitable<void> Room::on(letter::Watch& letter) {
  if (!match_.settings().spectators) {
    letter.by.reply.give(error_of(ErrorCode::no_spectators));
    co_return;
  }
  if (audience_.spectators() >= house_->limits.spectators) {
    letter.by.reply.give(error_of(ErrorCode::too_many_spectators));
    co_return;
  }
  const auto listener = let_in(std::nullopt, letter.by);
  listener->tell({.re = letter.by.id, .body = snapshot(std::nullopt, match_, code_)});
  letter.by.reply.give(visit(listener));
}

asio::awaitable<void> Room::on(letter::Resume& letter) {
  const auto seat = match_.seat_of(hash_of(letter.token));
  if (!seat) {
    letter.by.reply.give(error_of(ErrorCode::no_such_room));
    co_return;
  }
  auto returning = take_back(*seat, letter.by);
  const auto listener = co_await std::move(returning);
  if (!listener) co_return;
  house_->counts->resumed.add();
  listener->tell({.re = letter.by.id, .body = snapshot(*seat, match_, code_)});
  letter.by.reply.give(visit(listener));
}

/// The newest connection has the seat. Nobody is told: to the room the seat is attended throughout.
asio::awaitable<std::shared_ptr<Listener>> Room::take_back(view::Seat seat, Petition& petition) {
  if (const auto older = audience_.on(seat)) {
    audience_.release(*older);
    older->outbox->close(protocol::CloseCode::replaced);
  }
  auto attending = attend(seat, true);
  const bool attended = co_await std::move(attending);
  if (attended) co_return let_in(seat, petition);
  turn_away(petition);
  co_return nullptr;
}

match::Join Room::join_of(const letter::Join& letter, const std::string& token) {
  match::Join deed{.name = letter.name, .token = hash_of(token)};
  if (letter.invitation) deed.invitation = hash_of(*letter.invitation);
  return deed;
}

void Room::welcome(const std::shared_ptr<Listener>& listener, letter::Join& letter,
                   const std::string& token) const {
  const view::Seat seat = listener->seat.value();
  listener->tell(
      {.re = letter.by.id,
       .body = protocol::Seated{
           .room = code_, .seat = seat, .token = token, .invitation = letter.to_pass_on}});
  listener->tell({.re = {}, .body = snapshot(seat, match_, code_)});
  letter.by.reply.give(visit(listener));
}

asio::awaitable<void> Room::on(letter::Say& letter) {
  if (answered(letter)) co_return;
  // Not in a coroutine of its own, as what is decided more seldom: while thousands wait for the
  // journal, each is as much memory to fetch again.
  auto decision = decide({.seat = *letter.listener->seat,
                          .id = letter.message.id,
                          .deed = deed_of(letter.message.body).value()});
  if (decision.keeping) {
    const auto written = co_await *std::move(decision.keeping);
    if (!kept(written, decision.began)) co_return;  // the connection is closed: its answer
  }
  std::visit([&](const auto& one) { show(letter, one); }, decision.outcome);

  if (!everybody_left()) co_return;
  co_await close();
}

bool Room::answered(const letter::Say& letter) {
  if (!audience_.holds(*letter.listener)) {
    turn_away(letter);
    return true;
  }
  if (!letter.listener->seat) {
    answer_spectator(letter);
    return true;
  }
  auto at_once = answer_at_once(letter);
  if (!at_once) return false;
  answer(letter, *std::move(at_once));
  return true;
}

void Room::answer(const letter::Say& letter, protocol::ServerBody body) const {
  house_->counts->commands.answered(body);
  letter.listener->tell({.re = letter.message.id, .body = std::move(body)});
}

void Room::answer_spectator(const letter::Say& letter) {
  if (std::holds_alternative<protocol::Snapshot>(letter.message.body)) {
    answer(letter, snapshot(std::nullopt, match_, code_));
  } else if (std::holds_alternative<protocol::LeaveRoom>(letter.message.body)) {
    audience_.release(*letter.listener);
    answer(letter, protocol::LeftRoom{});
  } else {
    answer(letter, error_of(ErrorCode::not_seated));
  }
}

asio::awaitable<void> Room::on(letter::Detach& letter) {
  if (!audience_.holds(*letter.listener)) co_return;
  audience_.release(*letter.listener);
  if (!letter.listener->seat) co_return;
  auto attending = attend(*letter.listener->seat, false);
  co_await std::move(attending);
}

asio::awaitable<void> Room::on(letter::Tick& /*letter*/) {
  alarm_at_.reset();  // it may have been the alarm, and come a moment early
  const bool too_long = now() - idle_since_ >= patience();
  if (!audience_.forsaken() || !too_long) co_return;
  co_await close();
}

std::chrono::milliseconds Room::patience() const {
  switch (match_.phase()) {
    case view::Phase::playing:
      return house_->limits.silent_game;
    case view::Phase::over:
      return house_->limits.finished_room;
    case view::Phase::setup:
      return house_->limits.unfinished_setup;
    case view::Phase::waiting:
      break;
  }
  return house_->limits.empty_room;
}

std::shared_ptr<Listener> Room::let_in(std::optional<view::Seat> seat, const Petition& petition) {
  const auto viewer = seat ? view::Viewer::player(match_.side(*seat)) : view::Viewer::spectator();
  auto listener = std::make_shared<Listener>(petition.outbox, seat, viewer);
  audience_.admit(listener);
  return listener;
}

std::shared_ptr<Visit> Room::visit(std::shared_ptr<Listener> listener) const {
  return std::make_shared<RoomVisit>(inbox_, std::move(listener));
}

void Room::show(const letter::Say& letter, const match::Accepted& accepted) {
  house_->counts->commands.done();
  const Listener& listener = *letter.listener;
  const auto& body = letter.message.body;
  if (std::holds_alternative<protocol::LeaveRoom>(body)) {
    audience_.release(listener);
    listener.tell({.re = letter.message.id, .body = protocol::LeftRoom{}});
  }
  if (std::holds_alternative<protocol::Chat>(body)) {
    chat_[index(*listener.seat)].spend(now());
  }
  audience_.show(accepted, Asker{listener, letter.message.id});
}

void Room::show(const letter::Say& letter, const match::Repeated& repeated) const {
  house_->counts->commands.repeated();
  Audience::repeat(repeated, Asker{*letter.listener, letter.message.id});
}

void Room::show(const letter::Say& letter, const match::Refused& refused) const {
  answer(letter, error_of(refused));
}

void Room::show(const letter::Say& /*letter*/, const match::Nothing& /*nothing*/) {
  throw std::logic_error{"a client's command came to nothing"};
}

std::optional<protocol::ServerBody> Room::answer_at_once(const letter::Say& letter) const {
  if (auto error = too_much_chat(letter)) return *std::move(error);
  return answer_query(letter.message.body, *letter.listener->seat, match_, code_, house_->world);
}

std::optional<protocol::Error> Room::too_much_chat(const letter::Say& letter) const {
  const auto* chat = std::get_if<protocol::Chat>(&letter.message.body);
  if (chat == nullptr) return std::nullopt;
  const std::size_t most = house_->limits.chat_bytes;
  if (chat->text.size() > most) {
    return protocol::Error{.code = ErrorCode::bad_value,
                           .message = "/text must be at most " + std::to_string(most) + " bytes",
                           .pointer = "/text"};
  }

  const view::Seat seat = *letter.listener->seat;
  const auto wait = chat_[index(seat)].wait(now());
  // A retry costs nothing: the match will say again what it did.
  const bool retry = match_.remembers(seat, letter.message.id);
  if (retry || wait == std::chrono::milliseconds::zero()) return std::nullopt;
  protocol::Error error = error_of(ErrorCode::chat_limited);
  error.retry_after_ms = static_cast<std::uint64_t>(wait.count());
  return error;
}

}  // namespace flagrank::room

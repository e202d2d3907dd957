#include "server/net/session.hpp"

#include <spdlog/spdlog.h>

#include <boost/asio/post.hpp>
#include <boost/system/error_code.hpp>
#include <string>
#include <utility>
#include <variant>

#include "common/protocol/decode.hpp"
#include "common/protocol/error_code.hpp"
#include "server/net/address.hpp"
#include "server/net/door.hpp"
#include "server/net/enquiry.hpp"
#include "server/net/forwarded.hpp"
#include "server/net/greeting.hpp"
#include "server/net/http.hpp"
#include "server/net/request.hpp"
#include "server/net/tls.hpp"

namespace asio = boost::asio;
using boost::system::error_code;
using flagrank::protocol::CloseCode;
using flagrank::protocol::ErrorCode;

namespace flagrank::net {
namespace {

/// Full inboxes empty within moments.
constexpr std::chrono::milliseconds inbox_wait{500};

Rate message_rate(const config::Limits& limits) {
  return {
      .burst = limits.message_burst,
      .interval = std::chrono::nanoseconds{std::chrono::seconds{1}} / limits.messages_per_second};
}

CloseCode code_for(Websocket::Gone gone) {
  switch (gone) {
    case Websocket::Gone::left:
    case Websocket::Gone::lost:
      break;
    case Websocket::Gone::binary:
      return CloseCode::binary;
    case Websocket::Gone::too_big:
      return CloseCode::too_big;
    case Websocket::Gone::bad_utf8:
      return CloseCode::bad_utf8;
    case Websocket::Gone::bad_protocol:
      return CloseCode::bad_protocol;
  }
  return CloseCode::normal;
}

bool wants_in(const protocol::ClientBody& body) {
  return std::holds_alternative<protocol::CreateRoom>(body) ||
         std::holds_alternative<protocol::JoinRoom>(body) ||
         std::holds_alternative<protocol::WatchRoom>(body) ||
         std::holds_alternative<protocol::Resume>(body);
}

/// What somebody is told who tries codes, tokens and invitations by chance.
bool guessed_wrong(ErrorCode told) {
  return told == ErrorCode::no_such_room || told == ErrorCode::wrong_invitation;
}

}  // namespace

Session::Session(std::shared_ptr<House> house, asio::ip::tcp::socket socket, Gate::Place place)
    : house_{std::move(house)},
      place_{std::move(place)},
      number_{house_->next_connection++},
      executor_{socket.get_executor()},
      socket_{std::move(socket), house_->limits.message_bytes,
              [this](Websocket::Sign sign) { notice(sign); }},
      outbox_{std::make_shared<room::Outbox>(
          executor_, room::Outbox::Bounds{.frames = house_->limits.outbox_frames,
                                          .bytes = house_->limits.outbox_bytes})},
      vigil_{house_->limits, Clock::now()},
      timer_{executor_} {}

// --- beginning and end

/// Ends the session's stay in its room and its writer, however the reader ended.
class Session::Parting {
 public:
  explicit Parting(Session& session) : session_{session} {}
  ~Parting() { session_.part(); }
  Parting(const Parting&) = delete;
  Parting& operator=(const Parting&) = delete;

 private:
  Session& session_;
};

asio::awaitable<void> Session::run(std::shared_ptr<Session> self) {
  const Roster::Entry entry{self->house_->roster, self};
  if (!self->house_->ready) co_return;
  self->look();
  if (self->house_->certificate) {
    const bool secured = co_await self->speak_tls();
    if (!secured) co_return;
  }
  const bool welcome = co_await self->shake_hands();
  if (!welcome) co_return;
  self->open();
  const Parting parting{*self};
  co_await self->listen();
}

asio::awaitable<bool> Session::speak_tls() {
  const auto secured = co_await secure(socket_.wire(), *house_->certificate);
  if (secured == Secured::not_tls) {
    auto giving = give(tls_required());
    co_await std::move(giving);
  }
  co_return secured == Secured::yes;
}

/// For whom the request is, where only the proxy was known. False where there are enough from
/// there.
bool Session::know(const Request& request) {
  if (place_.known()) return true;
  error_code gone;
  const auto proxy = socket_.wire().socket().remote_endpoint(gone).address();
  return place_.know(limited_as(forwarded_for(request, proxy, house_->proxies)));
}

asio::awaitable<bool> Session::shake_hands() {
  const auto head = co_await read_request(socket_.wire(), house_->limits.header_bytes);
  if (std::holds_alternative<Lost>(head)) co_return false;

  const auto* request = std::get_if<Request>(&head);
  Verdict verdict =
      request ? judge(*request, house_->ready, house_->origins) : std::get<Answer>(head);
  if (request && !know(*request)) verdict = too_busy();
  if (auto* ask = std::get_if<Ask>(&verdict)) {
    auto answering = answer_to(*house_, place_.address(), std::move(*ask));
    verdict = co_await std::move(answering);
  }
  if (auto* answer = std::get_if<Answer>(&verdict)) {
    auto giving = give(std::move(*answer));
    co_await std::move(giving);
    co_return false;
  }
  auto accepting = socket_.accept(std::get<Upgrade>(verdict));
  const bool accepted = co_await std::move(accepting);
  if (accepted) house_->counts.answers.count(101);
  co_return accepted;
}

asio::awaitable<void> Session::give(Answer answer) {
  house_->counts.answers.count(answer.status);
  const auto progress = [this] {
    vigil_.answering();
    vigil_.write_began(Clock::now());
    look_sooner();
  };
  const auto written = [this] {
    vigil_.write_ended();
    vigil_.closing(Clock::now());
    look_sooner();
  };
  auto giving = give_answer(socket_.wire(), std::move(answer), progress, written);
  co_await std::move(giving);
}

void Session::open() {
  open_ = true;
  vigil_.opened(Clock::now());
  look_sooner();
  outbox_->attend(weak_from_this());
  tell({.body = hello(*house_)});
  spdlog::debug("connection {} is open", number_);
}

void Session::send_off(CloseCode code) {
  const auto go = [self = shared_from_this(), code] {
    self->open_ ? self->say_goodbye(code) : self->socket_.cut();
  };
  asio::post(executor_, go);
}

void Session::cut() {
  asio::post(executor_, [self = shared_from_this()] { self->socket_.cut(); });
}

void Session::say_goodbye(CloseCode code) {
  outbox_->close(code);
  vigil_.closing(Clock::now());
  look_sooner();
}

void Session::part() {
  if (visiting()) visit_->detach();
  visit_.reset();
  // Counts only where nothing else has closed it: then an exception has.
  say_goodbye(CloseCode::internal);
  house_->counts.closed(outbox_->closed_with().value());
}

// --- reading

asio::awaitable<void> Session::listen() {
  for (auto state = outbox_->state(); state != room::Outbox::State::closed;
       state = outbox_->state()) {
    if (state == room::Outbox::State::full) {
      easing_ = true;
      co_await outbox_->relief();
      easing_ = false;
      continue;
    }
    const auto inbound = co_await socket_.read();
    if (const auto* gone = std::get_if<Websocket::Gone>(&inbound)) {
      say_goodbye(code_for(*gone));
      if (*gone == Websocket::Gone::lost) socket_.cut();
      co_return;
    }
    auto more = follow(std::get<std::string_view>(inbound));
    if (more) co_await *std::move(more);
  }
  // Whoever closed it, on another thread, has the writer told by way of the executor: by then there
  // may be no session any more, and its peer never hear why.
  take_more();
}

/// Does what is said, as far as it can at once; what is left is a coroutine to wait for. The
/// message itself is kept in the one that needs it alone: every connection has a place in `listen`.
std::optional<asio::awaitable<void>> Session::follow(std::string_view text) {
  auto message = understand(text);
  if (!message) return std::nullopt;
  if (wants_in(message->body)) return enter(*std::move(message));
  if (std::holds_alternative<protocol::ListRooms>(message->body)) {
    return list_rooms(*std::move(message));
  }
  obey(*std::move(message));
  return std::nullopt;
}

std::optional<protocol::ClientMessage> Session::understand(std::string_view text) {
  const Time now = Clock::now();
  vigil_.heard(now);
  auto decoded = protocol::decode_client(text);
  if (!within_rate(now)) {
    auto id = decoded ? std::optional{decoded->id} : decoded.error().id;
    refuse(std::move(id), ErrorCode::rate_limited,
           messages_.wait(message_rate(house_->limits), now));
    return std::nullopt;
  }
  if (!decoded) {
    auto fault = std::move(decoded).error();
    tell({.re = std::move(fault.id),
          .body = protocol::Error{.code = fault.code,
                                  .message = std::move(fault.message),
                                  .pointer = std::move(fault.pointer)}});
    return std::nullopt;
  }
  vigil_.commanded();
  return *std::move(decoded);
}

bool Session::within_rate(Time now) {
  if (messages_.take(message_rate(house_->limits), now)) {
    if (refusals_ > 0) --refusals_;
    return true;
  }
  if (++refusals_ >= house_->limits.refusals_before_close) say_goodbye(CloseCode::rate_limit);
  return false;
}

// --- obeying

bool Session::visiting() {
  if (visit_ && visit_->ended()) visit_.reset();
  return visit_ != nullptr;
}

void Session::obey(protocol::ClientMessage message) {
  if (std::holds_alternative<protocol::Ping>(message.body)) {
    tell({.re = std::move(message.id), .body = protocol::Pong{.time_ms = server_time_ms()}});
    return;
  }
  if (std::holds_alternative<protocol::ListRulesets>(message.body)) {
    tell({.re = std::move(message.id), .body = protocol::offered_rulesets()});
    return;
  }
  if (!visiting()) {
    refuse(std::move(message.id), ErrorCode::not_in_room);
    return;
  }
  auto id = message.id;
  if (!visit_->say(std::move(message))) {
    refuse(std::move(id), ErrorCode::rate_limited, inbox_wait);
  }
}

asio::awaitable<void> Session::list_rooms(protocol::ClientMessage message) {
  if (!belongs(message)) co_return;
  auto listing = house_->lobby->list();
  auto rooms = co_await std::move(listing);
  if (rooms) {
    tell({.re = std::move(message.id), .body = *std::move(rooms)});
  } else {
    tell({.re = std::move(message.id), .body = std::move(rooms).error()});
  }
}

bool Session::belongs(const protocol::ClientMessage& message) {
  const auto guarded = house_->access.guarded(message.body);
  if (!guarded) return true;
  const auto refusal = turned_away(*house_, place_.address(), guarded->key);
  if (refusal) refuse(message.id, refusal->why, refusal->wait);
  return !refusal;
}

asio::awaitable<void> Session::enter(protocol::ClientMessage message) {
  if (visiting()) {
    refuse(std::move(message.id), ErrorCode::already_in_room);
    co_return;
  }
  if (!belongs(message)) co_return;
  const bool making = std::holds_alternative<protocol::CreateRoom>(message.body);
  if (const Wait wait = try_to_enter(message.body)) {
    refuse(std::move(message.id), making ? ErrorCode::too_many_rooms : ErrorCode::too_many_attempts,
           wait);
    co_return;
  }
  auto id = message.id;
  const bool stranger = house_->access.only_invited(message.body);
  auto asking = ask(std::move(message));
  auto admission = co_await std::move(asking);
  settle(making, admission);
  if (admission) {
    house_->lobby->counts().commands.done();
    visit_ = *std::move(admission);
  } else if (stranger && admission.error().code == ErrorCode::no_such_room) {
    refuse(std::move(id), ErrorCode::wrong_invitation);
  } else {
    tell({.re = std::move(id), .body = std::move(admission).error()});
  }
}

asio::awaitable<room::Admission> Session::ask(protocol::ClientMessage message) {
  room::Lobby& lobby = *house_->lobby;
  if (auto* wish = std::get_if<protocol::CreateRoom>(&message.body)) {
    return lobby.create(std::move(message.id), std::move(*wish), outbox_);
  }
  if (auto* wish = std::get_if<protocol::JoinRoom>(&message.body)) {
    return lobby.join(std::move(message.id), std::move(*wish), outbox_);
  }
  if (auto* wish = std::get_if<protocol::WatchRoom>(&message.body)) {
    return lobby.watch(std::move(message.id), std::move(*wish), outbox_);
  }
  auto& wish = std::get<protocol::Resume>(message.body);
  return lobby.resume(std::move(message.id), std::move(wish), outbox_);
}

Session::Wait Session::try_to_enter(const protocol::ClientBody& wish) {
  Gate& gate = house_->gate;
  if (std::holds_alternative<protocol::CreateRoom>(wish)) {
    return gate.try_make_room(place_.address(), Clock::now());
  }
  return gate.may_join(place_.address(), Clock::now());
}

void Session::settle(bool made_room, const room::Admission& admission) {
  Gate& gate = house_->gate;
  if (made_room && !admission) gate.not_made(place_.address());
  if (made_room) return;
  if (!admission && guessed_wrong(admission.error().code))
    gate.failed_join(place_.address(), Clock::now());
}

// --- deadlines

void Session::notice(Websocket::Sign sign) {
  const Time now = Clock::now();
  if (sign == Websocket::Sign::closing) {
    vigil_.closing(now);
    look_sooner();
    return;
  }
  // Control frames cost as much as messages, and count as such.
  vigil_.heard(now);
  static_cast<void>(within_rate(now));
}

/// Does what is due and sleeps until something else will be.
void Session::look() {
  const Time now = Clock::now();
  for (auto due = vigil_.due(now); due != Vigil::Due::nothing; due = vigil_.due(now)) {
    if (due == Vigil::Due::idle) say_goodbye(CloseCode::idle);
    if (due == Vigil::Due::ping) ping(now);
    if (due == Vigil::Due::cut || ping_stuck(now)) {
      spdlog::debug("connection {} is cut off: a deadline has passed", number_);
      socket_.cut();
      return;
    }
  }
  timer_.expires_at(vigil_.next());
  timer_.async_wait([weak = weak_from_this()](error_code error) {
    if (error) return;
    if (const auto self = weak.lock()) self->look();
  });
}

void Session::ping(Time now) {
  if (socket_.ping()) pinged_ = now;
}

/// A ping is a write too, but nobody waits for it.
bool Session::ping_stuck(Time now) const {
  return socket_.pinging() && now >= pinged_ + house_->limits.write;
}

void Session::look_sooner() {
  if (vigil_.next() < timer_.expiry()) look();
}

}  // namespace flagrank::net

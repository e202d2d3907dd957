#include "server/room/lobby.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <exception>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "common/protocol/text.hpp"
#include "server/async/mailbox.hpp"
#include "server/async/question.hpp"
#include "server/async/tasks.hpp"
#include "server/room/board.hpp"
#include "server/room/code.hpp"
#include "server/room/desk_letter.hpp"
#include "server/room/letter.hpp"
#include "server/room/room.hpp"
#include "server/room/speech.hpp"
#include "server/room/token.hpp"

namespace flagrank::room {

namespace asio = boost::asio;
using protocol::ErrorCode;

namespace {

constexpr std::chrono::seconds between_sweeps{30};
/// To wake all at once would make those wait who play.
constexpr std::size_t woken_by_one_sweep = 50;
constexpr std::size_t most_listed = 50;
/// Before a sweep looks again at a room that broke: longer each time that waking it has failed.
/// Whoever comes back to it wakes it at once.
constexpr std::chrono::minutes rest(unsigned failures) {
  constexpr unsigned most_doublings = 7;  // about a day
  return std::chrono::minutes{10} * (1U << std::min(failures, most_doublings));
}

using namespace desk_letter;
/// Not bounded by itself: connections have one petition or question at a time, and rooms go once.
using Desk = async::Mailbox<DeskLetter>;

protocol::Error told_to_wait(ErrorCode code) {
  protocol::Error error = error_of(code);
  error.retry_after_ms =
      static_cast<std::uint64_t>(std::chrono::milliseconds{between_sweeps}.count());
  return error;
}

void refuse(Letter& petition, ErrorCode code) {
  const auto answer = [code](auto& one) {
    if constexpr (requires { one.by; }) one.by.reply.give(error_of(code));
  };
  std::visit(answer, petition);
}

/// Keeps the room for as long as it lives, and says when it does no more.
asio::awaitable<void> host(std::shared_ptr<Room> room, store::RoomKey code,
                           std::shared_ptr<Desk> desk) {
  const auto sleep = co_await room->run();
  desk->push(Gone{std::move(code), sleep});
}

}  // namespace

struct Lobby::State {
  State(async::Executors each, std::shared_ptr<store::Journal> journal, LobbyLimits limits,
        World world)
      : executors{each},
        own{executors.make()},
        house{std::make_shared<const House>(std::move(journal), limits, std::move(world))},
        desk{std::make_shared<Desk>(own, 1)},
        tasks{own},
        board{house->world.dice},
        next_sweep{own} {}

  // For any thread.
  const async::Executors executors;
  const asio::any_io_executor own;
  const std::shared_ptr<const House> house;
  const std::shared_ptr<Desk> desk;
  async::TaskGroup tasks;
  std::atomic<bool> stopping = false;
  std::atomic<bool> found = false;  ///< what rooms there are in the journal
  std::atomic<std::size_t> awake = 0;
  std::atomic<std::size_t> sleeping = 0;
  std::array<std::atomic<std::size_t>, phases> in_phase{};

  // On its own executor.
  std::unordered_map<store::RoomKey, std::shared_ptr<Room>> rooms;
  Board board;  ///< of those that are awake
  /// Those that rest in the journal.
  std::unordered_map<store::RoomKey, Sleep> asleep;
  /// Petitions to rooms that are ending, until it is known whether those can be woken again.
  std::unordered_multimap<store::RoomKey, Letter> held;
  asio::steady_timer next_sweep;
  bool open = true;

  static asio::awaitable<void> attend_desk(std::shared_ptr<State> self);
  static asio::awaitable<void> find_rooms(std::shared_ptr<State> self);
  static asio::awaitable<void> sweep_regularly(std::shared_ptr<State> self);
  /// What is told to who gets no answer: that asker met a lobby that stops, or a room that failed
  /// at it; not one that does not exist, which is said.
  [[nodiscard]] protocol::Error unanswered() const;
  /// Puts a question, as `write` makes a letter of the right to answer it, on the desk, and waits
  /// for the answer.
  template <class Answer, class Write>
  static asio::awaitable<Answer> inquire(std::shared_ptr<State> self, Write write);
  /// Puts a petition, as `write` makes a letter of it, on the desk, and waits for the answer.
  template <class Write>
  static asio::awaitable<Admission> ask(std::shared_ptr<State> self, protocol::CommandId id,
                                        std::shared_ptr<Outbox> outbox, Write write);

  void on(Make& letter);
  void on(Forward& letter);
  void on(const Gone& letter);
  void on(PutUp& letter);
  void on(List& letter);
  void on(LookUp& letter);
  void on(const Sweep& letter);
  void on(const Stop& letter);
  void forward(const store::RoomKey& code, Letter petition);
  void begin(const store::RoomKey& code, Room::Origin origin, Letter first);
  void wake_some();
  void count();
  [[nodiscard]] std::optional<store::RoomKey> free_code() const;
};

asio::awaitable<void> Lobby::State::attend_desk(std::shared_ptr<State> self) {
  co_await find_rooms(self);
  while (self->open) {
    auto letter = co_await self->desk->take();
    if (!letter) break;
    if (!self->found) co_await find_rooms(self);
    try {
      std::visit([&](auto& one) { self->on(one); }, *letter);
    } catch (...) {
      spdlog::error("the lobby failed at a letter: {}", async::what(std::current_exception()));
    }
    self->count();
  }
  self->open = false;
  self->next_sweep.cancel();
  for (const auto& [code, room] : self->rooms) room->stop();
  self->rooms.clear();
  self->asleep.clear();
  self->held.clear();
  self->count();
}

/// They are not read before somebody comes back to them, or a sweep does.
asio::awaitable<void> Lobby::State::find_rooms(std::shared_ptr<State> self) {
  auto listing = self->house->journal->rooms();
  const auto codes = co_await std::move(listing);
  if (!codes) {
    self->house->counts->journal.failed();
    spdlog::error("nobody is let in: the journal does not say which rooms there are");
    co_return;
  }
  for (const store::RoomKey& code : *codes) self->asleep.emplace(code, Sleep{});
  self->found = true;
  self->count();
  if (!codes->empty()) spdlog::info("{} rooms found again", codes->size());
}

asio::awaitable<void> Lobby::State::sweep_regularly(std::shared_ptr<State> self) {
  boost::system::error_code cancelled;
  auto token = asio::redirect_error(asio::use_awaitable, cancelled);
  while (self->open) {
    self->next_sweep.expires_after(between_sweeps);
    co_await self->next_sweep.async_wait(token);
    self->desk->push(Sweep{});
  }
}

void Lobby::State::on(Make& letter) {
  auto& reply = letter.first.by.reply;
  if (!found) return reply.give(error_of(ErrorCode::internal));
  const auto code = free_code();
  if (rooms.size() + asleep.size() >= house->limits.rooms || !code) {
    return reply.give(told_to_wait(ErrorCode::too_many_rooms));
  }
  begin(*code, std::move(letter.settings), std::move(letter.first));
}

void Lobby::State::on(Forward& letter) {
  if (!found) return refuse(letter.petition, ErrorCode::internal);
  const auto code = read_code(letter.typed_code);
  if (!code) return refuse(letter.petition, ErrorCode::no_such_room);
  forward(*code, std::move(letter.petition));
}

void Lobby::State::forward(const store::RoomKey& code, Letter petition) {
  if (const auto sleeper = asleep.extract(code)) {
    return begin(code, sleeper.mapped(), std::move(petition));
  }
  const auto room = rooms.find(code);
  if (room == rooms.end()) return refuse(petition, ErrorCode::no_such_room);
  const bool in = room->second->inbox()->push(std::move(petition));
  if (!in) held.emplace(code, std::move(petition));
}

/// The first letter is in its inbox before it can end: every petition is answered by a room.
void Lobby::State::begin(const store::RoomKey& code, Room::Origin origin, Letter first) {
  const asio::any_io_executor its_own = executors.make();
  const auto put_up = [desk = std::weak_ptr{desk}](Notice notice) {
    if (const auto in = desk.lock()) in->push(PutUp{std::move(notice)});
  };
  const auto room = std::make_shared<Room>(its_own, house, code, std::move(origin), put_up);
  room->inbox()->push(std::move(first));
  rooms.emplace(code, room);
  tasks.spawn(its_own, "a room", host(room, code, desk));
}

void Lobby::State::on(const Gone& letter) {
  rooms.erase(letter.code);
  board.take_down(letter.code);
  if (letter.sleep) asleep.emplace(letter.code, *letter.sleep);
  const auto [first, last] = held.equal_range(letter.code);
  std::vector<Letter> petitions;
  for (auto one = first; one != last; ++one) petitions.push_back(std::move(one->second));
  held.erase(first, last);
  for (Letter& petition : petitions) forward(letter.code, std::move(petition));
}

void Lobby::State::on(PutUp& letter) { board.put_up(std::move(letter.notice)); }

void Lobby::State::on(List& letter) { letter.reply.give(board.list(most_listed)); }

void Lobby::State::on(LookUp& letter) {
  if (!found) return letter.reply.give(error_of(ErrorCode::internal));
  const auto code = read_code(letter.typed_code);
  if (!code) return letter.reply.give(error_of(ErrorCode::no_such_room));
  if (const auto* told = board.find(*code)) return letter.reply.give(*told);
  if (asleep.contains(*code)) return letter.reply.give(Asleep{*code});
  letter.reply.give(error_of(ErrorCode::no_such_room));
}

void Lobby::State::on(const Sweep& /*letter*/) {
  for (const auto& [code, room] : rooms) {
    // A room that is too busy for a tick has not expired.
    static_cast<void>(room->inbox()->try_push(letter::Tick{}));
  }
  wake_some();
}

void Lobby::State::wake_some() {
  const match::Instant now = house->world.now();
  std::vector<store::RoomKey> codes;
  for (const auto& [code, sleep] : asleep) {
    if (codes.size() == woken_by_one_sweep) break;
    if (!sleep.since || now - sleep.tried >= rest(sleep.failures)) codes.push_back(code);
  }
  for (const store::RoomKey& code : codes) forward(code, letter::Tick{});
}

void Lobby::State::count() {
  awake = rooms.size();
  sleeping = asleep.size();
  for (std::size_t phase = 0; phase < phases; ++phase) {
    in_phase[phase] = board.in_phase(static_cast<view::Phase>(phase));
  }
}

void Lobby::State::on(const Stop& /*letter*/) {
  open = false;
  desk->discard();
}

protocol::Error Lobby::State::unanswered() const {
  return error_of(stopping ? ErrorCode::server_stopping : ErrorCode::internal);
}

template <class Answer, class Write>
asio::awaitable<Answer> Lobby::State::inquire(std::shared_ptr<State> self, Write write) {
  const auto executor = co_await asio::this_coro::executor;
  const async::Question<Answer> question{executor};
  self->desk->push(write(question.reply()));
  auto answer = co_await question.answer();
  if (!answer) co_return self->unanswered();
  co_return *std::move(answer);
}

template <class Write>
asio::awaitable<Admission> Lobby::State::ask(std::shared_ptr<State> self, protocol::CommandId id,
                                             std::shared_ptr<Outbox> outbox, Write write) {
  return inquire<Admission>(
      std::move(self), [id = std::move(id), outbox = std::move(outbox),
                        write = std::move(write)](async::Reply<Admission> reply) mutable {
        return write(Petition{std::move(id), std::move(outbox), std::move(reply)});
      });
}

std::optional<store::RoomKey> Lobby::State::free_code() const {
  constexpr int attempts = 100;  // at the limit of rooms more than two are rare
  for (int i = 0; i < attempts; ++i) {
    store::RoomKey code = draw_code(house->world.dice);
    if (!rooms.contains(code) && !asleep.contains(code)) return code;
  }
  return std::nullopt;
}

Lobby::Lobby(async::Executors executors, std::shared_ptr<store::Journal> journal,
             LobbyLimits limits, World world)
    : state_{std::make_shared<State>(executors, std::move(journal), limits, std::move(world))} {
  state_->tasks.spawn(state_->own, "the lobby", State::attend_desk(state_));
  state_->tasks.spawn(state_->own, "the lobby's clock", State::sweep_regularly(state_));
}

Lobby::~Lobby() { state_->desk->discard(); }

asio::awaitable<Admission> Lobby::create(protocol::CommandId id, protocol::CreateRoom wish,
                                         std::shared_ptr<Outbox> outbox) {
  const bool red = wish.side ? *wish.side == rules::Side::red : state_->house->world.dice(2) == 0;
  match::Settings settings{.ruleset = wish.ruleset,
                           .host_side = red ? rules::Side::red : rules::Side::blue,
                           .timing = wish.timing,
                           .spectators = wish.spectators,
                           .is_public = wish.is_public,
                           .return_match = wish.return_match,
                           .by_invitation = wish.by_invitation};
  const House& house = *state_->house;
  if (house.limits.records) settings.record_key = house.world.new_token();
  std::string invitation = house.world.new_token();
  settings.invitation = hash_of(invitation);
  return State::ask(state_, std::move(id), std::move(outbox),
                    [settings = std::move(settings), name = std::move(wish.name),
                     invitation = std::move(invitation)](Petition by) mutable {
                      return Make{.settings = std::move(settings),
                                  .first = {.by = std::move(by),
                                            .name = std::move(name),
                                            .to_pass_on = std::move(invitation)}};
                    });
}

asio::awaitable<Admission> Lobby::join(protocol::CommandId id, protocol::JoinRoom wish,
                                       std::shared_ptr<Outbox> outbox) {
  return State::ask(
      state_, std::move(id), std::move(outbox), [wish = std::move(wish)](Petition by) mutable {
        return Forward{.typed_code = std::move(wish.room),
                       .petition = letter::Join{.by = std::move(by),
                                                .name = std::move(wish.name),
                                                .retry_key = std::move(wish.retry_key),
                                                .invitation = std::move(wish.invitation)}};
      });
}

asio::awaitable<Admission> Lobby::watch(protocol::CommandId id, protocol::WatchRoom wish,
                                        std::shared_ptr<Outbox> outbox) {
  return State::ask(state_, std::move(id), std::move(outbox),
                    [wish = std::move(wish)](Petition by) mutable {
                      return Forward{.typed_code = std::move(wish.room),
                                     .petition = letter::Watch{std::move(by)}};
                    });
}

asio::awaitable<Admission> Lobby::resume(protocol::CommandId id, protocol::Resume wish,
                                         std::shared_ptr<Outbox> outbox) {
  return State::ask(
      state_, std::move(id), std::move(outbox), [wish = std::move(wish)](Petition by) mutable {
        return Forward{
            .typed_code = std::move(wish.room),
            .petition = letter::Resume{.by = std::move(by), .token = std::move(wish.token)}};
      });
}

asio::awaitable<Listing> Lobby::list() {
  return State::inquire<Listing>(
      state_, [](async::Reply<Listing> reply) { return List{std::move(reply)}; });
}

asio::awaitable<Sight> Lobby::look_up(std::string typed_code) {
  return State::inquire<Sight>(state_,
                               [code = std::move(typed_code)](async::Reply<Sight> reply) mutable {
                                 return LookUp{std::move(code), std::move(reply)};
                               });
}

asio::awaitable<boost::system::result<std::optional<std::string>, protocol::Error>> Lobby::record(
    std::string id) {
  using Answer = boost::system::result<std::optional<std::string>, protocol::Error>;
  const auto state = state_;
  // Nothing else is worth asking the journal for.
  if (!protocol::valid_record_id(id)) co_return Answer{std::nullopt};
  auto looking = state->house->journal->finished(std::move(id));
  auto found = co_await std::move(looking);
  if (found.find == store::Find::failed) co_return state->unanswered();
  if (found.find == store::Find::none) co_return Answer{std::nullopt};
  co_return Answer{std::move(found.document)};
}

asio::awaitable<void> Lobby::stop() {
  const auto state = state_;
  state->stopping = true;
  state->desk->push(Stop{});
  co_await state->tasks.all_ended();
}

void Lobby::sweep() { state_->desk->push(Sweep{}); }

std::size_t Lobby::rooms() const noexcept { return state_->awake; }
std::size_t Lobby::asleep() const noexcept { return state_->sleeping; }
std::size_t Lobby::in_phase(view::Phase phase) const noexcept {
  return state_->in_phase[static_cast<std::size_t>(phase)];
}

std::string_view Lobby::trouble() const noexcept {
  if (state_->stopping) return "stopping";
  if (state_->house->counts->journal.failing()) return "the journal fails";
  if (!state_->found) return "starting";
  return {};
}

Counts& Lobby::counts() noexcept { return *state_->house->counts; }

}  // namespace flagrank::room

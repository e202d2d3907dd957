#include <gtest/gtest.h>

#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/this_coro.hpp>
#include <exception>
#include <memory>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "common/protocol/decode.hpp"
#include "server/async/mailbox.hpp"
#include "server/async/tasks.hpp"
#include "server/room/lobby.hpp"
#include "server/store/memory_journal.hpp"
#include "tests/support/outbox.hpp"
#include "tests/support/random.hpp"
#include "tests/unit/room/club.hpp"

// g++ 12 takes the frame of a coroutine that Asio allocates for one that it does not.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

/// Whole games by players who only know what they are told, in many rooms at once and on several
/// threads. Each player checks what the protocol promises to everybody.
namespace flagrank::test {
namespace {

namespace asio = boost::asio;

/// What one player has been told, and whether it was as promised.
class Ear {
 public:
  Ear(std::shared_ptr<room::Outbox> outbox, const asio::any_io_executor& executor)
      : reader_{OutboxReader::of(std::move(outbox), executor)} {}

  /// The next message; whatever is wrong with it throws.
  asio::awaitable<protocol::ServerMessage> next() {
    auto waiting = OutboxReader::next(reader_);
    const auto next = co_await std::move(waiting);
    const auto* frame = std::get_if<room::Frame>(&next);
    if (frame == nullptr) throw std::runtime_error{"closed"};
    auto message = *protocol::decode_server(**frame);
    if (message.re && !owed.erase(*message.re)) throw std::runtime_error{"answered twice"};
    if (const auto* event = std::get_if<protocol::Event>(&message.body)) follow(*event);
    if (const auto* told = std::get_if<protocol::SnapshotTold>(&message.body)) follow(*told);
    co_return message;
  }

  std::set<std::string> owed;  ///< commands that have no answer yet
  view::PlayerView view;
  std::string room;

 private:
  void follow(const protocol::Event& event) {
    if (event.seq != view.seq + 1) throw std::runtime_error{"out of order"};
    view.apply(event.seq, event.at, event.seen);
  }
  void follow(const protocol::SnapshotTold& told) {
    const bool first = room.empty();
    if (!first && told.view != view) throw std::runtime_error{"a snapshot that is not the fold"};
    room = told.room;
    view = told.view;
  }

  std::shared_ptr<OutboxReader> reader_;
};

/// Where the host of a pair puts the code for its guest.
using Meeting = async::Mailbox<std::string>;

struct Match {
  std::shared_ptr<room::Lobby> lobby;
  std::shared_ptr<Meeting> meeting;
};

class Machine {
 public:
  Machine(std::shared_ptr<room::Outbox> outbox, const asio::any_io_executor& executor,
          std::uint64_t seed)
      : ear_{std::move(outbox), executor}, random_{seed} {}

  asio::awaitable<void> play(std::shared_ptr<room::Visit> visit) {
    visit_ = std::move(visit);
    while (ear_.room.empty()) {
      co_await hear();
    }
    say(protocol::SuggestFormation{"random"});
    while (ear_.view.table.phase != view::Phase::over || !ear_.owed.empty()) {
      auto hearing = ear_.next();
      const auto message = co_await std::move(hearing);
      answer(message);
    }
  }

  const std::string& room() const { return ear_.room; }
  Ear& ear() { return ear_; }

 private:
  asio::awaitable<void> hear() {
    auto hearing = ear_.next();
    const auto message = co_await std::move(hearing);
  }

  void answer(const protocol::ServerMessage& message) {
    if (const auto* hint = std::get_if<protocol::FormationSuggested>(&message.body)) {
      say(protocol::LockFormation{1, hint->formation});
    }
    if (const auto* legal = std::get_if<protocol::LegalMovesTold>(&message.body)) {
      if (legal->moves.empty()) return;
      const auto pick = random_(static_cast<std::uint32_t>(legal->moves.size()));
      say(protocol::Move{legal->at, legal->moves[pick]});
    }
    if (std::holds_alternative<protocol::Event>(message.body)) consider();
  }

  /// Whatever one may say at this point, sensible or not.
  void consider() {
    const auto& view = ear_.view;
    if (view.table.phase != view::Phase::playing) return;
    const bool own_turn = view.viewer.plays(*view.to_move);
    if (own_turn && view.ply > 60) return say(protocol::Resign{1});
    if (random_(8) == 0) say(protocol::Chat{"hm"});
    if (random_(8) == 0) say(protocol::Snapshot{});
    if (random_(8) == 0) say(protocol::OfferDraw{{1, view.ply}});
    if (own_turn) say(protocol::LegalMoves{});
  }

  void say(protocol::ClientBody body) {
    std::string id = "c" + std::to_string(++said_);
    ear_.owed.insert(id);
    if (!visit_->say({.id = std::move(id), .body = std::move(body)})) {
      throw std::runtime_error{"the inbox is full"};
    }
  }

  Ear ear_;
  Random random_;
  std::shared_ptr<room::Visit> visit_;
  int said_ = 0;
};

room::Outbox::Bounds roomy() { return {.frames = 10'000, .bytes = 64 * 1024 * 1024}; }

asio::awaitable<void> host(Match match, std::uint64_t seed) {
  const auto executor = co_await asio::this_coro::executor;
  const auto outbox = std::make_shared<room::Outbox>(executor, roomy());
  Machine machine{outbox, executor, seed};
  machine.ear().owed.insert("in");
  auto asking = match.lobby->create("in", Club::red_wish(), outbox);
  const auto admission = co_await std::move(asking);
  auto hearing = machine.ear().next();
  const auto seated = co_await std::move(hearing);
  match.meeting->push(std::string{std::get<protocol::Seated>(seated.body).room});
  auto playing = machine.play(*admission);
  co_await std::move(playing);
}

asio::awaitable<void> guest(Match match, std::uint64_t seed) {
  const auto executor = co_await asio::this_coro::executor;
  const auto outbox = std::make_shared<room::Outbox>(executor, roomy());
  Machine machine{outbox, executor, seed};
  machine.ear().owed.insert("in");
  const auto code = co_await match.meeting->take();
  auto asking = match.lobby->join("in", {.room = *code, .name = "Bea"}, outbox);
  const auto admission = co_await std::move(asking);
  auto playing = machine.play(*admission);
  co_await std::move(playing);
}

asio::awaitable<void> stop(std::shared_ptr<room::Lobby> lobby) { co_await lobby->stop(); }

class Play : public testing::TestWithParam<int> {};

INSTANTIATE_TEST_SUITE_P(Threads, Play, testing::Values(1, 4),
                         [](const auto& one) { return std::to_string(one.param); });

TEST_P(Play, every_command_is_answered_once_and_events_come_in_order) {
  constexpr int rooms = 8;
  asio::io_context io;
  const auto lobby = std::make_shared<room::Lobby>(
      async::Executors{io, static_cast<unsigned>(GetParam())},
      std::make_shared<store::MemoryJournal>(), room::LobbyLimits{.chats_per_minute = 1000},
      room::real_world());
  std::atomic<int> playing = 2 * rooms;
  std::vector<std::string> faults;
  std::mutex faults_mutex;
  const auto finish = [&](const std::exception_ptr& failure) {
    if (failure) {
      const std::lock_guard lock{faults_mutex};
      faults.push_back(async::what(failure));
      io.stop();  // or the other player would wait for ever
    }
    if (--playing == 0) async::spawn(io.get_executor(), "the end", stop(lobby));
  };
  for (std::uint64_t i = 0; i < rooms; ++i) {
    const asio::any_io_executor guests = asio::make_strand(io);
    const Match match{lobby, std::make_shared<Meeting>(guests, 1)};
    asio::co_spawn(asio::make_strand(io), host(match, 2 * i), finish);
    asio::co_spawn(guests, guest(match, 2 * i + 1), finish);
  }

  std::vector<std::thread> threads;
  for (int i = 0; i < GetParam(); ++i) threads.emplace_back([&io] { io.run(); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(faults, std::vector<std::string>{});
  EXPECT_EQ(playing, 0);
}

}  // namespace
}  // namespace flagrank::test

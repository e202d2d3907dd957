#include <benchmark/benchmark.h>

#include <algorithm>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "server/match/match.hpp"
#include "server/room/code.hpp"
#include "server/room/lobby.hpp"
#include "server/room/token.hpp"
#include "server/store/entry.hpp"
#include "server/store/sqlite_journal.hpp"
#include "tests/support/random.hpp"
#include "tests/support/temporary_directory.hpp"

/// What keeping games costs: appends with group commit by how many rooms append at once, and the
/// restart with all that was kept. On the disk that TMPDIR lies on, with the journal as the server
/// opens it, one thread besides its own.
namespace flagrank::test {
namespace {

namespace asio = boost::asio;
using Clock = std::chrono::steady_clock;

/// Runs many coroutines in this thread until all have ended.
class Crowd {
 public:
  void add(asio::awaitable<void> task) {
    ++running_;
    asio::co_spawn(io_, std::move(task), [this](const std::exception_ptr& failure) {
      if (failure) std::rethrow_exception(failure);
      if (--running_ == 0) io_.stop();
    });
  }
  /// Not to be called where nobody was added.
  void wait() {
    io_.restart();
    io_.run();
  }
  /// Runs until that holds.
  void wait_until(const std::function<bool()>& done) {
    io_.restart();
    while (!done()) io_.run_one_for(std::chrono::milliseconds{1});
  }
  [[nodiscard]] asio::any_io_executor executor() { return io_.get_executor(); }
  [[nodiscard]] async::Executors executors() { return {io_, 1}; }

 private:
  asio::io_context io_;
  asio::executor_work_guard<asio::io_context::executor_type> work_{io_.get_executor()};
  std::size_t running_ = 0;
};

std::unique_ptr<store::SqliteJournal> opened(const std::filesystem::path& directory) {
  auto journal = store::SqliteJournal::open_in(directory, room::server_now);
  if (!journal) throw std::runtime_error{journal.error()};
  return std::move(*journal);
}

// --- appends

std::string move_entry() {
  return store::encode(store::Happened{
      .command = {.seat = view::Seat::host,
                  .id = "c1234",
                  .deed = match::Move{.at = {.game = 1, .ply = 30},
                                      .move = {rules::Square::at(3, 3), rules::Square::at(3, 4)}}},
      .at = room::server_now()});
}

/// Appends as a room does: the next when the one before is on the disk.
asio::awaitable<void> append(store::Journal& journal, store::RoomKey code, std::uint64_t entries,
                             std::vector<double>& took_us) {
  auto opening = journal.open(code);
  const auto epoch = co_await std::move(opening);
  const std::string bytes = move_entry();
  for (std::uint64_t i = 0; i < entries; ++i) {
    const auto began = Clock::now();
    auto appending = journal.append(code, epoch.value(), i, bytes, std::nullopt);
    const auto written = co_await std::move(appending);
    if (written != store::Append::ok) throw std::runtime_error{"the journal failed"};
    took_us.push_back(std::chrono::duration<double, std::micro>(Clock::now() - began).count());
  }
}

double at_quantile(std::vector<double>& values, double quantile) {
  const auto place = values.begin() +
                     static_cast<std::ptrdiff_t>(quantile * static_cast<double>(values.size() - 1));
  std::ranges::nth_element(values, place);
  return *place;
}

void appends(benchmark::State& state) {
  const auto rooms = static_cast<std::uint64_t>(state.range(0));
  const std::uint64_t entries = std::max<std::uint64_t>(16, 512 / rooms);  // of each room
  std::vector<double> took_us;
  for (auto _ : state) {
    state.PauseTiming();
    const TemporaryDirectory directory;
    const auto journal = opened(directory.path());
    Crowd crowd;
    for (std::uint64_t i = 0; i < rooms; ++i) {
      crowd.add(append(*journal, "room " + std::to_string(i), entries, took_us));
    }
    state.ResumeTiming();
    crowd.wait();
    state.PauseTiming();
    journal->close();
    state.ResumeTiming();
  }
  state.counters["appends"] =
      benchmark::Counter(static_cast<double>(took_us.size()), benchmark::Counter::kIsRate);
  state.counters["p50_us"] = at_quantile(took_us, 0.5);
  state.counters["p99_us"] = at_quantile(took_us, 0.99);
}
BENCHMARK(appends)
    ->ArgName("rooms")
    ->Arg(1)
    ->Arg(16)
    ->Arg(256)
    ->Arg(4096)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

// --- restart

struct Kept {
  store::RoomKey room;
  std::string token;  ///< of its host
};

/// Plays what a room would, and keeps it as one does.
class Scribe {
 public:
  Scribe(store::Journal& journal, Kept kept) : journal_{journal}, kept_{std::move(kept)} {}

  asio::awaitable<void> play(std::uint32_t plies, std::uint64_t seed) {
    auto opening = journal_.open(kept_.room);
    const auto epoch = co_await std::move(opening);
    epoch_ = epoch.value();
    auto keeping = keep(store::Opened{.settings = {}, .at = now_});
    co_await std::move(keeping);
    Random random{seed};
    while (const auto next = next_command(random, plies)) {
      auto happening = happen(*next);
      co_await std::move(happening);
    }
  }

 private:
  /// Both join, both set up, and then they move by turns until the game has so many moves.
  [[nodiscard]] std::optional<match::Command> next_command(Random& random,
                                                           std::uint32_t plies) const {
    const auto command = [this](view::Seat seat, match::Deed deed) {
      return match::Command{
          .seat = seat, .id = "c" + std::to_string(entries_), .deed = std::move(deed)};
    };
    if (!match_.taken(view::Seat::host)) {
      return command(view::Seat::host,
                     match::Join{.name = "Ada", .token = room::hash_of(kept_.token)});
    }
    if (!match_.taken(view::Seat::guest)) {
      return command(view::Seat::guest,
                     match::Join{.name = "Bea", .token = room::hash_of(kept_.token + "-guest")});
    }
    if (match_.phase() == view::Phase::setup) {
      const view::Seat seat =
          match_.locked(view::Seat::host) ? view::Seat::guest : view::Seat::host;
      const auto army = shuffled_formation(rules::classic(), match_.side(seat), random);
      return command(seat, match::LockFormation{.game = 1, .formation = army.placements()});
    }
    if (match_.phase() == view::Phase::over || match_.now().ply >= plies) return std::nullopt;
    const view::Seat seat = match_.now().ply % 2 == 0 ? view::Seat::host : view::Seat::guest;
    const rules::MoveList moves = match_.legal_moves(seat);
    const rules::Move move = moves[random(static_cast<std::uint32_t>(moves.size()))];
    return command(seat, match::Move{.at = match_.now(), .move = move});
  }

  asio::awaitable<void> happen(match::Command command) {
    const auto outcome = match_.handle(command, now_);
    if (!std::holds_alternative<match::Accepted>(outcome)) throw std::logic_error{"refused"};
    auto keeping = keep(store::Happened{.command = std::move(command), .at = now_});
    co_await std::move(keeping);
  }

  asio::awaitable<void> keep(store::Entry entry) {
    auto appending =
        journal_.append(kept_.room, epoch_, entries_++, store::encode(entry), std::nullopt);
    const auto written = co_await std::move(appending);
    if (written != store::Append::ok) throw std::runtime_error{"the journal failed"};
  }

  store::Journal& journal_;
  const Kept kept_;
  const match::Instant now_ = room::server_now();
  match::Match match_{match::Settings{}};
  store::Epoch epoch_ = 0;
  std::uint64_t entries_ = 0;
};

/// Unfinished games, written by real matches into a real journal.
std::vector<Kept> write_games(const std::filesystem::path& directory, std::size_t games,
                              std::uint32_t plies) {
  const auto journal = opened(directory);
  Random dice{1};
  std::set<store::RoomKey> codes;
  while (codes.size() < games) codes.insert(room::draw_code(std::ref(dice)));
  std::vector<Kept> all;
  std::vector<std::unique_ptr<Scribe>> scribes;
  Crowd crowd;
  for (const store::RoomKey& code : codes) {
    all.push_back({.room = code, .token = "token of " + code});
    scribes.push_back(std::make_unique<Scribe>(*journal, all.back()));
    crowd.add(scribes.back()->play(plies, all.size()));
  }
  crowd.wait();
  journal->close();
  return all;
}

/// A player who comes back to a room, which is woken by that.
asio::awaitable<void> come_back(room::Lobby& lobby, const Kept& kept,
                                std::shared_ptr<room::Outbox> outbox) {
  auto resuming = lobby.resume("in", {.room = kept.room, .token = kept.token}, std::move(outbox));
  const auto visit = co_await std::move(resuming);
  if (!visit) throw std::runtime_error{"nobody was let in: " + visit.error().message};
}

double seconds_since(Clock::time_point moment) {
  return std::chrono::duration<double>(Clock::now() - moment).count();
}

/// From the opening of the journal until the server is ready, and until a player has come back to
/// every game: all are read and replayed, and the pause is kept.
void restart(benchmark::State& state) {
  const auto games = static_cast<std::size_t>(state.range(0));
  const TemporaryDirectory directory;
  const std::vector<Kept> kept = write_games(directory.path(), games, 30);
  double ready_s = 0;
  double awake_s = 0;
  for (auto _ : state) {
    const auto began = Clock::now();
    const std::shared_ptr<store::SqliteJournal> journal = opened(directory.path());
    Crowd crowd;
    room::Lobby lobby{crowd.executors(), journal, {}, room::real_world()};
    crowd.wait_until([&] { return lobby.trouble().empty(); });
    ready_s += seconds_since(began);
    for (const Kept& one : kept) {
      const auto outbox = std::make_shared<room::Outbox>(crowd.executor(), room::Outbox::Bounds{});
      crowd.add(come_back(lobby, one, outbox));
    }
    crowd.wait();
    awake_s += seconds_since(began);
    if (lobby.rooms() != games) throw std::runtime_error{"not all games go on"};
    state.PauseTiming();
    journal->close();
    state.ResumeTiming();
  }
  const auto rounds = static_cast<double>(state.iterations());
  state.counters["ready_s"] = ready_s / rounds;
  state.counters["awake_s"] = awake_s / rounds;
  state.counters["games"] = static_cast<double>(games) * rounds / awake_s;
}
BENCHMARK(restart)
    ->ArgName("games")
    ->Arg(10'000)
    ->Iterations(3)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace flagrank::test

BENCHMARK_MAIN();

#include <gtest/gtest.h>

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <csignal>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "common/protocol/encode.hpp"
#include "server/match/match.hpp"
#include "server/room/lobby.hpp"
#include "server/store/entry.hpp"
#include "server/store/sqlite_journal.hpp"
#include "tests/support/armies.hpp"
#include "tests/support/coroutines.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/player.hpp"
#include "tests/support/random.hpp"
#include "tests/support/server_process.hpp"
#include "tests/support/survivor.hpp"
#include "tests/support/temporary_directory.hpp"

/// Many games at once on a server that is killed again and again.
namespace flagrank::test {
namespace {

using rules::Side;

constexpr int games = 50;
constexpr std::uint32_t plies = 40;  ///< of each game, before it is given up or drawn
constexpr int kills = 20;

/// One game, from two connections to its end.
class StormyGame {
 public:
  StormyGame(std::uint16_t port, int number, std::atomic<int>& progress)
      : red_{port},
        blue_{port},
        number_{number},
        random_{1000U + static_cast<unsigned>(number)},
        progress_{progress} {}

  void play() {
    red_.create({.name = "Red", .side = Side::red, .ruleset = {}, .timing = {}});
    blue_.join(red_.room(), "Blue", "retry-key-of-game-" + std::to_string(number_));
    granted(red_.say(protocol::LockFormation{1, classic_armies()[0]}));
    granted(blue_.say(protocol::LockFormation{1, classic_armies()[1]}));
    for (std::uint32_t ply = 0; ply < plies && !over(); ++ply) {
      move(ply % 2 == 0 ? red_ : blue_);
      ++progress_;
    }
    if (!over()) end();
    for (Survivor* player : {&red_, &blue_}) player->say(protocol::Snapshot{});
  }

  [[nodiscard]] const Survivor& red() const { return red_; }
  [[nodiscard]] const Survivor& blue() const { return blue_; }

 private:
  [[nodiscard]] bool over() const {
    return red_.view().table.phase == view::Phase::over ||
           blue_.view().table.phase == view::Phase::over;
  }

  static void granted(const protocol::ServerBody& answer) {
    if (std::holds_alternative<protocol::Event>(answer)) return;
    throw Broken{"refused: " + protocol::encode({.re = {}, .body = answer})};
  }

  void move(Survivor& player) {
    const auto answer = player.say(protocol::LegalMoves{});
    const auto* legal = std::get_if<protocol::LegalMovesTold>(&answer);
    if (legal == nullptr && over()) return;  // the last move ended it
    if (legal == nullptr || legal->moves.empty()) throw Broken{"no moves"};
    const auto choice = random_(static_cast<std::uint32_t>(legal->moves.size()));
    granted(player.say(protocol::Move{legal->at, legal->moves[choice]}));
  }

  void end() {
    if (number_ % 2 == 0) return granted(red_.say(protocol::Resign{1}));
    granted(red_.say(protocol::OfferDraw{blue_.at()}));
    granted(blue_.say(protocol::AcceptDraw{blue_.at()}));
  }

  Survivor red_;
  Survivor blue_;
  int number_;
  Random random_;
  std::atomic<int>& progress_;
};

/// What the journal has of a room.
struct Kept {
  match::Match match;
  std::map<std::pair<view::Seat, std::string>, int> commands;  ///< how often each is in it
};

Kept replayed(const std::vector<std::string>& entries) {
  std::optional<Kept> kept;
  for (const std::string& entry : entries) {
    const auto record = *store::decode(entry);
    if (const auto* opened = std::get_if<store::Opened>(&record)) {
      kept.emplace(Kept{.match = match::Match{opened->settings}, .commands = {}});
      continue;
    }
    const auto& happened = std::get<store::Happened>(record);
    const auto outcome = kept.value().match.handle(happened.command, happened.at);
    EXPECT_TRUE(std::holds_alternative<match::Accepted>(outcome));
    if (!happened.command.id.empty()) {
      ++kept->commands[{happened.command.seat, happened.command.id}];
    }
  }
  return kept.value();
}

void expect_kept(const Kept& kept, const Survivor& player, view::Seat seat) {
  const auto viewer = view::Viewer::player(kept.match.side(seat));
  EXPECT_EQ(player.view().moves, kept.match.view(viewer).moves);
  EXPECT_EQ(player.view().fights, kept.match.view(viewer).fights);
  EXPECT_EQ(player.view().table.result, kept.match.view(viewer).table.result);
  for (const auto& done : player.done()) {
    EXPECT_EQ(kept.commands.at({seat, done.id}), 1) << done.id;
  }
}

class Storm : public testing::Test {
 protected:
  void start(const std::string& address) {
    std::vector<std::string> flags = generous_limits();
    flags.insert(flags.end(), {"--listen", address, "--data", directory_.path().string(),
                               "--connections-per-address", "10000"});
    server_ = std::make_unique<ServerProcess>(flagrankd_program(), flags);
  }

  void kill_and_start_again() {
    const std::string address = "127.0.0.1:" + std::to_string(server_->port());
    server_->process().signal(SIGKILL);
    ASSERT_EQ(server_->process().wait(), 128 + SIGKILL);
    start(address);
  }

  TemporaryDirectory directory_;
  std::unique_ptr<ServerProcess> server_;
};

TEST_F(Storm, every_game_ends_as_if_nothing_had_happened) {
  start("127.0.0.1:0");
  std::atomic<int> progress = 0;
  std::atomic<int> running = games;
  std::vector<std::unique_ptr<StormyGame>> all;
  std::vector<std::string> failures(games);
  std::vector<std::jthread> threads;
  for (int number = 0; number < games; ++number) {
    all.push_back(std::make_unique<StormyGame>(server_->port(), number, progress));
  }
  for (int number = 0; number < games; ++number) {
    threads.emplace_back([&, number] {
      try {
        all[static_cast<std::size_t>(number)]->play();
      } catch (const std::exception& failure) {
        failures[static_cast<std::size_t>(number)] = failure.what();
      }
      --running;
    });
  }

  Random random{7};
  int killed = 0;
  const int between = games * static_cast<int>(plies) / (kills + 3);
  while (running > 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds{random(10)});
    if (progress < between * killed || killed > kills + 10) continue;
    kill_and_start_again();
    ++killed;
  }
  threads.clear();
  EXPECT_GE(killed, kills);
  for (const std::string& failure : failures) EXPECT_EQ(failure, "");
  ASSERT_EQ(server_->stop(), 0) << server_->log();

  boost::asio::io_context io;
  const auto journal = *store::SqliteJournal::open_in(directory_.path(), room::server_now);
  int comebacks = 0;
  for (const auto& game : all) {
    EXPECT_EQ(game->red().view().table.phase, view::Phase::over);
    const auto entries = test::start(io, journal->read(game->red().room()));
    io.restart();
    io.run();
    ASSERT_TRUE(*entries && **entries) << "a room is not in the journal";
    const Kept kept = replayed(***entries);
    expect_kept(kept, game->red(), view::Seat::host);
    expect_kept(kept, game->blue(), view::Seat::guest);
    comebacks += game->red().comebacks() + game->blue().comebacks();
  }
  EXPECT_GT(comebacks, games) << "the kills met hardly anybody";
}

}  // namespace
}  // namespace flagrank::test

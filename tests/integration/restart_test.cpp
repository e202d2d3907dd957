#include <gmock/gmock.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <csignal>
#include <string>
#include <vector>

#include "server/room/token.hpp"
#include "server/store/entry.hpp"
#include "server/store/sqlite_journal.hpp"
#include "tests/integration/with_server.hpp"
#include "tests/support/armies.hpp"
#include "tests/support/positions.hpp"
#include "tests/support/temporary_directory.hpp"

namespace flagrank::test {
namespace {

namespace asio = boost::asio;
using protocol::ErrorCode;
using rules::Ended;
using rules::EndReason;
using rules::Side;

/// A server that keeps its games, is ended, and starts again with the same directory.
class Restart : public WithServer {
 protected:
  void SetUp() override { start_again(); }
  void start_again() { start_generous({"--data", directory_.path().string()}); }
  void kill_and_start_again() {
    server().process().signal(SIGKILL);
    EXPECT_EQ(server().process().wait(), 128 + SIGKILL);
    start_again();
  }
  /// Both come back with their tokens.
  Pair resumed(const Pair& before) {
    Pair pair{Player{port()}, Player{port()}};
    pair.red.resume(before.red.room(), before.red.token());
    pair.blue.resume(before.blue.room(), before.blue.token());
    pair.red.follow_to(pair.blue.view().seq);
    return pair;
  }
  /// What a player knows but for who is there, which coming back changes.
  static view::PlayerView knowledge(const Player& player) {
    view::PlayerView view = player.view();
    view.seq = 0;
    return view;
  }

  TemporaryDirectory directory_;
};

TEST_F(Restart, after_each_move_lets_a_game_go_on_to_its_end) {
  const Armies& armies = short_game_armies();
  Pair pair = sit_down();
  pair.lock(armies[0], armies[1]);
  for (const rules::Move move : parse_moves(short_game)) {
    const auto red_knew = knowledge(pair.red);
    const auto blue_knew = knowledge(pair.blue);
    kill_and_start_again();
    pair = resumed(pair);
    EXPECT_EQ(knowledge(pair.red), red_knew);
    EXPECT_EQ(knowledge(pair.blue), blue_knew);
    pair.play(move);
  }
  pair.check_views();
  EXPECT_EQ(pair.red.view().table.result->ended, (Ended{EndReason::flag_captured, Side::red}));
}

TEST_F(Restart, leaves_a_locked_formation_locked) {
  Pair pair = sit_down();
  pair.red.lock(classic_armies()[0]);
  kill_and_start_again();
  pair = resumed(pair);
  ASSERT_TRUE(pair.red.view().formation);
  EXPECT_THAT(*pair.red.view().formation, testing::UnorderedElementsAreArray(classic_armies()[0]));
  pair.blue.lock(classic_armies()[1]);
  pair.red.expect<view::GameStarted>();
  pair.check_views();
}

TEST_F(Restart, answers_a_repeated_command_with_what_it_did) {
  Pair pair = begin_game();
  const protocol::ClientMessage move{"the-move",
                                     protocol::Move{pair.red.at(), parse_move("a4-a5")}};
  const auto first = pair.red.say(move);
  kill_and_start_again();
  pair = resumed(pair);
  EXPECT_EQ(pair.red.say(move), first);
  pair.blue.expect_nothing_new();
}

TEST_F(Restart, after_a_graceful_stop_is_the_same) {
  Pair pair = begin_game();
  pair.play(parse_move("a4-a5"));
  server().process().signal(SIGTERM);
  EXPECT_EQ(pair.red.expect_close(), (Closed{1012, "server_restarting"}));
  EXPECT_EQ(pair.blue.expect_close(), (Closed{1012, "server_restarting"}));
  EXPECT_EQ(server().process().wait(), 0);
  start_again();
  pair = resumed(pair);
  EXPECT_EQ(pair.red.view().ply, 1U);
}

TEST_F(Restart, puts_the_clocks_off_by_the_time_it_was_away) {
  Pair pair{Player{port()}, Player{port()}};
  pair.red.create({.name = "Host",
                   .side = Side::red,
                   .timing = {.clock = view::MoveClock{std::chrono::hours{1}}}});
  pair.blue.join(pair.red.room());
  pair.lock(classic_armies()[0], classic_armies()[1]);
  const view::Clocks before = pair.red.view().table.clocks.value();
  kill_and_start_again();
  pair = resumed(pair);
  const view::Clocks after = pair.red.view().table.clocks.value();
  EXPECT_GT(after.since, before.since);
  EXPECT_EQ(after.left, before.left);
  EXPECT_EQ(after.running, before.running);
}

TEST_F(Restart, does_not_bring_back_what_both_had_left) {
  Pair pair = sit_down();
  pair.red.say(protocol::LeaveRoom{});
  pair.blue.say(protocol::LeaveRoom{});
  kill_and_start_again();
  Player late{port()};
  EXPECT_EQ(late.refusal(protocol::JoinRoom{pair.red.room(), "Late"}), ErrorCode::no_such_room);
}

// --- many rooms

constexpr int many = 10'000;

/// One with two players, and a code that ends in that number.
asio::awaitable<void> keep_room(store::Journal& journal, int number) {
  const std::string digits = "234679CFHK";
  store::RoomKey code;
  for (int place = 100'000; place > 0; place /= 10) {
    code += digits[static_cast<std::size_t>(number / place % 10)];
  }
  const match::Instant at =
      std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
  const auto join = [&](view::Seat seat) {
    const std::string token = code + std::string{name(seat)};
    return store::encode(store::Happened{
        .command = {.seat = seat,
                    .id = "in",
                    .deed = match::Join{.name = "P", .token = room::hash_of(token)}},
        .at = at});
  };
  const std::vector<std::string> entries{store::encode(store::Opened{.settings = {}, .at = at}),
                                         join(view::Seat::host), join(view::Seat::guest)};
  auto opening = journal.open(code);
  const auto epoch = co_await std::move(opening);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    auto appending = journal.append(code, *epoch, i, entries[i], {});
    co_await std::move(appending);
  }
}

TEST_F(Restart, with_ten_thousand_rooms_lets_whoever_comes_back_in) {
  EXPECT_EQ(server().stop(), 0);
  {
    const auto now = [] {
      return std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
    };
    asio::io_context io;  // before the journal, whose thread posts to it
    const auto journal = *store::SqliteJournal::open_in(directory_.path(), now);
    for (int i = 0; i < many; ++i) asio::co_spawn(io, keep_room(*journal, i), asio::detached);
    io.run();
  }
  const auto began = Clock::now();
  start_again();
  const auto ready = Clock::now();
  Player player{port()};
  player.resume("222222", "222222host");
  const auto back = Clock::now();
  EXPECT_THAT(server().log(), testing::HasSubstr("10000 rooms found again"));
  Player last{port()};
  last.resume("22KKKK", "22KKKKguest");

  const auto ms = [](auto span) {
    return static_cast<int>(std::chrono::duration_cast<std::chrono::milliseconds>(span).count());
  };
  RecordProperty("ready_after_ms", ms(ready - began));
  RecordProperty("first_player_back_after_ms", ms(back - ready));
}

}  // namespace
}  // namespace flagrank::test

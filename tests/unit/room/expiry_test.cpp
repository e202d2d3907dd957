#include <gtest/gtest.h>

#include <chrono>

#include "server/store/memory_journal.hpp"
#include "tests/support/coroutines.hpp"
#include "tests/unit/room/club.hpp"

/// When rooms go that nobody comes back to.
namespace flagrank::test {
namespace {

using namespace std::chrono_literals;
using protocol::ErrorCode;

constexpr room::LobbyLimits limits{
    .empty_room = 5min, .unfinished_setup = 10min, .silent_game = 24h, .finished_room = 20min};

class Expiry : public testing::Test {
 protected:
  std::size_t rooms_after(std::chrono::milliseconds time) {
    club.pass(time);
    club.lobby.sweep();
    club.settle();
    return club.lobby.rooms();
  }

  std::size_t rooms_in_journal() {
    const auto rooms = start(club.io, club.journal->rooms());
    club.settle();
    return (*rooms)->value().size();
  }

  static void go(Club::Pair& pair) {
    pair.red.detach();
    pair.blue.detach();
  }

  Club club{nullptr, limits};
};

TEST_F(Expiry, a_room_where_somebody_is_connected_stays) {
  auto pair = club.start_game();
  pair.red.detach();
  EXPECT_EQ(rooms_after(100 * 24h), 1U);
  EXPECT_EQ(pair.blue.closed(), std::nullopt);
}

TEST_F(Expiry, an_abandoned_room_without_a_game_goes_and_its_code_opens_nothing) {
  auto pair = club.sit_down();
  EXPECT_EQ(rooms_in_journal(), 1U);
  club.pass(1h);
  go(pair);
  EXPECT_EQ(rooms_after(10min - 1ms), 1U);
  EXPECT_EQ(rooms_after(1ms), 0U);
  EXPECT_EQ(rooms_in_journal(), 0U);
  Client late = club.client();
  EXPECT_EQ(club.resume(late, pair.red.room, pair.red.token), error(ErrorCode::no_such_room));
}

TEST_F(Expiry, a_room_that_its_host_left_waiting_goes_sooner) {
  Client host = club.client();
  club.create(host);
  host.detach();
  EXPECT_EQ(rooms_after(5min - 1ms), 1U);
  EXPECT_EQ(rooms_after(1ms), 0U);
}

TEST_F(Expiry, an_abandoned_game_is_kept_longer) {
  auto pair = club.start_game();
  go(pair);
  EXPECT_EQ(rooms_after(24h - 1ms), 1U);
  EXPECT_EQ(rooms_after(1ms), 0U);
}

TEST_F(Expiry, an_abandoned_finished_game_goes_sooner) {
  auto pair = club.start_game();
  pair.red.say("r1", protocol::Resign{1});
  go(pair);
  EXPECT_EQ(rooms_after(20min - 1ms), 1U);
  EXPECT_EQ(rooms_after(1ms), 0U);
}

TEST_F(Expiry, whoever_comes_back_in_time_starts_the_wait_anew) {
  auto pair = club.sit_down();
  go(pair);
  EXPECT_EQ(rooms_after(9min), 1U);
  Client again = club.client();
  ASSERT_EQ(club.resume(again, pair.red.room, pair.red.token), std::nullopt);
  EXPECT_EQ(rooms_after(9min), 1U);
  again.detach();
  EXPECT_EQ(rooms_after(9min), 1U);
  EXPECT_EQ(rooms_after(1min), 0U);
}

TEST_F(Expiry, one_who_stays_after_the_other_left_keeps_the_room) {
  auto pair = club.start_game();
  pair.red.say("l1", protocol::LeaveRoom{});
  EXPECT_EQ(rooms_after(24h), 1U);
  pair.blue.detach();
  EXPECT_EQ(rooms_after(20min), 0U);
}

TEST_F(Expiry, a_room_that_both_left_is_forgotten_by_the_journal_too) {
  auto pair = club.sit_down();
  pair.red.say("l1", protocol::LeaveRoom{});
  pair.blue.say("l1", protocol::LeaveRoom{});
  EXPECT_EQ(rooms_in_journal(), 0U);
}

}  // namespace
}  // namespace flagrank::test

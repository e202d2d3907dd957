#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "server/store/entry.hpp"
#include "server/store/memory_journal.hpp"
#include "tests/support/coroutines.hpp"
#include "tests/support/failing_journal.hpp"
#include "tests/support/positions.hpp"
#include "tests/unit/room/club.hpp"

/// What a server finds again in the journal that another one left behind.
namespace flagrank::test {
namespace {

using namespace std::chrono_literals;
using protocol::CloseCode;
using protocol::ErrorCode;
using view::Seat;

class Restart : public testing::Test {
 protected:
  Club& club() { return *club_; }

  /// The server is gone without a word, and an hour later another one starts with the same journal.
  void restart(room::LobbyLimits limits = {}) {
    const match::Instant from = club_->now;
    const match::Instant to = from + 1h;
    club_.reset();
    journal->suffer({.from = from, .to = to});
    club_ = std::make_unique<Club>(journal, limits);
    club_->now = to;
    club_->settle();
  }

  Client resumed(const std::string& room, const std::string& token) {
    Client client = club().client();
    EXPECT_EQ(club().resume(client, room, token), std::nullopt);
    return client;
  }

  static view::PlayerView view(Client& client) {
    client.news();
    return std::get<protocol::SnapshotTold>(client.ask("view", protocol::Snapshot{})).view;
  }

  void keep(const std::string& room, const std::vector<std::string>& entries) {
    const auto epoch = start(club().io, journal->open(room));
    club().settle();
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const auto kept =
          start(club().io, journal->append(room, (**epoch).value(), i, entries[i], {}));
      club().settle();
      ASSERT_EQ(*kept, store::Append::ok);
    }
  }

  std::size_t entries_of(const std::string& room) {
    const auto entries = start(club().io, journal->read(room));
    club().settle();
    return (**entries).value().size();
  }

  std::size_t rooms_listed() {
    const auto listing = start(club().io, club().lobby.list());
    club().settle();
    return (**listing)->rooms.size();
  }

  std::size_t rooms_in_journal() {
    const auto rooms = start(club().io, journal->rooms());
    club().settle();
    return (*rooms)->value().size();
  }

  std::shared_ptr<FailingJournal> journal =
      std::make_shared<FailingJournal>(std::make_shared<store::MemoryJournal>());

 private:
  std::unique_ptr<Club> club_ = std::make_unique<Club>(journal);
};

TEST_F(Restart, a_full_room_is_in_no_list_for_one_who_is_refused_in_it) {
  protocol::CreateRoom wish = Club::red_wish();
  wish.is_public = true;
  const auto pair = club().sit_down(wish);
  restart();
  Client late = club().client();
  EXPECT_EQ(club().join(late, pair.red.room)->code, ErrorCode::room_full);
  EXPECT_EQ(rooms_listed(), 0U);
  const Client red = resumed(pair.red.room, pair.red.token);
  EXPECT_EQ(rooms_listed(), 1U);
}

TEST_F(Restart, a_game_has_no_record_where_none_are_kept_any_more) {
  restart({.records = true});
  const auto pair = club().start_game();
  restart({.records = false});
  Client red = resumed(pair.red.room, pair.red.token);
  red.say("r1", protocol::Resign{.game = 1});
  const view::PlayerView seen = view(red);
  ASSERT_TRUE(seen.table.result);
  EXPECT_EQ(seen.table.result->record, std::nullopt);
}

TEST_F(Restart, a_game_goes_on_where_it_was) {
  auto pair = club().start_game();
  pair.red.say("m1", protocol::Move{{1, 0}, parse_move("e4-e7")});
  pair.blue.say("m1", protocol::Move{{1, 1}, parse_move("b7-b6")});
  pair.blue.say("o1", protocol::OfferDraw{{1, 2}});
  pair.red.news();
  const view::PlayerView red_knew = view(pair.red);
  const view::PlayerView blue_knew = view(pair.blue);
  restart();
  EXPECT_EQ(club().lobby.asleep(), 1U);
  EXPECT_EQ(club().lobby.rooms(), 0U);

  Client red = resumed(pair.red.room, pair.red.token);
  Client blue = resumed(pair.red.room, pair.blue.token);
  EXPECT_EQ(club().lobby.asleep(), 0U);
  EXPECT_EQ(club().lobby.rooms(), 1U);
  for (auto& [client, knew] : {std::pair{&red, red_knew}, std::pair{&blue, blue_knew}}) {
    client->news();
    const view::PlayerView knows = view(*client);
    view::PlayerView expected = knew;
    expected.seq = knows.seq;
    EXPECT_EQ(knows, expected);
  }
  EXPECT_EQ(red.say("m2", protocol::Move{{1, 2}, parse_move("b4-b5")}).size(), 1U);
  EXPECT_EQ(blue.news().size(), 1U);
}

TEST_F(Restart, finds_everybody_absent_until_they_come_back) {
  auto pair = club().start_game();
  restart();
  Client red = resumed(pair.red.room, pair.red.token);
  const auto told = std::get<protocol::SnapshotTold>(red.news().at(0).body);
  EXPECT_TRUE(told.view.table.seats[0]->present);
  EXPECT_FALSE(told.view.table.seats[1]->present);
}

TEST_F(Restart, who_has_no_business_in_a_sleeping_room_leaves_no_trace_in_it) {
  auto pair = club().start_game();
  restart();
  const std::size_t before = entries_of(pair.red.room);
  Client eve = club().client();
  EXPECT_EQ(club().resume(eve, pair.red.room, "token-666"), error(ErrorCode::no_such_room));
  EXPECT_EQ(club().join(eve, pair.red.room), error(ErrorCode::room_full));
  EXPECT_EQ(club().watch(eve, pair.red.room), error(ErrorCode::no_spectators));
  EXPECT_EQ(entries_of(pair.red.room), before);

  Client red = resumed(pair.red.room, pair.red.token);
  EXPECT_EQ(entries_of(pair.red.room), before + 2) << "the restart, and who came back";
}

TEST_F(Restart, goes_on_though_the_clock_of_the_machine_was_set_back) {
  auto wish = Club::red_wish();
  wish.timing.clock = view::MoveClock{1min};
  auto pair = club().start_game(wish);
  restart();
  club().now -= 24h;
  Client red = resumed(pair.red.room, pair.red.token);
  red.news();
  club().strike(1min);
  EXPECT_EQ(view(red).table.phase, view::Phase::over);
}

TEST_F(Restart, a_locked_formation_stays_locked) {
  auto pair = club().sit_down();
  pair.red.say("lock", protocol::LockFormation{1, army(rules::Side::red)});
  restart();
  Client red = resumed(pair.red.room, pair.red.token);
  red.news();
  EXPECT_EQ(view(red).formation, army(rules::Side::red));
  EXPECT_EQ(red.ask("again", protocol::LockFormation{1, army(rules::Side::red)}),
            protocol::ServerBody{error(ErrorCode::already_locked)});

  Client blue = resumed(pair.red.room, pair.blue.token);
  blue.news();
  EXPECT_EQ(blue.say("lock", protocol::LockFormation{1, army(rules::Side::blue)}).size(), 2U);
  EXPECT_EQ(view(blue).table.phase, view::Phase::playing);
}

TEST_F(Restart, a_room_with_one_player_can_be_joined) {
  Client ada = club().client();
  club().create(ada);
  ada.news();
  restart();
  Client bea = club().client();
  EXPECT_EQ(club().join(bea, ada.room), std::nullopt);
  EXPECT_EQ(bea.news().size(), 2U);
}

TEST_F(Restart, a_command_said_again_is_answered_with_what_it_did) {
  auto pair = club().start_game();
  const Messages first = pair.red.say("m1", protocol::Move{{1, 0}, parse_move("b4-b5")});
  restart();
  Client red = resumed(pair.red.room, pair.red.token);
  red.news();
  EXPECT_EQ(red.say("m1", protocol::Move{{1, 0}, parse_move("b4-b5")}), first);
  EXPECT_EQ(view(red).ply, 1U);
}

TEST_F(Restart, many_times_changes_nothing_either) {
  auto pair = club().start_game();
  pair.red.say("m1", protocol::Move{{1, 0}, parse_move("b4-b5")});
  for (int i = 0; i < 5; ++i) {
    restart();
    resumed(pair.red.room, pair.red.token);
  }
  restart();
  Client blue = resumed(pair.red.room, pair.blue.token);
  blue.news();
  EXPECT_EQ(blue.say("m1", protocol::Move{{1, 1}, parse_move("b7-b6")}).size(), 1U);
}

TEST_F(Restart, a_wrong_token_opens_nothing) {
  auto pair = club().start_game();
  restart();
  Client thief = club().client();
  EXPECT_EQ(club().resume(thief, pair.red.room, "token-9"), error(ErrorCode::no_such_room));
  EXPECT_EQ(thief.news(), Messages{});
}

TEST_F(Restart, no_code_that_sleeps_is_given_again) {
  Client ada = club().client();
  club().rigged = {0, 0, 0, 0, 0, 0};
  club().create(ada);
  restart();
  Client bea = club().client();
  club().rigged = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
  club().create(bea);
  bea.news();
  EXPECT_EQ(bea.room, "222223");
}

TEST_F(Restart, rooms_that_sleep_count_towards_the_limit) {
  club().sit_down();
  restart({.rooms = 1});
  Client bea = club().client();
  EXPECT_EQ(club().create(bea)->code, ErrorCode::too_many_rooms);
}

TEST_F(Restart, a_room_that_was_begun_and_no_more_is_forgotten) {
  keep("222222", {});
  keep("333333", {store::encode(store::Opened{.settings = {}, .at = club().now})});
  restart();
  Client ada = club().client();
  for (const char* room : {"222222", "333333"}) {
    EXPECT_EQ(club().join(ada, room), error(ErrorCode::no_such_room));
  }
  EXPECT_EQ(rooms_in_journal(), 0U);
  EXPECT_EQ(club().lobby.rooms(), 0U);
  EXPECT_EQ(club().lobby.asleep(), 0U);
}

TEST_F(Restart, a_sweep_wakes_some_of_the_rooms_and_closes_those_that_nobody_uses) {
  for (int i = 0; i < 60; ++i) {
    Client client = club().client();
    club().create(client);
    client.detach();
  }
  const auto pair = club().start_game();
  restart();
  club().pass(10min);
  EXPECT_EQ(club().lobby.asleep(), 61U);
  club().lobby.sweep();
  club().settle();
  EXPECT_EQ(club().lobby.asleep(), 11U);
  club().lobby.sweep();
  club().settle();
  EXPECT_EQ(club().lobby.asleep(), 0U);
  EXPECT_EQ(club().lobby.rooms(), 1U);
  EXPECT_EQ(rooms_in_journal(), 1U);
  resumed(pair.red.room, pair.red.token);
}

TEST_F(Restart, what_cannot_be_understood_keeps_one_room_shut_and_no_other) {
  auto pair = club().sit_down();
  const std::string opened = store::encode(store::Opened{.settings = {}, .at = club().now});
  const std::string joined =
      store::encode(store::Happened{.command = {.deed = match::Join{.name = "A"}}, .at = {}});
  keep("222222", {opened, "no entry"});
  keep("333333", {opened, joined, joined});  // the second finds the seat taken
  keep("444444", {joined});
  keep("666666", {opened, joined, opened});
  restart();
  Client ada = club().client();
  for (const char* room : {"222222", "333333", "444444", "666666"}) {
    EXPECT_EQ(club().join(ada, room), error(ErrorCode::internal)) << room;
  }
  EXPECT_EQ(rooms_in_journal(), 5U);
  resumed(pair.red.room, pair.red.token);
}

// --- time

protocol::CreateRoom timed(const view::Timing& timing) {
  auto wish = Club::red_wish();
  wish.timing = timing;
  return wish;
}

TEST_F(Restart, charges_nobody_for_the_time_the_server_was_away) {
  const auto wish = timed({.clock = view::GameClock{.initial = 10min, .increment = 0s}});
  auto pair = club().start_game(wish);
  club().pass(1min);
  restart();
  club().pass(2min);
  Client red = resumed(pair.red.room, pair.red.token);
  red.news();
  club().pass(3min);
  red.say("m1", protocol::Move{{1, 0}, parse_move("b4-b5")});
  EXPECT_EQ(view(red).table.clocks->left, (std::array<view::Milliseconds, 2>{4min, 10min}));
}

TEST_F(Restart, counts_every_outage_once_that_a_room_slept_through) {
  auto pair = club().start_game(timed({.clock = view::MoveClock{.per_move = 10min}}));
  club().pass(1min);
  restart();
  club().pass(2min);
  restart();
  club().pass(3min);
  resumed(pair.red.room, pair.red.token);
  restart();
  club().pass(4min - 1ms);
  Client red = resumed(pair.red.room, pair.red.token);
  EXPECT_EQ(view(red).table.phase, view::Phase::playing);
  club().strike(1ms);
  EXPECT_EQ(view(red).table.phase, view::Phase::over);
}

TEST_F(Restart, ends_a_game_whose_clock_ran_out_while_its_room_slept) {
  auto pair = club().start_game(timed({.clock = view::MoveClock{.per_move = 10min}}));
  restart();
  club().pass(10min);
  Client blue = resumed(pair.red.room, pair.blue.token);
  const auto told = std::get<protocol::SnapshotTold>(blue.news().at(0).body);
  EXPECT_EQ(told.view.table.result->ended,
            (rules::Ended{.reason = rules::EndReason::time, .winner = rules::Side::blue}));
}

TEST_F(Restart, gives_back_the_time_to_set_up) {
  auto pair = club().sit_down(timed({.setup_limit = 5min}));
  club().pass(1min);
  restart();
  club().pass(4min - 1ms);
  Client red = resumed(pair.red.room, pair.red.token);
  red.news();
  EXPECT_EQ(red.say("lock", protocol::LockFormation{1, army(rules::Side::red)}).size(), 1U);
  club().strike(1ms);
  EXPECT_EQ(view(red).table.phase, view::Phase::playing);
}

TEST_F(Restart, takes_who_was_there_to_be_absent_since_the_other_came_back) {
  auto pair = club().start_game(timed({.absence_limit = 5min}));
  club().pass(1h);
  restart();
  club().pass(3min);
  Client red = resumed(pair.red.room, pair.red.token);
  EXPECT_EQ(view(red).table.seats[1]->absent_since, club().now) << "from when it can be seen";
  auto early = error(ErrorCode::too_early);
  early.retry_after_ms = 300'000;
  EXPECT_EQ(red.ask("c1", protocol::ClaimWin{1}), protocol::ServerBody{early});
  club().pass(5min);
  EXPECT_EQ(red.say("c2", protocol::ClaimWin{1}).size(), 1U);
  EXPECT_EQ(view(red).table.phase, view::Phase::over);
}

TEST_F(Restart, counts_all_since_the_last_entry_where_nobody_knows_when_the_server_went) {
  auto pair = club().start_game(timed({.clock = view::MoveClock{.per_move = 10min}}));
  club().pass(9min);
  journal->suffer({.from = {}, .to = club().now});
  restart();
  club().pass(10min - 1ms);
  Client red = resumed(pair.red.room, pair.red.token);
  EXPECT_EQ(view(red).table.phase, view::Phase::playing);
}

class RestartedExpiry : public Restart {
 protected:
  static constexpr room::LobbyLimits limits{
      .empty_room = 3h, .unfinished_setup = 3h, .silent_game = 24h};
  std::size_t rooms_after(std::chrono::milliseconds time) {
    club().strike(time);
    return club().lobby.rooms();
  }
};

TEST_F(RestartedExpiry, comes_though_the_server_restarts_again_and_again) {
  auto pair = club().sit_down();
  pair.red.detach();
  pair.blue.detach();
  for (int i = 0; i < 5; ++i) {
    restart(limits);
    EXPECT_EQ(rooms_after(30min), 1U);
  }
  restart(limits);
  EXPECT_EQ(rooms_after(30min - 1ms), 1U);
  EXPECT_EQ(rooms_after(1ms), 0U);
}

TEST_F(RestartedExpiry, begins_with_the_restart_for_those_who_were_there) {
  auto pair = club().sit_down();
  club().pass(100h);
  restart(limits);
  EXPECT_EQ(rooms_after(1ms), 1U);
  EXPECT_EQ(rooms_after(3h - 1ms), 1U);
  EXPECT_EQ(rooms_after(1ms), 0U);
}

// --- when the journal fails

TEST_F(Restart, is_not_needed_for_a_room_whose_journal_failed_and_works_again) {
  auto pair = club().start_game();
  journal->answer_appends(store::Append::failed);
  EXPECT_EQ(pair.red.say("m1", protocol::Move{{1, 0}, parse_move("b4-b5")}), Messages{});
  EXPECT_EQ(pair.red.closed(), CloseCode::internal);
  EXPECT_EQ(club().lobby.asleep(), 1U);

  Client red = club().client();
  EXPECT_EQ(club().resume(red, pair.red.room, pair.red.token), error(ErrorCode::internal));
  EXPECT_EQ(club().lobby.asleep(), 1U);
  journal->answer_appends(store::Append::ok);
  EXPECT_EQ(club().resume(red, pair.red.room, pair.red.token), std::nullopt);
  red.news();
  EXPECT_EQ(view(red).ply, 0U) << "nobody was told of the move, and it is not there";
  EXPECT_EQ(red.say("m1", protocol::Move{{1, 0}, parse_move("b4-b5")}).size(), 1U);
}

TEST_F(Restart, charges_nobody_for_the_time_a_room_was_broken) {
  auto pair = club().start_game(timed({.clock = view::MoveClock{.per_move = 10min}}));
  club().pass(1min);
  journal->answer_appends(store::Append::failed);
  pair.red.say("c1", protocol::Chat{"lost"});
  Client red = club().client();
  for (int i = 0; i < 3; ++i) {
    club().pass(9min);
    EXPECT_EQ(club().resume(red, pair.red.room, pair.red.token), error(ErrorCode::internal));
  }
  journal->answer_appends(store::Append::ok);
  EXPECT_EQ(club().resume(red, pair.red.room, pair.red.token), std::nullopt);
  club().pass(9min - 1ms);
  EXPECT_EQ(view(red).table.phase, view::Phase::playing);
  club().strike(1ms);
  EXPECT_EQ(view(red).table.phase, view::Phase::over);
}

TEST_F(Restart, a_room_that_broke_is_woken_by_sweeps_again_after_a_rest) {
  auto pair = club().sit_down();
  journal->answer_appends(store::Append::failed);
  pair.red.say("c1", protocol::Chat{"lost"});
  journal->answer_appends(store::Append::ok);
  club().lobby.sweep();
  club().settle();
  EXPECT_EQ(club().lobby.asleep(), 1U);
  club().pass(10min);
  club().lobby.sweep();
  club().settle();
  EXPECT_EQ(club().lobby.asleep(), 0U);
  EXPECT_EQ(club().lobby.rooms(), 1U);
}

TEST_F(Restart, lets_nobody_in_before_it_knows_which_rooms_there_are) {
  const auto pair = club().sit_down();
  journal->work(false);
  restart();
  Client red = club().client();
  Client ada = club().client();
  EXPECT_EQ(club().resume(red, pair.red.room, pair.red.token), error(ErrorCode::internal));
  EXPECT_EQ(club().create(ada), error(ErrorCode::internal));
  journal->work(true);
  EXPECT_EQ(club().create(ada), std::nullopt);
  EXPECT_EQ(club().resume(red, pair.red.room, pair.red.token), std::nullopt);
}

}  // namespace
}  // namespace flagrank::test

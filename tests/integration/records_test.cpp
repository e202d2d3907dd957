#include <gmock/gmock.h>

#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "client/conformance/schemas.hpp"
#include "common/record/json.hpp"
#include "server/room/lobby.hpp"
#include "server/store/entry.hpp"
#include "server/store/sqlite_journal.hpp"
#include "tests/integration/with_http.hpp"
#include "tests/support/armies.hpp"
#include "tests/support/positions.hpp"
#include "tests/support/raw_connection.hpp"

/// Finished games as the server keeps them and gives them out: proto/http.md, proto/record.md.
namespace flagrank::test {
namespace {

using namespace std::chrono_literals;
using nlohmann::json;
using rules::Side;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class Records : public WithHttp {
 protected:
  /// Puts a finished game into the journal in that directory.
  static void keep(const TemporaryDirectory& directory, store::FinishedGame game) {
    boost::asio::io_context io;  // before the journal, whose thread posts to it
    const auto journal = *store::SqliteJournal::open_in(directory.path(), room::server_now);
    boost::asio::co_spawn(io, append(*journal, std::move(game)), boost::asio::detached);
    io.run();
  }
  static std::string beginning() {
    store::Opened opened;
    opened.at = room::server_now();
    return store::encode(opened);
  }
  static boost::asio::awaitable<void> append(store::Journal& journal, store::FinishedGame game) {
    auto opening = journal.open("222222");
    const auto epoch = co_await std::move(opening);
    const std::string entry = beginning();
    auto appending = journal.append("222222", *epoch, 0, entry, std::move(game));
    EXPECT_EQ(co_await std::move(appending), store::Append::ok);
  }
};

std::string id_of(const Player& player) { return player.view().table.result->record.value(); }

record::Game read(const json& document) {
  const auto game = record::from_json(document.dump());
  EXPECT_TRUE(game) << record::text(game.error());
  return *game;
}

std::vector<rules::Move> moves_of(const record::Game& game) {
  std::vector<rules::Move> moves;
  for (const record::Turn& turn : game.turns) moves.push_back(turn.move);
  return moves;
}

TEST_F(Records, are_of_the_game_as_both_players_saw_it) {
  const auto began = std::chrono::system_clock::now();
  Pair pair = sit_down();
  pair.red.say(protocol::Chat{"a-secret-between-us"});
  pair.blue.follow_to(pair.red.view().seq);
  pair.lock(short_game_armies()[0], short_game_armies()[1]);
  for (const rules::Move move : parse_moves(short_game)) pair.play(move);
  pair.check_views();

  const std::string id = id_of(pair.red);
  EXPECT_EQ(id_of(pair.blue), id);
  const Answered heard = get("/v1/records/" + id);
  const json document = heard.document();
  EXPECT_THAT(conformance::schema_faults_by("record.json", document, conformance::Reading::closed),
              IsEmpty());
  const record::Game game = read(document);
  const view::PlayerView& seen = pair.red.view();
  EXPECT_EQ(game.ruleset, seen.table.ruleset);
  EXPECT_EQ(game.names,
            (std::array<std::string, 2>{seen.table.seats[0]->name, seen.table.seats[1]->name}));
  EXPECT_EQ(game.result, seen.table.result->ended);
  EXPECT_EQ(moves_of(game), seen.moves);
  for (const Side side : {Side::red, Side::blue}) {
    EXPECT_EQ(game.formations[index(side)].placements(),
              seen.table.result->formations[index(side)]);
  }
  std::int64_t last =
      std::chrono::duration_cast<std::chrono::milliseconds>(began.time_since_epoch()).count();
  for (const auto moment :
       {game.started_ms, game.turns.front().at_ms, game.turns.back().at_ms, game.ended_ms}) {
    EXPECT_GE(moment.value(), last);
    last = *moment;
  }

  for (const std::string& secret :
       {pair.red.token(), pair.blue.token(), pair.red.room(), std::string{"a-secret"}}) {
    EXPECT_THAT(heard.body, Not(HasSubstr(secret)));
  }
}

TEST_F(Records, are_there_when_a_game_is_over_and_two_of_a_return_match) {
  Player ada{port()};
  ada.create({.name = "Ada", .side = Side::red, .ruleset = {}, .return_match = true});
  Pair pair{std::move(ada), Player{port()}};
  pair.blue.join(pair.red.room());
  pair.red.follow_to(pair.blue.view().seq);
  pair.lock(classic_armies()[0], classic_armies()[1]);
  pair.red.say(protocol::Resign{.game = 1});
  pair.blue.expect<view::NextGame>();
  const std::string first = id_of(pair.blue);
  EXPECT_EQ(read(found("/v1/records/" + first, "record")).result.winner, Side::blue);

  pair.red.expect<view::NextGame>();
  pair.red.lock(classic_armies()[1]);
  pair.blue.lock(classic_armies()[0]);
  pair.blue.expect<view::GameStarted>();
  pair.blue.say(protocol::Resign{.game = 2});
  const std::string second = id_of(pair.blue);
  EXPECT_THAT(second, testing::MatchesRegex("[0-9a-f]{32}"));
  EXPECT_NE(second, first);
  const record::Game game = read(found("/v1/records/" + second, "record"));
  EXPECT_EQ(game.names[index(Side::blue)], "Ada") << "colours were swapped";
  EXPECT_EQ(game.result.winner, Side::blue);
}

TEST_F(Records, outlast_a_server_that_is_killed_at_the_end_of_the_game) {
  const TemporaryDirectory directory;
  start_in(directory);
  Pair pair = begin_game();
  pair.play(parse_move("a4-a5"));
  pair.red.say(protocol::Resign{.game = 1});
  kill();
  start_in(directory);
  const record::Game game = read(found("/v1/records/" + id_of(pair.red), "record"));
  EXPECT_EQ(moves_of(game), parse_moves("a4-a5"));
  EXPECT_EQ(game.result, (rules::Ended{rules::EndReason::resignation, Side::blue}));
}

TEST_F(Records, are_whole_where_the_server_was_killed_in_the_middle_of_the_game) {
  const TemporaryDirectory directory;
  start_in(directory);
  Pair pair = begin_game();
  pair.play(parse_move("a4-a5"));
  kill();
  start_in(directory);
  Player red{port()};
  red.resume(pair.red.room(), pair.red.token());
  red.say(protocol::Resign{.game = 1});
  const record::Game game = read(found("/v1/records/" + id_of(red), "record"));
  EXPECT_EQ(moves_of(game), parse_moves("a4-a5"));
  EXPECT_THAT(game.names, ElementsAre("Host", "Guest"));
}

TEST_F(Records, of_megabytes_are_given_whole_and_keep_nobody_waiting) {
  const TemporaryDirectory directory;
  const std::string id = std::string(32, '0');
  const std::string document = "{\"filler\":\"" + std::string(4'000'000, 'x') + "\"}";
  keep(directory, {.id = id, .ended = room::server_now(), .document = document});
  start_in(directory);

  RawConnection slow{port()};
  slow.say("GET /v1/records/" + id + " HTTP/1.1\r\nHost: here\r\n\r\n");
  ASSERT_TRUE(slow.hear_until("\r\n\r\n"));
  EXPECT_EQ(get("/v1/records/" + id).body, document);
  Player player{port()};
  player.create(public_room());
  EXPECT_EQ(slow.hear_to_the_end(), document);
}

TEST_F(Records, are_not_pressed_on_who_does_not_take_them) {
  const TemporaryDirectory directory;
  const std::string id = std::string(32, '0');
  keep(directory, {.id = id, .ended = room::server_now(), .document = std::string(8'000'000, 'x')});
  start_generous({"--data", directory.path().string(), "--write", "200ms"});
  RawConnection idle{port()};
  idle.say("GET /v1/records/" + id + " HTTP/1.1\r\nHost: here\r\n\r\n");
  ASSERT_TRUE(idle.hear_until("\r\n\r\n"));
  const auto until = deadline();
  while (Clock::now() < until && idle.say("x")) std::this_thread::sleep_for(5ms);
  EXPECT_FALSE(idle.say("x"));
}

TEST_F(Records, are_not_held_for_more_who_read_slowly_than_the_server_bears) {
  const TemporaryDirectory directory;
  const std::string id = std::string(32, '0');
  keep(directory, {.id = id, .ended = room::server_now(), .document = std::string(8'000'000, 'x')});
  start_in(directory);
  const std::string request = "GET /v1/records/" + id + " HTTP/1.1\r\nHost: here\r\n\r\n";
  RawConnection slow{port()};
  RawConnection slower{port()};
  for (RawConnection* reader : {&slow, &slower}) {
    reader->say(request);
    ASSERT_TRUE(reader->hear_until("\r\n\r\n"));
  }
  const Answered heard = refused("/v1/records/" + id, 503);
  EXPECT_EQ(heard.error(), "too_busy");
  EXPECT_THAT(heard.head, HasSubstr("\r\nRetry-After: 10"));
  found("/v1/info", "http/info");

  ASSERT_TRUE(slow.hear_to_the_end());
  // The server may see a moment later that all has gone out.
  const auto until = deadline();
  std::size_t bytes = 0;
  while (bytes < 8'000'000 && Clock::now() < until) bytes = get("/v1/records/" + id).body.size();
  EXPECT_EQ(bytes, 8'000'000U);
}

TEST_F(Records, have_no_id_where_none_are_kept) {
  start_generous({"--keep-records", "0s"});
  Pair pair = begin_game();
  pair.red.say(protocol::Resign{.game = 1});
  EXPECT_EQ(pair.red.view().table.result->record, std::nullopt);
  EXPECT_THAT(pair.red.hello().features, Not(testing::Contains("records")));
}

}  // namespace
}  // namespace flagrank::test

#include "server/store/sqlite_journal.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <boost/asio/async_result.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <future>
#include <memory>
#include <new>
#include <thread>

#include "server/async/executors.hpp"
#include "server/store/schema.hpp"
#include "server/store/sqlite.hpp"
#include "tests/support/patience.hpp"
#include "tests/support/temporary_directory.hpp"

/// What lasts: the contract that all journals share is in journal_test.cpp.
namespace flagrank::store {
namespace {

namespace asio = boost::asio;
namespace fs = std::filesystem;
using namespace std::chrono_literals;
using Entries = std::vector<std::string>;

template <class Result>
Result run(asio::awaitable<Result> task) {
  // The thread of a journal may still be about to leave it when the answer is here.
  static asio::io_context io;
  io.restart();
  std::future<Result> result = asio::co_spawn(io, std::move(task), asio::use_future);
  io.run();
  return result.get();
}

class Sqlite : public testing::Test {
 protected:
  [[nodiscard]] fs::path file() const { return directory_.path() / "journal.sqlite"; }
  [[nodiscard]] std::unique_ptr<SqliteJournal> opened() const { return opened(directory_.path()); }
  [[nodiscard]] std::unique_ptr<SqliteJournal> opened(const fs::path& directory) const {
    auto journal = SqliteJournal::open_in(directory, clock());
    EXPECT_TRUE(journal.has_value()) << journal.error();
    return *std::move(journal);
  }
  [[nodiscard]] std::string refusal() const { return refusal(directory_.path()); }
  [[nodiscard]] std::string refusal(const fs::path& directory) const {
    const auto journal = SqliteJournal::open_in(directory, clock());
    EXPECT_TRUE(journal.has_error());
    return journal.has_error() ? journal.error() : "";
  }
  [[nodiscard]] Clock clock() const {
    return [this] { return match::Instant{std::chrono::milliseconds{now_}}; };
  }
  [[nodiscard]] match::Instant now() const {
    return match::Instant{std::chrono::milliseconds{now_}};
  }
  static std::vector<Outage> outages(SqliteJournal& journal) { return run(journal.outages()); }
  static void write(SqliteJournal& journal, std::uint64_t count) {
    const Epoch epoch = run(journal.open("ROOM")).value();
    for (std::uint64_t i = 0; i < count; ++i) {
      ASSERT_EQ(run(journal.append("ROOM", epoch, i, "entry " + std::to_string(i), {})),
                Append::ok);
    }
  }

  /// With a room of one entry in it.
  void make_file_of_schema(std::size_t step) const {
    sqlite::Connection db{file()};
    schema::bring_up_to_date(db, step);
    db.run(
        "INSERT INTO rooms VALUES (1, 'ROOM', 7); INSERT INTO entries VALUES (1, 0, x'6f6c64');"
        "UPDATE epochs SET last = 7");
  }
  [[nodiscard]] std::int64_t count(const std::string& table) const {
    sqlite::Connection db{file()};
    sqlite::Statement statement{db, "SELECT count(*) FROM " + table};
    statement.with().step();
    return statement.integer(0);
  }

  test::TemporaryDirectory directory_;
  std::atomic<std::int64_t> now_ = 1'000'000;  ///< milliseconds since 1970
};

TEST_F(Sqlite, finds_again_what_was_written_before_it_was_opened) {
  write(*opened(), 2);
  const auto journal = opened();
  EXPECT_EQ(run(journal->rooms()), std::vector<RoomKey>{"ROOM"});
  EXPECT_EQ(run(journal->read("ROOM")), (Entries{"entry 0", "entry 1"}));
}

TEST_F(Sqlite, fences_off_an_epoch_from_before_it_was_opened) {
  Epoch before = 0;
  {
    const auto journal = opened();
    before = run(journal->open("ROOM")).value();
  }
  const auto journal = opened();
  const Epoch now = run(journal->open("ROOM")).value();
  EXPECT_GT(now, before);
  EXPECT_EQ(run(journal->append("ROOM", before, 0, "late", {})), Append::fenced);
}

TEST_F(Sqlite, lets_nobody_but_its_owner_read_the_games) {
  const auto journal = opened();
  write(*journal, 1);
  constexpr auto owner = fs::perms::owner_read | fs::perms::owner_write;
  for (const auto& entry : fs::directory_iterator{directory_.path()}) {
    EXPECT_EQ(entry.status().permissions(), owner) << entry.path();
  }
}

TEST_F(Sqlite, is_refused_while_another_server_holds_the_directory) {
  const auto first = opened();
  EXPECT_EQ(refusal(),
            "cannot keep games in " + directory_.path().string() + ": another server is using it");
}

TEST_F(Sqlite, is_refused_where_a_newer_version_wrote_it) {
  opened().reset();
  sqlite::Connection{file()}.run("PRAGMA user_version = 99");
  EXPECT_NE(refusal().find("written by a newer flagrankd (schema 99"), std::string::npos);
}

TEST_F(Sqlite, is_refused_where_the_file_is_something_else) {
  sqlite::Connection{file()}.run("CREATE TABLE recipes (name TEXT)");
  EXPECT_NE(refusal().find("not a Flagrank journal"), std::string::npos);
  fs::remove(file());
  std::ofstream{file()} << std::string(8192, 'x');
  EXPECT_NE(refusal().find("cannot keep games in"), std::string::npos);
}

TEST_F(Sqlite, is_refused_where_the_directory_cannot_be_made) {
  std::ofstream{directory_.path() / "plain"} << "a file";
  EXPECT_NE(refusal(directory_.path() / "plain" / "games").find("cannot keep games in"),
            std::string::npos);
}

TEST_F(Sqlite, fails_at_whatever_is_asked_after_it_was_closed) {
  const auto journal = opened();
  const Epoch epoch = run(journal->open("ROOM")).value();
  journal->close();
  EXPECT_EQ(run(journal->append("ROOM", epoch, 0, "late", {})), Append::failed);
  EXPECT_EQ(run(journal->open("ROOM")), std::nullopt);
  EXPECT_EQ(run(journal->read("ROOM")), std::nullopt);
  EXPECT_EQ(run(journal->rooms()), std::nullopt);
  EXPECT_FALSE(run(journal->remove("ROOM", epoch)));
}

TEST_F(Sqlite, survives_a_torn_end_of_its_log) {
  // A copy taken while the journal is open is what a crash would leave: all is in the log still.
  const test::TemporaryDirectory crashed;
  {
    const auto journal = opened();
    write(*journal, 3);
    for (const char* name : {"journal.sqlite", "journal.sqlite-wal"}) {
      fs::copy_file(directory_.path() / name, crashed.path() / name);
    }
  }
  const fs::path log = crashed.path() / "journal.sqlite-wal";
  fs::resize_file(log, fs::file_size(log) - 100);

  const auto journal = opened(crashed.path());
  EXPECT_EQ(run(journal->read("ROOM")), (Entries{"entry 0", "entry 1"}));
}

asio::awaitable<void> append_one(Journal& journal, RoomKey room, std::string bytes,
                                 Append& answer) {
  auto opening = journal.open(room);
  const auto epoch = co_await std::move(opening);
  auto appending = journal.append(room, epoch.value(), 0, std::move(bytes), {});
  answer = co_await std::move(appending);
}

TEST_F(Sqlite, fails_one_room_alone_where_one_alone_is_at_fault) {
  opened().reset();
  sqlite::Connection{file()}.run(
      "CREATE TRIGGER fault BEFORE INSERT ON latest WHEN NEW.bytes = x'62616421'"
      "  BEGIN SELECT RAISE(ABORT, 'no bad! entries'); END");
  const auto journal = opened();
  constexpr std::size_t count = 50;
  std::vector<Append> answers(count, Append::fenced);
  // The thread of a journal may still be about to leave it when the answer is here.
  static asio::io_context io;
  io.restart();
  for (std::size_t i = 0; i < count; ++i) {
    asio::co_spawn(
        io, append_one(*journal, "R" + std::to_string(i), i == 25 ? "bad!" : "good", answers[i]),
        asio::use_future);
  }
  io.run();
  for (std::size_t i = 0; i < count; ++i) {
    EXPECT_EQ(answers[i], i == 25 ? Append::failed : Append::ok) << i;
    EXPECT_EQ(run(journal->read("R" + std::to_string(i))), i == 25 ? Entries{} : Entries{"good"});
  }
}

/// Waits for something that throws when it begins, which no coroutine can catch.
asio::awaitable<void> begin_in_vain() {
  const auto initiate = [](auto /*handler*/) { throw std::bad_alloc{}; };
  return asio::async_initiate<const asio::use_awaitable_t<>, void()>(initiate, asio::use_awaitable);
}

asio::awaitable<void> append_and_break(Journal& journal, Append& answer) {
  auto appending = append_one(journal, "BROKEN", "entry", answer);
  co_await std::move(appending);
  co_await begin_in_vain();
}

/// As rooms run where there is one thread, and where there are several.
class EveryExecutor : public Sqlite, public testing::WithParamInterface<unsigned> {};

TEST_P(EveryExecutor, hears_what_became_of_its_entry_though_another_breaks_when_it_hears) {
  const auto journal = opened();
  asio::io_context io;
  const auto executor = async::Executors{io, GetParam()}.make();
  constexpr std::size_t count = 4;
  std::vector<Append> answers(count, Append::fenced);
  asio::co_spawn(executor, append_and_break(*journal, answers[0]), asio::detached);
  for (std::size_t i = 1; i < count; ++i) {
    asio::co_spawn(executor, append_one(*journal, "R" + std::to_string(i), "entry", answers[i]),
                   asio::detached);
  }
  EXPECT_THROW(io.run(), std::bad_alloc);
  io.run();
  journal->close();  // its thread may be about to leave the context still
  EXPECT_THAT(answers, testing::Each(Append::ok));
}

INSTANTIATE_TEST_SUITE_P(Of, EveryExecutor, testing::Values(1U, 2U));

asio::awaitable<void> append_holding(Journal& journal, Epoch epoch, std::shared_ptr<int> held) {
  auto appending = journal.append("ROOM", epoch, 0, "entry", {});
  *held = static_cast<int>(co_await std::move(appending));
}

TEST_F(Sqlite, lets_go_of_a_coroutine_whose_context_goes_before_it_heard_the_answer) {
  const auto journal = opened();
  const Epoch epoch = run(journal->open("ROOM")).value();
  auto held = std::make_shared<int>(-1);
  const std::weak_ptr<int> watched = held;
  {
    asio::io_context io;
    asio::co_spawn(io, append_holding(*journal, epoch, std::move(held)), asio::detached);
    io.run_one();
    journal->close();
    ASSERT_FALSE(watched.expired());
    EXPECT_EQ(*watched.lock(), -1);
  }
  EXPECT_TRUE(watched.expired());
}

// --- older files

TEST_F(Sqlite, brings_a_file_of_the_first_schema_up_to_date_with_all_that_is_in_it) {
  make_file_of_schema(1);
  const auto journal = opened();
  EXPECT_EQ(sqlite::Connection{file()}.pragma("user_version"),
            static_cast<std::int64_t>(schema::newest()));
  EXPECT_EQ(run(journal->read("ROOM")), Entries{"old"});
  EXPECT_EQ(run(journal->open("ROOM")), Epoch{8});
  EXPECT_EQ(run(journal->append("ROOM", 8, 1, "new", {})), Append::ok);
}

TEST_F(Sqlite, goes_on_with_a_room_of_a_file_of_the_schema_before_there_were_latest_entries) {
  make_file_of_schema(3);
  {
    const auto journal = opened();
    EXPECT_EQ(run(journal->open("ROOM")), Epoch{8});
    EXPECT_EQ(run(journal->append("ROOM", 8, 1, "new", {})), Append::ok);
  }
  EXPECT_EQ(run(opened()->read("ROOM")), (Entries{"old", "new"}));
}

// --- the latest entries

TEST_F(Sqlite, keeps_the_order_of_entries_however_many_are_filed_and_however_many_are_not) {
  constexpr int many = 1200;
  constexpr std::array rooms{"ONE", "TWO"};
  std::array<Entries, 2> expected;
  {
    const auto journal = opened();
    for (const char* room : rooms) run(journal->open(room));
    for (int i = 0; i < many; ++i) {
      const std::size_t which = i % 3 == 0 ? 0 : 1;
      const std::string bytes = "entry " + std::to_string(i);
      ASSERT_EQ(run(journal->append(rooms[which], which + 1, expected[which].size(), bytes, {})),
                Append::ok);
      expected[which].push_back(bytes);
    }
    EXPECT_GT(count("entries"), 0);
    EXPECT_GT(count("latest"), 0);
  }
  const auto again = opened();
  EXPECT_EQ(count("latest"), 0);
  for (std::size_t i = 0; i < rooms.size(); ++i) EXPECT_EQ(run(again->read(rooms[i])), expected[i]);
}

TEST_F(Sqlite, goes_on_where_the_latest_entries_cannot_be_filed) {
  opened().reset();
  sqlite::Connection{file()}.run(
      "CREATE TRIGGER fault BEFORE INSERT ON entries BEGIN SELECT RAISE(ABORT, 'not today'); END");
  const auto journal = opened();
  constexpr std::uint64_t many = 1100;
  write(*journal, many);
  EXPECT_EQ(count("latest"), static_cast<std::int64_t>(many));
  EXPECT_EQ(run(journal->read("ROOM"))->size(), many);

  sqlite::Connection{file()}.run("DROP TRIGGER fault");
  for (std::uint64_t i = 0; i < 2 * many; ++i) {
    ASSERT_EQ(run(journal->append("ROOM", 1, many + i, "more", {})), Append::ok);
  }
  EXPECT_GT(count("entries"), static_cast<std::int64_t>(many));
  EXPECT_EQ(run(journal->read("ROOM"))->size(), 3 * many);
}

TEST_F(Sqlite, counts_the_time_that_it_takes_to_file_what_was_left_among_the_outage) {
  {
    const auto journal = opened();
    write(*journal, 20);
  }
  std::optional<std::int64_t> left;
  const Clock watched = [&] {
    if (!left) left = count("latest");
    return now();
  };
  EXPECT_TRUE(SqliteJournal::open_in(directory_.path(), watched).has_value());
  EXPECT_EQ(left, 0) << "when the outage was said to be over";
}

TEST_F(Sqlite, files_the_latest_entries_while_there_is_nothing_to_do) {
  const auto journal = opened();
  write(*journal, 1100);
  EXPECT_GT(count("latest"), 1000);
  const auto until = test::deadline();
  while (count("latest") > 100 && test::Clock::now() < until) {
    std::this_thread::sleep_for(10ms);
  }
  EXPECT_LT(count("latest"), 100);
}

TEST_F(Sqlite, does_not_give_a_room_of_which_an_entry_is_missing) {
  const auto journal = opened();
  write(*journal, 20);
  sqlite::Connection{file()}.run("DELETE FROM latest WHERE number = 7");
  EXPECT_EQ(run(journal->read("ROOM")), std::nullopt);
}

TEST_F(Sqlite, files_nothing_for_the_sake_of_a_new_room) {
  const auto journal = opened();
  write(*journal, 20);
  const Epoch epoch = run(journal->open("NEW")).value();
  EXPECT_EQ(run(journal->append("NEW", epoch, 0, "new", {})), Append::ok);
  EXPECT_EQ(count("entries"), 0);
  EXPECT_EQ(count("latest"), 21);
}

TEST_F(Sqlite, leaves_the_latest_entries_of_a_removed_room_to_no_other) {
  auto journal = opened();
  run(journal->open("OLD"));
  EXPECT_EQ(run(journal->append("OLD", 1, 0, "old", {})), Append::ok);
  EXPECT_TRUE(run(journal->remove("OLD", 1)));
  EXPECT_EQ(count("latest"), 1);

  run(journal->open("NEW"));
  EXPECT_EQ(run(journal->append("NEW", 2, 0, "new", {})), Append::ok);
  EXPECT_EQ(run(journal->read("NEW")), Entries{"new"});
  journal.reset();
  journal = opened();
  EXPECT_EQ(count("entries"), 1);
  EXPECT_EQ(run(journal->read("NEW")), Entries{"new"});
}

TEST_F(Sqlite, keeps_finished_games_in_a_file_of_the_schema_before_there_were_any) {
  make_file_of_schema(2);
  const FinishedGame game{.id = "g-1", .ended = now(), .document = "how it went"};
  {
    const auto journal = opened();
    EXPECT_EQ(run(journal->read("ROOM")), Entries{"old"});
    EXPECT_EQ(run(journal->open("ROOM")), Epoch{8});
    EXPECT_EQ(run(journal->append("ROOM", 8, 1, "new", game)), Append::ok);
  }
  EXPECT_EQ(run(opened()->finished("g-1")), (Found{Find::found, "how it went"}));
}

TEST_F(Sqlite, makes_of_every_older_schema_what_a_new_file_has) {
  const auto schema_of = [](const fs::path& path) {
    sqlite::Connection db{path};
    std::string all;
    sqlite::Statement tables{db, "SELECT sql FROM sqlite_schema ORDER BY name"};
    while (tables.step()) all += tables.bytes(0) + "\n";
    return all;
  };
  opened().reset();
  for (std::size_t version = 0; version < schema::newest(); ++version) {
    const test::TemporaryDirectory older;
    {
      sqlite::Connection db{older.path() / "journal.sqlite"};
      schema::bring_up_to_date(db, version);
    }
    opened(older.path()).reset();
    EXPECT_EQ(schema_of(older.path() / "journal.sqlite"), schema_of(file())) << version;
  }
}

// --- outages

match::Instant at(std::int64_t milliseconds) {
  return match::Instant{std::chrono::milliseconds{milliseconds}};
}

TEST_F(Sqlite, tells_for_how_long_nobody_held_it) {
  {
    const auto journal = opened();
    EXPECT_EQ(outages(*journal), std::vector<Outage>{});
    write(*journal, 1);
    now_ = 2'000'250;
  }
  now_ = 3'000'000;
  EXPECT_EQ(outages(*opened()), (std::vector{Outage{at(2'000'250), at(3'000'000)}}));
  now_ = 4'000'000;
  EXPECT_EQ(outages(*opened()), (std::vector{Outage{at(2'000'250), at(3'000'000)},
                                             Outage{at(3'000'000), at(4'000'000)}}));
}

TEST_F(Sqlite, gives_a_sign_of_life_each_second_for_the_case_that_it_is_killed) {
  const test::TemporaryDirectory crashed;
  {
    const auto journal = opened();
    write(*journal, 1);
    for (int i = 0; i < 3; ++i) {
      now_ += 1'000;
      EXPECT_EQ(run(journal->rooms())->size(), 1U);
    }
    now_ += 999;
    EXPECT_EQ(run(journal->rooms())->size(), 1U);
    fs::copy(directory_.path(), crashed.path(), fs::copy_options::recursive);
    fs::last_write_time(crashed.path() / "lock", fs::last_write_time(directory_.path() / "lock"));
  }
  now_ = 2'000'000;
  EXPECT_EQ(outages(*opened(crashed.path())), (std::vector{Outage{at(1'003'000), at(2'000'000)}}));
}

TEST_F(Sqlite, takes_all_for_an_outage_where_the_sign_of_life_is_lost) {
  write(*opened(), 1);
  fs::remove(directory_.path() / "lock");
  EXPECT_EQ(outages(*opened()), (std::vector{Outage{at(0), at(1'000'000)}}));
}

TEST_F(Sqlite, counts_no_time_twice_where_it_ended_before_its_first_sign) {
  write(*opened(), 1);
  const auto sign = fs::last_write_time(directory_.path() / "lock");
  now_ = 2'000'000;
  opened().reset();
  fs::last_write_time(directory_.path() / "lock", sign);
  now_ = 3'000'000;
  EXPECT_EQ(outages(*opened()), (std::vector{Outage{at(1'000'000), at(2'000'000)},
                                             Outage{at(2'000'000), at(3'000'000)}}));
}

TEST_F(Sqlite, has_no_outage_where_the_clock_was_set_back) {
  write(*opened(), 1);
  now_ = 500'000;
  EXPECT_EQ(outages(*opened()), std::vector<Outage>{});
}

TEST_F(Sqlite, forgets_outages_once_no_room_has_lived_through_them) {
  {
    const auto journal = opened();
    write(*journal, 1);
  }
  now_ = 2'000'000;
  {
    const auto journal = opened();
    EXPECT_EQ(outages(*journal).size(), 1U);
    EXPECT_TRUE(run(journal->remove("ROOM", run(journal->open("ROOM")).value())));
  }
  now_ = 3'000'000;
  EXPECT_EQ(outages(*opened()), std::vector<Outage>{});
}

}  // namespace
}  // namespace flagrank::store

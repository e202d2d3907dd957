#include "server/store/sqlite_journal.hpp"

#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>
#include <filesystem>
#include <fstream>
#include <future>

#include "server/store/sqlite.hpp"
#include "tests/support/temporary_directory.hpp"

/// What lasts: the contract that all journals share is in journal_test.cpp.
namespace flagrank::store {
namespace {

namespace asio = boost::asio;
namespace fs = std::filesystem;
using Entries = std::vector<std::string>;

template <class Result>
Result run(asio::awaitable<Result> task) {
  asio::io_context io;
  std::future<Result> result = asio::co_spawn(io, std::move(task), asio::use_future);
  io.run();
  return result.get();
}

class Sqlite : public testing::Test {
 protected:
  [[nodiscard]] fs::path file() const { return directory_.path() / "journal.sqlite"; }
  [[nodiscard]] std::unique_ptr<SqliteJournal> opened() const {
    auto journal = SqliteJournal::open_in(directory_.path());
    EXPECT_TRUE(journal.has_value()) << journal.error();
    return *std::move(journal);
  }
  [[nodiscard]] std::string refusal() const {
    const auto journal = SqliteJournal::open_in(directory_.path());
    EXPECT_TRUE(journal.has_error());
    return journal.has_error() ? journal.error() : "";
  }
  static void write(SqliteJournal& journal, std::uint64_t count) {
    const Epoch epoch = run(journal.open("ROOM")).value();
    for (std::uint64_t i = 0; i < count; ++i) {
      ASSERT_EQ(run(journal.append("ROOM", epoch, i, "entry " + std::to_string(i))), Append::ok);
    }
  }

  test::TemporaryDirectory directory_;
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
  EXPECT_EQ(run(journal->append("ROOM", before, 0, "late")), Append::fenced);
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
  const auto journal = SqliteJournal::open_in(directory_.path() / "plain" / "games");
  ASSERT_TRUE(journal.has_error());
  EXPECT_NE(journal.error().find("cannot keep games in"), std::string::npos);
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

  const auto journal = *SqliteJournal::open_in(crashed.path());
  EXPECT_EQ(run(journal->read("ROOM")), (Entries{"entry 0", "entry 1"}));
}

}  // namespace
}  // namespace flagrank::store

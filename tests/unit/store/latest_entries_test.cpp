#include "server/store/latest_entries.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "server/store/schema.hpp"
#include "tests/support/temporary_directory.hpp"

namespace flagrank::store {
namespace {

using Entries = std::vector<std::string>;

constexpr std::int64_t rooms = 10;
constexpr std::uint64_t enough_to_file = 1100;  ///< of all rooms together

/// Ten rooms in a database, whose newest entries are watched.
class Latest : public testing::Test {
 protected:
  Latest() {
    db_.run("PRAGMA synchronous = OFF");  // no test pulls the plug
    for (std::int64_t room = 0; room < rooms; ++room) {
      const std::string code = "R" + std::to_string(room);
      sqlite::Statement{db_, "INSERT INTO rooms (id, code, epoch) VALUES (?1, ?2, 1)"}
          .with(room, std::string_view{code})
          .step();
    }
  }

  void begin() {
    db_.run("BEGIN");
    latest_.began();
  }
  /// One commit: an entry for the next room.
  void add() {
    begin();
    add_one();
    latest_.file_some(rooms, 1);
    db_.run("COMMIT");
  }
  void add_one() {
    const auto room = static_cast<std::int64_t>(added_ % rooms);
    latest_.add(room, added_ / rooms, "entry " + std::to_string(added_));
    ++added_;
  }
  void add(std::uint64_t how_many) {
    for (std::uint64_t i = 0; i < how_many; ++i) add();
  }
  /// A commit that comes to nothing.
  void fail_to_add() {
    begin();
    add_one();
    latest_.file_some(rooms, 1);
    db_.run("ROLLBACK");
    latest_.rolled_back();
    --added_;
  }
  /// Commits with so many entries each.
  void add_together(std::uint64_t how_many, int commits) {
    for (int i = 0; i < commits; ++i) {
      begin();
      for (std::uint64_t k = 0; k < how_many; ++k) add_one();
      latest_.file_some(rooms, how_many);
      db_.run("COMMIT");
    }
  }
  /// Adds until that holds.
  void add_until(const auto& holds) {
    for (int i = 0; !holds(); ++i) {
      ASSERT_LT(i, 10'000);
      add();
    }
  }

  std::int64_t number_of(const std::string& what) {
    sqlite::Statement statement{db_, "SELECT count(*) FROM " + what};
    statement.with().step();
    return statement.integer(0);
  }
  std::int64_t filed() { return number_of("entries"); }
  std::int64_t latest() { return number_of("latest"); }

  /// Each room has all of its own in their order: whoever reads them now, and whoever comes after a
  /// server that was killed now.
  void expect_all() {
    expect_to_read_all(latest_);
    LatestEntries next{db_};
    while (next.file_left()) {
    }
    EXPECT_EQ(latest(), 0);
    expect_to_read_all(next);
  }
  void expect_to_read_all(LatestEntries& latest) {
    for (std::uint64_t room = 0; room < rooms; ++room) {
      Entries expected;
      for (std::uint64_t i = room; i < added_; i += rooms) {
        expected.push_back("entry " + std::to_string(i));
      }
      Entries read;
      sqlite::Statement entries{db_, "SELECT bytes FROM entries WHERE room = ?1 ORDER BY number"};
      entries.with(static_cast<std::int64_t>(room));
      while (entries.step()) read.push_back(entries.bytes(0));
      latest.read(static_cast<std::int64_t>(room), read);
      EXPECT_EQ(read, expected);
    }
  }

  test::TemporaryDirectory directory_;
  sqlite::Connection db_{directory_.path() / "journal"};
  LatestEntries latest_{prepared(db_)};
  std::uint64_t added_ = 0;

 private:
  static sqlite::Connection& prepared(sqlite::Connection& db) {
    schema::bring_up_to_date(db);
    return db;
  }
};

TEST_F(Latest, are_filed_a_few_with_each_commit_once_there_are_enough) {
  add(1000);
  EXPECT_EQ(filed(), 0);
  add_until([&] { return filed() > 0; });
  EXPECT_LT(filed(), 10);
  expect_all();
}

TEST_F(Latest, are_no_more_than_what_came_while_the_others_were_filed) {
  add(20'000);
  EXPECT_LT(latest(), 3000);
  expect_all();
}

TEST_F(Latest, are_not_filed_by_a_commit_that_is_large_enough_without) {
  add_together(64, 80);
  EXPECT_EQ(filed(), 0);
  add();
  EXPECT_GT(filed(), 0);
  expect_all();
}

TEST_F(Latest, are_filed_in_the_end_though_all_commits_are_large) {
  add_together(64, 1000);
  EXPECT_LT(latest(), 40'000);
  expect_all();
}

TEST_F(Latest, are_filed_at_rest_until_there_are_few) {
  add_together(64, 1200);
  int seconds = 0;
  for (; latest_.has_time_to_file(rooms) && seconds < 100; ++seconds) {
    begin();
    latest_.file_at_rest(rooms);
    db_.run("COMMIT");
  }
  EXPECT_GT(seconds, 5);
  EXPECT_LT(latest(), static_cast<std::int64_t>(enough_to_file));
  expect_all();
}

TEST_F(Latest, that_could_not_be_filed_are_filed_at_rest_later) {
  db_.run(
      "CREATE TRIGGER fault BEFORE INSERT ON entries BEGIN SELECT RAISE(ABORT, 'not today'); END");
  add(2 * enough_to_file);
  db_.run("DROP TRIGGER fault");
  for (int seconds = 0; seconds < 10; ++seconds) {
    latest_.rest();
    begin();
    latest_.file_at_rest(rooms);
    db_.run("COMMIT");
  }
  EXPECT_LT(latest(), static_cast<std::int64_t>(enough_to_file));
  expect_all();
}

TEST_F(Latest, are_read_in_their_order_wherever_filing_is) {
  std::int64_t most_filed = 0;
  for (int i = 0; i < 300; ++i) {
    add(17);
    expect_to_read_all(latest_);
    most_filed = std::max(most_filed, filed());
  }
  EXPECT_GT(most_filed, 3000);
  EXPECT_GT(latest(), 1000);
}

TEST_F(Latest, of_which_a_server_leaves_more_than_one_transaction_is_for_are_filed_in_several) {
  db_.run("BEGIN");
  while (added_ < 150'000) add_one();
  db_.run("COMMIT");
  LatestEntries next{db_};
  EXPECT_TRUE(next.file_left());
  EXPECT_EQ(filed(), 100'000);
  EXPECT_EQ(latest(), 50'000);
  EXPECT_TRUE(next.file_left());
  EXPECT_FALSE(next.file_left());
  EXPECT_EQ(filed(), 150'000);
  EXPECT_EQ(latest(), 0);
}

TEST_F(Latest, lose_nothing_where_a_commit_fails_while_they_are_filed) {
  add_until([&] { return filed() > 500; });
  fail_to_add();
  expect_all();
}

TEST_F(Latest, lose_nothing_where_a_commit_fails_while_filed_ones_are_forgotten) {
  add_until([&] { return latest() < static_cast<std::int64_t>(added_) - 200; });
  fail_to_add();
  add(3000);
  expect_all();
}

TEST_F(Latest, lose_nothing_where_commits_fail_and_filing_goes_on) {
  for (int i = 0; i < 40; ++i) {
    add(197);
    fail_to_add();
  }
  add(5000);
  EXPECT_LT(latest(), 3000);
  expect_all();
}

TEST_F(Latest, lose_nothing_where_the_commit_that_files_those_left_fails) {
  add(500);
  {
    LatestEntries next{db_};
    db_.run("BEGIN");
    EXPECT_TRUE(next.file_left());
    db_.run("ROLLBACK");
  }
  expect_all();
}

TEST_F(Latest, that_cannot_be_filed_do_no_harm_to_the_commit_and_are_filed_later) {
  db_.run(
      "CREATE TRIGGER fault BEFORE INSERT ON entries BEGIN SELECT RAISE(ABORT, 'not today'); END");
  add(2 * enough_to_file);
  EXPECT_EQ(latest(), static_cast<std::int64_t>(added_));

  db_.run("DROP TRIGGER fault");
  add(5000);
  EXPECT_LT(latest(), 3000);
  expect_all();
}

/// Whether this process has a file open that SQLite made for itself.
bool has_file_of_sqlite() {
  return std::ranges::any_of(
      std::filesystem::directory_iterator{"/proc/self/fd"}, [](const auto& descriptor) {
        std::error_code gone;
        return std::filesystem::read_symlink(descriptor, gone).string().find("etilqs_") !=
               std::string::npos;
      });
}

TEST_F(Latest, are_filed_without_files_beside_the_journal) {
  add_together(500, 70);
  begin();
  for (int i = 0; i < 500; ++i) add_one();
  latest_.file_some(rooms, 500);
  EXPECT_GT(filed(), 0);
  EXPECT_FALSE(has_file_of_sqlite());
  db_.run("COMMIT");
  expect_all();
}

TEST_F(Latest, of_a_room_that_is_no_more_are_not_filed) {
  add(5);
  db_.run("DELETE FROM rooms WHERE id = 3");
  LatestEntries next{db_};
  EXPECT_TRUE(next.file_left());
  EXPECT_EQ(filed(), 4);
  EXPECT_EQ(latest(), 0);
}

}  // namespace
}  // namespace flagrank::store

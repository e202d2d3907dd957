#include "server/store/existing.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>

#include "server/store/entry.hpp"
#include "server/store/schema.hpp"
#include "server/store/sqlite.hpp"
#include "server/store/sqlite_journal.hpp"
#include "tests/support/temporary_directory.hpp"

namespace flagrank::store {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr match::Instant start{std::chrono::hours{1000}};

class Existing : public testing::Test {
 protected:
  [[nodiscard]] fs::path games() const { return directory_.path() / "games"; }
  [[nodiscard]] fs::path copy() const { return directory_.path() / "copy"; }

  /// Makes a journal and leaves its database open, as a server does.
  void make_journal() {
    fs::create_directory(games());
    db_ = std::make_unique<sqlite::Connection>(games() / journal_file);
    schema::bring_up_to_date(*db_);
  }
  void add_room(std::int64_t id, const std::string& code, match::Instant made,
                match::Instant last) {
    sqlite::Statement room{*db_, "INSERT INTO rooms (id, code, epoch) VALUES (?1, ?2, 1)"};
    room.with(id, std::string_view{code}).step();
    sqlite::Statement entry{*db_, "INSERT INTO entries (room, number, bytes) VALUES (?1, ?2, ?3)"};
    const std::string first = encode(Opened{.settings = {}, .at = made});
    entry.with(id, std::int64_t{0}, sqlite::Blob{first}).step();
    sqlite::Statement latest{*db_, "INSERT INTO latest (room, number, bytes) VALUES (?1, ?2, ?3)"};
    const std::string second = encode(
        Happened{.command = {.seat = {}, .id = "1", .deed = match::Attend{true}}, .at = last});
    latest.with(id, std::int64_t{1}, sqlite::Blob{second}).step();
  }

  test::TemporaryDirectory directory_;
  std::unique_ptr<sqlite::Connection> db_;
};

TEST_F(Existing, journal_can_be_copied_while_it_is_used) {
  make_journal();
  add_room(1, "KTRM9X", start, start + 1h);
  db_->run("BEGIN IMMEDIATE; INSERT INTO rooms (code, epoch) VALUES ('HALF', 1)");
  EXPECT_EQ(back_up(games(), copy()), std::nullopt);
  db_->run("COMMIT");

  EXPECT_EQ(fs::status(copy()).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  sqlite::Connection copied{copy(), sqlite::Connection::Missing::fails};
  sqlite::Statement rooms{copied, "SELECT code FROM rooms"};
  ASSERT_TRUE(rooms.with().step());
  EXPECT_EQ(rooms.bytes(0), "KTRM9X");
  EXPECT_FALSE(rooms.step()) << "what was not committed is in the copy";
}

TEST_F(Existing, journal_that_was_copied_is_one_file) {
  make_journal();
  ASSERT_EQ(back_up(games(), copy()), std::nullopt);
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator{directory_.path()}) {
    names.push_back(entry.path().filename());
  }
  EXPECT_THAT(names, testing::UnorderedElementsAre("games", "copy"));
}

TEST_F(Existing, copy_serves_as_a_journal) {
  make_journal();
  add_room(1, "KTRM9X", start, start + 1h);
  ASSERT_EQ(back_up(games(), copy()), std::nullopt);
  const fs::path restored = directory_.path() / "restored";
  fs::create_directory(restored);
  fs::copy_file(copy(), restored / journal_file);
  const auto journal = SqliteJournal::open_in(restored, [] { return start + 2h; });
  EXPECT_TRUE(journal.has_value()) << journal.error();
}

TEST_F(Existing, copy_takes_nobodys_place) {
  make_journal();
  std::ofstream{copy()} << "precious";
  EXPECT_THAT(back_up(games(), copy()).value_or(""), HasSubstr("File exists"));
  std::string text;
  std::ifstream{copy()} >> text;
  EXPECT_EQ(text, "precious");
}

TEST_F(Existing, copy_that_cannot_be_written_leaves_nothing) {
  make_journal();
  const auto fault = back_up(games(), directory_.path() / "nowhere" / "copy");
  EXPECT_THAT(fault.value_or(""), HasSubstr("unable to open"));
}

TEST_F(Existing, journal_must_be_there_and_ours) {
  fs::create_directory(games());
  EXPECT_THAT(back_up(games(), copy()).value_or(""), HasSubstr("there are no games in it"));
  EXPECT_THAT(take_inventory(games()).error(), HasSubstr("there are no games in it"));
  EXPECT_TRUE(fs::is_empty(games())) << "looking made something";
  sqlite::Connection{games() / journal_file}.run("CREATE TABLE theirs (a)");
  EXPECT_THAT(back_up(games(), copy()).value_or(""), HasSubstr("not a Flagrank journal"));
  EXPECT_FALSE(fs::exists(copy()));
}

TEST_F(Existing, journal_of_another_version_is_named_so) {
  make_journal();
  db_->run("PRAGMA user_version = 99");
  EXPECT_THAT(take_inventory(games()).error(), HasSubstr("schema 99"));
}

TEST_F(Existing, journal_is_told_by_counts_and_ages) {
  make_journal();
  add_room(1, "KTRM9X", start, start + 71h);
  add_room(2, "ABCDEF", start + 71h, start + 72h - 1s);
  db_->run("INSERT INTO finished_games (id, ended_ms, document) VALUES ('x', 1, x'79')");
  const auto inventory = take_inventory(games());
  ASSERT_TRUE(inventory) << inventory.error();
  const std::string text = described(*inventory, start + 72h);
  EXPECT_EQ(text,
            "rooms                   2\n"
            "commands in them        2\n"
            "finished games          1\n"
            "oldest room             3 days\n"
            "last used within\n"
            "  a minute              1\n"
            "  an hour               0\n"
            "  a day                 1\n"
            "  a week                0\n"
            "  longer                0\n");
}

TEST_F(Existing, journal_without_rooms_is_told_in_short) {
  make_journal();
  const auto inventory = take_inventory(games());
  ASSERT_TRUE(inventory) << inventory.error();
  EXPECT_THAT(described(*inventory, start),
              AllOf(HasSubstr("rooms                   0\n"), Not(HasSubstr("last used"))));
}

}  // namespace
}  // namespace flagrank::store

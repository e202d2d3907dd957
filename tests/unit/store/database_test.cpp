#include "server/store/database.hpp"

#include <gtest/gtest.h>

#include "server/store/sqlite_journal.hpp"
#include "tests/support/temporary_directory.hpp"

namespace flagrank::store {
namespace {

TEST(Database, a_transaction_that_cannot_begin_takes_none_before_it_back) {
  const test::TemporaryDirectory directory;
  Database database{directory.path(), [] { return match::Instant{}; }, {}};
  database.begin();
  const Epoch epoch = database.open("ROOM");
  database.commit();
  database.begin();
  ASSERT_EQ(database.append("ROOM", epoch, 0, "first"), Append::ok);
  database.commit();

  sqlite::Connection somebody_else{directory.path() / journal_file};
  somebody_else.run("BEGIN IMMEDIATE");
  EXPECT_THROW(database.begin(), sqlite::Error);
  database.roll_back();
  somebody_else.run("ROLLBACK");

  database.begin();
  EXPECT_EQ(database.append("ROOM", epoch, 1, "second"), Append::ok);
  database.commit();
}

}  // namespace
}  // namespace flagrank::store

#include <gmock/gmock.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "server/store/sqlite.hpp"
#include "tests/integration/with_server.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/positions.hpp"
#include "tests/support/small_disk.hpp"
#include "tests/support/temporary_directory.hpp"

/// What a disk can do to a server: a clear word for whoever runs it, and nothing lost of what the
/// players were told.
namespace flagrank::test {
namespace {

namespace fs = std::filesystem;
using protocol::ErrorCode;
using testing::AllOf;
using testing::HasSubstr;

class DiskFaults : public WithServer {
 protected:
  [[nodiscard]] const fs::path& directory() const { return directory_.path(); }
  void start_again() { start_generous({"--data", directory().string()}); }
  void kill() {
    server().process().signal(SIGKILL);
    EXPECT_EQ(server().process().wait(), 128 + SIGKILL);
  }
  /// What a server says that does not start, in the one line that it has for it.
  [[nodiscard]] std::string complaint() const {
    Process process{flagrankd_program(),
                    {"--listen", "127.0.0.1:0", "--data", directory().string()}};
    EXPECT_EQ(process.wait(), 1);
    EXPECT_EQ(process.said(Process::Stream::out), "");
    const std::string said = process.said(Process::Stream::err);
    EXPECT_EQ(std::ranges::count(said, '\n'), 1) << said;
    EXPECT_THAT(said, HasSubstr("cannot keep games in " + directory().string()));
    return said;
  }
  Player resumed(const Player& before) {
    Player player{port()};
    player.resume(before.room(), before.token());
    return player;
  }
  /// Red's first move finds no room on the disk, and is made once there is some.
  void lose_and_make_up_for_a_move(const std::function<void()>& fill,
                                   const std::function<void()>& empty);

 private:
  TemporaryDirectory directory_;
};

// --- a full disk

void DiskFaults::lose_and_make_up_for_a_move(const std::function<void()>& fill,
                                             const std::function<void()>& empty) {
  start_again();
  Pair pair = begin_game();
  pair.play(parse_move("a4-a5"));
  pair.play(parse_move("f7-f6"));
  const protocol::ClientMessage move{"lost", protocol::Move{pair.red.at(), parse_move("a5-a6")}};

  fill();
  pair.red.put(move);
  EXPECT_EQ(pair.red.expect_close(), (Closed{1011, "internal"}));
  EXPECT_EQ(pair.blue.expect_close(), (Closed{1011, "internal"}));
  Player early{port()};
  EXPECT_EQ(early.refusal(protocol::Resume{pair.red.room(), pair.red.token()}),
            ErrorCode::internal);
  EXPECT_EQ(early.refusal(protocol::CreateRoom{.name = "C"}), ErrorCode::internal);

  empty();
  Player red = resumed(pair.red);
  Player blue = resumed(pair.blue);
  EXPECT_EQ(red.view().ply, 2U);
  red.say(move);
  EXPECT_EQ(red.view().ply, 3U);
  blue.follow_to(red.view().seq);
  blue.check_view();
  EXPECT_THAT(server().log(), HasSubstr("error journal: "));
}

TEST_F(DiskFaults, a_file_that_may_not_grow_stops_the_room_until_it_may) {
  const auto limit_files = [this](rlim_t bytes) {
    const rlimit limit{.rlim_cur = bytes, .rlim_max = RLIM_INFINITY};
    ASSERT_EQ(::prlimit(server().process().pid(), RLIMIT_FSIZE, &limit, nullptr), 0);
  };
  lose_and_make_up_for_a_move([&] { limit_files(1); }, [&] { limit_files(RLIM_INFINITY); });
}

TEST_F(DiskFaults, a_full_disk_stops_the_room_until_there_is_space) {
  const auto disk = SmallDisk::on(directory(), 1 << 20);
  if (!disk) GTEST_SKIP() << "needs the right to mount";
  lose_and_make_up_for_a_move([&] { disk->fill(); }, [&] { disk->empty(); });
}

TEST_F(DiskFaults, a_server_does_not_start_on_a_full_disk_and_loses_nothing) {
  const auto disk = SmallDisk::on(directory(), 1 << 20);
  if (!disk) GTEST_SKIP() << "needs the right to mount";
  start_again();
  Pair pair = begin_game();
  pair.play(parse_move("a4-a5"));
  kill();
  disk->fill();
  EXPECT_THAT(complaint(), HasSubstr("full"));
  disk->empty();
  start_again();
  EXPECT_EQ(resumed(pair.red).view().ply, 1U);
}

// --- torn files

class TornLog : public DiskFaults, public testing::WithParamInterface<int> {};

TEST_P(TornLog, loses_the_end_of_the_log_and_no_more) {
  start_again();
  Pair pair = begin_game();
  pair.play(parse_move("a4-a5"));
  pair.play(parse_move("f7-f6"));
  kill();
  const fs::path log = directory() / "journal.sqlite-wal";
  const auto size = fs::file_size(log);
  fs::resize_file(log, size - static_cast<std::uintmax_t>(GetParam()));
  fs::resize_file(log, size);  // a crash may leave zeros as well

  start_again();
  Player red = resumed(pair.red);
  Player blue = resumed(pair.blue);
  EXPECT_EQ(red.view().ply, 1U);
  blue.move(parse_move("f7-f6"));
  red.follow_to(blue.view().seq);
  red.check_view();
}

INSTANTIATE_TEST_SUITE_P(Bytes, TornLog, testing::Values(1, 100, 4000),
                         [](const auto& row) { return std::to_string(row.param); });

TEST_F(DiskFaults, a_database_that_was_cut_off_is_refused) {
  start_again();
  static_cast<void>(begin_game());
  EXPECT_EQ(server().stop(), 0);
  const fs::path file = directory() / "journal.sqlite";
  fs::resize_file(file, fs::file_size(file) / 2);
  EXPECT_THAT(complaint(), HasSubstr("malformed"));
}

// --- directories

TEST_F(DiskFaults, a_directory_that_cannot_be_written_in_is_refused) {
  std::unique_ptr<SmallDisk> disk;
  if (::geteuid() == 0) {
    disk = SmallDisk::on(directory(), 1 << 20);
    if (!disk) GTEST_SKIP() << "needs the right to mount, or another user than root";
    disk->make_read_only();
  } else {
    fs::permissions(directory(), fs::perms::owner_read | fs::perms::owner_exec);
  }
  EXPECT_THAT(complaint(), HasSubstr("cannot write in the directory"));
}

TEST_F(DiskFaults, a_directory_that_another_server_holds_is_refused_and_that_one_goes_on) {
  start_again();
  Pair pair = begin_game();
  EXPECT_THAT(complaint(), HasSubstr("another server is using it"));
  pair.play(parse_move("a4-a5"));
}

TEST_F(DiskFaults, a_journal_of_a_newer_version_is_refused) {
  start_again();
  EXPECT_EQ(server().stop(), 0);
  store::sqlite::Connection{directory() / "journal.sqlite"}.run("PRAGMA user_version = 99");
  EXPECT_THAT(complaint(), AllOf(HasSubstr("newer flagrankd"), HasSubstr("99")));
}

TEST_F(DiskFaults, nobody_but_its_owner_reads_what_is_kept) {
  start_again();
  static_cast<void>(begin_game());
  constexpr auto owner = fs::perms::owner_read | fs::perms::owner_write;
  for (const auto& entry : fs::directory_iterator{directory()}) {
    EXPECT_EQ(entry.status().permissions(), owner) << entry.path();
  }
}

}  // namespace
}  // namespace flagrank::test

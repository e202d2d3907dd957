#include "client/text/seat_folder.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/temporary_directory.hpp"

namespace flagrank::text {
namespace {

namespace fs = std::filesystem;

KeptSeat seat_in(const std::string& room) {
  return {.server = "ws://example.org:8080",
          .room = room,
          .seat = view::Seat::host,
          .token = "secret-of-" + room,
          .name = "Ann"};
}

unsigned mode_of(const fs::path& path) {
  struct stat found{};
  return ::stat(path.c_str(), &found) == 0 ? found.st_mode & 07777U : 0;
}

class Seats : public testing::Test {
 protected:
  [[nodiscard]] fs::path folder() const { return directory_.path() / "state" / "seats"; }
  [[nodiscard]] fs::path file(const std::string& room) const {
    return folder() / file_name(seat_in(room));
  }
  /// Kept by a program that has ended, so many minutes ago.
  void keep(const std::string& room, int minutes) const {
    ASSERT_FALSE(SeatFolder{folder()}.keep(seat_in(room)));
    fs::last_write_time(file(room),
                        fs::file_time_type::clock::now() - std::chrono::minutes{minutes});
  }
  [[nodiscard]] auto chosen(const std::string& room = {}) const {
    return SeatFolder{folder()}.choose(room);
  }
  void spoil(const std::string& room, const std::string& text) const {
    std::ofstream{file(room)} << text;
  }

 private:
  test::TemporaryDirectory directory_;
};

TEST_F(Seats, are_for_their_owner_only) {
  const mode_t usual = ::umask(0);
  keep("AAAAAA", 0);
  ::umask(usual);
  EXPECT_EQ(mode_of(file("AAAAAA")), 0600U);
  EXPECT_EQ(mode_of(folder()), 0700U);
  EXPECT_EQ(mode_of(folder().parent_path()), 0700U);
}

TEST_F(Seats, kept_are_found_again) {
  keep("AAAAAA", 0);
  EXPECT_EQ(*chosen(), seat_in("AAAAAA"));
}

TEST_F(Seats, used_last_come_first) {
  keep("AAAAAA", 3);
  keep("BBBBBB", 1);
  keep("CCCCCC", 2);
  EXPECT_EQ(*chosen(), seat_in("BBBBBB"));
  EXPECT_EQ(*chosen("ccc-ccc"), seat_in("CCCCCC"));
}

TEST_F(Seats, in_use_are_left_alone_unless_they_are_named) {
  keep("AAAAAA", 1);
  SeatFolder running{folder()};
  ASSERT_FALSE(running.keep(seat_in("BBBBBB")));
  EXPECT_EQ(*chosen(), seat_in("AAAAAA"));
  EXPECT_EQ(*chosen("BBBBBB"), seat_in("BBBBBB"));
  SeatFolder{folder()}.forget(seat_in("AAAAAA"));
  EXPECT_EQ(chosen().error().sentence,
            "the game in room BBBBBB is open in another flagrank on this machine; flagrank resume "
            "BBBBBB takes it over");
}

TEST_F(Seats, forgotten_are_gone) {
  keep("AAAAAA", 0);
  SeatFolder{folder()}.forget(seat_in("AAAAAA"));
  EXPECT_EQ(chosen().error().sentence, "there is no game to go back to on this machine");
}

TEST_F(Seats, never_kept_are_none) {
  EXPECT_EQ(chosen().error().sentence, "there is no game to go back to on this machine");
}

TEST_F(Seats, of_another_room_are_listed) {
  keep("AAAAAA", 1);
  keep("BBBBBB", 2);
  EXPECT_EQ(chosen("CCCCCC").error().sentence,
            "no seat in room CCCCCC is kept on this machine; kept are AAAAAA (Ann on "
            "ws://example.org:8080), BBBBBB (Ann on ws://example.org:8080)");
}

TEST_F(Seats, broken_are_told_by_their_name) {
  keep("AAAAAA", 0);
  spoil("AAAAAA", "nonsense");
  const std::string sentence =
      file("AAAAAA").string() + " is no seat file, or a broken one; delete it to be rid of it";
  EXPECT_EQ(chosen().error().sentence, sentence);
  EXPECT_EQ(chosen("AAAAAA").error().sentence, sentence);
}

TEST_F(Seats, broken_do_not_hide_the_one_that_is_named) {
  keep("AAAAAA", 1);
  spoil("BBBBBB", "");
  EXPECT_EQ(*chosen("AAAAAA"), seat_in("AAAAAA"));
}

TEST_F(Seats, that_are_no_files_are_told_too) {
  fs::create_directories(file("AAAAAA"));
  EXPECT_EQ(chosen().error().sentence,
            "cannot read " + file("AAAAAA").string() + ": Is a directory");
}

TEST_F(Seats, that_cannot_be_written_are_told) {
  fs::create_directories(folder().parent_path());
  std::ofstream{folder()} << "in the way";
  EXPECT_EQ(SeatFolder{folder()}.keep(seat_in("AAAAAA"))->sentence,
            "cannot write " + file("AAAAAA").string() + ": Not a directory");
}

TEST_F(Seats, replaced_leave_nothing_behind) {
  SeatFolder running{folder()};
  ASSERT_FALSE(running.keep(seat_in("AAAAAA")));
  KeptSeat renewed = seat_in("AAAAAA");
  renewed.token = "another";
  ASSERT_FALSE(running.keep(renewed));
  EXPECT_EQ(*chosen("AAAAAA"), renewed);
  EXPECT_EQ(std::distance(fs::directory_iterator{folder()}, {}), 1);
}

TEST_F(Seats, unused_are_kept_however_many_they_are) {
  for (int i = 0; i < 30; ++i) keep("ROOM" + std::to_string(10 + i), 100 - i);
  SeatFolder running{folder()};
  ASSERT_FALSE(running.keep(seat_in("AAAAAA")));
  EXPECT_EQ(std::distance(fs::directory_iterator{folder()}, {}), 31);
}

TEST_F(Seats, unused_for_thirty_days_are_dropped) {
  constexpr int month = 30 * 24 * 60;
  keep("AAAAAA", month + 1);
  keep("BBBBBB", month - 1);
  EXPECT_FALSE(fs::exists(file("AAAAAA")));
  EXPECT_TRUE(fs::exists(file("BBBBBB")));
  fs::last_write_time(file("BBBBBB"),
                      fs::file_time_type::clock::now() - std::chrono::minutes{month + 1});
  SeatFolder{folder()}.forget_old();
  EXPECT_FALSE(fs::exists(file("BBBBBB")));
}

TEST_F(Seats, in_use_are_never_old) {
  const auto long_ago = fs::file_time_type::clock::now() - std::chrono::days{31};
  {
    SeatFolder running{folder()};
    ASSERT_FALSE(running.keep(seat_in("AAAAAA")));
    fs::last_write_time(file("AAAAAA"), long_ago);
    SeatFolder{folder()}.forget_old();
    EXPECT_TRUE(fs::exists(file("AAAAAA")));
  }
  SeatFolder{folder()}.forget_old();
  EXPECT_TRUE(fs::exists(file("AAAAAA")));
}

TEST_F(Seats, without_a_folder_are_not_kept) {
  SeatFolder nowhere{std::nullopt};
  EXPECT_EQ(nowhere.keep(seat_in("AAAAAA"))->sentence,
            "neither HOME nor XDG_STATE_HOME names a directory");
  nowhere.forget(seat_in("AAAAAA"));
  EXPECT_FALSE(nowhere.choose({}));
}

/// Finds both variables unset; they are as they were afterwards.
class StateHome : public testing::Test {
 protected:
  StateHome() {
    for (const char* name : {"HOME", "XDG_STATE_HOME"}) {
      const char* value = std::getenv(name);
      before_.emplace_back(name,
                           value != nullptr ? std::optional<std::string>{value} : std::nullopt);
      ::unsetenv(name);
    }
  }
  ~StateHome() override {
    for (const auto& [name, value] : before_) {
      value ? ::setenv(name, value->c_str(), 1) : ::unsetenv(name);
    }
  }

 private:
  std::vector<std::pair<const char*, std::optional<std::string>>> before_;
};

TEST_F(StateHome, is_where_the_environment_says) {
  EXPECT_EQ(seat_folder(), std::nullopt);
  ::setenv("HOME", "/home/ann", 1);
  EXPECT_EQ(seat_folder(), "/home/ann/.local/state/flagrank/seats");
  ::setenv("XDG_STATE_HOME", "state", 1);
  EXPECT_EQ(seat_folder(), "/home/ann/.local/state/flagrank/seats");
  ::setenv("XDG_STATE_HOME", "/state", 1);
  EXPECT_EQ(seat_folder(), "/state/flagrank/seats");
}

}  // namespace
}  // namespace flagrank::text

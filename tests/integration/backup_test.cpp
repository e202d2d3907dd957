#include <gmock/gmock.h>

#include <filesystem>
#include <string>
#include <variant>

#include "tests/integration/with_http.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/process.hpp"

namespace flagrank::test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class Backup : public WithHttp {
 protected:
  [[nodiscard]] std::string games() const { return (directory_.path() / "games").string(); }
  [[nodiscard]] std::string copy() const { return (directory_.path() / "copy.sqlite").string(); }

  TemporaryDirectory directory_;
};

/// The first of the moves that whoever is to move may make.
void play_on(Pair& pair) {
  Player& mover = pair.of(*pair.red.view().to_move);
  const auto answer = mover.say(protocol::LegalMoves{});
  pair.play(std::get<protocol::LegalMovesTold>(answer.body).moves.front());
}

TEST_F(Backup, of_a_game_that_is_played_can_be_played_on) {
  start_generous({"--data", games()});
  Pair pair = begin_game();
  play_on(pair);
  Process backup{flagrankd_program(), {"backup", copy(), "--data", games()}};
  ASSERT_EQ(backup.wait(), 0) << backup.said(Process::Stream::err);
  EXPECT_THAT(backup.said(Process::Stream::err), IsEmpty());
  const auto ply = pair.red.view().ply;
  play_on(pair);  // which the copy knows nothing of
  ASSERT_EQ(server().stop(), 0);

  const fs::path restored = directory_.path() / "restored";
  fs::create_directory(restored);
  fs::copy_file(copy(), restored / "journal.sqlite");
  start_generous({"--data", restored.string()});
  Player red{port()};
  red.resume(pair.red.room(), pair.red.token());
  EXPECT_EQ(red.view().ply, ply);
}

TEST_F(Backup, takes_nobodys_place_and_says_so_in_one_line) {
  start_generous({"--data", games()});
  static_cast<void>(begin_game());
  Process first{flagrankd_program(), {"backup", "--data", games(), copy()}};
  ASSERT_EQ(first.wait(), 0) << first.said(Process::Stream::err);
  Process second{flagrankd_program(), {"backup", "--data", games(), copy()}};
  EXPECT_EQ(second.wait(), 1);
  EXPECT_EQ(
      second.said(Process::Stream::err),
      "flagrankd: the games in " + games() + " were not copied to " + copy() + ": File exists\n");
}

TEST_F(Backup, needs_a_place_and_games) {
  Process nowhere{flagrankd_program(), {"backup", "--data", games()}};
  EXPECT_EQ(nowhere.wait(), 2);
  EXPECT_THAT(nowhere.said(Process::Stream::err), HasSubstr("FILE is required"));
  Process nothing{flagrankd_program(), {"backup", copy(), "--ephemeral"}};
  EXPECT_EQ(nothing.wait(), 1);
  EXPECT_THAT(nothing.said(Process::Stream::err), HasSubstr("no games are kept"));
}

TEST_F(Backup, is_not_needed_to_count_the_rooms) {
  start_generous({"--data", games()});
  Pair pair = begin_game();
  Process rooms{flagrankd_program(), {"rooms", "--data", games()}};
  ASSERT_EQ(rooms.wait(), 0) << rooms.said(Process::Stream::err);
  EXPECT_THAT(rooms.said(Process::Stream::out),
              AllOf(HasSubstr("rooms                   1\n"),
                    HasSubstr("  a minute              1\n"), Not(HasSubstr(pair.red.room()))));
}

}  // namespace
}  // namespace flagrank::test

#include <gmock/gmock.h>

#include <algorithm>
#include <csignal>
#include <string>
#include <vector>

#include "common/rules/formation.hpp"
#include "common/rules/variant.hpp"
#include "tests/integration/with_text_clients.hpp"
#include "tests/support/scripted_game.hpp"
#include "tests/support/temporary_directory.hpp"

/// Every way to play, by scripted text clients through the real server.
namespace flagrank::test {
namespace {

using rules::Side;
using testing::ContainsRegex;
using testing::HasSubstr;

using enum Process::Stream;

/// A small war with a way along the j file to Blue's back row, and one along the i file to Red's.
constexpr std::string_view lane_board = R"(
    fb.s......
    ..n.oo....
    ..........
    ......g.m.
    ..~~..~~..
    ..~~..~~..
    OG..N...OM
    ..........
    ..........
    BF...S....)";

/// Both sides lose a scout, and then the marshals walk to the back rows.
const std::vector<std::string> red_lane{"i4 i7", "j4 j5", "j5 j6", "j6 j7",
                                        "j7 j8", "j8 j9", "j9 j10"};
const std::vector<std::string> blue_lane{"e9 e4", "i7 i6", "i6 i5", "i5 i4",
                                         "i4 i3", "i3 i2", "i2 i1"};

std::string lines(const std::vector<std::string>& all) {
  std::string text;
  for (const std::string& one : all) text += one + "\n";
  return text;
}

class EveryWay : public WithTextClients {
 protected:
  using Arguments = std::vector<std::string>;

  /// Makes a room with these options, and plays Red in its first game.
  Process host(const std::string& formation, const Arguments& options) {
    Arguments all{"create", "--name", "Host", "--side", "red", "--formation", formation};
    all.insert(all.end(), options.begin(), options.end());
    return client(all);
  }
  Process guest(Process& host, const std::string& formation, const Arguments& options = {}) {
    Arguments all{"join", code_told_by(host), "--name", "Guest", "--formation", formation};
    all.insert(all.end(), options.begin(), options.end());
    return client(all);
  }

  /// The two ends of the lane, and one more rule or another.
  Process lane_host(const Arguments& switches) {
    Arguments all{"--preset", "barrage"};
    for (const std::string& one : switches) all.insert(all.end(), {"--set", one});
    return host(file_with(lane_board, Side::red), all);
  }
  Process lane_guest(Process& host) { return guest(host, file_with(lane_board, Side::blue)); }

  /// With the games on a disk, at a port that the server keeps when it is killed.
  void start_lasting() {
    start_generous({"--data", data_.path()});
    flags_ = {"--data", data_.path(), "--listen", "127.0.0.1:" + std::to_string(port())};
  }
  /// Nobody says anything meanwhile, and both are back when this returns.
  void kill_and_start_again(Process& red, Process& blue) {
    server().process().signal(SIGKILL);
    ASSERT_EQ(server().process().wait(), 128 + SIGKILL);
    start_generous(flags_);
    ASSERT_TRUE(red.expect(out, "\nback\n")) << red.said(out) << red.said(err);
    ASSERT_TRUE(blue.expect(out, "\nback\n")) << blue.said(out) << blue.said(err);
  }

  static void expect_finished(Process& process, Clock::time_point until = deadline()) {
    EXPECT_EQ(process.wait(until), finished) << process.said(out) << process.said(err);
    EXPECT_EQ(lines_with(process.said(out), "error"), std::vector<std::string>{})
        << process.said(out);
    EXPECT_EQ(process.said(err), "");
  }

 private:
  TemporaryDirectory data_;
  std::vector<std::string> flags_;
};

// Rescue.

TEST_F(EveryWay, a_rescue_is_accepted_by_one_and_declined_by_the_other) {
  Process red = lane_host({"rescue=on"});
  Process blue = lane_guest(red);
  red.write(lines(red_lane) + "rescue scout a5\na5 b5\nknown\nresign\n");
  blue.write(lines(blue_lane) + "pass\n");
  expect_finished(red);
  expect_finished(blue);

  const std::string then = "move blue i2 i1\nrescue? blue\npassed blue\nturn red\nmove red a5 b5\n";
  EXPECT_THAT(red.said(out), HasSubstr("move red j9 j10\nrescue? red\nrescued red scout a5\n"
                                       "turn blue\n" +
                                       then));
  EXPECT_THAT(blue.said(out), HasSubstr("move red j9 j10\nrescue? red\nrescued red unknown a5\n"
                                        "turn blue\n" +
                                        then));
  EXPECT_THAT(red.said(out), HasSubstr("  came back    on a5 (now on b5)\n"));
}

TEST_F(EveryWay, a_script_without_another_line_brings_nobody_back) {
  Process red = lane_host({"rescue=on"});
  Process blue = lane_guest(red);
  red.write(lines(red_lane));
  red.close_input();
  blue.write(lines(blue_lane) + "pass\nresign\n");
  expect_finished(red);
  expect_finished(blue);
  for (const Process* process : {&red, &blue}) {
    EXPECT_EQ(lines_with(process->said(out), "passed"),
              (std::vector<std::string>{"passed red", "passed blue"}));
  }
}

TEST_F(EveryWay, a_server_that_is_killed_at_a_pending_rescue_waits_for_it_again) {
  start_lasting();
  Process red = lane_host({"rescue=on"});
  Process blue = lane_guest(red);
  red.write(lines(red_lane));
  blue.write(lines(blue_lane));
  ASSERT_TRUE(red.expect(out, "\nrescue? red\n")) << red.said(out);
  ASSERT_TRUE(blue.expect(out, "\nrescue? red\n")) << blue.said(out);
  kill_and_start_again(red, blue);
  red.write("rescue scout a5\n");
  blue.write("pass\nresign\n");
  expect_finished(red);
  expect_finished(blue);
  EXPECT_EQ(lines_with(red.said(out), "rescued"), std::vector<std::string>{"rescued red scout a5"});
  EXPECT_EQ(lines_with(blue.said(out), "rescued"),
            std::vector<std::string>{"rescued red unknown a5"});
  EXPECT_EQ(lines_with(blue.said(out), "rescue?"),
            (std::vector<std::string>{"rescue? red", "rescue? blue"}));
}

// Silent defence.

TEST_F(EveryWay, a_silent_defence_tells_the_attackers_rank_alone) {
  Process red = lane_host({"silent_defense=on"});
  Process blue = lane_guest(red);
  red.write("j4 j5\nj5 j6\nj6 j7\nj7 i7\ncaptured\nknown\nresign\n");
  blue.write("d10 d9\ne9 e8\nd9 d10\n");
  expect_finished(red);
  expect_finished(blue);
  EXPECT_THAT(red.said(out), HasSubstr("move red j7 i7\nfight red marshal unknown both_lost\n"));
  EXPECT_THAT(red.said(out), HasSubstr("Blue has lost 1 unknown.\n"));
  EXPECT_THAT(red.said(out), HasSubstr("  not seen yet 1 bomb, 1 marshal (10), 1 general (9)"));
  EXPECT_THAT(blue.said(out), HasSubstr("move red j7 i7\nfight red marshal marshal both_lost\n"));
}

// Visible survivors.

TEST_F(EveryWay, a_visible_survivor_lies_open_to_both) {
  Process red = lane_host({"visible_survivors=on"});
  Process blue = lane_guest(red);
  red.write("i4 i7\nj4 j5\nboard\nresign\n");
  blue.write("d10 d9\n");
  expect_finished(red);
  expect_finished(blue);
  EXPECT_THAT(red.said(out), HasSubstr("\n 7 | .  .  .  .  .  .  #  . [M] . |  7"));
}

// Draws.

TEST_F(EveryWay, a_draw_by_quiet_moves_is_announced_twice) {
  Process red = lane_host({"draw_after_quiet_moves=24"});
  Process blue = lane_guest(red);
  for (int i = 0; i < 3; ++i) {
    red.write("f1 f2\ne4 e3\nf2 f1\ne3 e4\n");
    blue.write("d10 d9\nc9 c8\nd9 d10\nc8 c9\n");
  }
  expect_finished(red);
  expect_finished(blue);
  for (const Process* process : {&red, &blue}) {
    const std::string said = process->said(out);
    EXPECT_EQ(lines_with(said, "draw_near"),
              (std::vector<std::string>{"draw_near 20", "draw_near 10"}));
    EXPECT_THAT(said, HasSubstr("move blue c8 c9\nturn red\nover quiet_moves draw\n"));
  }
}

// Matches of two games, and rematches. On the quick board each side takes the flag at once: the
// host as Red in the first game, and as Blue in the second.

TEST_F(EveryWay, a_return_match_is_played_to_its_end) {
  Process red = host(file_with(quick_board, Side::red), {"--return-match"});
  Process blue = guest(red, file_with(quick_board, Side::blue));
  red.write("a4 a7\nj7 j4\n");
  blue.write("e4 e5\n");
  expect_finished(red);
  expect_finished(blue);
  for (const Process* process : {&red, &blue}) {
    const std::string said = process->said(out);
    EXPECT_THAT(said, ContainsRegex("over flag_captured red\nrecord [0-9a-f]{32}\nnext_game 2\n"));
    EXPECT_THAT(said, HasSubstr("score 0 1\n"));
    EXPECT_THAT(said,
                ContainsRegex("over flag_captured blue\nrecord [0-9a-f]{32}\nmatch blue 0 2\n"));
    EXPECT_EQ(lines_with(said, "started"), (std::vector<std::string>{"started 1", "started 2"}));
  }
  EXPECT_EQ(lines_with(red.said(out), "side"), (std::vector<std::string>{"side red", "side blue"}));
  EXPECT_EQ(lines_with(blue.said(out), "side"),
            (std::vector<std::string>{"side blue", "side red"}));
  EXPECT_TRUE(std::filesystem::is_empty(seats()));
}

TEST_F(EveryWay, a_script_locks_its_army_again_for_the_second_game) {
  Process red = client({"create", "--side", "red", "--return-match"});
  Process blue = client({"join", code_told_by(red)});
  red.write("lock\nresign\nlock\nresign\n");
  blue.write("lock\nlock\n");
  expect_finished(red);
  expect_finished(blue);
  EXPECT_THAT(blue.said(out), HasSubstr("match red 2 0\n"));
}

TEST_F(EveryWay, a_server_that_is_killed_in_the_middle_of_a_return_match_goes_on_with_it) {
  start_lasting();
  Process red = host(file_with(quick_board, Side::red), {"--return-match"});
  Process blue = client({"join", code_told_by(red)});
  blue.write("load " + file_with(quick_board, Side::blue) + "\nlock\n");
  red.write("a4 a7\n");
  // The guest's army for the second game is not locked yet.
  ASSERT_TRUE(red.expect(out, "\nlocked blue\n")) << red.said(out);
  ASSERT_TRUE(blue.expect(out, "\nlocked blue\n")) << blue.said(out);
  kill_and_start_again(red, blue);
  blue.write("lock\n");
  ASSERT_TRUE(red.expect(out, "\nstarted 2\n")) << red.said(out);
  ASSERT_TRUE(blue.expect(out, "\nstarted 2\n")) << blue.said(out);
  kill_and_start_again(red, blue);
  blue.write("e4 e5\n");
  red.write("j7 j4\n");
  expect_finished(red);
  expect_finished(blue);
  for (const Process* process : {&red, &blue}) {
    const std::string said = process->said(out);
    EXPECT_EQ(lines_with(said, "over"),
              (std::vector<std::string>{"over flag_captured red", "over flag_captured blue"}));
    EXPECT_EQ(lines_with(said, "match"), std::vector<std::string>{"match blue 0 2"});
    EXPECT_EQ(lines_with(said, "lost").size(), 2U);
  }
}

TEST_F(EveryWay, a_rematch_is_played_with_colours_swapped) {
  Process red = host(file_with(quick_board, Side::red), {"--rematch", "1"});
  Process blue = guest(red, file_with(quick_board, Side::blue), {"--rematch", "1"});
  red.write("a4 a7\nj7 j4\n");
  blue.write("e4 e5\n");
  expect_finished(red);
  expect_finished(blue);
  for (const Process* process : {&red, &blue}) {
    const std::string said = process->said(out);
    EXPECT_EQ(lines_with(said, "over"),
              (std::vector<std::string>{"over flag_captured red", "over flag_captured blue"}));
    EXPECT_EQ(lines_with(said, "rematch").size(), 1U) << said;
    EXPECT_EQ(lines_with(said, "next_game"), std::vector<std::string>{"next_game 2"});
    EXPECT_EQ(lines_with(said, "match"), std::vector<std::string>{});
  }
}

TEST_F(EveryWay, a_rematch_is_not_waited_for_where_the_other_wants_none) {
  Process red = host(file_with(quick_board, Side::red), {"--rematch", "5"});
  Process blue = guest(red, file_with(quick_board, Side::blue));
  red.write("a4 a7\n");
  expect_finished(red);
  expect_finished(blue);
  EXPECT_THAT(red.said(out), HasSubstr("\nleft blue\n"));
}

TEST_F(EveryWay, a_rematch_of_a_return_match_is_two_games_more) {
  Process red = host("default", {"--return-match", "--rematch", "1"});
  Process blue = guest(red, "default", {"--rematch", "1"});
  red.write("resign\nresign\nresign\nresign\n");
  expect_finished(red);
  expect_finished(blue);
  // The host is Red in games 1 and 3, and Blue in 2 and 4.
  EXPECT_EQ(lines_with(red.said(out), "match"),
            (std::vector<std::string>{"match red 2 0", "match red 2 0"}));
  EXPECT_EQ(lines_with(blue.said(out), "started").back(), "started 4");
}

// Whole games by chance.

struct Way {
  std::string preset;
  std::vector<std::string> switches;
  rules::Ruleset ruleset;
};

Way way(const std::string& preset, const std::vector<std::string>& switches = {},
        rules::Ruleset ruleset = {}) {
  ruleset.variant = rules::find_variant(preset);
  ruleset.draw_after_quiet_moves = 60;
  Way made{preset, switches, ruleset};
  made.switches.emplace_back("draw_after_quiet_moves=60");
  return made;
}

Way way_with_rescue(const std::string& preset) {
  rules::Ruleset ruleset;
  ruleset.rescue = true;
  ruleset.silent_defense = true;
  return way(preset, {"rescue=on", "silent_defense=on"}, ruleset);
}

class EveryPreset : public EveryWay, public testing::WithParamInterface<Way> {};

TEST_P(EveryPreset, is_played_to_its_end_by_two_scripts) {
  const Way& way = GetParam();
  Random random{7};
  const auto army = [&](Side side) { return rules::default_formation(*way.ruleset.variant, side); };
  const ScriptedGame game = scripted_game(way.ruleset, army(Side::red), army(Side::blue), random);
  Arguments options{"--preset", way.preset};
  for (const std::string& one : way.switches) options.insert(options.end(), {"--set", one});
  Process red = host("default", options);
  Process blue = guest(red, "default");
  red.write(game.script[index(Side::red)]);
  blue.write(game.script[index(Side::blue)]);

  const auto until = Clock::now() + 8 * patience();
  expect_finished(red, until);
  expect_finished(blue, until);
  const auto told = [](const Process& process) {
    std::vector<std::string> found;
    for (const std::string& line : lines_with(process.said(out), {})) {
      const std::string word = line.substr(0, line.find(' '));
      if (word == "move" || word == "rescued" || word == "passed" || word == "over") {
        found.push_back(line);
      }
    }
    return found;
  };
  EXPECT_EQ(told(red), game.told[index(Side::red)]);
  EXPECT_EQ(told(blue), game.told[index(Side::blue)]);
}

INSTANTIATE_TEST_SUITE_P(Each, EveryPreset,
                         testing::Values(way("classic"), way("training"), way("duel"),
                                         way("barrage"), way_with_rescue("classic"),
                                         way_with_rescue("training"), way_with_rescue("duel"),
                                         way_with_rescue("barrage")),
                         [](const auto& one) {
                           return one.param.preset +
                                  (one.param.ruleset.rescue ? "_with_rescue" : "");
                         });

}  // namespace
}  // namespace flagrank::test

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include "common/record/json.hpp"
#include "tests/integration/with_text_clients.hpp"
#include "tests/support/http_answerer.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/process.hpp"
#include "tests/support/record_play.hpp"
#include "tests/support/temporary_directory.hpp"

/// `flagrank replay` and `flagrank convert` as programs among programs.
namespace flagrank::test {
namespace {

using testing::HasSubstr;

using enum Process::Stream;

std::string kept(const std::string& name) { return source_dir() / "tests/data/records" / name; }

/// What the program says and ends with, once its input has ended.
struct Exited {
  std::optional<int> status;
  std::string out;
  std::string err;
};

Exited run(const std::vector<std::string>& arguments, std::string_view input = {}) {
  Process program{flagrank_program(), arguments};
  program.write(input);
  program.close_input();
  const auto status = program.wait();
  return {status, program.said(Process::Stream::out), program.said(Process::Stream::err)};
}

std::string text_of(const std::string& path) {
  std::ifstream file{path};
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The program, started by a shell after it has done that.
Exited run_in_shell(const std::string& before, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"-c", before + "exec \"$0\" \"$@\"", flagrank_program()});
  Process program{"/bin/sh", arguments};
  program.write("end\n");
  program.close_input();
  const auto status = program.wait();
  return {status, program.said(out), program.said(err)};
}

constexpr std::string_view cannot_write = "flagrank: Cannot write standard output: ";

constexpr std::string_view end_of_short_game =
    "fight red marshal flag attacker_won\nover flag_captured red\nat 11 11\n";

TEST(Replay, steps_through_a_file_by_lines) {
  const Exited told = run({"replay", kept("short-game.json"), "--side", "red", "--ascii"},
                          "next\nfight\nboard\nend\nquit\n");
  EXPECT_EQ(told.status, finished) << told.err;
  EXPECT_THAT(told.out, HasSubstr("player red Ada\nplayer blue Bob\nat 0 11\n"));
  EXPECT_THAT(told.out, HasSubstr("As Red saw it"));
  EXPECT_THAT(told.out, HasSubstr(std::string{end_of_short_game}));
  EXPECT_EQ(told.err, "");
}

TEST(Replay, ends_with_its_input) {
  EXPECT_EQ(run({"replay", kept("short-game.xml")}, "end\n").status, finished);
  EXPECT_EQ(run({"replay", kept("barrage.strados3")}).out, "at 0 0\n");
}

TEST(Replay, says_where_a_file_is_broken) {
  const TemporaryDirectory folder;
  const std::string path = folder.path() / "broken.json";
  std::string broken = text_of(kept("short-game.json"));
  broken.replace(broken.find("\"to\": \"f5\""), 10, "\"to\": \"f6\"");
  std::ofstream{path} << broken;

  const Exited told = run({"replay", path});
  EXPECT_EQ(told.status, usage);
  EXPECT_THAT(told.err, testing::ContainsRegex(
                            "broken.json: line [0-9]+, /moves/2: the rules do not let red play"));
  EXPECT_EQ(run({"replay", folder.path() / "missing"}).status, usage);
}

TEST(Replay, does_not_repeat_the_escape_sequences_of_a_path) {
  const Exited told = run({"replay", "\033[31mx\xC3\xA9\n"});
  EXPECT_EQ(told.status, usage);
  // In the locale of tests no letter beyond ASCII can be shown either.
  EXPECT_THAT(told.err, testing::StartsWith("flagrank: Cannot read ?[31mx"));
  EXPECT_EQ(told.err.find('\033'), std::string::npos);
  EXPECT_THAT(told.err, testing::EndsWith(": No such file or directory.\n"));
}

TEST(Replay, fetches_a_record_by_its_url_or_its_id) {
  const HttpAnswerer server{HttpAnswerer::http("200 OK", record::to_json(short_record()))};
  const std::string place = "127.0.0.1:" + std::to_string(server.port());
  const Exited by_url = run({"replay", "http://" + place + "/v1/records/abc"}, "end\n");
  EXPECT_EQ(by_url.status, finished) << by_url.err;
  EXPECT_THAT(by_url.out, HasSubstr(std::string{end_of_short_game}));
  EXPECT_THAT(server.asked(), HasSubstr("GET /v1/records/abc HTTP/1.1\r\nHost: " + place));

  const std::string id = "0123456789abcdef0123456789abcdef";
  EXPECT_EQ(run({"replay", id, "--server", "ws://" + place}).status, finished);
  EXPECT_THAT(server.asked(), HasSubstr("GET /v1/records/" + id + " HTTP/1.1\r\n"));
}

/// What the program says of a server that answers with these bytes.
Exited told_of(const std::string& answer) {
  const HttpAnswerer server{answer};
  return run({"replay", "http://127.0.0.1:" + std::to_string(server.port()) + "/v1/records/abc"});
}

TEST(Replay, says_why_a_record_could_not_be_fetched) {
  const Exited missing = told_of(HttpAnswerer::http("404 Not Found", "{}"));
  EXPECT_EQ(missing.status, refused);
  EXPECT_THAT(missing.err, HasSubstr("has no such record"));
  EXPECT_EQ(told_of(HttpAnswerer::http("503 Service Unavailable", "")).status, refused);
  EXPECT_EQ(told_of("SSH-2.0-OpenSSH\r\n").status, lost);
  EXPECT_EQ(told_of("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{").status, lost);
  const Exited huge = told_of("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n{");
  EXPECT_EQ(huge.status, lost);
  EXPECT_THAT(huge.err, HasSubstr("more than can be read"));
  const Exited other = told_of(HttpAnswerer::http("200 OK", "{\"hello\":1}"));
  EXPECT_EQ(other.status, usage);
  EXPECT_THAT(other.err, HasSubstr("/v1/records/abc: line 1: lacks the field format"));
  const Exited nobody = run({"replay", "http://127.0.0.1:1/v1/records/abc"});
  EXPECT_EQ(nobody.status, lost);
  EXPECT_THAT(nobody.err, HasSubstr("nothing listens on 127.0.0.1:1"));
}

class KeptGame : public WithTextClients {};

TEST_F(KeptGame, is_replayed_by_the_id_that_both_players_were_told) {
  Process red = host(file_with(quick_board, rules::Side::red));
  Process blue = guest(code_told_by(red), file_with(quick_board, rules::Side::blue));
  red.write("b4 b5\ne4 e7\na4 a7\n");
  blue.write("f7 f6\nj7 j6\n");
  ASSERT_EQ(red.wait(), finished) << red.said(err);
  ASSERT_EQ(blue.wait(), finished) << blue.said(err);
  const auto told = lines_with(red.said(out), "record");
  ASSERT_EQ(told.size(), 1U) << red.said(out);
  EXPECT_EQ(lines_with(blue.said(out), "record"), told);

  Process replay = client({"replay", told[0].substr(told[0].find(' ') + 1)});
  replay.write("end\n");
  replay.close_input();
  EXPECT_EQ(replay.wait(), finished) << replay.said(err);
  EXPECT_THAT(replay.said(out), HasSubstr("player red Host\nplayer blue Guest\nat 0 5\n"));
  EXPECT_THAT(replay.said(out), HasSubstr("over flag_captured red\nat 5 5\n"));
}

class Convert : public testing::Test {
 protected:
  TemporaryDirectory folder;
};

TEST_F(Convert, writes_a_game_in_every_form) {
  const std::string json = folder.path() / "game.json";
  EXPECT_EQ(run({"convert", kept("short-game.xml"), "--to", "json", "--output", json}).status,
            finished);
  EXPECT_EQ(run({"convert", json, "--to", "gravon"}).out, text_of(kept("short-game.xml")));
  EXPECT_THAT(run({"convert", json, "--to", "strados3", "--ply", "11"}).out, HasSubstr(" b 12\n"));
  const Exited position = run({"convert", kept("barrage.strados3"), "--to", "json"});
  EXPECT_EQ(position.status, usage);
  EXPECT_THAT(position.err, HasSubstr("a position is no game"));
}

TEST_F(Convert, says_that_standard_output_took_nothing) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"convert", kept("short-game.json"), "--to", "gravon"},
        std::vector<std::string>{"replay", kept("short-game.json")},
        std::vector<std::string>{"--help"}}) {
    const Exited told = run_in_shell("exec > /dev/full; ", arguments);
    EXPECT_EQ(told.status, usage) << arguments[0];
    EXPECT_EQ(told.err, std::string{cannot_write} + "No space left on device.\n") << arguments[0];
  }
}

class Enquiry : public WithTextClients {};

TEST_F(Enquiry, says_that_standard_output_took_nothing) {
  const std::string server = "ws://127.0.0.1:" + std::to_string(port());
  for (const std::string asked : {"rules", "rooms"}) {
    const Exited told = run_in_shell("exec > /dev/full; ", {asked, "--server", server});
    EXPECT_EQ(told.status, usage) << asked;
    EXPECT_THAT(told.err, HasSubstr(std::string{cannot_write})) << asked;
  }
}

TEST_F(Convert, leaves_the_old_file_where_the_new_one_finds_no_room) {
  const std::string path = folder.path() / "game.json";
  std::filesystem::copy_file(kept("short-game.json"), path);
  const Exited told = run_in_shell("trap '' XFSZ; ulimit -f 1; ",
                                   {"convert", path, "--to", "json", "--output", path});
  EXPECT_EQ(told.status, usage);
  EXPECT_EQ(told.err, "flagrank: Cannot write " + path + ": File too large.\n");
  EXPECT_EQ(text_of(path), text_of(kept("short-game.json")));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator{folder.path()}, {}), 1);
}

TEST_F(Convert, replaces_a_file_and_keeps_what_leads_to_it_and_who_may_read_it) {
  namespace fs = std::filesystem;
  const fs::path path = folder.path() / "game.json";
  const fs::path link = folder.path() / "link";
  fs::copy_file(kept("short-game.xml"), path);
  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("game.json", link);
  EXPECT_EQ(run({"convert", link, "--to", "json", "--output", link}).status, finished);
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(text_of(path).substr(0, 1), "{");
  EXPECT_EQ(run({"convert", path, "--to", "json", "--output", "/dev/null"}).status, finished);
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

}  // namespace
}  // namespace flagrank::test

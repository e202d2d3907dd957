#include "client/text/arguments.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "client/text/seat_folder.hpp"
#include "tests/support/temporary_directory.hpp"

namespace flagrank::text {
namespace {

using namespace std::chrono_literals;
using protocol::SuggestFormation;
using rules::Side;

/// Each test finds the environment empty and leaves it so.
class Arguments : public testing::Test {
 protected:
  void SetUp() override { TearDown(); }
  void TearDown() override {
    ::unsetenv("FLAGRANK_SERVER");
    ::unsetenv("FLAGRANK_ACCESS_KEY");
    ::unsetenv("USER");
    ::unsetenv("XDG_STATE_HOME");
  }
};

Wanted read(std::vector<const char*> words) {
  words.insert(words.begin(), "flagrank");
  return read_arguments(static_cast<int>(words.size()), words.data());
}

ToPlay play(const std::vector<const char*>& words) { return std::get<ToPlay>(read(words)); }
ToPrint print(const std::vector<const char*>& words) { return std::get<ToPrint>(read(words)); }

TEST_F(Arguments, create_makes_a_classic_room_on_this_machine) {
  const ToPlay wanted = play({"create"});
  EXPECT_EQ(std::get<protocol::CreateRoom>(wanted.wish.entry),
            (protocol::CreateRoom{.name = "Player", .side = {}, .ruleset = {}}));
  EXPECT_EQ(wanted.wish.formation, std::nullopt);
  EXPECT_EQ(wanted.wish.server, "ws://127.0.0.1:8080");
  EXPECT_EQ(wanted.server, (Address{"127.0.0.1", "8080", "/v1/ws"}));
  EXPECT_FALSE(wanted.ascii);
}

TEST_F(Arguments, create_takes_a_preset_and_switches) {
  const ToPlay wanted = play({"create",
                              "--side",
                              "blue",
                              "--preset",
                              "duel",
                              "--set",
                              "draw_after_quiet_moves=100",
                              "--set",
                              "aggressor_advantage=true",
                              "--set",
                              "scout_strike=false",
                              "--set",
                              "two_squares=off",
                              "--set",
                              "chase=three_squares",
                              "--set",
                              "mutual_immobility=draw",
                              "--set",
                              "rescue=on",
                              "--return-match"});
  rules::Ruleset ruleset{.variant = rules::find_variant("duel")};
  ruleset.draw_after_quiet_moves = 100;
  ruleset.aggressor_advantage = true;
  ruleset.scout_strike = false;
  ruleset.rescue = true;
  ruleset.two_squares = false;
  ruleset.chase = rules::ChaseRule::three_squares;
  ruleset.mutual_immobility = rules::MutualImmobility::draw;
  EXPECT_EQ(std::get<protocol::CreateRoom>(wanted.wish.entry),
            (protocol::CreateRoom{
                .name = "Player", .side = Side::blue, .ruleset = ruleset, .return_match = true}));
}

TEST_F(Arguments, what_cannot_be_played_is_told_with_what_can) {
  const auto complaint = [](const std::vector<const char*>& words) {
    const ToPrint wrong = print(words);
    EXPECT_EQ(wrong.status, ExitStatus::usage);
    return wrong.text.substr(0, wrong.text.find('\n'));
  };
  EXPECT_EQ(complaint({"create", "--preset", "chess"}),
            "flagrank: --preset: there is no game \"chess\"; there is: classic, training, duel, "
            "barrage");
  EXPECT_EQ(
      complaint({"create", "--set", "silent_defense=true", "--set", "visible_survivors=true"}),
      "flagrank: --set: this cannot be played: silent_defense hides what visible_survivors "
      "would show.");
}

TEST_F(Arguments, rules_asks_a_server_what_can_be_played) {
  const auto all = std::get<Enquiry>(read({"rules"}));
  EXPECT_EQ(std::get<AboutRules>(all.question).preset, "");
  EXPECT_EQ(all.server, (Address{"127.0.0.1", "8080", "/v1/ws"}));
  const auto one =
      std::get<Enquiry>(read({"rules", "duel", "--server", "ws://other:82", "--ascii"}));
  EXPECT_EQ(std::get<AboutRules>(one.question).preset, "duel");
  EXPECT_EQ(one.server.host, "other");
  EXPECT_TRUE(one.ascii);
}

TEST_F(Arguments, rooms_asks_a_server_where_anybody_can_join) {
  const auto enquiry = std::get<Enquiry>(read({"rooms", "--server", "ws://other:82"}));
  EXPECT_TRUE(std::holds_alternative<AboutRooms>(enquiry.question));
  EXPECT_EQ(enquiry.server.host, "other");
}

TEST_F(Arguments, create_makes_a_public_room_where_that_is_wanted) {
  EXPECT_TRUE(std::get<protocol::CreateRoom>(play({"create", "--public"}).wish.entry).is_public);
  EXPECT_FALSE(std::get<protocol::CreateRoom>(play({"create"}).wish.entry).is_public);
}

TEST_F(Arguments, create_takes_limits) {
  const ToPlay wanted = play({"create", "--clock", "10m+5s", "--setup-limit", "5m",
                              "--absence-limit", "90s", "--spectators"});
  const view::Timing timing{
      .clock = view::GameClock{.initial = 10min, .increment = 5s},
      .setup_limit = 5min,
      .absence_limit = 90s,
  };
  EXPECT_EQ(
      std::get<protocol::CreateRoom>(wanted.wish.entry),
      (protocol::CreateRoom{
          .name = "Player", .side = {}, .ruleset = {}, .timing = timing, .spectators = true}));
}

TEST_F(Arguments, watch_takes_the_code_as_it_is_typed) {
  const ToPlay wanted = play({"watch", "k7q-m3p", "--ascii"});
  EXPECT_EQ(std::get<protocol::WatchRoom>(wanted.wish.entry),
            (protocol::WatchRoom{.room = "k7q-m3p"}));
  EXPECT_TRUE(wanted.ascii);
}

TEST_F(Arguments, join_takes_an_invitation_in_place_of_code_and_server) {
  const ToPlay wanted =
      play({"join", "flagrank+ws://play.example.org:81/KTRM9X/3a7b", "--server", "ws://elsewhere"});
  EXPECT_EQ(std::get<protocol::JoinRoom>(wanted.wish.entry),
            (protocol::JoinRoom{.room = "KTRM9X", .name = "Player", .invitation = "3a7b"}));
  EXPECT_EQ(wanted.wish.server, "ws://play.example.org:81");
  EXPECT_EQ(wanted.server, (Address{"play.example.org", "81", "/v1/ws"}));
}

TEST_F(Arguments, join_refuses_half_an_invitation) {
  const ToPrint wanted = print({"join", "flagrank+ws://play.example.org/KTRM9X"});
  EXPECT_EQ(wanted.status, ExitStatus::usage);
  EXPECT_NE(wanted.text.find("this one is not whole"), std::string::npos);
}

TEST_F(Arguments, create_can_keep_all_out_who_are_not_invited) {
  EXPECT_TRUE(
      std::get<protocol::CreateRoom>(play({"create", "--by-invitation"}).wish.entry).by_invitation);
}

TEST_F(Arguments, the_access_key_comes_from_a_file_or_else_from_the_environment) {
  EXPECT_EQ(play({"create"}).wish.access_key, std::nullopt);
  ::setenv("FLAGRANK_ACCESS_KEY", "of-the-environment", 1);
  EXPECT_EQ(play({"create"}).wish.access_key, "of-the-environment");
  EXPECT_EQ(std::get<Enquiry>(read({"rooms"})).access_key, "of-the-environment");

  const test::TemporaryDirectory folder;
  const std::string file = folder.path() / "key";
  std::ofstream{file} << "of-the-file\n";
  for (const char* command : {"create", "join", "watch"}) {
    std::vector<const char*> words{command, "--access-key-file", file.c_str()};
    if (words[0] != std::string_view{"create"}) words.push_back("KTRM9X");
    EXPECT_EQ(play(words).wish.access_key, "of-the-file") << command;
  }
  EXPECT_EQ(std::get<Enquiry>(read({"rooms", "--access-key-file", file.c_str()})).access_key,
            "of-the-file");
}

TEST_F(Arguments, an_access_key_that_there_is_not_is_a_fault_before_anybody_connects) {
  const ToPrint missing = print({"create", "--access-key-file", "/nowhere/key"});
  EXPECT_EQ(missing.status, ExitStatus::usage);
  EXPECT_NE(missing.text.find("/nowhere/key"), std::string::npos);
  ::setenv("FLAGRANK_ACCESS_KEY", "two words", 1);
  const ToPrint wrong = print({"rooms"});
  EXPECT_EQ(wrong.status, ExitStatus::usage);
  EXPECT_EQ(wrong.text.find("two words"), std::string::npos) << "it is a secret";
}

TEST_F(Arguments, join_takes_the_code_as_it_is_typed) {
  const ToPlay wanted = play({"join", "k7q-m3p", "--name", "Zoë", "--ascii"});
  EXPECT_EQ(std::get<protocol::JoinRoom>(wanted.wish.entry),
            (protocol::JoinRoom{.room = "k7q-m3p", .name = "Zoë"}));
  EXPECT_TRUE(wanted.ascii);
}

TEST_F(Arguments, the_environment_names_player_and_server) {
  ::setenv("USER", "ann", 1);
  ::setenv("FLAGRANK_SERVER", "ws://example.org:81", 1);
  const ToPlay wanted = play({"join", "ABC"});
  EXPECT_EQ(std::get<protocol::JoinRoom>(wanted.wish.entry).name, "ann");
  EXPECT_EQ(wanted.server.host, "example.org");
}

TEST_F(Arguments, the_command_line_goes_before_the_environment) {
  ::setenv("FLAGRANK_SERVER", "ws://example.org:81", 1);
  EXPECT_EQ(play({"join", "ABC", "--server", "ws://other:82"}).server.host, "other");
  EXPECT_EQ(play({"create", "--server", "ws://other:82"}).server.host, "other");
  EXPECT_EQ(play({"watch", "ABC", "--server", "ws://other:82"}).server.host, "other");
}

TEST_F(Arguments, a_user_without_a_usable_name_is_a_player) {
  ::setenv("USER", "\033[2J", 1);
  EXPECT_EQ(std::get<protocol::JoinRoom>(play({"join", "ABC"}).wish.entry).name, "Player");
}

TEST_F(Arguments, a_formation_may_be_named) {
  EXPECT_EQ(play({"create", "--formation", "default"}).wish.formation,
            FormationWish{SuggestFormation{"default"}});
  EXPECT_EQ(play({"create", "--formation", "random"}).wish.formation,
            FormationWish{SuggestFormation{"random"}});
}

TEST_F(Arguments, a_formation_of_any_variant_may_be_named) {
  EXPECT_EQ(play({"join", "ABC", "--formation", "storm"}).wish.formation,
            FormationWish{SuggestFormation{"storm"}});
  EXPECT_EQ(play({"join", "ABC", "--formation", "centre"}).wish.formation,
            FormationWish{SuggestFormation{"centre"}});
}

TEST_F(Arguments, rematches_may_be_asked_for) {
  EXPECT_EQ(play({"create"}).wish.rematches, 0U);
  EXPECT_EQ(play({"create", "--rematch", "3"}).wish.rematches, 3U);
  EXPECT_EQ(play({"join", "ABCDEF", "--rematch", "1"}).wish.rematches, 1U);
  EXPECT_EQ(print({"create", "--rematch", "-1"}).status, ExitStatus::usage);
}

TEST_F(Arguments, a_formation_that_is_neither_a_name_nor_a_file_is_answered_with_the_names) {
  const ToPrint made = print({"create", "--preset", "barrage", "--formation", "storm"});
  EXPECT_EQ(made.status, ExitStatus::usage);
  EXPECT_EQ(made.text,
            "flagrank: --formation: \"storm\" is neither a formation of this game nor a file that "
            "can be read. There are: default, centre, decoy, random, random_guarded. Cannot read "
            "storm: No such "
            "file or directory.\n");
  const ToPrint joined = print({"join", "ABC", "--formation", "/nowhere/army.txt"});
  EXPECT_EQ(joined.status, ExitStatus::usage);
  EXPECT_EQ(joined.text,
            "flagrank: --formation: \"/nowhere/army.txt\" is neither a formation of any game nor a "
            "file that can be read. There are: default, corner, decoy, storm, random, "
            "random_guarded, centre. Cannot read /nowhere/army.txt: No such file or directory.\n");
}

TEST_F(Arguments, resume_goes_back_to_a_seat_of_this_machine) {
  const test::TemporaryDirectory state;
  ::setenv("XDG_STATE_HOME", state.path().c_str(), 1);
  const KeptSeat seat{.server = "ws://example.org:81",
                      .room = "K7QM3P",
                      .seat = view::Seat::host,
                      .token = "secret",
                      .name = "Ann"};
  ASSERT_FALSE(SeatFolder{seat_folder()}.keep(seat));
  for (const ToPlay& wanted :
       {play({"resume", "--ascii"}), play({"resume", "k7q-m3p", "--ascii"})}) {
    EXPECT_EQ(std::get<KeptSeat>(wanted.wish.entry), seat);
    EXPECT_EQ(wanted.server, (Address{"example.org", "81", "/v1/ws"}));
    EXPECT_TRUE(wanted.ascii);
  }
}

TEST_F(Arguments, resume_without_a_seat_is_wrong_usage) {
  const test::TemporaryDirectory state;
  ::setenv("XDG_STATE_HOME", state.path().c_str(), 1);
  const ToPrint wrong = print({"resume"});
  EXPECT_EQ(wrong.status, ExitStatus::usage);
  EXPECT_EQ(wrong.text, "flagrank: there is no game to go back to on this machine\n");
}

TEST_F(Arguments, help_and_version_are_no_error) {
  EXPECT_EQ(print({"--help"}).status, ExitStatus::finished);
  EXPECT_NE(print({"--help"}).text.find("Exit status"), std::string::npos);
  EXPECT_EQ(print({"create", "--help"}).status, ExitStatus::finished);
  EXPECT_EQ(print({"--version"}).text, "flagrank " FLAGRANK_VERSION "\n");
}

TEST_F(Arguments, what_cannot_be_meant_is_wrong_usage) {
  const std::vector<std::vector<const char*>> wrong{
      {},
      {"play"},
      {"join"},
      {"create", "--side", "green"},
      {"create", "--preset", ""},
      {"create", "--set", "draw_after_quiet_moves=-1"},
      {"create", "--set"},
      {"create", "--set", "chase=never"},
      {"rules", "duel", "barrage"},
      {"rules", "--server", "ws://example.org", "--ca", "mine.pem"},
      {"create", "--name", ""},
      {"create", "--name", "a\nb"},
      {"create", "--name", "a name that is longer than thirty-two bytes"},
      {"create", "--server", "ws://example.org", "--ca", "mine.pem"},
      {"create", "--server", "nonsense://"},
      {"create", "--colour", "off"},
      {"create", "--clock", "10"},
      {"create", "--setup-limit", "soon"},
      {"create", "--absence-limit", "0s"},
      {"watch"},
      {"watch", "ABC", "--name", "Ann"},
  };
  for (const auto& words : wrong) {
    const ToPrint told = print(words);
    EXPECT_EQ(told.status, ExitStatus::usage) << testing::PrintToString(words);
    EXPECT_FALSE(told.text.empty()) << testing::PrintToString(words);
  }
}

TEST_F(Arguments, replay_takes_a_file_a_url_or_an_id) {
  EXPECT_EQ(std::get<std::string>(std::get<ToReplay>(read({"replay", "game.json"})).source),
            "game.json");
  EXPECT_EQ(
      std::get<Address>(std::get<ToReplay>(read({"replay", "http://h:1/v1/records/x"})).source),
      (Address{"h", "1", "/v1/records/x"}));
  const char* const id = "0123456789abcdef0123456789abcdef";
  const auto wanted =
      std::get<ToReplay>(read({"replay", id, "--server", "ws://h:1", "--side", "blue"}));
  EXPECT_EQ(std::get<Address>(wanted.source),
            (Address{"h", "1", "/v1/records/" + std::string{id}}));
  EXPECT_EQ(wanted.angle, Angle::blue);
  EXPECT_EQ(std::get<Address>(
                std::get<ToReplay>(read({"replay", "https://h/x", "--ca", "mine.pem"})).source),
            (Address{"h", "443", "/x", true, "mine.pem"}));
  EXPECT_EQ(print({"replay", "http://h/x", "--ca", "mine.pem"}).status, ExitStatus::usage);
  EXPECT_EQ(print({"replay"}).status, ExitStatus::usage);
}

TEST_F(Arguments, a_server_that_speaks_tls_is_checked_by_whom_the_user_names) {
  EXPECT_EQ(play({"create", "--server", "wss://h"}).server, (Address{"h", "443", "/v1/ws", true}));
  EXPECT_EQ(play({"join", "ABC", "--server", "wss://h:1", "--ca", "mine.pem"}).server,
            (Address{"h", "1", "/v1/ws", true, "mine.pem"}));
}

TEST_F(Arguments, a_scheme_may_be_written_large) {
  EXPECT_EQ(
      std::get<Address>(std::get<ToReplay>(read({"replay", "HTTP://h:1/v1/records/x"})).source),
      (Address{"h", "1", "/v1/records/x"}));
  EXPECT_TRUE(std::get<Address>(std::get<ToReplay>(read({"replay", "Https://h/x"})).source).tls);
  EXPECT_EQ(play({"create", "--server", "WS://h:1"}).server, (Address{"h", "1", "/v1/ws"}));
}

TEST_F(Arguments, convert_takes_no_ply_that_is_no_number) {
  for (const char* ply : {"-1", "1.5", "x"}) {
    EXPECT_EQ(print({"convert", "game.json", "--to", "strados3", "--ply", ply}).status,
              ExitStatus::usage)
        << ply;
  }
  EXPECT_EQ(print({"convert", "game.json", "--to", "strados3", "--ply=-1"}).status,
            ExitStatus::usage);
}

TEST_F(Arguments, replay_does_not_repeat_escape_sequences_of_a_url) {
  EXPECT_EQ(print({"replay", "http://h:\033[31m/x"}).text.find('\033'), std::string::npos);
}

TEST_F(Arguments, convert_takes_a_form_and_a_position_its_move) {
  const auto wanted = std::get<ToConvert>(
      read({"convert", "game.json", "--to", "strados3", "--ply", "40", "--output", "x"}));
  EXPECT_EQ(wanted.format, Format::strados3);
  EXPECT_EQ(wanted.ply, 40U);
  EXPECT_EQ(wanted.output, "x");
  EXPECT_EQ(print({"convert", "game.json"}).status, ExitStatus::usage);
  EXPECT_EQ(print({"convert", "game.json", "--to", "pgn"}).status, ExitStatus::usage);
  EXPECT_EQ(print({"convert", "game.json", "--to", "json", "--ply", "1"}).status,
            ExitStatus::usage);
}

}  // namespace
}  // namespace flagrank::text

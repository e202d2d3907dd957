#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>
#include <vector>

#include "tests/integration/with_http.hpp"
#include "tests/integration/with_text_clients.hpp"
#include "tests/support/armies.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/temporary_directory.hpp"

/// Private servers and invitations, with the real server.
namespace flagrank::test {
namespace {

using protocol::ErrorCode;
using rules::Side;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const std::string key = "plum-lantern-otter-42";

protocol::CreateRoom by_invitation() {
  protocol::CreateRoom wish{.name = "Host", .side = Side::red, .ruleset = {}};
  wish.spectators = true;
  wish.by_invitation = true;
  return wish;
}

protocol::JoinRoom with(const std::string& room, const std::string& invitation) {
  return {.room = room, .name = "Guest", .retry_key = {}, .invitation = invitation};
}

// --- invitations

class Invitations : public WithServer {};

TEST_F(Invitations, survive_a_server_that_is_killed_and_stay_used_over_the_next_time) {
  const TemporaryDirectory folder;
  const auto start_again = [&] { start_generous({"--data", folder.path().string()}); };
  const auto kill = [&] {
    server().process().signal(SIGKILL);
    ASSERT_EQ(server().process().wait(), 128 + SIGKILL);
  };
  start_again();
  std::string room;
  std::string invitation;
  {
    Player host{port()};
    host.create(by_invitation());
    room = host.room();
    invitation = host.invitation().value();
  }
  kill();
  start_again();
  {
    Player guest{port()};
    EXPECT_EQ(guest.refusal(with(room, std::string(32, '0'))), ErrorCode::wrong_invitation);
    EXPECT_EQ(guest.refusal(protocol::JoinRoom{.room = room, .name = "Guest", .retry_key = {}}),
              ErrorCode::invitation_needed);
    const auto answer = guest.say(with(room, invitation));
    EXPECT_TRUE(std::holds_alternative<protocol::Seated>(answer.body));
  }
  kill();
  start_again();
  Player late{port()};
  EXPECT_EQ(late.refusal(with(room, invitation)), ErrorCode::wrong_invitation);
}

TEST_F(Invitations, give_one_of_two_who_come_at_once_the_seat) {
  for (int round = 0; round < 30; ++round) {
    Player host{port()};
    host.create(by_invitation());
    std::array<Player, 2> guests{Player{port()}, Player{port()}};
    for (Player& guest : guests) {
      guest.put({.id = "at-once", .body = with(host.room(), host.invitation().value())});
    }
    for (Player& guest : guests) guest.hear_one();
    const auto seated = [](const Player& guest) {
      return guest.frames().back().starts_with(R"({"type":"seated")");
    };
    EXPECT_EQ(std::ranges::count_if(guests, seated), 1);
    const Player& other = seated(guests[0]) ? guests[1] : guests[0];
    EXPECT_THAT(other.frames().back(), HasSubstr(R"("code":"wrong_invitation")"));
  }
}

TEST_F(Invitations, that_are_guessed_hold_their_address_up) {
  start_generous({"--failed-joins-per-minute", "2"});
  Player host{port()};
  host.create(by_invitation());
  Player eve{port()};
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(eve.refusal(with(host.room(), std::string(32, '0'))), ErrorCode::wrong_invitation);
  }
  const auto answer = eve.say(with(host.room(), host.invitation().value()));
  const auto& error = std::get<protocol::Error>(answer.body);
  EXPECT_EQ(error.code, ErrorCode::too_many_attempts);
  EXPECT_TRUE(error.retry_after_ms);
}

// --- secrets

class Secrets : public WithHttp {};

/// All that a server with a private game lets out, but to the host.
std::string told_to_others(const Player& guest, const Player& spectator, const std::string& log) {
  std::string all = log;
  for (const Player* player : {&guest, &spectator}) {
    for (const std::string& frame : player->frames()) all += frame + "\n";
  }
  return all;
}

TEST_F(Secrets, of_who_may_come_in_are_in_no_log_answer_record_or_frame_of_others) {
  const TemporaryDirectory folder;
  const std::string file = folder.path() / "key";
  std::ofstream{file} << key << "\n";
  start_generous({"--access-key-file", file, "--log-level", "trace"});

  Player host{port()};
  protocol::CreateRoom wish = by_invitation();
  wish.is_public = true;
  wish.access_key = key;
  host.create(wish);
  const std::string invitation = host.invitation().value();
  Player spectator{port()};
  const auto seen = spectator.say(protocol::WatchRoom{.room = host.room(), .access_key = key});
  ASSERT_TRUE(std::holds_alternative<protocol::SnapshotTold>(seen.body));
  Player guest{port()};
  guest.refusal(with(host.room(), "a-wrong-invitation"));
  guest.refusal(protocol::ListRooms{"a-wrong-access-key"});
  ASSERT_TRUE(
      std::holds_alternative<protocol::Seated>(guest.say(with(host.room(), invitation)).body));
  guest.say(protocol::ListRooms{key});
  host.lock(classic_armies()[0]);
  guest.lock(classic_armies()[1]);
  host.say(protocol::Resign{1});
  const auto over = guest.expect<view::GameOver>();
  spectator.expect<view::GameOver>();

  const std::string bearer = "\r\nHost: here\r\nAuthorization: Bearer " + key + "\r\n\r\n";
  std::string answers;
  for (const std::string& target :
       {std::string{"/v1/info"}, std::string{"/v1/rooms"}, "/v1/rooms/" + host.room(),
        "/v1/records/" + over.record.value()}) {
    const Answered answer = ask("GET " + target + " HTTP/1.1" + bearer);
    EXPECT_THAT(answer.head, StartsWith("HTTP/1.1 200 ")) << target;
    answers += answer.head + answer.body;
  }

  server().process().signal(SIGTERM);
  host.expect_close();
  guest.expect_close();
  spectator.expect_close();
  ASSERT_EQ(server().process().wait(), 0);
  const std::string log = server().log();
  EXPECT_THAT(log, HasSubstr("debug")) << "nothing is logged at this level";
  const std::string all = told_to_others(guest, spectator, log) + answers;
  for (const std::string& secret :
       {key, invitation, std::string{"a-wrong-invitation"}, std::string{"a-wrong-access-key"}}) {
    EXPECT_THAT(all, Not(HasSubstr(secret)));
  }
}

// --- a private server by HTTP

TEST_F(Secrets, are_asked_for_by_http_before_rooms_are_told) {
  const TemporaryDirectory folder;
  const std::string file = folder.path() / "key";
  std::ofstream{file} << key << "\n";
  start_generous({"--access-key-file", file, "--failed-joins-per-minute", "2"});
  Player host{port()};
  protocol::CreateRoom wish = public_room();
  wish.access_key = key;
  host.create(wish);

  found("/v1/info", "http/info");
  for (const std::string& target : {std::string{"/v1/rooms"}, "/v1/rooms/" + host.room()}) {
    const Answered none = refused(target, 401);
    EXPECT_EQ(none.error(), "access_key_needed");
    EXPECT_THAT(none.head, HasSubstr("\r\nWWW-Authenticate: Bearer realm=\"flagrank\""));
    const auto by = [&](const std::string& said) {
      return ask("GET " + target + " HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer " + said +
                 "\r\n\r\n");
    };
    EXPECT_THAT(by(key).head, StartsWith("HTTP/1.1 200 "));
    const Answered wrong = by("another");
    EXPECT_THAT(wrong.head, StartsWith("HTTP/1.1 403 "));
    EXPECT_EQ(wrong.error(), "wrong_access_key");
  }
  EXPECT_EQ(refused("/v1/rooms", 429).error(), "too_many_attempts") << "after two wrong keys";
}

// --- the text client

class Entrance : public WithTextClients {
 protected:
  std::string key_file(const std::string& text = key) { return file_with_text(text + "\n"); }
  void start_private() { start_generous({"--access-key-file", key_file()}); }
};

using enum Process::Stream;

std::string invitation_told_by(Process& host) {
  const std::string line = host.expect(Process::Stream::out, "invitation ").value_or("invitation ");
  return line.substr(line.find(' ') + 1);
}

TEST_F(Entrance, two_text_clients_play_on_a_private_server_by_key_and_invitation) {
  start_private();
  Process red = client({"create", "--name", "Host", "--side", "red", "--formation",
                        file_with(quick_board, Side::red), "--by-invitation", "--access-key-file",
                        key_file()});
  const std::string invitation = invitation_told_by(red);
  EXPECT_THAT(invitation, StartsWith("flagrank+ws://127.0.0.1:" + std::to_string(port()) + "/"));
  // The server that --server names is another one; the invitation's counts.
  Process blue{flagrank_program(),
               {"join", invitation, "--server", "ws://127.0.0.1:1", "--name", "Guest",
                "--formation", file_with(quick_board, Side::blue), "--ascii"}};
  red.write("b4 b5\ne4 e7\na4 a7\n");
  blue.write("f7 f6\nj7 j6\n");
  EXPECT_EQ(red.wait(), finished) << red.said(err);
  EXPECT_EQ(blue.wait(), finished) << blue.said(err);
  EXPECT_THAT(blue.said(out), HasSubstr("over flag_captured red\n"));
  EXPECT_THAT(blue.said(out), Not(HasSubstr("invitation"))) << "it is the host's";
}

TEST_F(Entrance, a_used_invitation_is_refused_in_one_line) {
  Process red = client({"create", "--name", "Host", "--side", "red"});
  const std::string invitation = invitation_told_by(red);
  Process blue{flagrank_program(), {"join", invitation, "--ascii"}};
  ASSERT_TRUE(blue.expect(out, "room "));
  Process late{flagrank_program(), {"join", invitation, "--ascii"}};
  EXPECT_EQ(late.wait(), refused);
  EXPECT_EQ(lines_in(late.said(err)), 1) << late.said(err);
  EXPECT_THAT(late.said(err), HasSubstr("This invitation is wrong, has been used"));
}

TEST_F(Entrance, without_the_key_or_with_another_one_the_text_client_says_so_in_one_line) {
  start_private();
  const std::string code = "KTRM9X";
  for (const std::vector<std::string>& asked :
       {std::vector<std::string>{"create"}, {"join", code}, {"watch", code}, {"rooms"}}) {
    Process none = client(asked);
    EXPECT_EQ(none.wait(), refused) << asked[0];
    EXPECT_EQ(lines_in(none.said(err)), 1) << none.said(err);
    EXPECT_THAT(none.said(err),
                AllOf(HasSubstr("This server is private"), HasSubstr("--access-key-file FILE")));
    std::vector<std::string> with_another = asked;
    with_another.insert(with_another.end(), {"--access-key-file", key_file("another-key")});
    Process another = client(with_another);
    EXPECT_EQ(another.wait(), refused) << asked[0];
    EXPECT_EQ(lines_in(another.said(err)), 1) << another.said(err);
    EXPECT_THAT(another.said(err), AllOf(HasSubstr("not the access key of this server"),
                                         Not(HasSubstr("another-key"))));
  }
}

TEST_F(Entrance, the_rooms_of_a_private_server_are_shown_to_who_has_the_key) {
  start_private();
  Process rooms = client({"rooms", "--access-key-file", key_file()});
  EXPECT_EQ(rooms.wait(), finished) << rooms.said(err);
  EXPECT_THAT(rooms.said(out), HasSubstr("There is no public room."));
}

TEST_F(Entrance, a_server_whose_key_cannot_be_read_does_not_start) {
  Process server{flagrankd_program(),
                 {"--ephemeral", "--listen", "127.0.0.1:0", "--access-key-file", "/nowhere/key"}};
  EXPECT_EQ(server.wait(), 1);
  EXPECT_EQ(lines_in(server.said(err)), 1) << server.said(err);
  EXPECT_THAT(server.said(err), HasSubstr("/nowhere/key"));
}

TEST_F(Entrance, names_the_server_as_its_host_does) {
  start_generous({"--public-url", "ws://play.example.org"});
  Process red = client({"create"});
  EXPECT_THAT(invitation_told_by(red), StartsWith("flagrank+ws://play.example.org/"));
}

}  // namespace
}  // namespace flagrank::test

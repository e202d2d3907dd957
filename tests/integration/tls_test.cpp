#include <gmock/gmock.h>

#include <csignal>
#include <filesystem>
#include <string>

#include "tests/integration/with_text_clients.hpp"
#include "tests/support/authority.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/raw_connection.hpp"

/// TLS from end to end: the server speaks it, the clients check who answers.
namespace flagrank::test {
namespace {

using rules::Side;
using testing::HasSubstr;
using testing::StartsWith;

using enum Process::Stream;

class Tls : public WithTextClients {
 protected:
  void start_with(const Authority::Files& files, const std::vector<std::string>& more = {}) {
    std::vector<std::string> flags = Authority::flags(files);
    flags.insert(flags.end(), more.begin(), more.end());
    start_generous(flags);
  }

  std::string url(const std::string& scheme, const std::string& host = "127.0.0.1") {
    return scheme + "://" + host + ":" + std::to_string(port());
  }

  /// Trusts the test's authority where `arguments` name no other.
  Process by_tls(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--ca", authority.file(), "--server", url("wss")});
    return Process{flagrank_program(), arguments};
  }

  text::Address address() {
    text::Address address = conformance::on_loopback(port());
    address.tls = true;
    address.authorities = authority.file();
    return address;
  }

  /// The one line with which `flagrank rooms` of that server ends.
  static std::string complaint(const std::vector<std::string>& arguments) {
    Process client{flagrank_program(), arguments};
    EXPECT_EQ(client.wait(), lost);
    const std::string said = client.said(err);
    EXPECT_EQ(lines_in(said), 1) << said;
    return said;
  }

  Authority authority;
};

TEST_F(Tls, two_text_clients_play_a_whole_game) {
  start_with(authority.issue());
  Process red =
      by_tls({"create", "--side", "red", "--formation", file_with(quick_board, Side::red)});
  Process blue =
      by_tls({"join", code_told_by(red), "--formation", file_with(quick_board, Side::blue)});
  red.write("a4 a7\n");
  EXPECT_EQ(red.wait(), finished) << red.said(err);
  EXPECT_EQ(blue.wait(), finished) << blue.said(err);
  EXPECT_THAT(blue.said(out), HasSubstr("over flag_captured red\n"));
}

TEST_F(Tls, a_finished_game_is_fetched_by_https) {
  start_with(authority.issue());
  Process red =
      by_tls({"create", "--side", "red", "--formation", file_with(quick_board, Side::red)});
  Process blue =
      by_tls({"join", code_told_by(red), "--formation", file_with(quick_board, Side::blue)});
  red.write("a4 a7\n");
  ASSERT_EQ(red.wait(), finished) << red.said(err);
  const std::string line = lines_with(red.said(out), "record").at(0);
  const std::string id = line.substr(line.find(' ') + 1);
  Process fetch{
      flagrank_program(),
      {"convert", url("https") + "/v1/records/" + id, "--to", "json", "--ca", authority.file()}};
  EXPECT_EQ(fetch.wait(), finished) << fetch.said(err);
  EXPECT_THAT(fetch.said(out), StartsWith("{"));
}

TEST_F(Tls, the_conformance_tool_speaks_it_too) {
  start_with(authority.issue());
  Process tool{conformance_program(),
               {"server", url("wss"), "--ca", authority.file(), "--only", "ten-messages"}};
  EXPECT_EQ(tool.wait(), 0) << tool.said(out) << tool.said(err);
}

// --- who answers is checked

TEST_F(Tls, an_authority_that_nobody_has_named_is_not_trusted) {
  start_with(authority.issue());
  EXPECT_THAT(complaint({"rooms", "--server", url("wss")}),
              HasSubstr("the certificate of 127.0.0.1:" + std::to_string(port()) +
                        " is signed by nobody whom this machine trusts; --ca FILE names an "
                        "authority of your own\n"));
}

TEST_F(Tls, another_authority_is_not_trusted) {
  start_with(authority.issue());
  const Authority other;
  EXPECT_THAT(complaint({"rooms", "--server", url("wss"), "--ca", other.file()}),
              HasSubstr(" is not signed by an authority in " + other.file() + "\n"));
}

TEST_F(Tls, a_certificate_for_another_name_is_refused) {
  start_with(authority.issue({.names = "DNS:play.example, IP:127.0.0.9"}));
  EXPECT_THAT(complaint({"rooms", "--server", url("wss"), "--ca", authority.file()}),
              HasSubstr(" is not for 127.0.0.1 but for another name\n"));
  EXPECT_THAT(complaint({"rooms", "--server", url("wss", "localhost"), "--ca", authority.file()}),
              HasSubstr(" is not for localhost but for another name\n"));
}

TEST_F(Tls, a_name_that_is_in_the_certificate_is_accepted) {
  start_with(authority.issue({.names = "DNS:localhost"}));
  Process client{flagrank_program(),
                 {"rooms", "--server", url("wss", "localhost"), "--ca", authority.file()}};
  EXPECT_EQ(client.wait(), finished) << client.said(err);
}

TEST_F(Tls, a_certificate_out_of_its_time_is_refused) {
  start_with(authority.issue({.valid = Authority::Time::past}));
  EXPECT_THAT(complaint({"rooms", "--server", url("wss"), "--ca", authority.file()}),
              HasSubstr(" has expired\n"));
  EXPECT_THAT(server().log(), HasSubstr("warning the certificate expired on "));
}

TEST_F(Tls, a_certificate_before_its_time_is_refused) {
  start_with(authority.issue({.valid = Authority::Time::future}));
  EXPECT_THAT(complaint({"rooms", "--server", url("wss"), "--ca", authority.file()}),
              HasSubstr(" is not valid yet; is the clock of this machine right?\n"));
}

TEST_F(Tls, authorities_that_cannot_be_read_are_told_of) {
  start_with(authority.issue());
  Process client{flagrank_program(), {"rooms", "--server", url("wss"), "--ca", "/nowhere/at.pem"}};
  EXPECT_EQ(client.wait(), usage);
  EXPECT_EQ(client.said(err),
            "flagrank: --ca: /nowhere/at.pem cannot be read, or holds no certificate\n");
}

// --- who does not speak it, or badly

TEST_F(Tls, a_client_without_it_is_told_to_speak_it) {
  start_with(authority.issue());
  EXPECT_THAT(complaint({"rooms", "--server", url("ws")}),
              HasSubstr(" speaks TLS only; a URL for it begins with wss://\n"));
  RawConnection connection{port()};
  connection.say("GET /v1/rooms HTTP/1.1\r\nHost: a\r\n\r\n");
  const auto answer = connection.hear_until("}");
  ASSERT_TRUE(answer);
  EXPECT_THAT(*answer, StartsWith("HTTP/1.1 400 "));
  EXPECT_THAT(*answer, HasSubstr(R"("error":"tls_required")"));
}

TEST_F(Tls, a_client_with_it_is_told_where_it_is_not_spoken) {
  EXPECT_THAT(complaint({"rooms", "--server", url("wss"), "--ca", authority.file()}),
              HasSubstr(" does not speak TLS; a URL for it begins with ws:// or http://\n"));
}

TEST_F(Tls, whoever_stalls_in_the_handshake_is_cut_off) {
  start_with(authority.issue(), {"--handshake", "300ms"});
  RawConnection silent{port()};
  RawConnection stalled{port()};
  stalled.say("\x16\x03\x01\x02");
  EXPECT_EQ(silent.hear_to_the_end(), "");
  EXPECT_EQ(stalled.hear_to_the_end(), "");
  EXPECT_EQ(Player{address()}.hello().protocol, 1U) << "others are served";
}

TEST_F(Tls, garbage_instead_of_a_handshake_ends_the_connection) {
  start_with(authority.issue());
  RawConnection garbage{port()};
  garbage.say("\x16\x03\x01\x00\x05garbage and more of it");
  garbage.finish();
  EXPECT_TRUE(garbage.hear_to_the_end());
}

TEST_F(Tls, who_talks_and_never_listens_is_cut_off) {
  start_with(authority.issue(), {"--write", "300ms", "--send-buffer-bytes", "4096"});
  WsClient deaf{address(), {.receive_buffer = 4096}};
  const std::string question = R"({"type":"list_rulesets","id":"a"})";
  bool taken = true;
  for (int n = 0; taken && n < 100'000; ++n) taken = deaf.say(question);
  EXPECT_FALSE(taken) << "the server still reads";
  EXPECT_EQ(Player{address()}.hello().protocol, 1U) << "others are served";
}

TEST_F(Tls, a_message_that_is_too_long_is_closed_with_1009) {
  start_with(authority.issue());
  WsClient client{address()};
  static_cast<void>(client.hear());
  EXPECT_TRUE(client.say(std::string(4 << 20, ' ')));
  const auto end = client.hear();
  ASSERT_TRUE(std::holds_alternative<Closed>(end));
  EXPECT_EQ(std::get<Closed>(end).code, 1009);
}

// --- another certificate while the server runs

void replace(const Authority::Files& files, const Authority::Files& by) {
  std::filesystem::copy_file(by.certificate, files.certificate,
                             std::filesystem::copy_options::overwrite_existing);
  std::filesystem::copy_file(by.key, files.key, std::filesystem::copy_options::overwrite_existing);
}

TEST_F(Tls, sighup_takes_another_certificate_while_games_go_on) {
  const auto files = authority.issue();
  start_with(files);
  Pair pair{Player{address()}, Player{address()}};
  pair.red.say(protocol::Ping{});

  Authority next;
  replace(files, next.issue());
  server().process().signal(SIGHUP);
  ASSERT_TRUE(server().process().expect(out, "the certificate was read again"));
  pair.red.say(protocol::Ping{});
  pair.blue.say(protocol::Ping{});
  EXPECT_THROW(Player{address()}, conformance::Unreachable) << "it shows the new one";
  text::Address renewed = address();
  renewed.authorities = next.file();
  EXPECT_EQ(Player{renewed}.hello().protocol, 1U);
}

TEST_F(Tls, a_certificate_of_no_use_is_logged_and_the_old_one_kept) {
  const auto files = authority.issue();
  start_with(files);
  const auto other = authority.issue();
  std::filesystem::copy_file(other.key, files.key,
                             std::filesystem::copy_options::overwrite_existing);
  server().process().signal(SIGHUP);
  const auto line = server().process().expect(out, "the certificate is not renewed");
  ASSERT_TRUE(line);
  EXPECT_THAT(*line, HasSubstr("is not the key of the certificate"));
  EXPECT_EQ(Player{address()}.hello().protocol, 1U);
}

TEST_F(Tls, a_server_does_not_start_with_a_certificate_of_no_use) {
  const auto files = authority.issue();
  Process server{flagrankd_program(),
                 {"--listen", "127.0.0.1:0", "--ephemeral", "--tls-cert", files.certificate,
                  "--tls-key", authority.issue().key}};
  EXPECT_EQ(server.wait(), 1);
  EXPECT_THAT(server.said(err), HasSubstr("is not the key of the certificate\n"));
}

}  // namespace
}  // namespace flagrank::test

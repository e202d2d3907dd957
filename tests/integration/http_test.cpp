#include <gmock/gmock.h>

#include <cctype>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "tests/integration/with_http.hpp"
#include "tests/support/armies.hpp"

/// What can be asked of a server without a WebSocket, over real sockets: proto/http.md.
namespace flagrank::test {
namespace {

using nlohmann::json;
using rules::Side;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

class Http : public WithHttp {};

Player guest_of(std::uint16_t port, const std::string& room) {
  Player guest{port};
  guest.join(room);
  return guest;
}

// --- the server and its rooms

TEST_F(Http, tells_what_the_server_is_and_can_do) {
  const json info = found("/v1/info", "http/info");
  Player player{port()};
  EXPECT_EQ(info["protocol"], 1);
  EXPECT_EQ(info["server"], player.hello().server);
  EXPECT_EQ(info["features"], json(player.hello().features));
  const json hello = json::parse(player.frames().front());
  EXPECT_EQ(info["limits"], hello["limits"]);
  player.say(protocol::ListRulesets{});
  json rulesets = json::parse(player.frames().back());
  rulesets.erase("type");
  rulesets.erase("re");
  EXPECT_EQ(info["rulesets"], rulesets);
}

TEST_F(Http, closes_after_each_answer_that_any_page_may_read) {
  EXPECT_THAT(get("/v1/rooms").head,
              AllOf(HasSubstr("\r\nContent-Type: application/json"),
                    HasSubstr("\r\nConnection: close"), HasSubstr("\r\nCache-Control: no-store"),
                    HasSubstr("\r\nAccess-Control-Allow-Origin: *")));
}

TEST_F(Http, lists_the_public_rooms_as_list_rooms_does) {
  EXPECT_EQ(found("/v1/rooms", "http/rooms"), json::parse(R"({"rooms":[],"more":false})"));
  Player ada{port()};
  ada.create(public_room());
  Player eve{port()};
  eve.create({.name = "Eve", .side = {}, .ruleset = {}});

  eve.say(protocol::ListRooms{});
  json told = json::parse(eve.frames().back());
  told.erase("type");
  told.erase("re");
  const json rooms = found("/v1/rooms", "http/rooms");
  EXPECT_EQ(rooms, told);
  ASSERT_EQ(rooms["rooms"].size(), 1U);
  EXPECT_EQ(rooms["rooms"][0]["room"], ada.room());
}

TEST_F(Http, tells_of_a_room_whose_code_somebody_has) {
  Player eve{port()};
  eve.create({.name = "Eve", .side = Side::red, .ruleset = {}, .spectators = true});
  const json waiting = found("/v1/rooms/" + eve.room(), "http/room");
  EXPECT_EQ(waiting["room"], eve.room());
  EXPECT_EQ(waiting["host"], "Eve");
  EXPECT_EQ(waiting["public"], false);
  EXPECT_EQ(waiting["phase"], "waiting");
  EXPECT_EQ(waiting["free_side"], "blue");
  EXPECT_EQ(waiting["spectators"], true);

  std::string typed = eve.room().substr(0, 3) + "-" + eve.room().substr(3);
  for (char& letter : typed) letter = static_cast<char>(std::tolower(letter));
  EXPECT_EQ(found("/v1/rooms/" + typed, "http/room"), waiting);

  const Player guest = guest_of(port(), eve.room());
  const json full = found("/v1/rooms/" + eve.room(), "http/room");
  EXPECT_EQ(full["phase"], "setup");
  EXPECT_EQ(full["seats_free"], 0);
  EXPECT_EQ(full["free_side"], nullptr);
}

TEST_F(Http, says_nothing_of_who_has_set_up_and_how) {
  Player eve{port()};
  eve.create(public_room());
  const Player guest = guest_of(port(), eve.room());
  const Answered before = get("/v1/rooms/" + eve.room());
  eve.lock(classic_armies()[0]);
  EXPECT_EQ(get("/v1/rooms/" + eve.room()).body, before.body);
}

TEST_F(Http, neither_wakes_a_room_nor_lists_one_that_sleeps) {
  const TemporaryDirectory directory;
  start_in(directory);
  Player ada{port()};
  ada.create(public_room());
  kill();
  start_in(directory);
  const json asleep{{"room", ada.room()}, {"asleep", true}};
  EXPECT_EQ(found("/v1/rooms/" + ada.room(), "http/room"), asleep);
  EXPECT_EQ(found("/v1/rooms/" + ada.room(), "http/room"), asleep);
  EXPECT_THAT(found("/v1/rooms", "http/rooms")["rooms"], IsEmpty());

  Player again{port()};
  again.resume(ada.room(), ada.token());
  EXPECT_EQ(found("/v1/rooms/" + ada.room(), "http/room")["phase"], "waiting");
  EXPECT_EQ(found("/v1/rooms", "http/rooms")["rooms"].size(), 1U);
}

// --- what is refused

TEST_F(Http, finds_no_room_under_a_code_that_none_has) {
  start_generous({"--failed-joins-per-minute", "1000"});
  for (const std::string& code :
       {std::string{"222222"}, std::string{"K"}, std::string(64, '2'), std::string(65, '2'),
        std::string(4000, 'K'), std::string{"%4b%54%52%4d%39%58"}, std::string{"..%2f..%2fetc"},
        std::string{"~!$&'()*+,;=:@"}}) {
    const Answered heard = refused("/v1/rooms/" + code, 404);
    EXPECT_EQ(heard.error(), "no_such_room") << code;
    EXPECT_THAT(heard.body, Not(HasSubstr(code.size() > 1 ? code : "KKKK")));
  }
}

TEST_F(Http, finds_no_record_under_an_id_that_none_has) {
  for (const std::string& id :
       {std::string{"x"}, std::string(32, 'f'), std::string(32, 'f') + "-1", std::string(32, 'F'),
        std::string(31, 'f'), std::string(33, 'f'), std::string(7000, 'f'), std::string{"%66"}}) {
    EXPECT_EQ(refused("/v1/records/" + id, 404).error(), "no_such_record") << id;
  }
}

TEST_F(Http, has_nothing_at_other_paths) {
  for (const char* target :
       {"/v1", "/v1/", "/v1/info/", "/v1/info?a=b", "/v2/info", "/v1/rooms/", "/v1/rooms?x",
        "/v1/rooms/A/B", "/v1/rooms/../info", "/v1//info", "//v1/info", "/v1/records/",
        "/v1/%69nfo", "http://here/v1/info", "*"}) {
    EXPECT_EQ(refused(target, 404).error(), "not_found") << target;
  }
}

TEST_F(Http, takes_get_without_a_body_alone) {
  for (const char* method : {"HEAD", "POST", "PUT", "DELETE", "OPTIONS"}) {
    const Answered heard = ask(std::string{method} + " /v1/info HTTP/1.1\r\nHost: here\r\n\r\n");
    EXPECT_THAT(heard.head, AllOf(StartsWith("HTTP/1.1 405 "), HasSubstr("\r\nAllow: GET")));
    EXPECT_EQ(heard.body.empty(), method == std::string_view{"HEAD"}) << method;
  }
  EXPECT_THAT(ask("GET /v1/info HTTP/1.1\r\nHost: here\r\nContent-Length: 2\r\n\r\n{}").head,
              StartsWith("HTTP/1.1 400 "));
  EXPECT_THAT(ask("GET /v1/info HTTP/1.1\r\n\r\n").head, StartsWith("HTTP/1.1 400 "));
  EXPECT_THAT(get("/v1/info" + std::string(9000, 'x')).head, StartsWith("HTTP/1.1 431 "));
}

TEST_F(Http, holds_up_who_guesses_codes_as_one_who_tries_to_join) {
  start_generous({"--failed-joins-per-minute", "3"});
  Player eve{port()};
  eve.create(public_room());
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(refused("/v1/rooms/222222", 404).error(), "no_such_room");
  }
  for (const std::string& code : {std::string{"222222"}, eve.room()}) {
    const Answered heard = refused("/v1/rooms/" + code, 429);
    EXPECT_EQ(heard.error(), "too_many_attempts");
    EXPECT_THAT(heard.head, testing::ContainsRegex("\r\nRetry-After: (1[0-9]|20)\r\n"));
  }
  Player mallory{port()};
  EXPECT_EQ(mallory.refusal(protocol::JoinRoom{.room = eve.room(), .name = "M", .retry_key = {}}),
            protocol::ErrorCode::too_many_attempts);
  EXPECT_EQ(found("/v1/rooms", "http/rooms")["rooms"].size(), 1U) << "a list needs no code";
}

TEST_F(Http, does_not_hold_up_who_asks_for_rooms_that_there_are) {
  start_generous({"--failed-joins-per-minute", "1"});
  Player eve{port()};
  eve.create(public_room());
  for (int i = 0; i < 10; ++i) found("/v1/rooms/" + eve.room(), "http/room");
}

}  // namespace
}  // namespace flagrank::test

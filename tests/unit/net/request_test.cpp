#include "server/net/request.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace flagrank::net {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Pair;

Request get(std::string target) {
  return {.method = "GET", .target = std::move(target), .fields = {{"Host", "play.example"}}};
}

Request upgrade() {
  Request request = get("/v1/ws");
  request.fields.insert(request.fields.end(), {{"Upgrade", "websocket"},
                                               {"Connection", "Upgrade"},
                                               {"Sec-WebSocket-Version", "13"},
                                               {"Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="},
                                               {"Sec-WebSocket-Protocol", "flagrank.v1"}});
  return request;
}

void set(Request& request, std::string_view name, std::string_view value) {
  std::erase_if(request.fields, [name](const auto& field) { return field.first == name; });
  if (!value.empty()) request.fields.emplace_back(name, value);
}

Answer answer(const Request& request, bool ready = true) {
  const Verdict verdict = judge(request, ready);
  return std::holds_alternative<Answer>(verdict) ? std::get<Answer>(verdict)
                                                 : Answer{.status = 101};
}

TEST(Request, for_a_websocket_is_granted) {
  const Verdict verdict = judge(upgrade(), true);
  ASSERT_TRUE(std::holds_alternative<Upgrade>(verdict));
  EXPECT_EQ(std::get<Upgrade>(verdict),
            (Upgrade{.host = "play.example", .key = "dGhlIHNhbXBsZSBub25jZQ=="}));
}

TEST(Request, may_offer_more_than_we_serve_and_spell_as_it_likes) {
  Request request = upgrade();
  set(request, "Connection", "keep-alive, uPGRADE");
  set(request, "Upgrade", "h2c , WebSocket");
  set(request, "Sec-WebSocket-Protocol", "flagrank.v9 ,\tflagrank.v1");
  EXPECT_EQ(answer(request).status, 101U);
}

TEST(Request, may_offer_subprotocols_on_several_lines) {
  Request request = upgrade();
  request.fields.emplace(request.fields.begin(), "sec-websocket-protocol", "other");
  EXPECT_EQ(answer(request).status, 101U);
}

TEST(Request, that_offers_other_subprotocols_only_learns_which_are_served) {
  for (const std::string_view offered : {"", "flagrank.v2", "FLAGRANK.V1", "flagrank.v10"}) {
    Request request = upgrade();
    set(request, "Sec-WebSocket-Protocol", offered);
    EXPECT_EQ(answer(request).status, 400U) << offered;
    EXPECT_THAT(answer(request).body, HasSubstr(R"("served":["flagrank.v1"])"));
  }
}

TEST(Request, for_health_is_answered_while_the_server_is_ready) {
  EXPECT_EQ(answer(get("/healthz")), (Answer{.status = 200, .body = "ok\n", .json = false}));
  EXPECT_EQ(answer(get("/healthz"), false).status, 503U);
  EXPECT_THAT(answer(get("/healthz"), false).fields, Contains(Pair("Retry-After", "5")));
}

TEST(Request, for_a_websocket_is_put_off_while_the_server_stops) {
  EXPECT_EQ(answer(upgrade(), false).status, 503U);
}

TEST(Request, for_the_root_is_told_what_this_is) {
  EXPECT_EQ(answer(get("/")).status, 200U);
  EXPECT_THAT(answer(get("/")).body, HasSubstr("/v1/ws"));
}

TEST(Request, for_what_has_to_be_looked_up_names_it) {
  using About = Ask::About;
  const auto asked = [](const char* target) { return std::get<Ask>(judge(get(target), true)); };
  EXPECT_EQ(asked("/v1/info"), (Ask{About::info}));
  EXPECT_EQ(asked("/v1/rooms"), (Ask{About::rooms}));
  EXPECT_EQ(asked("/v1/rooms/ktrm-9x"), (Ask{About::room, "ktrm-9x"}));
  EXPECT_EQ(asked("/v1/rooms/%41"), (Ask{About::room, "%41"}));
  EXPECT_EQ(asked("/v1/records/0f-1"), (Ask{About::record, "0f-1"}));
}

TEST(Request, brings_an_access_key_along_as_a_bearer_token) {
  const auto key_in = [](std::string_view authorization) {
    Request request = get("/v1/rooms");
    request.fields.emplace_back("Authorization", authorization);
    return std::get<Ask>(judge(request, true)).access_key;
  };
  EXPECT_EQ(key_in("Bearer plum-lantern"), "plum-lantern");
  EXPECT_EQ(key_in("bEARER  plum-lantern "), "plum-lantern");
  EXPECT_EQ(key_in("Bearer "), "");
  EXPECT_EQ(key_in("Basic cGx1bTpsYW50ZXJu"), std::nullopt);
  EXPECT_EQ(key_in("Bearer"), std::nullopt);
  EXPECT_EQ(key_in(""), std::nullopt);
}

TEST(Request, with_two_access_keys_has_none) {
  Request request = get("/v1/rooms");
  request.fields.insert(request.fields.end(),
                        {{"Authorization", "Bearer one"}, {"authorization", "Bearer two"}});
  EXPECT_EQ(std::get<Ask>(judge(request, true)).access_key, std::nullopt);
}

TEST(Request, for_what_has_to_be_looked_up_is_put_off_while_the_server_stops) {
  for (const char* target : {"/v1/info", "/v1/rooms", "/v1/rooms/KTRM9X", "/v1/records/0f-1"}) {
    EXPECT_EQ(answer(get(target), false).status, 503U) << target;
  }
}

TEST(Request, for_something_beside_what_there_is_finds_nothing) {
  for (const char* target :
       {"/v1/info/", "/v1/info?x=1", "/V1/info", "/v1/inf", "/v1/rooms/", "/v1/rooms?more",
        "/v1/rooms/A/B", "/v1/rooms/A?x", "/v1/rooms//", "/v1/rooms/A#x", "/v1/records",
        "/v1/records/", "/v1/records/a/b", "/v1/record/a"}) {
    EXPECT_EQ(answer(get(target)).status, 404U) << target;
  }
}

TEST(Request, for_anything_else_finds_nothing) {
  for (const char* target : {"", "/v1", "/v1/ws/", "/v1/ws?room=A", "//", "*", "/healthz/",
                             "http://play.example/", "/../etc/passwd"}) {
    EXPECT_EQ(answer(get(target)).status, 404U) << target;
  }
}

TEST(Request, other_than_get_is_not_allowed) {
  for (const char* method : {"HEAD", "POST", "OPTIONS", "CONNECT", "get", "BREW"}) {
    Request request = get("/");
    request.method = method;
    EXPECT_EQ(answer(request).status, 405U) << method;
    EXPECT_THAT(answer(request).fields, Contains(Pair("Allow", "GET")));
  }
}

TEST(Request, by_head_is_refused_without_a_body) {
  Request request = get("/");
  request.method = "HEAD";
  EXPECT_EQ(answer(request).body, "");
  request.fields.emplace_back("Content-Length", "1");
  EXPECT_EQ(answer(request).status, 400U);
  EXPECT_EQ(answer(request).body, "");
}

TEST(Request, with_a_body_is_refused_whatever_it_asks_for) {
  for (const auto& [name, value] : {std::pair{"Content-Length", "1"},
                                    {"content-length", "00"},
                                    {"Content-Length", "-0"},
                                    {"Transfer-Encoding", "chunked"},
                                    {"transfer-encoding", "identity"}}) {
    for (Request request : {get("/"), upgrade()}) {
      request.fields.emplace_back(name, value);
      EXPECT_EQ(answer(request).status, 400U) << name << ": " << value;
    }
  }
  Request empty = get("/");
  empty.fields.emplace_back("Content-Length", "0");
  EXPECT_EQ(answer(empty).status, 200U);
  empty.fields.emplace_back("Content-Length", "5");
  EXPECT_EQ(answer(empty).status, 400U);
}

TEST(Request, names_the_host_once_from_version_1_1_on) {
  Request request = get("/");
  request.fields.emplace_back("host", "other.example");
  EXPECT_EQ(answer(request).status, 400U);
  request.fields.clear();
  EXPECT_EQ(answer(request).status, 400U);
  request.version = 10;
  EXPECT_EQ(answer(request).status, 200U);
}

struct Lacking {
  const char* name;
  const char* field;
  const char* value;
  unsigned status;
};

class Handshake : public testing::TestWithParam<Lacking> {};

TEST_P(Handshake, is_refused) {
  Request request = upgrade();
  set(request, GetParam().field, GetParam().value);
  EXPECT_EQ(answer(request).status, GetParam().status);
}

INSTANTIATE_TEST_SUITE_P(
    , Handshake,
    testing::Values(Lacking{"without_upgrade", "Upgrade", "", 426},
                    Lacking{"to_something_else", "Upgrade", "h2c", 426},
                    Lacking{"without_connection", "Connection", "", 426},
                    Lacking{"with_another_connection", "Connection", "upgraded", 426},
                    Lacking{"without_a_version", "Sec-WebSocket-Version", "", 426},
                    Lacking{"of_version_8", "Sec-WebSocket-Version", "8", 426},
                    Lacking{"without_a_key", "Sec-WebSocket-Key", "", 400},
                    Lacking{"with_a_short_key", "Sec-WebSocket-Key", "dGhlIHNhbXBsZQ==", 400},
                    Lacking{"with_a_key_of_other_letters", "Sec-WebSocket-Key",
                            "dGhlIHNhbXBsZSBub25j\"Q==", 400}),
    [](const auto& row) { return std::string{row.param.name}; });

TEST(Request, of_version_1_0_cannot_become_a_websocket) {
  Request request = upgrade();
  request.version = 10;
  EXPECT_EQ(answer(request).status, 426U);
  EXPECT_THAT(answer(request).fields, Contains(Pair("Sec-WebSocket-Version", "13")));
}

TEST(Request, with_two_keys_is_refused) {
  Request request = upgrade();
  request.fields.emplace_back("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==");
  EXPECT_EQ(answer(request).status, 400U);
}

// --- pages of other origins

const std::vector<std::string> origins{"https://play.example", "http://localhost:3000"};

unsigned status_from(std::string_view origin, Request request) {
  if (!origin.empty()) request.fields.emplace_back("Origin", origin);
  const Verdict verdict = judge(request, true, origins);
  const auto* answer = std::get_if<Answer>(&verdict);
  return answer != nullptr ? answer->status : 101;
}

TEST(Origins, that_are_listed_are_let_in_and_programs_that_name_none) {
  EXPECT_EQ(status_from("https://play.example", upgrade()), 101U);
  EXPECT_EQ(status_from("HTTP://LocalHost:3000", upgrade()), 101U);
  EXPECT_EQ(status_from("", upgrade()), 101U);
}

TEST(Origins, that_are_not_are_refused) {
  for (const char* const other :
       {"https://evil.example", "http://play.example", "https://play.example:8443",
        "https://play.example.evil.example", "null", "https://play.example, null"}) {
    EXPECT_EQ(status_from(other, upgrade()), 403U) << other;
    EXPECT_EQ(status_from(other, get("/v1/rooms")), 403U) << other;
  }
  Request twice = upgrade();
  twice.fields.emplace_back("Origin", "https://play.example");
  EXPECT_EQ(status_from("https://play.example", twice), 403U);
}

TEST(Origins, refused_are_told_so) {
  Request request = upgrade();
  set(request, "Origin", "null");
  const Verdict verdict = judge(request, true, origins);
  EXPECT_THAT(std::get<Answer>(verdict).body, HasSubstr(R"("error":"origin_not_allowed")"));
}

TEST(Origins, are_all_let_in_where_there_is_no_list) {
  Request request = upgrade();
  set(request, "Origin", "null");
  EXPECT_EQ(answer(request).status, 101U);
}

}  // namespace
}  // namespace flagrank::net

#include "server/net/access.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <string>
#include <variant>

#include "tests/support/ws_client.hpp"
#include "tests/unit/net/serving.hpp"

namespace flagrank::net {
namespace {

using protocol::ErrorCode;
using test::WsClient;

const std::string key = "plum-lantern-otter-42";

TEST(Access, without_a_key_is_for_all_whatever_they_say) {
  const Access access{std::nullopt};
  EXPECT_TRUE(access.for_all());
  EXPECT_EQ(access.refusal(std::optional<std::string>{}), std::nullopt);
  EXPECT_EQ(access.refusal(std::optional<std::string>{"anything"}), std::nullopt);
  EXPECT_FALSE(access.guarded(protocol::CreateRoom{}));
}

TEST(Access, is_for_who_has_the_key_to_the_last_letter) {
  const Access access{key};
  EXPECT_FALSE(access.for_all());
  EXPECT_EQ(access.refusal(std::optional{key}), std::nullopt);
  EXPECT_EQ(access.refusal(std::optional<std::string>{}), ErrorCode::access_key_needed);
  for (const std::string& other :
       {std::string{}, key + "3", key.substr(1), key.substr(0, key.size() - 1), " " + key}) {
    EXPECT_EQ(access.refusal(std::optional{other}), ErrorCode::wrong_access_key) << other;
  }
}

TEST(Access, guards_whatever_leads_into_rooms_without_another_secret) {
  const Access access{key};
  EXPECT_TRUE(access.guarded(protocol::CreateRoom{}));
  EXPECT_TRUE(access.guarded(protocol::JoinRoom{}));
  EXPECT_TRUE(access.guarded(protocol::WatchRoom{}));
  EXPECT_TRUE(access.guarded(protocol::ListRooms{}));
  EXPECT_FALSE(access.guarded(protocol::JoinRoom{.invitation = "x"}));
  EXPECT_FALSE(access.guarded(protocol::Resume{}));
  EXPECT_FALSE(access.guarded(protocol::ListRulesets{}));
  EXPECT_FALSE(access.guarded(protocol::Ping{}));
}

TEST(Access, that_was_changed_knows_the_new_key_alone) {
  Access access{key};
  access.change("another-key");
  EXPECT_EQ(access.refusal(std::optional{key}), ErrorCode::wrong_access_key);
  EXPECT_EQ(access.refusal(std::optional<std::string>{"another-key"}), std::nullopt);
}

// --- with a server

bool seated(const protocol::ServerMessage& message) {
  return std::holds_alternative<protocol::Seated>(message.body);
}

TEST(PrivateServer, lets_in_who_has_the_key_or_an_invitation) {
  const Serving server{patient_limits(), key};
  WsClient ann = greeted(server.port());
  EXPECT_EQ(refusal(say(ann, "a", protocol::CreateRoom{.name = "Ann"})),
            ErrorCode::access_key_needed);
  EXPECT_EQ(refusal(say(ann, "b", protocol::CreateRoom{.name = "Ann", .access_key = "none"})),
            ErrorCode::wrong_access_key);
  const auto made = say(ann, "c", protocol::CreateRoom{.name = "Ann", .access_key = key});
  ASSERT_TRUE(seated(made));
  const auto& room = std::get<protocol::Seated>(made.body);

  WsClient bob = greeted(server.port());
  EXPECT_EQ(refusal(say(bob, "a", protocol::JoinRoom{.room = room.room, .name = "Bob"})),
            ErrorCode::access_key_needed);
  EXPECT_EQ(refusal(say(bob, "b", protocol::WatchRoom{.room = room.room})),
            ErrorCode::access_key_needed);
  EXPECT_EQ(refusal(say(bob, "c", protocol::ListRooms{})), ErrorCode::access_key_needed);
  EXPECT_TRUE(std::holds_alternative<protocol::Rooms>(
      say(bob, "d", protocol::ListRooms{.access_key = key}).body));
  EXPECT_TRUE(seated(
      say(bob, "e",
          protocol::JoinRoom{.room = room.room, .name = "Bob", .invitation = room.invitation})));

  WsClient again = greeted(server.port());
  const auto back = say(again, "a", protocol::Resume{.room = room.room, .token = room.token});
  EXPECT_TRUE(std::holds_alternative<protocol::SnapshotTold>(back.body)) << "its token is enough";
}

TEST(PrivateServer, does_not_tell_who_has_neither_which_rooms_there_are) {
  const Serving server{patient_limits(), key};
  WsClient ann = greeted(server.port());
  const auto made = say(ann, "a", protocol::CreateRoom{.name = "Ann", .access_key = key});
  const std::string room = std::get<protocol::Seated>(made.body).room;
  const auto told = [&](const std::string& code, const std::optional<std::string>& invitation) {
    WsClient eve = greeted(server.port());
    return say(eve, "a", protocol::JoinRoom{.room = code, .name = "Eve", .invitation = invitation});
  };
  EXPECT_EQ(told(room, std::nullopt), told("222222", std::nullopt));
  EXPECT_EQ(told(room, "made up"), told("222222", "made up"));
  EXPECT_EQ(refusal(told(room, "made up")), ErrorCode::wrong_invitation);
}

TEST(PrivateServer, holds_up_who_guesses_whatever_is_guessed) {
  auto limits = patient_limits();
  limits.failed_joins_per_minute = 3;
  const Serving server{limits, key};
  WsClient eve = greeted(server.port());
  static_cast<void>(say(eve, "a", protocol::ListRooms{.access_key = "guess"}));
  static_cast<void>(say(eve, "b", protocol::CreateRoom{.name = "Eve", .access_key = "guess"}));
  EXPECT_EQ(
      refusal(say(eve, "c",
                  protocol::JoinRoom{.room = "222222", .name = "Eve", .invitation = "guess"})),
      ErrorCode::wrong_invitation);
  const protocol::ClientBody tries[] = {
      protocol::ListRooms{.access_key = key}, protocol::WatchRoom{"222222", key},
      protocol::CreateRoom{.name = "Eve", .access_key = key},
      protocol::JoinRoom{.room = "222222", .name = "Eve", .invitation = "guess"}};
  for (const auto& wish : tries) {
    const auto answer = say(eve, "d", wish);
    ASSERT_EQ(refusal(answer), ErrorCode::too_many_attempts);
    EXPECT_TRUE(std::get<protocol::Error>(answer.body).retry_after_ms);
  }
}

TEST(PrivateServer, asks_nobody_to_wait_who_has_only_forgotten_the_key) {
  auto limits = patient_limits();
  limits.failed_joins_per_minute = 1;
  const Serving server{limits, key};
  WsClient ann = greeted(server.port());
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(refusal(say(ann, "a", protocol::ListRooms{})), ErrorCode::access_key_needed);
  }
  EXPECT_TRUE(seated(say(ann, "b", protocol::CreateRoom{.name = "Ann", .access_key = key})));
}

TEST(PrivateServer, makes_no_room_count_for_who_has_no_key) {
  auto limits = patient_limits();
  limits.rooms_per_address = 1;
  const Serving server{limits, key};
  WsClient ann = greeted(server.port());
  EXPECT_EQ(refusal(say(ann, "a", protocol::CreateRoom{.name = "Ann"})),
            ErrorCode::access_key_needed);
  EXPECT_TRUE(seated(say(ann, "b", protocol::CreateRoom{.name = "Ann", .access_key = key})));
}

TEST(PrivateServer, takes_another_key_while_it_runs) {
  Serving server{patient_limits(), key};
  WsClient ann = greeted(server.port());
  server.change_access_key("another-key");
  EXPECT_EQ(refusal(say(ann, "a", protocol::CreateRoom{.name = "Ann", .access_key = key})),
            ErrorCode::wrong_access_key);
  EXPECT_TRUE(
      seated(say(ann, "b", protocol::CreateRoom{.name = "Ann", .access_key = "another-key"})));
}

TEST(PublicServer, does_not_look_at_a_key) {
  const Serving server{patient_limits()};
  WsClient ann = greeted(server.port());
  EXPECT_TRUE(seated(say(ann, "a", protocol::CreateRoom{.name = "Ann", .access_key = "any"})));
}

}  // namespace
}  // namespace flagrank::net

#include "server/net/greeting.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <variant>

#include "common/protocol/encode.hpp"
#include "server/config/table.hpp"

namespace flagrank::net {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

/// Where a client never meets it: how long the server takes to stop, and what the kernel buffers.
const std::set<std::string> nobody_meets{"stop", "send-buffer-bytes"};

/// The field of `limits` in which a flag is told.
std::string field_of(const config::Setting& flag) {
  std::string field = flag.name;
  for (char& letter : field) letter = letter == '-' ? '_' : letter;
  const bool time = std::holds_alternative<std::chrono::milliseconds config::Limits::*>(flag.field);
  return time ? field + "_ms" : field;
}

/// Nothing where it is no limit.
std::optional<std::uint64_t> value_of(const config::Setting& flag, const config::Limits& limits) {
  const auto count = [&](auto member) -> std::optional<std::uint64_t> {
    if constexpr (requires { (limits.*member).count(); }) {
      return static_cast<std::uint64_t>((limits.*member).count());
    } else if constexpr (requires { limits.*member; }) {
      return std::uint64_t{limits.*member};
    } else {
      return std::nullopt;
    }
  };
  return std::visit(count, flag.field);
}

/// Of a server with these settings, and no rooms.
protocol::Hello hello_of(const config::Settings& settings,
                         const std::optional<std::string>& access_key = std::nullopt) {
  boost::asio::io_context io;
  return hello(House{io.get_executor(), settings, nullptr, nullptr, access_key});
}

TEST(Greeting, tells_every_limit_that_a_client_can_meet) {
  const config::Limits limits;
  const auto said = nlohmann::json::parse(protocol::encode({.body = hello_of({.limits = limits})}));
  for (const config::Setting& flag : config::settings_table()) {
    const auto value = value_of(flag, limits);
    if (!value || nobody_meets.contains(flag.name)) continue;
    ASSERT_TRUE(said["limits"].contains(field_of(flag))) << field_of(flag);
    EXPECT_EQ(said["limits"][field_of(flag)], *value) << field_of(flag);
  }
}

TEST(Greeting, names_records_as_a_feature_only_where_they_are_kept) {
  config::Settings settings;
  EXPECT_THAT(hello_of(settings).features, ElementsAre("public_rooms", "invitations", "records"));
  settings.limits.keep_records = std::chrono::milliseconds::zero();
  EXPECT_THAT(hello_of(settings).features, ElementsAre("public_rooms", "invitations"));
}

TEST(Greeting, says_that_the_server_is_private_and_not_by_which_key) {
  const auto told = hello_of({}, "plum-lantern-otter-42");
  EXPECT_THAT(told.features, Contains("access_key"));
  EXPECT_THAT(protocol::encode({.body = told}), Not(HasSubstr("plum")));
}

TEST(Greeting, tells_what_players_reach_the_server_by_where_that_is_set) {
  EXPECT_EQ(hello_of({}).url, std::nullopt);
  EXPECT_EQ(hello_of({.public_url = "wss://play.example.org"}).url, "wss://play.example.org");
}

}  // namespace
}  // namespace flagrank::net
